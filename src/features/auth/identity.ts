/** Who an identity provider says has signed in, once its token has been checked. */
export interface VerifiedIdentity {
  /** The provider's name for the person, which never changes. */
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

/** Checks ID tokens. One per way of signing in; the rest of the product does not know which. */
export interface IdentityProvider {
  id: "local" | "firebase";
  /** @throws AppError `not_signed_in` with a sentence when the token does not hold; `unavailable` when it cannot be checked now. */
  verify(idToken: string): Promise<VerifiedIdentity>;
}
