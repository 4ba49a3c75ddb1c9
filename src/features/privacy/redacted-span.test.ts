import { expect, test } from "vitest";
import { merged, type RedactedSpan } from "./redacted-span";

const span = (start: number, end: number, kind: RedactedSpan["kind"]): RedactedSpan => ({ start, end, kind });

test("merges overlapping spans into one of the kind found first", () => {
  expect(merged([span(10, 20, "password"), span(5, 12, "email"), span(18, 30, "name")])).toEqual([
    span(5, 30, "password"),
  ]);
});

test("a nested span adds nothing, and adjacent spans stay separate", () => {
  expect(merged([span(0, 10, "access_key"), span(2, 5, "code"), span(10, 12, "code")])).toEqual([
    span(0, 10, "access_key"),
    span(10, 12, "code"),
  ]);
});
