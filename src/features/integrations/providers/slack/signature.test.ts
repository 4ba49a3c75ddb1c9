import { verifySlackRequest } from "@slack/bolt";
import { expect, test } from "vitest";
import { signatureOf, signatureProblem } from "./signature";

/** Published at docs.slack.dev/authentication/verifying-requests-from-slack */
const secret = "8f742231b10e8888abcd99yyyzzz85a5";
const timestamp = "1531420618";
const body = Buffer.from(
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
);
const signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
const then = Number(timestamp) * 1000;

test("INT-8 accepts the published signature", () => {
  expect(signatureOf(secret, { timestamp, body })).toBe(signature);
  expect(signatureProblem(secret, { timestamp, body, signature }, then)).toBeNull();
});

test("INT-8 Slack's own library accepts our signatures, even of binary bodies", () => {
  const now = String(Math.floor(Date.now() / 1000));
  const text = '{"text":"Grüße 🎉"}';
  const made = signatureOf(secret, { timestamp: now, body: Buffer.from(text) });
  const headers = { "x-slack-signature": made, "x-slack-request-timestamp": Number(now) };
  expect(() => verifySlackRequest({ signingSecret: secret, body: text, headers })).not.toThrow();
});

test.each([
  ["another secret", "other", { timestamp, body, signature }, then, "the signature is wrong"],
  [
    "another byte",
    secret,
    { timestamp, body: Buffer.concat([body, Buffer.from(" ")]), signature },
    then,
    "the signature is wrong",
  ],
  [
    "another version",
    secret,
    { timestamp, body, signature: signature.replace("v0", "v1") },
    then,
    "the signature is wrong",
  ],
  ["another time", secret, { timestamp: "1531420619", body, signature }, then, "the signature is wrong"],
  ["no signature", secret, { timestamp, body, signature: undefined }, then, "the signature is missing"],
  ["no time", secret, { timestamp: "", body, signature }, then, "the signature is missing"],
  [
    "an invalid time",
    secret,
    { timestamp: "1e9", body, signature },
    then,
    "the time of the signature is invalid",
  ],
  [
    "five minutes and a second ago",
    secret,
    { timestamp, body, signature },
    then + 301_000,
    "the signature is too old",
  ],
  ["an hour ahead", secret, { timestamp, body, signature }, then - 3_600_000, "the signature is too old"],
])("INT-8 refuses %s", (_name, key, given, now, problem) => {
  expect(signatureProblem(key, given, now)).toBe(problem);
});
