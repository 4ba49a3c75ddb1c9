const storageKey = "zippy-return-path";

/** Stores the current path in this tab, so that signing in again returns to it. */
export function rememberPath(): void {
  sessionStorage.setItem(storageKey, window.location.pathname + window.location.search);
}

/**
 * Returns the path stored by {@link rememberPath} once; the current path if there is none. With several slashes at its
 * beginning it would be an address of another site, so it has one.
 */
export function takePath(): string {
  const path = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return (path ?? window.location.pathname).replace(/^[/\\]+/, "/");
}
