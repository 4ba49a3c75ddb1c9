const storageKey = "zippy-local-key";

/**
 * Stores the sign-in key from the address that the server prints at start, and removes it from the address.
 * The popup of the embedded identity reads it.
 */
export function keepLocalKey(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  const key = query.get("key");
  if (key === null) return;
  if (key) localStorage.setItem(storageKey, key);
  query.delete("key");
  window.history.replaceState(null, "", pathname + (query.size > 0 ? `?${query}` : "") + hash);
}
