import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { atEnd } from "../../../../../test/support/at-end";
import { fetchMessages } from "./fetch-messages";
import { twilioClient } from "./twilio-client";

const twilio = createServer((_, response) =>
  response.setHeader("content-type", "application/json").end('{"a":1,"b":2}'),
);
await new Promise<void>((resolve) => twilio.listen(0, "127.0.0.1", resolve));
atEnd(() => void twilio.close());

test("INT-8 SMS: an answer without a list of messages is told as such", async () => {
  const settings = {
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_BASE_URL: `http://127.0.0.1:${(twilio.address() as AddressInfo).port}`,
  };
  const client = await twilioClient(settings, AbortSignal.timeout(60_000));
  const page = fetchMessages(client, { externalId: "+15557654321", failures: 0 }, null, new Date());
  await expect(page).rejects.toMatchObject({ message: "Twilio answered with something Zippy can't read." });
});
