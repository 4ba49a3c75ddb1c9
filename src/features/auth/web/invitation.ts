const storageKey = "zippy-invitation";

/** Keeps the token of the invitation that the person is following, in this tab, until they have signed in with it. */
export function keepInvitation(token: string): void {
  sessionStorage.setItem(storageKey, token);
}

/** The token kept by {@link keepInvitation}; null when none is followed. */
export function keptInvitation(): string | null {
  return sessionStorage.getItem(storageKey);
}

/** Once it was accepted or turned down. */
export function dropInvitation(): void {
  sessionStorage.removeItem(storageKey);
}
