const storageKey = "zippy-return-path";

/** Stores the current path in this tab, so that signing in again returns to it. */
export function rememberPath(): void {
  sessionStorage.setItem(storageKey, window.location.pathname + window.location.search);
}

/**
 * If the address asks to sign in, replaces it with the path stored by {@link rememberPath}, else with its own path. With
 * several slashes at its beginning it would be an address of another site, so it has one.
 *
 * @returns whether it asked.
 */
export function leaveSignIn(): boolean {
  if (!new URLSearchParams(location.search).has("signin")) return false;
  const path = sessionStorage.getItem(storageKey) ?? location.pathname;
  sessionStorage.removeItem(storageKey);
  history.replaceState(null, "", path.replace(/^[/\\]+/, "/"));
  return true;
}
