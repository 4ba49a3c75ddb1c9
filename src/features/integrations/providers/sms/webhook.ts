import { z } from "zod";
import type { IgnoredPart, Webhook, WebhookEvent } from "../provider";
import { toMessage } from "./messages";
import { isSignedByTwilio } from "./signature";
import type { TwilioSettings } from "./twilio-client";

/** A response that sends no reply to the sender. */
const nothing = { type: "text/xml", body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' };
/** Most files per message. */
const mostMedia = 10;

const Payload = z.object({
  sid: z.string(),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  mediaTypes: z.array(z.string()),
  /** Arrival time (ISO 8601), because Twilio doesn't send the time of sending. */
  receivedAt: z.iso.datetime(),
});

/** Forms that Twilio posts. Source: twilio.com/docs/messaging/guides/webhook-request */
export const smsWebhook = ({ TWILIO_AUTH_TOKEN: authToken }: TwilioSettings): Webhook => ({
  path: "sms",
  enteredByHand: true,
  async receive({ method, headers, url, body }) {
    const form = new URLSearchParams(body.toString("utf8"));
    const signature = headers["x-twilio-signature"];
    if (!authToken) return { kind: "refused", reason: "TWILIO_AUTH_TOKEN is not set" };
    if (method !== "POST" || !isSignedByTwilio(authToken, { signature, url, form }))
      return { kind: "refused", reason: "not signed by Twilio for this address (PUBLIC_URL)" };
    return { kind: "events", ...partsOf(form), reply: nothing };
  },
  read({ externalId }, payload) {
    const { receivedAt, ...message } = Payload.parse(payload);
    return { messages: [toMessage(externalId, { ...message, sentAt: new Date(receivedAt) })], removed: [] };
  },
});

function partsOf(form: URLSearchParams): { events: WebhookEvent[]; ignored?: IgnoredPart[] } {
  const text = (name: string): string => form.get(name) ?? "";
  const sid = text("MessageSid");
  // Delivery statuses of sent messages arrive at the same address.
  if (!["", "received"].includes(text("SmsStatus")))
    return { events: [], ignored: [{ account: text("From") || null, reason: "delivery status" }] };
  if (!sid)
    return { events: [], ignored: [{ account: text("To") || null, reason: "a message without an id" }] };
  const count = Math.min(mostMedia, Number(text("NumMedia")) || 0);
  const payload: z.infer<typeof Payload> = {
    sid,
    from: text("From"),
    to: text("To"),
    body: text("Body"),
    mediaTypes: Array.from({ length: count }, (_, index) => text(`MediaContentType${index}`)),
    receivedAt: new Date().toISOString(),
  };
  return { events: [{ id: sid, account: payload.to, payload }] };
}
