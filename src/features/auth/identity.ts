/** The person an identity provider has identified, after its token was checked. */
export interface VerifiedIdentity {
  /** The provider's permanent id for the person. */
  subject: string;
  /** Unique id of the token: each works once. */
  tokenId: string;
  expiresAt: Date;
  /** When the person signed in at the provider. */
  signedInAt: Date;
  /** The provider has confirmed that it belongs to the person. */
  email: string;
  name: string;
  pictureUrl: string | null;
}

/** Checks ID tokens, one implementation per provider; the rest of the product doesn't know which is used. */
export interface IdentityProvider {
  id: "local" | "firebase";
  /** @throws AppError `not_signed_in` with a sentence if invalid; `unavailable` if it can't be checked. */
  verify(idToken: string): Promise<VerifiedIdentity>;
}
