import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Guards connections to hosts that people type in, such as a mail server. Nobody may use Zippy to reach what
 * only its own network can reach. Where private networks are allowed, that leaves the addresses at which a cloud
 * hands out a machine's own credentials.
 */

/** Error code for a connection that would have reached a private network. */
export const privateHost = "PRIVATE_HOST";
/** Error code for one that would have reached a cloud's metadata. */
export const metadataHost = "METADATA_HOST";

/**
 * Why a connection was refused, as a sentence; undefined if an error has another code than those above.
 *
 * @param host - what the sentence calls it.
 */
export function refusalSentence(error: unknown, host = "This address"): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === privateHost) return `${host} is on a private network, which this server doesn't connect to.`;
  if (code === metadataHost)
    return `${host} belongs to a cloud's metadata, which this server doesn't connect to.`;
  return undefined;
}

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

/**
 * Where clouds give a machine its metadata and credentials. Most do so at link-local addresses (169.254.169.254 and
 * its neighbours, such as 169.254.170.2 for containers), where no server of a private network is. Source: the
 * documentation of Amazon EC2, ECS and EKS, Google Compute Engine, Azure, Alibaba, Oracle, Scaleway, Tencent, OpenStack
 */
const metadata = new BlockList();
metadata.addSubnet("169.254.0.0", 16);
for (const address of ["100.100.100.200", "168.63.129.16", "192.0.0.192"]) metadata.addAddress(address);
for (const address of [
  "fd00:ec2::23",
  "fd00:ec2::253",
  "fd00:ec2::254",
  "fd00:42::42",
  "fd20:ce::254",
  "fe80::a9fe:a9fe",
])
  metadata.addAddress(address, "ipv6");

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
  [0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x64, 0xff9b, 1, 0, 0, 0],
];
/** The prefixes through which a public IPv4 address can be reached. */
const passable = new Set([translated[1], translated[3]]);

/**
 * True if an IP address isn't public, in every notation: translated forms count as the IPv4 address they reach.
 */
export function isPrivate(address: string): boolean {
  const { bare, family, prefix, ipv4 } = read(address);
  if (family === 4 || passable.has(prefix)) return unroutable.check(ipv4);
  if (!globalUnicast.check(bare, "ipv6") || special.check(bare, "ipv6")) return true;
  return ipv4 !== "" && unroutable.check(ipv4);
}

/** True if a cloud gives its machines metadata at an IP address, in every notation. */
export function isMetadata(address: string): boolean {
  const { bare, family, ipv4 } = read(address);
  return (ipv4 !== "" && metadata.check(ipv4)) || (family === 6 && metadata.check(bare, "ipv6"));
}

/** An IP address without its zone, and the IPv4 address that it is, translates to or contains; "" if none. */
function read(address: string): { bare: string; family: number; prefix?: number[]; ipv4: string } {
  const [bare = ""] = address.split("%");
  const family = isIP(bare);
  if (family === 4) return { bare, family, ipv4: bare };
  const words = wordsOf(bare);
  const last = ipv4Of(words[6] ?? 0, words[7] ?? 0);
  const prefix = translated.find((one) => one.every((word, at) => words[at] === word));
  if (prefix) return { bare, family, prefix, ipv4: last };
  // 6to4 has it after its first word.
  if (words[0] === 0x2002) return { bare, family, ipv4: ipv4Of(words[1] ?? 0, words[2] ?? 0) };
  // An ISATAP address has an IPv4 address after 0:5efe, in any network.
  const isatap = ((words[4] ?? 0) & 0xfdff) === 0 && words[5] === 0x5efe;
  return { bare, family, ipv4: isatap ? last : "" };
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

function refusal(addresses: string[]): Error & { code: string } {
  const code = addresses.some(isMetadata) ? metadataHost : privateHost;
  return Object.assign(new Error(code), { code });
}

/** What a connection to a host that somebody typed must pass. */
export interface HostGuard {
  /**
   * @param host - as it is typed or as a URL writes it, with brackets around IPv6.
   * @throws if it is an IP address that is out of bounds. `lookup` checks host names.
   */
  refuse: (host: string) => void;
  /**
   * Resolves a name, or a number such as 0x7f.1, and fails if it is out of bounds. Checking during the lookup itself
   * leaves no time for the name to change between check and connection.
   */
  lookup: LookupFunction;
}

function createGuard(isRefused: (address: string) => boolean): HostGuard {
  return {
    refuse(host) {
      const address = host.replace(/^\[|\]$/g, "");
      if (isIP(address) !== 0 && isRefused(address)) throw refusal([address]);
    },
    lookup(hostname, options: LookupOptions, done) {
      lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
        const refused = (found ?? []).map(({ address }) => address).filter(isRefused);
        const failed = error ?? (refused.length > 0 ? refusal(refused) : null);
        if (failed || options.all) return done(failed, failed ? [] : found);
        done(null, found[0]?.address ?? "", found[0]?.family);
      });
    },
  };
}

const guards = { public: createGuard(isPrivate), any: createGuard(isMetadata) };

/** @param publicOnly - private networks are out of bounds too, and not only where clouds give out metadata. */
export const hostGuard = (publicOnly: boolean): HostGuard => guards[publicOnly ? "public" : "any"];
