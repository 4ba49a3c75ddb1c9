/** The queries of this page that are kept, by hash, and when the server sent what each has (milliseconds). */
export const followed = new Set<string>();
export const loadedAt = new Map<string, number>();
/** The queries whose data comes from this browser, and not from the server. */
export const outdated = new Set<string>();
