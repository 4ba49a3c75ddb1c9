import { expect, test } from "vitest";
import { imapFailure } from "./failure";

const server = { host: "imap.example.com", port: 143 };

/**
 * Errors from Node, OpenSSL and imapflow, and the sentence the user reads. Codes: nodejs.org/api/errors.html
 * and api/tls.html
 */
const cases: [Record<string, unknown>, string, string][] = [
  [{ code: "ENOTFOUND" }, "unavailable", "no server named imap.example.com"],
  [{ code: "EAI_AGAIN" }, "unavailable", "could not be looked up"],
  [{ code: "ECONNREFUSED" }, "unavailable", "No mail server answers"],
  [{ code: "CONNECT_TIMEOUT" }, "unavailable", "No mail server answers"],
  [{ code: "GREETING_TIMEOUT" }, "unavailable", "No mail server answers"],
  [{ code: "ETIMEOUT" }, "unavailable", "takes too long to answer"],
  [{ code: "ERR_SSL_WRONG_VERSION_NUMBER" }, "unavailable", "No mail server answers"],
  [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "unavailable", "NODE_EXTRA_CA_CERTS"],
  [{ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE", tlsFailed: true }, "unavailable", "isn't trusted"],
  [{ code: "CERT_HAS_EXPIRED" }, "unavailable", "has expired"],
  [{ code: "ERR_TLS_CERT_ALTNAME_INVALID" }, "unavailable", "for a different name"],
  [{ tlsFailed: true }, "unavailable", "offers no encryption on port 143"],
  [{ code: "ETHROTTLE", throttleReset: 90_500 }, "rate_limited", "limiting requests"],
  [{ authenticationFailed: true, responseStatus: "NO" }, "rejected", "rejected the user name"],
  [{ authenticationFailed: true, responseStatus: "BAD" }, "unavailable", "can't accept logins right now"],
  [{ authenticationFailed: true, code: "NoConnection" }, "unavailable", "The connection to"],
  [{ authenticationFailed: true }, "refused", "doesn't support password login"],
  [
    { authenticationFailed: true, response: "User is authenticated but not connected." },
    "unavailable",
    "can't accept logins right now",
  ],
  [{ responseStatus: "NO" }, "unavailable", "has a problem on its side"],
  [{}, "unavailable", "The connection to imap.example.com was lost."],
];

test.each(cases)("INT-5 Email: %j becomes a clear sentence", (reported, kind, words) => {
  const failure = imapFailure(Object.assign(new Error("x"), reported), server);
  expect([failure.kind, failure.message]).toEqual([kind, expect.stringContaining(words)]);
  expect(failure.options.retryAfterSeconds).toBe(kind === "rate_limited" ? 91 : undefined);
});

test("API-6 Email: failures never contain text from the server", () => {
  const reported = { authenticationFailed: true, responseStatus: "NO", responseText: "wrong: secret" };
  const failure = imapFailure(Object.assign(new Error("secret"), reported), server);
  expect(JSON.stringify([failure.message, String(failure.options.cause)])).not.toContain("secret");
});
