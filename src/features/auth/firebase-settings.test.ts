import { expect, test } from "vitest";
import { firebaseMistakes } from "./firebase-settings";

const right = { apiKey: "a".repeat(20), projectId: "abc", appId: "1".repeat(10) };
const messages = (changes: Partial<Record<keyof typeof right, string | null>>) =>
  firebaseMistakes({ ...right, ...changes }).map(({ message }) => message);

test("AUTH-6 settings of the minimum length are valid", () => {
  expect(messages({})).toEqual([]);
});

test("AUTH-6 shorter ones get the exact messages", () => {
  expect(messages({ apiKey: "a".repeat(19), projectId: "ab", appId: "1".repeat(9) })).toEqual([
    "Firebase API Key must be at least 20 characters",
    "Firebase Project ID is required",
    "Firebase App ID is required",
  ]);
});

test("AUTH-6 missing and blank ones get the same messages, and count as missing", () => {
  const mistakes = firebaseMistakes({ apiKey: null, projectId: "  ", appId: null });
  expect(mistakes.map(({ missing }) => missing)).toEqual([true, true, true]);
  expect(mistakes.map(({ message }) => message)).toEqual([
    "Firebase API Key must be at least 20 characters",
    "Firebase Project ID is required",
    "Firebase App ID is required",
  ]);
});

test.each(['"', "'", "`", "“"])(
  "AUTH-6 a value that starts with %s tells the operator to remove the quotes",
  (quote) => {
    for (const key of ["apiKey", "projectId", "appId"] as const)
      expect(messages({ [key]: `${quote}${right[key]}${quote}` })).toEqual([
        expect.stringContaining("Remove the quotes"),
      ]);
  },
);
