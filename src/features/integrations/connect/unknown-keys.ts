import { ConfigError } from "../../../server/config";
import type { Executor } from "../../../server/database";
import type { Secrets } from "../../../server/secrets";
import { counted } from "../../../shared/counted";
import { createSealedAccessRepository } from "./sealed-access-repository";

/**
 * Makes sure that the stored access to accounts can be decrypted before anything uses it.
 *
 * @param lost - gives up the access under unknown keys; those accounts then ask to be connected again.
 * @throws ConfigError that names the unknown keys and what to do, if `lost` is false.
 */
export async function requireKnownKeys(db: Executor, secrets: Secrets, lost: boolean): Promise<void> {
  const access = createSealedAccessRepository(db);
  const unknown = (await access.sealingKeys()).filter(({ key }) => !secrets.keys.includes(key));
  if (unknown.length === 0) return;
  if (lost) {
    await access.giveUpAccess(
      unknown.map(({ key }) => key),
      "The key that this account's access was encrypted with is lost. Connect it again.",
    );
    return;
  }
  const accounts = unknown.reduce((sum, { count }) => sum + count, 0);
  throw new ConfigError(
    `The access to ${counted(accounts, "connected account")} is encrypted with ${named(unknown.map(({ key }) => key))}, ` +
      `but this server only has ${named(secrets.keys)}. Start with the SECRET_KEY that was used before ` +
      "(it takes several keys, separated by commas), or put the file secret.key back into DATA_DIR. " +
      "If the key is lost for good, start once with SECRET_KEY_LOST=yes: these accounts then ask to be connected again.",
  );
}

const named = (keys: readonly string[]): string =>
  `the key${keys.length === 1 ? "" : "s"} ${keys.join(", ")}`;
