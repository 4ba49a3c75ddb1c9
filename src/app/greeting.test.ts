import { expect, test } from "vitest";
import { greeting } from "./greeting";

const config = { host: "127.0.0.1", publicUrl: undefined };
const localKey = { key: "the-secret", file: "/state/zippy/local-key" };

test("a terminal shows the address with the key; a log file only the address and where the key is", () => {
  expect(greeting(config, { port: 3000 }, localKey, true)).toMatch(
    /^Zippy is ready at http:\/\/127\.0\.0\.1:3000\/\?key=the-secret\n/,
  );
  const logged = greeting(config, { port: 3000 }, localKey, false);
  expect(logged).toMatch(/^Zippy is ready at http:\/\/127\.0\.0\.1:3000\n/);
  expect(logged).toContain("/state/zippy/local-key");
  expect(logged).not.toContain("the-secret");
});

test("without the embedded identity, there is no key to print", () => {
  expect(greeting({ host: "::", publicUrl: undefined }, { port: 80 }, undefined, true)).toBe(
    "Zippy is ready at http://[::]:80",
  );
});
