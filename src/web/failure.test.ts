import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "./api";
import { reasonOf, sentenceOr } from "./failure";

afterEach(() => void vi.unstubAllGlobals());

test("BEY-18 what can't wait for a connection says whether the browser or the server is out of reach", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(reasonOf(new TypeError("Failed to fetch"))).toBe("You're offline, and this needs a connection.");
  vi.stubGlobal("navigator", { onLine: true });
  expect(reasonOf(new TypeError("Failed to fetch"))).toBe(
    "Can't reach Zippy's server. Check that it's running.",
  );
});

test("BEY-18 a page that a proxy sends instead of the server isn't shown as it is", () => {
  const page = "<html><head><title>413 Request Entity Too Large</title></head></html>";
  expect(reasonOf(new ApiError(413, page, ""))).toBe(
    "A proxy in front of Zippy refused this (413). Ask your administrator.",
  );
});

test("a proxy that takes no more calls for now says to wait, instead of sending to the administrator", () => {
  expect(reasonOf(new ApiError(429, "<html><h1>Too Many Requests</h1></html>", ""))).toBe(
    "Too many requests came from your network. Try again in a minute.",
  );
});

test("what failed says to wait if a proxy takes no more calls for now, else only what the specification says", () => {
  const failed = "Failed to create checkout session";
  expect(sentenceOr(new ApiError(429, "<html><h1>Too Many Requests</h1></html>", ""), failed)).toBe(
    "Failed to create checkout session. Too many requests came from your network. Try again in a minute.",
  );
  const refused = new ApiError(429, '{"message":"Too many calls. Try again in 30 seconds."}', "");
  expect(sentenceOr(refused, failed)).toBe("Too many calls. Try again in 30 seconds.");
  expect(sentenceOr(new ApiError(500, "", ""), failed)).toBe(failed);
});

test("a refusal keeps the server's sentence, also without a connection", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(reasonOf(new ApiError(404, JSON.stringify({ message: "Task not found." }), "Not Found"))).toBe(
    "Task not found.",
  );
});
