import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError } from "./config";

const algorithm = "aes-256-gcm";
/** Bytes. */
const size = { key: 32, iv: 12 };
/** Says which form a sealed text has, should it ever change. */
const form = "v1";

/** Encrypts what must not be readable in the database: tokens, passwords and keys of outside parties. */
export interface Secrets {
  /**
   * Encrypts a text with AES-256-GCM under the newest key.
   *
   * @param place - where it is kept, such as `connections/ID`; it opens nowhere else, so that rows cannot be swapped.
   */
  seal(text: string, location: string): string;
  /**
   * Opens what {@link seal} made, under whichever known key it was made with.
   *
   * @throws SealedError when the key is not known or the text was changed.
   */
  open(sealed: string, location: string): string;
  /** Whether a text is sealed under an older key than the newest. */
  isOld(sealed: string): boolean;
}

/** A sealed text that cannot be opened. */
export class SealedError extends Error {
  override name = "SealedError";
}

interface Key {
  id: string;
  bytes: Buffer;
}

/** @param keys - 32 bytes each; the first one seals, all of them open. */
export function createSecrets(keys: readonly [Buffer, ...Buffer[]]): Secrets {
  const known = keys.map((bytes): Key => ({ id: keyId(bytes), bytes })) as [Key, ...Key[]];
  const [newest] = known;
  return {
    seal(text, location) {
      const iv = randomBytes(size.iv);
      const cipher = createCipheriv(algorithm, newest.bytes, iv).setAAD(Buffer.from(location));
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return [form, newest.id, iv.toString("base64url"), hidden.toString("base64url")].join(".");
    },
    open(sealed, location) {
      const [version, id, iv = "", hidden = ""] = sealed.split(".");
      const key = known.find((other) => other.id === id);
      if (version !== form || !key) throw new SealedError("sealed under a key that is not known here");
      try {
        const bytes = Buffer.from(hidden, "base64url");
        const decipher = createDecipheriv(algorithm, key.bytes, Buffer.from(iv, "base64url"))
          .setAAD(Buffer.from(location))
          .setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new SealedError("not what was sealed here", { cause });
      }
    },
    isOld: (sealed) => sealed.split(".")[1] !== newest.id,
  };
}

/** Names a key without telling anything about it. */
function keyId(bytes: Buffer): string {
  return createHash("sha256").update("zippy key id").update(bytes).digest("base64url").slice(0, 8);
}

/**
 * The secrets under the keys of the settings, newest first, or under one of its own, made at first use.
 *
 * @param setting - SECRET_KEY: keys of 32 bytes in base64 or hex, separated by commas.
 * @param keyFile - where the own key is kept (created with mode 0600) when there is no setting.
 * @throws ConfigError when a key of the setting has another size.
 */
export async function openSecrets(setting: string | undefined, keyFile: string): Promise<Secrets> {
  const given = setting ?? (await readOwnKey(keyFile));
  const keys = given.split(",").map((text) => toKey(text.trim()));
  return createSecrets(keys as [Buffer, ...Buffer[]]);
}

function toKey(text: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (bytes.length !== size.key)
    throw new ConfigError(
      "SECRET_KEY must be 32 random bytes in base64, such as `openssl rand -base64 32` prints; several are separated by commas, the newest first.",
    );
  return bytes;
}

async function readOwnKey(keyFile: string): Promise<string> {
  await mkdir(dirname(keyFile), { recursive: true });
  const kept = await readFile(keyFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (kept !== undefined) return kept;
  // Linked once it is whole: of two servers starting at once one names it, and whatever stops them, no half is kept.
  const draft = `${keyFile}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, randomBytes(size.key).toString("base64"), { mode: 0o600, flag: "wx", flush: true });
  await link(draft, keyFile).catch((error: NodeJS.ErrnoException) => {
    // Some file systems know no links.
    if (error.code !== "EEXIST") return rename(draft, keyFile);
  });
  await rm(draft, { force: true });
  return readFile(keyFile, "utf8");
}
