/** The provider's user; the server decides who is signed in. */
export interface ProviderUser {
  name: string;
  email: string;
}

/** What the browser needs from any identity provider. */
export interface IdentityProvider {
  /** Prepares {@link signIn}, so that its popup opens within the click; safe to call repeatedly. */
  prepare(): void;
  /** The provider's user in this browser; null if there is none. */
  currentUser(): ProviderUser | null;
  /** Calls back when that changes, also from another tab. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
  /**
   * Asks the person to sign in. Call it in a click handler, because it opens a popup.
   *
   * @returns an ID token for POST /api/auth/verify.
   * @throws Error with a sentence for the person.
   */
  signIn(): Promise<string>;
  /**
   * Asks the person to confirm their identity. Call it in a click handler.
   *
   * @returns an ID token for POST /api/auth/confirm.
   * @throws Error with a sentence for the person.
   */
  confirm(): Promise<string>;
  /** Removes the person from this browser. */
  signOut(): Promise<void>;
}
