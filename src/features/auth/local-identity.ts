import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { AppError } from "../../shared/app-error";
import type { IdentityProvider } from "./identity";

const issuer = "zippy-local";
const algorithm = "EdDSA";
const lifetime = "10m";

export interface LocalIdentity extends IdentityProvider {
  /** A ten-minute token for the name and address given; it works once. */
  issue(person: { email: string; name: string }): Promise<string>;
}

/**
 * The embedded identity: an issuer for one machine, where whoever can reach the server may say who they are.
 *
 * @param keyFile - where its signing key is kept (created with mode 0600).
 */
export async function openLocalIdentity(keyFile: string): Promise<LocalIdentity> {
  const jwk = await readKey(keyFile);
  const privateKey = await importJWK(jwk, algorithm);
  const publicKey = await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x } as JWK, algorithm);
  return {
    id: "local",
    issue: ({ email, name }) =>
      new SignJWT({ email: email.toLowerCase(), name })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(email.toLowerCase())
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(lifetime)
        .sign(privateKey),
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, publicKey, {
          issuer,
          audience: issuer,
          algorithms: [algorithm],
          requiredClaims: ["sub", "jti", "exp", "email", "name"],
        });
        return {
          subject: payload.sub as string,
          tokenId: payload.jti as string,
          expiresAt: new Date((payload.exp as number) * 1000),
          email: String(payload.email),
          name: String(payload.name),
          pictureUrl: null,
        };
      } catch (cause) {
        throw new AppError("not_signed_in", "That sign-in is not valid or has expired; sign in again.", {
          cause,
        });
      }
    },
  };
}

async function readKey(keyFile: string): Promise<JWK> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return JSON.parse(await readFile(keyFile, "utf8")) as JWK;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
    await mkdir(dirname(keyFile), { recursive: true });
    // `wx`: of two servers starting at once one writes, and the other reads what was written.
    await writeFile(keyFile, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600, flag: "wx" }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
  }
  return JSON.parse(await readFile(keyFile, "utf8")) as JWK;
}
