const storageKey = "zippy-return-path";

/** Keeps where the person is, so that signing in again leads back there; in this tab only. */
export function rememberPath(): void {
  sessionStorage.setItem(storageKey, window.location.pathname);
}

/** The path kept by {@link rememberPath}, once; the present one when there is none. */
export function takePath(): string {
  const path = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return path ?? window.location.pathname;
}
