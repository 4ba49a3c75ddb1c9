import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Error code for a connection that would have reached a private network. */
export const privateHost = "PRIVATE_HOST";

/** Address ranges that are not public. Source: IANA's special-purpose address registries */
const unroutable = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
] as const)
  unroutable.addSubnet(network, prefix);
for (const [network, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  unroutable.addSubnet(network, prefix, "ipv6");

/** @param address - an IP address; IPv4 may be written as IPv4-mapped IPv6. */
export const isPrivate = (address: string): boolean =>
  unroutable.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const refusal = (): Error & { code: string } => Object.assign(new Error(privateHost), { code: privateHost });

/** @throws when the host is a private IP address. {@link publicLookup} checks host names. */
export function refusePrivate(host: string): void {
  if (isIP(host) !== 0 && isPrivate(host)) throw refusal();
}

/**
 * Resolves a name and fails if it points to a private network. Checking during the lookup itself leaves no
 * time for the name to change between check and connection.
 */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const failed = error ?? (found.some(({ address }) => isPrivate(address)) ? refusal() : null);
    if (failed || options.all) return done(failed, failed ? [] : found);
    done(null, found[0]?.address ?? "", found[0]?.family);
  });
};
