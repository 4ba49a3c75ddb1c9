import { expect, test } from "vitest";
import { replacedWords, serviceWords, sizeWords } from "./call-words";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 KB"],
  [1234, "1.2 KB"],
  [9_940, "9.9 KB"],
  [9_960, "10 KB"],
  [999_499, "999 KB"],
  [999_500, "1 MB"],
  [34_000_000, "34 MB"],
  [5_600_000_000, "5.6 GB"],
])("shows %i bytes as %s", (bytes, words) => expect(sizeWords(bytes)).toBe(words));

test("counts replacements by kind and reports when there are none", () => {
  expect(replacedWords({ password: 1, card_number: 2 })).toBe("Replaced: 1 password, 2 card numbers");
  expect(replacedWords({})).toBe("Nothing was replaced");
});

test.each([
  [{ service: "anthropic", host: "api.anthropic.com", model: "m" }, "Anthropic at api.anthropic.com (m)"],
  [
    { service: "whisper", host: "127.0.0.1:8080", model: null },
    "whisper at 127.0.0.1:8080 on Zippy's server",
  ],
  [{ service: "whisper", host: "127.0.0.1.evil.example", model: null }, "whisper at 127.0.0.1.evil.example"],
])("%o", (service, words) => expect(serviceWords(service)).toBe(words));
