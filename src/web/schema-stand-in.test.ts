import { expect, test } from "vitest";
import { z } from "./schema-stand-in";

// As the contracts use it: anything can be read and called.
const { z: zod } = (await import("./schema-stand-in")) as unknown as { z: typeof import("zod").z };

test("the browser's replacement for zod builds any contract", () => {
  const schema = zod.object({ id: zod.uuid(), kind: zod.enum(["a", "b"]).nullable() }).partial();
  expect(schema.extend({ more: zod.string().trim().min(1) })).toBe(z);
});

test("the browser's replacement for zod throws on checks, so that nothing passes unchecked", () => {
  expect(() => zod.string().parse("x")).toThrow("has no schemas");
  expect(() => zod.object({}).safeParse({})).toThrow("has no schemas");
  expect(() => [...zod.enum(["a"]).options]).toThrow();
});
