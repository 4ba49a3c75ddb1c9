import { expect, test } from "vitest";
import { isSignedByMeta } from "./signature";

test("INT-8 accepts the published X-Hub-Signature-256 test vector and nothing else", () => {
  // Source: docs.github.com, "Validating webhook deliveries", which uses the same header and algorithm
  const secret = "It's a Secret to Everybody";
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  const body = Buffer.from("Hello, World!");
  expect(isSignedByMeta(secret, body, signature)).toBe(true);
  expect(isSignedByMeta(secret, Buffer.from("Hello, World?"), signature)).toBe(false);
  expect(isSignedByMeta("another", body, signature)).toBe(false);
  expect(isSignedByMeta(secret, body, signature.slice("sha256=".length))).toBe(false);
  expect(isSignedByMeta(secret, body, "sha256=")).toBe(false);
  expect(isSignedByMeta(secret, body, undefined)).toBe(false);
});
