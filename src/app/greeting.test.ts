import { expect, test } from "vitest";
import { greeting } from "./greeting";

const config = { host: "127.0.0.1", publicUrl: undefined };
const localKey = { key: "the-secret", file: "/state/zippy/local-key" };

test("the address contains the key, also where no terminal reads it, such as in a container's log", () => {
  const printed = greeting(config, { port: 3000 }, localKey);
  expect(printed).toMatch(/^Zippy is ready at http:\/\/127\.0\.0\.1:3000\/\?key=the-secret\n/);
  expect(printed).toContain("/state/zippy/local-key");
});

test("without the embedded identity, there is no key to print", () => {
  expect(greeting({ host: "::", publicUrl: undefined }, { port: 80 }, undefined)).toBe(
    "Zippy is ready at http://[::]:80",
  );
});
