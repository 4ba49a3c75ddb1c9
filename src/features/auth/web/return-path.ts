const storageKey = "zippy-return-path";

/** Stores the current path in this tab, so that signing in again returns to it. */
export function rememberPath(): void {
  sessionStorage.setItem(storageKey, window.location.pathname + window.location.search);
}

/** Returns the path stored by {@link rememberPath} once; the current path if there is none. */
export function takePath(): string {
  const path = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return path ?? window.location.pathname;
}
