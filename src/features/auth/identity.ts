/** Who an identity provider says has signed in, once its token has been checked. */
export interface VerifiedIdentity {
  /** Unique id of the token, when the provider's tokens work only once. */
  tokenId: string | null;
  expiresAt: Date;
  email: string;
  name: string;
  pictureUrl: string | null;
}

/** Checks ID tokens. One per way of signing in; the rest of the product does not know which. */
export interface IdentityProvider {
  id: "local" | "firebase";
  /** @throws AppError `not_signed_in` with a sentence when the token does not hold. */
  verify(idToken: string): Promise<VerifiedIdentity>;
}
