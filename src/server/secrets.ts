import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { day } from "../shared/durations";
import { ConfigError } from "./config";
import { readKeyFile } from "./key-file";

const algorithm = "aes-256-gcm";
/** Bytes. */
const size = { key: 32, iv: 12 };
/** Version of the sealed format, in case it ever changes. */
const form = "v1";

/** Encrypts credentials before they are stored: tokens, passwords and keys for external services. */
export interface Secrets {
  /**
   * Encrypts a text with AES-256-GCM under the newest key.
   *
   * @param location - where it is stored, such as `connections/ID`. It can't be opened for another location,
   * so rows can't be swapped.
   */
  seal(text: string, location: string): string;
  /**
   * Decrypts a sealed text with whichever known key sealed it.
   *
   * @throws SealedError if the key is unknown or the text was changed.
   */
  open(sealed: string, location: string): string;
  /** The ids of the known keys, which a sealed text names as its second part; the newest first. */
  readonly keys: readonly string[];
}

/** A sealed text can't be opened. */
export class SealedError extends Error {
  override name = "SealedError";
}

interface Key {
  id: string;
  bytes: Buffer;
}

/** @param keys - 32 bytes each. The first one seals; all of them open. */
export function createSecrets(keys: readonly [Buffer, ...Buffer[]]): Secrets {
  const known = keys.map((bytes): Key => ({ id: keyId(bytes), bytes })) as [Key, ...Key[]];
  const [newest] = known;
  return {
    keys: known.map(({ id }) => id),
    seal(text, location) {
      const iv = randomBytes(size.iv);
      const cipher = createCipheriv(algorithm, newest.bytes, iv).setAAD(Buffer.from(location));
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return [form, newest.id, iv.toString("base64url"), hidden.toString("base64url")].join(".");
    },
    open(sealed, location) {
      const [version, id, iv = "", hidden = ""] = sealed.split(".");
      const key = known.find((other) => other.id === id);
      if (version !== form || !key) throw new SealedError("sealed with an unknown key");
      try {
        const bytes = Buffer.from(hidden, "base64url");
        const decipher = createDecipheriv(algorithm, key.bytes, Buffer.from(iv, "base64url"))
          .setAAD(Buffer.from(location))
          .setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new SealedError("the sealed text was changed or belongs elsewhere", { cause });
      }
    },
  };
}

/** Identifies a key without revealing anything about it. */
function keyId(bytes: Buffer): string {
  return createHash("sha256").update("zippy key id").update(bytes).digest("base64url").slice(0, 8);
}

/**
 * Opens the secrets with the configured keys, or with a generated key that is created on first use.
 *
 * @param setting - SECRET_KEY: keys of 32 bytes in base64 or hex, separated by commas, newest first.
 * @param keyFile - file for the generated key (created with mode 0600) if there is no setting.
 * @throws ConfigError if a configured key has the wrong size.
 */
export async function openSecrets(setting: string | undefined, keyFile: string): Promise<Secrets> {
  const given = setting ?? (await readKeyFile(keyFile, () => randomBytes(size.key).toString("base64")));
  const keys = given.split(",").map((text) => toKey(text.trim()));
  return createSecrets(keys as [Buffer, ...Buffer[]]);
}

/** How long a key should seal at most (milliseconds): NIST SP 800-57 Part 1, 5.3.6, for keys that encrypt stored data. */
const keyLifetime = 2 * 365 * day;

/**
 * What to say at the start about a key that has served its time.
 *
 * @param keyFile - the generated key. Nobody but its administrator knows the age of a configured one.
 */
export async function oldKeyNotice(
  setting: string | undefined,
  keyFile: string,
  now = Date.now(),
): Promise<string | undefined> {
  if (setting !== undefined) return undefined;
  const { mtimeMs } = await stat(keyFile);
  if (now - mtimeMs < keyLifetime) return undefined;
  const since = new Date(mtimeMs).toISOString().slice(0, 10);
  return `The key in ${keyFile} is from ${since}. Change it every two years: stop Zippy and run npm run rotate-key.`;
}

function toKey(text: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (bytes.length !== size.key)
    throw new ConfigError(
      "SECRET_KEY must be 32 random bytes in base64, for example from `openssl rand -base64 32`. Separate several keys with commas, newest first.",
    );
  return bytes;
}

/**
 * The hash that is stored instead of a random token, so that nobody who reads the database can use it. Tokens are long
 * enough to need no salt and no slow hash.
 *
 * @param encoding - the one in which the column's rows are stored.
 */
export const tokenHash = (token: string, encoding: "base64url" | "hex"): string =>
  createHash("sha256").update(token).digest(encoding);
