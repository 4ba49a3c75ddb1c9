import { describe, expect, test } from "vitest";
import { retryAfterSecondsOf } from "../../../server/retry-after";
import { nextAfterFailure, nextAfterPause, nextAfterSuccess } from "./timing";

/** Seconds from now, rounded. */
const wait = (time: Date): number => Math.round((time.getTime() - Date.now()) / 1000);

describe("INT-8 when the next check is due", () => {
  test("after the interval, spread over a tenth of it", () => {
    expect(wait(nextAfterSuccess(300, () => 0))).toBe(285);
    expect(wait(nextAfterSuccess(300, () => 0.5))).toBe(300);
    expect(wait(nextAfterSuccess(300, () => 0.999))).toBe(315);
    const waits = Array.from({ length: 1000 }, () => wait(nextAfterSuccess(1000)));
    const [least, most] = [Math.min(...waits), Math.max(...waits)];
    expect([least >= 950, most <= 1050, most - least > 80]).toEqual([true, true, true]);
  });

  test("twice as late after every failure, up to six hours", () => {
    expect([1, 2, 3, 4].map((failures) => wait(nextAfterFailure(300, failures)))).toEqual([
      300, 600, 1200, 2400,
    ]);
    expect(wait(nextAfterFailure(300, 50))).toBe(6 * 3600);
  });

  test("never before the provider allows it", () => {
    expect(wait(nextAfterFailure(300, 1, 900))).toBe(900);
    expect(wait(nextAfterFailure(300, 3, 900))).toBe(1200);
    expect(wait(nextAfterFailure(300, 1, 90_000))).toBe(90_000);
  });

  test("as soon as allowed after partial progress, but at least a minute later", () => {
    expect(wait(nextAfterPause())).toBe(60);
    expect(wait(nextAfterPause(5))).toBe(60);
    expect(wait(nextAfterPause(900))).toBe(900);
  });

  test("Retry-After contains seconds or a date", () => {
    expect(retryAfterSecondsOf("120")).toBe(120);
    expect(retryAfterSecondsOf(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThanOrEqual(59);
    expect(retryAfterSecondsOf(new Date(Date.now() - 60_000).toUTCString())).toBe(0);
    expect([retryAfterSecondsOf("soon"), retryAfterSecondsOf(""), retryAfterSecondsOf(null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
