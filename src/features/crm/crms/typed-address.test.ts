import { expect, test } from "vitest";
import { typedAddress } from "./typed-address";

test("BEY-18 where private networks are allowed, an address of a CRM may be in one, but no cloud's metadata", () => {
  expect(typedAddress("http://10.0.0.7/crm/", "base URL", false)).toBe("http://10.0.0.7/crm");
  for (const host of ["169.254.169.254", "2852039166", "[fd00:ec2::254]", "100.100.100.200"])
    expect(() => typedAddress(`http://${host}`, "base URL", false), host).toThrow(/cloud's metadata/);
});
