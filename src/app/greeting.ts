import type { AddressInfo } from "node:net";
import type { LocalKey } from "../features/auth/local-identity";
import type { Config } from "../server/config";

/**
 * The lines that the server prints when it is ready.
 *
 * @param address - where it listens; undefined in a process that only runs jobs.
 */
export function greeting(
  { host, publicUrl }: Pick<Config, "host" | "publicUrl">,
  address: Pick<AddressInfo, "port"> | undefined,
  localKey: LocalKey | undefined,
): string {
  if (!address) return "Zippy is working in the background (ROLE=worker).";
  const name = host.includes(":") ? `[${host}]` : host;
  const ready = `Zippy is ready at ${publicUrl ?? `http://${name}:${address.port}`}`;
  if (!localKey) return ready;
  return (
    `${ready}/?key=${encodeURIComponent(localKey.key)}\n` +
    `This address lets your browser sign in here; keep it to yourself. The key is also in ${localKey.file}`
  );
}
