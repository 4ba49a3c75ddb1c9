import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The sign-in key of every server that tests start. */
export const localKey = "the-sign-in-key-of-the-tests";

/** Writes the key that tests sign in with into the data folder of a server that hasn't started yet. */
export function writeLocalKey(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "local-key"), localKey, { mode: 0o600 });
}
