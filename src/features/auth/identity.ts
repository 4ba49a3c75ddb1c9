/** The person an identity provider has identified, after its token was checked. */
export interface VerifiedIdentity {
  /** The provider's permanent id for the person. */
  subject: string;
  /** Unique id of the token: each works once. */
  tokenId: string;
  expiresAt: Date;
  /** When the person signed in at the provider. */
  signedInAt: Date;
  /** Confirmed by the provider to be the person's own. */
  email: string;
  name: string;
  pictureUrl: string | null;
}

/**
 * Checks ID tokens. One implementation per way of signing in; the rest of the product doesn't know which is
 * used.
 */
export interface IdentityProvider {
  id: "local" | "firebase";
  /**
   * @throws AppError `not_signed_in` with a sentence if the token is invalid; `unavailable` if it can't be
   * checked now.
   */
  verify(idToken: string): Promise<VerifiedIdentity>;
}
