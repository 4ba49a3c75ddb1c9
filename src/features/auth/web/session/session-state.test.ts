import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "../../../../web/api";
import { sessionOf } from "./session-state";

const tooMany = new ApiError(429, "<h1>Too Many Requests</h1>", "");
const retry = () => {};

test("ROUTE-5 who couldn't be loaded for now stays signed in, however long the next attempt takes", () => {
  vi.stubGlobal("navigator", { onLine: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const overdue of [false, true]) {
    expect(sessionOf(undefined, tooMany, overdue, retry)).toEqual({
      state: "unreachable",
      reason: "Too many requests came from your network. Try again in a minute.",
      retry,
    });
    expect(sessionOf(undefined, new ApiError(503, "", ""), overdue, retry).state).toBe("unreachable");
    expect(sessionOf(undefined, new TypeError("Failed to fetch"), overdue, retry).state).toBe("unreachable");
  }
});

test("AUTH-2 a refusal means signed out; an answer that takes too long at start may still come", () => {
  expect(sessionOf(undefined, new ApiError(401, "", ""), false, retry)).toEqual({ state: "refused" });
  expect(sessionOf(undefined, undefined, true, retry)).toEqual({ state: "late" });
  expect(sessionOf(undefined, undefined, false, retry)).toEqual({ state: "loading" });
});
