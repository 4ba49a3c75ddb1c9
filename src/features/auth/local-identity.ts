import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { ConfigError } from "../../server/config";
import { readKeyFile } from "../../server/key-file";
import { AppError } from "../../shared/app-error";
import { normalizeAddress } from "../mail/mail-address";
import type { IdentityProvider } from "./identity";

const issuer = "zippy-local";
const algorithm = "EdDSA";
const lifetime = "10m";

/** The secret a browser must send before anyone can sign in with it. */
export interface LocalKey {
  key: string;
  file: string;
}

export interface LocalIdentity extends IdentityProvider {
  /** Only for the server's own terminal. */
  localKey: LocalKey;
  /**
   * A ten-minute token for this name and address; it works once.
   *
   * @param key - the content of the file `local-key`.
   * @throws AppError `forbidden` with a sentence if the key is missing or wrong.
   */
  issue(person: { email: string; name: string }, key: string): Promise<string>;
}

/**
 * The embedded identity: an issuer for one machine. Everybody who has the local key can sign in under any
 * name.
 *
 * @param folder - the folder of its signing key and the local key (created with mode 0600).
 * @throws ConfigError if the file of the local key is empty.
 */
export async function openLocalIdentity(folder: string): Promise<LocalIdentity> {
  const localKey = await readLocalKey(join(folder, "local-key"));
  const jwk = JSON.parse(await readKeyFile(join(folder, "local-identity.key"), newSigningKey)) as JWK;
  const privateKey = await importJWK(jwk, algorithm);
  const publicKey = await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x } as JWK, algorithm);
  return {
    id: "local",
    localKey,
    async issue({ email, name }, key) {
      if (!isSame(key.trim(), localKey.key)) throw new AppError("forbidden", key ? wrongKey : missingKey);
      return new SignJWT({ email: normalizeAddress(email), name })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(normalizeAddress(email))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(privateKey);
    },
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, publicKey, {
          issuer,
          audience: issuer,
          algorithms: [algorithm],
          requiredClaims: ["sub", "jti", "iat", "exp", "email", "name"],
        });
        return {
          subject: payload.sub as string,
          tokenId: payload.jti as string,
          expiresAt: new Date((payload.exp as number) * 1000),
          signedInAt: new Date((payload.iat as number) * 1000),
          email: String(payload.email),
          name: String(payload.name),
          pictureUrl: null,
        };
      } catch (cause) {
        throw new AppError("not_signed_in", "That sign-in is invalid or has expired. Sign in again.", {
          cause,
        });
      }
    },
  };
}

const where =
  "It's in the address that Zippy printed when it started, and in the file local-key in its data folder.";
const missingKey = `Enter the sign-in key. ${where}`;
const wrongKey = `That sign-in key is wrong. ${where}`;

async function readLocalKey(file: string): Promise<LocalKey> {
  const key = (await readKeyFile(file, () => randomBytes(24).toString("base64url"))).trim();
  if (!key) throw new ConfigError(`${file} is empty. Delete it, and Zippy creates a new sign-in key.`);
  return { key, file };
}

async function newSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

/** Compares hashes, so that the timing reveals nothing about the text. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}
