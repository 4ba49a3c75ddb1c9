import { createHash } from "node:crypto";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from "jose";
import { z } from "zod";
import { AppError } from "../../shared/app-error";
import { type FirebaseSettings, firebaseMistakes } from "./firebase-settings";
import type { IdentityProvider } from "./identity";

/** Allowed difference between the clocks of Google and this server (seconds). */
const clockTolerance = 30;
/** Timeout for loading Google's keys (milliseconds). */
const keysTimeout = 5_000;

/** The claims of Google's token besides issuer, audience and times. */
const Claims = z.object({
  sub: z.string().min(1).max(128),
  exp: z.number(),
  auth_time: z.number(),
  email: z.email(),
  email_verified: z.boolean(),
  name: z.string().optional(),
  picture: z.url().optional(),
});

interface FirebaseOptions {
  settings: FirebaseSettings;
  /** Where the keys that sign the tokens are published. */
  keysUrl: string;
  /** If set, an emulator issues unsigned tokens. Allowed only where nobody else can reach the server. */
  emulator: boolean;
}

/**
 * Google sign-in through Firebase Auth.
 *
 * Makes the checks that Firebase requires of servers without its own library:
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens
 */
export function createFirebaseIdentity({ settings, keysUrl, emulator }: FirebaseOptions): IdentityProvider {
  const { projectId } = settings;
  const expected = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId ?? "",
    clockTolerance,
  };
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: keysTimeout });
  const misconfigured = firebaseMistakes(settings).length > 0;

  async function payloadOf(idToken: string): Promise<JWTPayload> {
    if (emulator) return UnsecuredJWT.decode(idToken, expected).payload;
    const { payload } = await jwtVerify(idToken, keys, {
      ...expected,
      algorithms: ["RS256"],
      requiredClaims: ["sub", "exp", "iat", "auth_time"],
    });
    return payload;
  }

  return {
    id: "firebase",
    async verify(idToken) {
      if (misconfigured)
        throw new AppError(
          "unavailable",
          "Firebase is not properly configured: ask your administrator to check FIREBASE_API_KEY, FIREBASE_PROJECT_ID and FIREBASE_APP_ID.",
        );
      const claims = Claims.safeParse(await payloadOf(idToken).catch(refuse));
      if (!claims.success || claims.data.auth_time > Date.now() / 1000 + clockTolerance) return refuse();
      const { sub, exp, auth_time, email, email_verified, name, picture } = claims.data;
      // Accounts are found by address, and an unconfirmed one could belong to somebody else.
      if (!email_verified)
        throw new AppError(
          "not_signed_in",
          `${email} hasn't been confirmed yet. Confirm it with your identity provider, then sign in again.`,
        );
      return {
        subject: sub,
        // Without the signature: base64 can spell the same signature in several ways.
        tokenId: createHash("sha256")
          .update(idToken.slice(0, idToken.lastIndexOf(".")))
          .digest("base64url"),
        expiresAt: new Date((exp + clockTolerance) * 1000),
        signedInAt: new Date(auth_time * 1000),
        email,
        name: name ?? "",
        pictureUrl: picture ?? null,
      };
    },
  };
}

/** The error for an invalid token. Unavailable keys are the server's problem, not the person's. */
function refuse(error?: unknown): never {
  const keysMissing =
    error !== undefined &&
    (!(error instanceof errors.JOSEError) ||
      error instanceof errors.JWKSTimeout ||
      error instanceof errors.JWKSInvalid ||
      // The error of a key server that responds with an error.
      error.code === "ERR_JOSE_GENERIC");
  if (keysMissing)
    throw new AppError("unavailable", "Google's sign-in keys are unavailable. Try again in a moment.", {
      cause: error,
    });
  throw new AppError("not_signed_in", "That sign-in is no longer valid. Sign in again.", { cause: error });
}
