import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Guards connections to hosts that people type in, such as a mail server. Nobody may use Zippy to reach what
 * only its own network can reach.
 */

/** Error code for a connection that would have reached a private network. */
export const privateHost = "PRIVATE_HOST";

/** IPv4 that is not public. Source: IANA's special-purpose address registry */
const unroutable = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  unroutable.addSubnet(network, prefix);

/**
 * Addresses from public ranges at which clouds offer services to their own machines only; other clouds' are in private
 * ranges. Source: learn.microsoft.com, "What is IP address 168.63.129.16?"; cloud.ibm.com, VPC API, the
 * address ranges reserved in `client_ip_pool` of a VPN server (IBM services, Cloud Service Endpoints)
 */
for (const [network, prefix] of [
  ["168.63.129.16", 32],
  ["161.26.0.0", 16],
  ["166.8.0.0", 14],
] as const)
  unroutable.addSubnet(network, prefix);

/** The only public IPv6 range, and its non-public parts: protocol assignments with Teredo, documentation, 6to4. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const special = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(network, prefix, "ipv6");

/** Prefixes (6 words of 16 bits) for IPv6 addresses that contain an IPv4 address in their last two words. */
const translated = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

/**
 * True if an IP address isn't public, in every notation: translated forms count as the IPv4 address they reach.
 */
export function isPrivate(address: string): boolean {
  const [bare = ""] = address.split("%");
  if (isIP(bare) === 4) return unroutable.check(bare);
  const words = wordsOf(bare);
  if (translated.some((prefix) => prefix.every((word, at) => words[at] === word)))
    return unroutable.check(ipv4Of(words[6] ?? 0, words[7] ?? 0));
  if (!globalUnicast.check(bare, "ipv6") || special.check(bare, "ipv6")) return true;
  // An ISATAP address has an IPv4 address after 0:5efe, in any network.
  const isatap = ((words[4] ?? 0) & 0xfdff) === 0 && words[5] === 0x5efe;
  return isatap && unroutable.check(ipv4Of(words[6] ?? 0, words[7] ?? 0));
}

/** The 8 words of an IPv6 address. */
function wordsOf(address: string): number[] {
  const [, written = ""] = /^\[(.*)\]$/.exec(new URL(`http://[${address}]/`).hostname) ?? [];
  const [head = [], tail = []] = written
    .split("::")
    .map((part) => (part ? part.split(":").map((word) => Number.parseInt(word, 16)) : []));
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

const ipv4Of = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join(".");

const refusal = (): Error & { code: string } => Object.assign(new Error(privateHost), { code: privateHost });

/**
 * @param host - as it is typed or as a URL writes it, with brackets around IPv6.
 * @throws if it is a private IP address. {@link publicLookup} checks host names.
 */
export function refusePrivate(host: string): void {
  const address = host.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0 && isPrivate(address)) throw refusal();
}

/**
 * Resolves a name, or a number such as 0x7f.1, and fails if it points to a private network. Checking during the
 * lookup itself leaves no time for the name to change between check and connection.
 */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const failed = error ?? (found.some(({ address }) => isPrivate(address)) ? refusal() : null);
    if (failed || options.all) return done(failed, failed ? [] : found);
    done(null, found[0]?.address ?? "", found[0]?.family);
  });
};
