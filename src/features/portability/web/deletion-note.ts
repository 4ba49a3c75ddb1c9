const storageKey = "zippy-account-deleted";

/** Stores in this tab that the person has deleted their account, for the page that follows. @param deletesAt - ISO 8601. */
export function rememberDeletion(deletesAt: string): void {
  sessionStorage.setItem(storageKey, deletesAt);
}

/** Returns what {@link rememberDeletion} stored once; null if there is nothing. */
export function takeDeletion(): string | null {
  const deletesAt = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return deletesAt;
}
