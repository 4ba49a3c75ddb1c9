import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Reads a secret from its own file, which only this user may read. The first start creates it.
 *
 * @param make - a new secret.
 */
export async function readKeyFile(keyFile: string, make: () => string | Promise<string>): Promise<string> {
  await mkdir(dirname(keyFile), { recursive: true });
  const kept = await readFile(keyFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (kept !== undefined) {
    // A restored backup may have widened it.
    await chmod(keyFile, 0o600);
    return kept;
  }
  // Linked only when complete. If two servers start at once, one key wins, and an interrupted start leaves no
  // partial key.
  const draft = `${keyFile}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, await make(), { mode: 0o600, flag: "wx", flush: true });
  await link(draft, keyFile).catch((error: NodeJS.ErrnoException) => {
    // Some file systems don't support hard links.
    if (error.code !== "EEXIST") return rename(draft, keyFile);
  });
  await rm(draft, { force: true });
  return readFile(keyFile, "utf8");
}
