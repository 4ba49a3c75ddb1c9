/** A name as it is compared with another: case and spaces don't matter. */
export const plainName = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();
