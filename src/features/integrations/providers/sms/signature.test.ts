import twilio from "twilio";
import { expect, test } from "vitest";
import { isSignedByTwilio } from "./signature";

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
/** Source: twilio.com/docs/usage/webhooks/webhooks-security */
const signature = "0/KCTR6DLpKmkAf8muzZqo1nDgQ=";

test("INT-8 the signature in Twilio's documentation is accepted", () => {
  expect(isSignedByTwilio(token, { signature, url, form })).toBe(true);
});

test("INT-8 a repeated field is signed with each of its values", () => {
  const fields = { MediaUrl: ["https://a.example/2", "https://a.example/1"], Body: "two" };
  const repeated = new URLSearchParams([
    ...fields.MediaUrl.map((value): [string, string] => ["MediaUrl", value]),
    ["Body", fields.Body],
  ]);
  const signed = twilio.getExpectedTwilioSignature(token, url, fields);
  expect(isSignedByTwilio(token, { signature: signed, url, form: repeated })).toBe(true);
});

test("INT-8 the URL may include or omit the standard port", () => {
  const bare = "https://example.com/hook";
  const signed = twilio.getExpectedTwilioSignature(token, "https://example.com:443/hook", call);
  expect(isSignedByTwilio(token, { signature: signed, url: bare, form })).toBe(true);
  expect(isSignedByTwilio(token, { signature: signed, url: "https://example.com:444/hook", form })).toBe(
    false,
  );
});

test("INT-8 a wrong, missing or changed signature is refused", () => {
  expect(isSignedByTwilio(token, { signature: undefined, url, form })).toBe(false);
  expect(isSignedByTwilio(token, { signature: "", url, form })).toBe(false);
  expect(isSignedByTwilio("other", { signature, url, form })).toBe(false);
  expect(isSignedByTwilio(token, { signature, url: `${url}3`, form })).toBe(false);
  const changed = new URLSearchParams({ ...call, Digits: "1235" });
  expect(isSignedByTwilio(token, { signature, url, form: changed })).toBe(false);
});

test("INT-8 a form of very many fields is refused in linear time, without a signature for it", () => {
  const many = new URLSearchParams(Array.from({ length: 40_000 }, (_, n) => `a${n}=`).join("&"));
  for (let n = 0; n < 20; n++)
    expect(isSignedByTwilio(token, { signature: "wrong", url, form: many })).toBe(false);
}, 5_000);

test("INT-8 a form for an address that is none is refused", () => {
  expect(isSignedByTwilio(token, { signature, url: "http://[/hook", form })).toBe(false);
});
