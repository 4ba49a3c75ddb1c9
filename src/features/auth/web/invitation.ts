const storageKey = "zippy-invitation";

/** Stores the token of the person's invitation in this tab until they have signed in. */
export function keepInvitation(token: string): void {
  sessionStorage.setItem(storageKey, token);
}

/** The token stored by {@link keepInvitation}; null if there is none. */
export function keptInvitation(): string | null {
  return sessionStorage.getItem(storageKey);
}

/** Called once it was accepted or declined. */
export function dropInvitation(): void {
  sessionStorage.removeItem(storageKey);
}
