import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks";
import { expect, test } from "vitest";
import { signDelivery } from "../../../test/stand-ins/meta";
import type { EventAccount, Provider, WebhookRequest } from "./providers/provider";
import { createProviders } from "./providers/registry";

/**
 * Deliveries in the shapes that the providers document, in our own words. None is recorded for these providers; for
 * WhatsApp and Slack, see recorded-payloads.test.ts.
 */
const secrets = { META_APP_SECRET: "app secret", TWILIO_AUTH_TOKEN: "twilio token" };
const tokens = { accessToken: "token", refreshToken: null, expiresAt: null };
const botToken = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const providers = createProviders({
  ...secrets,
  META_APP_ID: "1",
  META_VERIFY_TOKEN: "verify",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
});
const address = "https://zippy.example/api/integrations/webhooks";

/** What a delivery becomes: the text and the files of its messages, and what is removed, checked or left out. */
async function becomes(id: string, request: Partial<WebhookRequest> & { body: Buffer }, account: string) {
  const { webhook } = providers.find((one) => one.id === id) as Provider;
  const whole = { method: "POST", headers: {}, query: {}, rest: "", url: "", ...request };
  const given = await webhook?.receive(whole, async () => [
    { credentials: { botToken, ...tokens, clientState: "state" }, subscription: null },
  ]);
  if (given?.kind !== "events") throw new Error(JSON.stringify(given));
  const opened: EventAccount = {
    accountId: "a",
    externalId: account,
    address: null,
    settings: {},
    onlyMe: false,
  };
  const read = given.events.map(({ payload }) => webhook?.read(opened, payload));
  const changes = read.flatMap((one) => (one === undefined || typeof one === "string" ? [] : one));
  return [
    ...(given.ignored ?? []).map(({ reason }) => `left out: ${reason}`),
    ...read.flatMap((one) => (typeof one === "string" ? one : [])),
    ...changes.flatMap(({ messages, removed, ignored = [] }) => [
      ...messages.map(({ content, attachments }) =>
        [content, ...attachments.map(({ name }) => `[${name}]`)].join(" ").trim(),
      ),
      ...removed.map((externalId) => `removed: ${externalId}`),
      ...ignored.map((reason) => `left out: ${reason}`),
    ]),
  ];
}

function telegram(message: object, kind = "message") {
  const chat = { id: 5, type: "private", first_name: "Ana" };
  const from = { id: 5, is_bot: false, first_name: "Ana" };
  const update = { update_id: 1, [kind]: { message_id: 7, date: 1_764_000_000, chat, from, ...message } };
  return becomes("telegram", { rest: botToken, body: Buffer.from(JSON.stringify(update)) }, "110201543");
}

function meta(id: "facebook_messenger" | "instagram", fields: object) {
  const happening = {
    sender: { id: "77" },
    recipient: { id: "88" },
    timestamp: 1_764_000_000_000,
    ...fields,
  };
  const object = id === "instagram" ? "instagram" : "page";
  const body = Buffer.from(
    JSON.stringify({ object, entry: [{ id: "88", time: 1, messaging: [happening] }] }),
  );
  const headers = { "x-hub-signature-256": signDelivery(secrets.META_APP_SECRET, body) };
  return becomes(id, { headers, body }, "88");
}

const message = (fields: object) => ({ message: { mid: "m_1", ...fields } });
const attached = (type: string, payload: object | null = {}) => message({ attachments: [{ type, payload }] });

function twilio(fields: Record<string, string>) {
  const form = {
    MessageSid: "MM1",
    From: "+15550001111",
    To: "+15550002222",
    Body: "",
    NumMedia: "0",
    ...fields,
  };
  const url = `${address}/sms`;
  const signature = getExpectedTwilioSignature(secrets.TWILIO_AUTH_TOKEN, url, form);
  const headers = { "x-twilio-signature": signature };
  return becomes(
    "sms",
    { url, headers, body: Buffer.from(new URLSearchParams(form).toString()) },
    "+15550002222",
  );
}

/** Source: core.telegram.org/bots/api#message, and the types that it names */
test.each([
  [
    "a checklist",
    {
      checklist: {
        title: "Move out",
        tasks: [{ id: 1, text: "Return the keys" }],
        others_can_add_tasks: true,
      },
    },
    "Checklist: Move out\n- Return the keys",
  ],
  [
    "a done entry of a checklist",
    { checklist_tasks_done: { marked_as_done_task_ids: [1] } },
    "left out: checklist_tasks_done",
  ],
  [
    "an invoice",
    {
      invoice: {
        title: "Deposit",
        description: "Flat 4",
        start_parameter: "x",
        currency: "EUR",
        total_amount: 90_000,
      },
    },
    "Invoice: Deposit, 900.00 EUR\nFlat 4",
  ],
  ["data of a web app", { web_app_data: { data: "slot=9", button_text: "Book" } }, "Book: slot=9"],
  ["a dice", { dice: { emoji: "🎲", value: 3 } }, "left out: dice"],
  [
    "paid media",
    { paid_media: { star_count: 5, paid_media: [] } },
    "(This message can only be read in Telegram.)",
  ],
])("INT-8 Telegram: %s", async (_name, fields, kept) => {
  expect(await telegram(fields)).toEqual([kept]);
});

/**
 * Sources: developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages and message-echoes;
 * developers.facebook.com/docs/instagram-platform/webhooks/examples
 */
const directPayloads: [name: string, fields: object, kept: string][] = [
  ["a photo to be viewed once", attached("ephemeral", null), "(This message can only be read in NAME.)"],
  [
    "what Meta doesn't support",
    message({ is_unsupported: true }),
    "(This message can only be read in NAME.)",
  ],
  ["a share without a payload", attached("fallback", null), "(This message can only be read in NAME.)"],
  [
    "a shared link",
    attached("fallback", { title: "Menu", url: "https://a.example/menu" }),
    "Menu: https://a.example/menu",
  ],
  [
    "a reel",
    attached("ig_reel", { reel_video_id: 1, title: "Baking", url: "https://a.example/r" }),
    "Baking: https://a.example/r",
  ],
  [
    "a mention in a story",
    attached("story_mention", { url: "https://a.example/s" }),
    "(You were mentioned in a story.)",
  ],
  ["a like", attached("like_heart", null), "❤️"],
  [
    "a template with products",
    attached("template", { product: { elements: [{ id: "1", title: "Cake", subtitle: "€12" }] } }),
    "Cake: €12",
  ],
  ["a file", attached("file", { url: "https://a.example/f" }), "[file]"],
  ["an answer to a button", message({ text: "Yes", quick_reply: { payload: "YES" } }), "Yes"],
  ["an unsent message", message({ is_deleted: true }), "removed: m_1"],
  ["a reaction", { reaction: { mid: "m_1", action: "react", emoji: "👍" } }, "left out: reaction"],
  ["a kind that is new", { hologram: {} }, "left out: an unknown event"],
];
test.each(directPayloads)("INT-8 Messenger and Instagram: %s", async (_name, fields, kept) => {
  expect(await meta("facebook_messenger", fields)).toEqual([kept.replace("NAME", "Messenger")]);
  expect(await meta("instagram", fields)).toEqual([kept.replace("NAME", "Instagram")]);
});

/** Source: twilio.com/docs/messaging/guides/webhook-request */
test.each([
  [
    "a picture with words",
    { Body: "The leak", NumMedia: "1", MediaContentType0: "image/jpeg" },
    "The leak [image 1.jpeg]",
  ],
  [
    "only a picture",
    { NumMedia: "1", MediaContentType0: "image/png", MediaUrl0: "https://a.example" },
    "[image 1.png]",
  ],
  ["a contact card without a type", { NumMedia: "1" }, "[file 1]"],
  ["neither words nor files", {}, "(This message can only be read in SMS.)"],
  ["the status of a sent message", { SmsStatus: "delivered" }, "left out: delivery status"],
  ["a message without an id", { MessageSid: "" }, "left out: a message without an id"],
])("INT-8 SMS: %s", async (_name, fields, kept) => {
  expect(await twilio(fields)).toEqual([kept]);
});

/** Source: learn.microsoft.com/graph/change-notifications-lifecycle-events and /graph/api/resources/changenotification */
test.each([
  ["a new mail", { changeType: "created", resource: "users/1/messages/2" }, "sync"],
  ["missed changes", { lifecycleEvent: "missed" }, "sync"],
  ["a removed subscription", { lifecycleEvent: "subscriptionRemoved" }, "unsubscribed"],
  ["access to renew", { lifecycleEvent: "reauthorizationRequired" }, "unsubscribed"],
])("INT-8 Outlook: %s", async (_name, fields, kept) => {
  const value = [{ subscriptionId: "s", clientState: "state", resourceData: { id: "2" }, ...fields }];
  expect(await becomes("outlook", { rest: "a", body: Buffer.from(JSON.stringify({ value })) }, "a")).toEqual([
    kept,
  ]);
});
