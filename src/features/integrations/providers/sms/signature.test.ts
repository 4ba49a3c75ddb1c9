import twilio from "twilio";
import { expect, test } from "vitest";
import { isSignedByTwilio, twilioSignature } from "./signature";

const token = "12345";
const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
const call = {
  CallSid: "CA1234567890ABCDE",
  Caller: "+12349013030",
  Digits: "1234",
  From: "+12349013030",
  To: "+18005551212",
};
const form = new URLSearchParams(call);

test("INT-8 computes the signature from Twilio's documentation", () => {
  // Source: twilio.com/docs/usage/webhooks/webhooks-security
  expect(twilioSignature(token, url, form)).toBe("0/KCTR6DLpKmkAf8muzZqo1nDgQ=");
});

test.each([
  ["https://example.com/api/integrations/webhooks/sms", { Body: "Grüße 👋 & more", To: "+15551234567" }],
  ["https://example.com:443/hook?x=%27a b", { B: "2", a: "1", A: "" }],
  ["http://example.com/hook", { Body: "" }],
  ["https://example.com:8443/hook", { Body: "on a port of its own" }],
])("INT-8 agrees with Twilio's own library on signatures for %s", (address, fields) => {
  const signed = new URLSearchParams(fields);
  const theirs = twilio.getExpectedTwilioSignature(token, address, fields);
  expect(isSignedByTwilio(token, { signature: theirs, url: address, form: signed })).toBe(true);
  expect(twilio.validateRequest(token, twilioSignature(token, address, signed), address, fields)).toBe(true);
});

test("INT-8 accepts the default port written or omitted", () => {
  const bare = "https://example.com/hook";
  const signature = twilioSignature(token, "https://example.com:443/hook", form);
  expect(isSignedByTwilio(token, { signature, url: bare, form })).toBe(true);
  expect(isSignedByTwilio(token, { signature, url: "https://example.com:444/hook", form })).toBe(false);
});

test("INT-8 refuses a wrong, missing or changed signature", () => {
  const signature = twilioSignature(token, url, form);
  expect(isSignedByTwilio(token, { signature, url, form })).toBe(true);
  expect(isSignedByTwilio(token, { signature: undefined, url, form })).toBe(false);
  expect(isSignedByTwilio(token, { signature: "", url, form })).toBe(false);
  expect(isSignedByTwilio("other", { signature, url, form })).toBe(false);
  expect(isSignedByTwilio(token, { signature, url: `${url}3`, form })).toBe(false);
  const changed = new URLSearchParams({ ...call, Digits: "1235" });
  expect(isSignedByTwilio(token, { signature, url, form: changed })).toBe(false);
});
