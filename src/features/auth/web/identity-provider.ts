/** Who the identity provider says is here; the server decides who is signed in. */
export interface ProviderUser {
  name: string;
  email: string;
}

/** What the browser needs of an identity provider, whichever it is. */
export interface IdentityProvider {
  /** Gets ready for {@link signIn}, so that its popup opens within the click that asked for it; safe to call often. */
  prepare(): void;
  /** The person the provider knows in this browser, null when none. */
  currentUser(): ProviderUser | null;
  /** Calls back when that changes, also from another tab. Returns how to stop. */
  onChange(listener: () => void): () => void;
  /**
   * Asks the person to sign in; call it inside a click, it opens a popup.
   *
   * @returns an ID token for POST /api/auth/verify.
   * @throws Error with a sentence for the person.
   */
  signIn(): Promise<string>;
  /**
   * Asks the person to show once more that it is them; call it inside a click.
   *
   * @returns an ID token for POST /api/auth/confirm.
   * @throws Error with a sentence for the person.
   */
  confirm(): Promise<string>;
  /** Forgets the person in this browser. */
  signOut(): Promise<void>;
}
