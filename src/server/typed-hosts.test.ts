import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hostGuard, isMetadata, isPrivate, metadataHost, privateHost } from "./typed-hosts";

const inside = [
  "0.0.0.0",
  "0.1.2.3",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.31.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "255.255.255.255",
];
/** Where clouds offer their machines metadata, credentials and other services. */
const clouds = [
  ["Azure", "168.63.129.16"],
  ["Azure, translated", "64:ff9b::a83f:8110"],
  ["IBM", "161.26.0.10"],
  ["IBM", "166.9.209.204"],
  ["Alibaba", "100.100.100.200"],
  ["Oracle", "192.0.0.192"],
  ["Amazon", "fd00:ec2::254"],
  ["Google", "fd20:ce::254"],
];
/** Where they give out credentials, which nobody may have Zippy fetch, private networks allowed or not. */
const credentials = [
  ["Amazon, Google, Azure and most others", "169.254.169.254"],
  ["Amazon's containers", "169.254.170.2"],
  ["Amazon's pods", "169.254.170.23"],
  ["Amazon's pods", "fd00:ec2::23"],
  ["Amazon", "fd00:ec2::254"],
  ["Google", "fd20:ce::254"],
  ["Azure", "168.63.129.16"],
  ["Alibaba", "100.100.100.200"],
  ["Oracle", "192.0.0.192"],
  ["Scaleway", "169.254.42.42"],
  ["Scaleway", "fd00:42::42"],
  ["Tencent", "169.254.0.23"],
  ["OpenStack", "fe80::a9fe:a9fe%eth0"],
  ["IPv4-compatible", "::169.254.169.254"],
  ["IPv4-mapped", "::ffff:a9fe:a9fe"],
  ["IPv4-translated", "::ffff:0:169.254.169.254"],
  ["NAT64", "64:ff9b::6464:64c8"],
  ["local NAT64", "64:ff9b:1::a9fe:a9fe"],
  ["6to4", "2002:a9fe:a9fe::1"],
  ["ISATAP", "fd12::5efe:169.254.169.254"],
];
const insideIpv6 = [
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4-compatible", "::127.0.0.1"],
  ["IPv4-compatible", "::8.8.8.8"],
  ["IPv4-mapped", "::ffff:10.0.0.1"],
  ["IPv4-mapped in hexadecimal", "::ffff:7f00:1"],
  ["IPv4-translated", "::ffff:0:127.0.0.1"],
  ["NAT64", "64:ff9b::10.0.0.1"],
  ["NAT64 in hexadecimal", "64:ff9b::a9fe:a9fe"],
  ["local NAT64", "64:ff9b:1::8.8.8.8"],
  ["6to4", "2002:7f00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["ORCHID", "2001:10::1"],
  ["documentation", "2001:db8::1"],
  ["documentation", "3fff::1"],
  ["ISATAP", "2001:4860::5efe:10.0.0.1"],
  ["ISATAP", "2001:4860::200:5efe:7f00:1"],
  ["discard", "100::1"],
  ["segment routing", "5f00::1"],
  ["unique local", "fc00::1"],
  ["unique local", "fd12:3456::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
];
const outside = [
  "8.8.8.8",
  "161.27.0.1",
  "166.12.0.1",
  "168.63.129.17",
  "172.32.0.1",
  "100.128.0.1",
  "192.0.1.1",
  "198.20.0.1",
  "2001:4860:4860::8888",
  "2a00:1450:4001:80b::200e",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
];

test.each(inside)("INT-7 %s is private", (address) => expect(isPrivate(address)).toBe(true));
test.each(insideIpv6)("INT-7 %s is private: %s", (_kind, address) => expect(isPrivate(address)).toBe(true));
test.each(clouds)("INT-7 the services of a cloud's own network are private: %s, %s", (_cloud, address) =>
  expect(isPrivate(address)).toBe(true),
);
test.each(outside)("INT-7 %s is public", (address) => expect(isPrivate(address)).toBe(false));

test("INT-7 an address is refused as it stands, a name only by what it resolves to", () => {
  const { refuse } = hostGuard(true);
  for (const address of [...inside, ...insideIpv6.map(([, ipv6 = ""]) => ipv6)])
    expect(() => refuse(address), address).toThrow(/^(?:PRIVATE|METADATA)_HOST$/);
  // As a URL writes them.
  for (const [, address] of insideIpv6)
    expect(() => refuse(`[${address}]`), address).toThrow(/^(?:PRIVATE|METADATA)_HOST$/);
  for (const host of [...outside, "localhost", "0x7f.1"]) expect(() => refuse(host)).not.toThrow();
});

/** Different spellings of 127.0.0.1 that the system's resolver understands. */
test.each(["localhost", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "0"])(
  "INT-7 the check happens when %s is resolved for the connection",
  async (name) => {
    for (const all of [true, false])
      await expect(promisify(hostGuard(true).lookup)(name, { all })).rejects.toMatchObject({
        code: privateHost,
      });
  },
);

test.each(credentials)(
  "BEY-18 a cloud's metadata is out of bounds in every network: %s, %s",
  (_cloud, address) => {
    expect(isMetadata(address)).toBe(true);
    expect(isPrivate(address)).toBe(true);
    for (const publicOnly of [true, false])
      expect(() => hostGuard(publicOnly).refuse(address), String(publicOnly)).toThrow(metadataHost);
  },
);

/** Different spellings of 169.254.169.254 that the system's resolver understands. */
test.each(["2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518"])(
  "BEY-18 where private networks are allowed, a cloud's metadata isn't reached as %s",
  async (name) => {
    const { lookup } = hostGuard(false);
    await expect(promisify(lookup)(name, { all: true })).rejects.toMatchObject({ code: metadataHost });
    await expect(promisify(lookup)("127.1", { all: true })).resolves.toMatchObject([
      { address: "127.0.0.1" },
    ]);
  },
);

test("BEY-18 where private networks are allowed, their other addresses are", () => {
  for (const address of [
    "127.0.0.1",
    "10.0.0.1",
    "100.100.100.100",
    "::1",
    "fd00:ec2::1",
    "fe80::1%eth0",
    "::ffff:10.0.0.1",
    "8.8.8.8",
  ])
    expect(() => hostGuard(false).refuse(address), address).not.toThrow();
});
