import { expect, test } from "vitest";
import { inOneLine } from "./message-words";

test("INB-2 the beginning of a message stays in reading order, whatever marks it contains", () => {
  expect(inOneLine("Hi\u202e Ana,\n\n pay \u2066now")).toBe("Hi Ana, pay now");
  expect(inOneLine("שלום\nAna")).toBe("שלום Ana");
});
