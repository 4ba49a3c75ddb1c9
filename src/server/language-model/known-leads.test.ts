import { expect, test } from "vitest";
import { knownLeads } from "./known-leads";

const isKnown = knownLeads("Write to ana@mail.example.com, see www.example.com/help, or call +49 40 123456.");

test.each([
  ["ana@mail.example.com", true],
  ["Call +4940/123456 today.", true],
  ["Call 40-123 456.", true],
  ["eve@mail.example.com", false],
  ["See evil.xyz.", false],
  ["See evil。xyz.", false],
  ["Call 040 999999.", false],
  [`${"a".repeat(80)}@evil.xyz`, false],
])("%j leads only where the source leads: %s", (answer, known) => {
  expect(isKnown(answer)).toBe(known);
});

test("an answer without spaces is checked in linear time", () => {
  // Looked through from each letter on to the end, this takes minutes, and ends the test at its limit.
  expect(isKnown("a".repeat(1_000_000))).toBe(true);
});
