import { z } from "zod";
import { addressSetting } from "../../../../server/address-setting";
import { type MissingSetting, ProviderFailure, providerModule } from "../provider";
import { unreadableAnswer } from "../readable-answers";
import { fetchMessages } from "./fetch-messages";
import { PhoneNumber, readableNumber } from "./phone-number";
import { listed, type TwilioSettings, twilioClient } from "./twilio-client";
import { smsWebhook } from "./webhook";

const where = "Twilio console (console.twilio.com), on the first page under Account Info";

/** Text messages of a number in the server's Twilio account. */
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
          help: "A number in your Twilio account, with + and its country code.",
        },
      ],
      body: z.object({ phoneNumber: PhoneNumber }),
      async connect(fields) {
        const { phoneNumber } = z.object({ phoneNumber: z.string() }).parse(fields);
        const found = await findNumber(settings, phoneNumber, AbortSignal.timeout(patience));
        const name = found.friendlyName || readableNumber(phoneNumber);
        return { externalId: phoneNumber, name, address: phoneNumber, credentials: {} };
      },
      known: ({ externalId }) => ({ phoneNumber: externalId }),
    },
    async fetch(session, cursor, since) {
      return fetchMessages(await twilioClient(settings, session.signal), session, cursor, since);
    },
    async subscribe({ externalId, signal, subscription }, webhookUrl) {
      const { sid, smsUrl, smsMethod } = await findNumber(settings, externalId, signal);
      const client = await twilioClient(settings, signal);
      await client.incomingPhoneNumbers(sid).update({ smsUrl: webhookUrl, smsMethod: "POST" });
      const earlier = Pointed.safeParse(subscription?.data).data;
      // If it already points to this server, perhaps at an earlier address, keep what we stored about its
      // previous target.
      const ours = smsUrl === webhookUrl || smsUrl === earlier?.webhookUrl;
      const { before, method } = ours
        ? (earlier ?? { before: "", method: "POST" })
        : { before: smsUrl, method: smsMethod || "POST" };
      return { expiresAt: null, data: { webhookUrl, before, method } };
    },
    webhook: smsWebhook(settings),
    // Source: RFC 5724
    messageUrl: (_, { threadKey }) => (/^\+\d{7,15}$/.test(threadKey ?? "") ? `sms:${threadKey}` : null),
    async test({ externalId, signal }) {
      const { friendlyName } = await findNumber(settings, externalId, signal);
      return `${friendlyName || "the number"} (${externalId}) is in the account`;
    },
    async revoke({ externalId, signal, subscription }) {
      if (!subscription) return;
      const { sid, smsUrl } = await findNumber(settings, externalId, signal);
      const { webhookUrl, before, method } = Pointed.parse(subscription.data);
      // Leave it alone if someone has pointed it elsewhere since.
      if (smsUrl !== webhookUrl) return;
      const client = await twilioClient(settings, signal);
      await client.incomingPhoneNumbers(sid).update({ smsUrl: before, smsMethod: method });
    },
  }),
});

/** Where the number's messages go while connected, and where and how they went before. */
const Pointed = z.object({
  webhookUrl: z.string(),
  before: z.string().catch(""),
  method: z.string().catch("POST"),
});

/** Longest wait for Twilio while you connect (milliseconds). */
const patience = 20_000;

function missingOf(settings: TwilioSettings): MissingSetting[] {
  return (["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"] as const)
    .filter((name) => !settings[name])
    .map((name) => ({ name, where }));
}

/** What the calls after it need. */
const ListedNumber = z.looseObject({ sid: z.string().min(1) });

/** @throws ProviderFailure `refused` when the account does not own the number. */
async function findNumber(settings: TwilioSettings, phoneNumber: string, signal: AbortSignal) {
  const client = await twilioClient(settings, signal);
  const [found] = await listed(client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 }));
  if (found && !ListedNumber.safeParse(found).success) throw unreadableAnswer("Twilio");
  if (found) return found;
  throw new ProviderFailure(
    "refused",
    `${phoneNumber} isn't in the Twilio account of this server. Buy it there, or check the spelling.`,
  );
}
