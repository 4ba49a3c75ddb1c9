import { expect, test } from "vitest";
import { graphFailure } from "./graph-failure";

/** Source: developers.facebook.com/docs/graph-api/guides/error-handling */
const refusal = (code: number, headers: Record<string, string> = {}, more: object = {}) =>
  graphFailure(
    new Response(null, { status: 400, headers }),
    JSON.stringify({
      error: { message: "Message describing the error", type: "OAuthException", code, ...more },
    }),
  );

test.each([
  [190, "rejected"],
  [102, "rejected"],
  [467, "reconnect"],
  [10, "rejected"],
  [200, "rejected"],
  [283, "rejected"],
  [4, "rate_limited"],
  [17, "rate_limited"],
  [32, "rate_limited"],
  [613, "rate_limited"],
  [80007, "rate_limited"],
  [2, "unavailable"],
])("INT-8 Graph API error %i becomes %s", (code, kind) => {
  expect(refusal(code)?.kind).toBe(kind);
});

test.each([
  [458, "reconnect"],
  [460, "reconnect"],
  [463, "reconnect"],
  [492, "rejected"],
])("INT-8 of a refused token, only subcode %i decides: %s", (subcode, kind) => {
  expect(refusal(190, {}, { error_subcode: subcode })?.kind).toBe(kind);
});

test("INT-8 reads Meta's wait time from either header, and retries errors that Meta calls transient", () => {
  expect(refusal(4, { "retry-after": "90" })?.options.retryAfterSeconds).toBe(90);
  // Source: developers.facebook.com/docs/graph-api/overview/rate-limiting
  const usage = {
    112130216863063: [{ type: "pages", call_count: 100, estimated_time_to_regain_access: 12 }],
  };
  const headers = { "x-business-use-case-usage": JSON.stringify(usage) };
  expect(refusal(80001, headers)?.options.retryAfterSeconds).toBe(720);
  expect(refusal(4)?.options.retryAfterSeconds).toBeUndefined();
  expect(refusal(100, {}, { is_transient: true })?.kind).toBe("unavailable");
  expect(refusal(100)).toBeUndefined();
  expect(graphFailure(new Response(null, { status: 502 }), "<html>")).toBeUndefined();
});
