import { z } from "zod";
import { addressSetting, type MissingSetting, ProviderFailure, providerModule } from "../provider";
import { fetchMessages } from "./fetch-messages";
import { PhoneNumber, readableNumber } from "./phone-number";
import { type TwilioSettings, twilioClient } from "./twilio-client";
import { smsWebhook } from "./webhook";

const where = "Twilio console (console.twilio.com), on the first page under Account Info";

/** Text messages of a number at Twilio, in the account that the server's settings name. */
export const sms = providerModule({
  settings: {
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-zA-Z]{32}$/, { error: "must be an account SID such as AC followed by 32 characters" })
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().optional(),
    TWILIO_BASE_URL: addressSetting("https://api.twilio.com"),
  },
  create: (settings) => ({
    missing: missingOf(settings),
    belongsToServer: true,
    connect: {
      kind: "direct",
      fields: [
        {
          name: "phoneNumber",
          label: "Phone number",
          kind: "phone",
          placeholder: "+15551234567",
          help: "A number of your Twilio account, with + and its country code.",
        },
      ],
      body: z.object({ phoneNumber: PhoneNumber }),
      async connect(fields) {
        const { phoneNumber } = z.object({ phoneNumber: z.string() }).parse(fields);
        const found = await findNumber(settings, phoneNumber, AbortSignal.timeout(patience));
        const name = found.friendlyName || readableNumber(phoneNumber);
        return { externalId: phoneNumber, name, address: phoneNumber, credentials: {} };
      },
    },
    async fetch({ externalId, signal }, cursor, since) {
      return fetchMessages(await twilioClient(settings, signal), externalId, cursor, since);
    },
    async subscribe({ externalId, signal, subscription }, webhookUrl) {
      const { sid, smsUrl, smsMethod } = await findNumber(settings, externalId, signal);
      const client = await twilioClient(settings, signal);
      await client.incomingPhoneNumbers(sid).update({ smsUrl: webhookUrl, smsMethod: "POST" });
      const earlier = Pointed.safeParse(subscription?.data).data;
      // Where it points to this server already, by an earlier address of it perhaps, it is known where it did before.
      const ours = smsUrl === webhookUrl || smsUrl === earlier?.webhookUrl;
      const { before, method } = ours
        ? (earlier ?? { before: "", method: "POST" })
        : { before: smsUrl, method: smsMethod || "POST" };
      return { expiresAt: null, data: { webhookUrl, before, method } };
    },
    webhook: smsWebhook(settings),
    async test({ externalId, signal }) {
      const { friendlyName } = await findNumber(settings, externalId, signal);
      return `${friendlyName || "the number"} (${externalId}) is in the account`;
    },
    async revoke({ externalId, signal, subscription }) {
      if (!subscription) return;
      const { sid, smsUrl } = await findNumber(settings, externalId, signal);
      const { webhookUrl, before, method } = Pointed.parse(subscription.data);
      // Whoever has pointed it elsewhere meanwhile keeps it there.
      if (smsUrl !== webhookUrl) return;
      const client = await twilioClient(settings, signal);
      await client.incomingPhoneNumbers(sid).update({ smsUrl: before, smsMethod: method });
    },
  }),
});

/** Where the number's messages were sent to when it was connected, and before that, and how. */
const Pointed = z.object({
  webhookUrl: z.string(),
  before: z.string().catch(""),
  method: z.string().catch("POST"),
});

/** How long a person waits for Twilio at the most (milliseconds). */
const patience = 20_000;

function missingOf(settings: TwilioSettings): MissingSetting[] {
  return (["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"] as const)
    .filter((name) => !settings[name])
    .map((name) => ({ name, where }));
}

/** @throws ProviderFailure `refused` when the account does not have the number. */
async function findNumber(settings: TwilioSettings, phoneNumber: string, signal: AbortSignal) {
  const client = await twilioClient(settings, signal);
  const [found] = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
  if (found) return found;
  throw new ProviderFailure(
    "refused",
    `${phoneNumber} is not a number of the Twilio account that this server uses. Buy it there, or check for a typing mistake.`,
  );
}
