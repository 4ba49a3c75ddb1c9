import { expect, test } from "vitest";
import type { Session } from "../provider";
import { readWhatsappEvent, whatsappEvents } from "./webhook";

const session = {
  externalId: "106540352242922",
  address: "+15550783881",
  settings: { name: "Corner Shop" },
} as unknown as Session;

const entryWith = (value: object, field = "messages") => ({
  id: "102290129340398",
  time: 1743451903,
  changes: [
    { field, value: { messaging_product: "whatsapp", metadata: { phone_number_id: "1065" }, ...value } },
  ],
});

/** Reads one message as it is delivered. Source of the shapes: …/webhooks/reference/messages */
function read(body: object) {
  const message = { id: "wamid.1", from: "16505551234", timestamp: "1749854575", ...body };
  const [event] = whatsappEvents(entryWith({ messages: [message] })).events;
  return readWhatsappEvent(session, event?.payload);
}

const contentOf = (body: object) => (read(body) as { messages: { content: string }[] }).messages[0]?.content;

test.each([
  [
    "a photo whose caption is null",
    { type: "image", image: { id: "1", caption: null, mime_type: "image/jpeg", filename: null } },
    "",
  ],
  [
    "a filled-in form",
    {
      type: "interactive",
      interactive: {
        type: "nfm_reply",
        nfm_reply: {
          name: "flow",
          body: "Sent",
          response_json: '{"delivery_date":"Friday","guests":4,"note":"","flow_token":"secret"}',
        },
      },
    },
    "delivery date: Friday\nguests: 4",
  ],
  [
    "a form that can't be read",
    { type: "interactive", interactive: { nfm_reply: { body: "Sent", response_json: "{" } } },
    "Sent",
  ],
  [
    "an order with an empty text",
    {
      type: "order",
      order: {
        text: "",
        product_items: [
          { product_retailer_id: "BREAD", quantity: 3, item_price: 4.5, currency: "EUR" },
          { product_retailer_id: "CAKE", quantity: "1" },
        ],
      },
    },
    "Order of 2 products\n- 3 × BREAD, 4.5 EUR each\n- 1 × CAKE",
  ],
  [
    "an answer to a request to call",
    { type: "interactive", interactive: { call_permission_reply: { response: "reject" } } },
    "Didn't allow you to call.",
  ],
  [
    "a contact whose phones are null",
    { type: "contacts", contacts: [{ name: { formatted_name: "Bo Lind" }, phones: null }] },
    "Contact: Bo Lind",
  ],
  [
    "a type that is new",
    { type: "hologram", hologram: { id: "1" } },
    "(This message can only be read in WhatsApp.)",
  ],
  [
    "an interactive message without its answer",
    { type: "interactive" },
    "(This message can only be read in WhatsApp.)",
  ],
])("INT-8 WhatsApp: %s is stored as text", (_name, body, content) => {
  expect(contentOf(body)).toBe(content);
});

test.each([
  ["a notice", { type: "system", system: { body: "Changed number" } }, "notice of type system"],
  [
    "a reaction that was taken back",
    { type: "reaction", reaction: { emoji: null } },
    "a reaction that was taken back",
  ],
])("INT-8 WhatsApp: %s is left out with a reason", (_name, body, reason) => {
  expect(read(body)).toEqual({ messages: [], removed: [], ignored: [reason] });
});

test("INT-8 WhatsApp: everything that isn't a message is left out with a reason, and one bad message doesn't affect the others", () => {
  const parts = whatsappEvents(
    entryWith({
      contacts: [{ wa_id: "16505551234", profile: { name: null, username: "bo" } }],
      messages: [{ type: "text" }, { id: "wamid.2", from: "16505551234" }],
      statuses: [{ id: "wamid.3", status: "read" }],
    }),
  );
  expect(parts.events).toMatchObject([{ id: "1065 wamid.2", account: "1065", payload: { name: "bo" } }]);
  expect(parts.ignored).toEqual([
    { account: "1065", reason: "a message without an id" },
    { account: "1065", reason: "delivery status" },
  ]);
  expect(whatsappEvents(entryWith({ metadata: null })).ignored).toEqual([
    { account: null, reason: "a message without its number" },
  ]);
  expect(whatsappEvents(entryWith({ calls: [{ id: "wacid.1" }] }, "calls")).ignored).toEqual([
    { account: "1065", reason: "field calls" },
  ]);
});

test("INT-5 WhatsApp: an account update concerns every number of the business account and triggers a check", () => {
  const entry = entryWith({ event: "ACCOUNT_RESTRICTION" }, "account_update");
  const { events, ignored } = whatsappEvents(entry);
  expect(ignored).toEqual([]);
  expect(events).toEqual([
    {
      id: "102290129340398 account_update ACCOUNT_RESTRICTION 1743451903",
      account: "business account 102290129340398",
      payload: { accountUpdate: "ACCOUNT_RESTRICTION" },
    },
  ]);
  expect(readWhatsappEvent(session, events[0]?.payload)).toBe("sync");
});

test("a delivery with very many people and messages finds the writer of each", () => {
  const many = 200_000;
  const stranger = { wa_id: "49", profile: { name: "Bo" } };
  const contacts = [...Array(many).fill(stranger), { wa_id: "16505551234", profile: { name: "Sheena" } }];
  const messages = Array(many).fill({ id: "wamid.1", from: "16505551234" });
  // With a search for each message, this takes many minutes.
  const { events } = whatsappEvents(entryWith({ contacts, messages }));
  expect(events).toHaveLength(many);
  expect(new Set(events.map(({ payload }) => (payload as { name: string }).name))).toEqual(
    new Set(["Sheena"]),
  );
});

/** Sources: …/webhooks/reference/smb_message_echoes, docs.ycloud.com/en/api-reference/webhook-reference/whatsapp-smb-message-echoes */
test("INT-8 WhatsApp: what the business sent to somebody who shares only a name is in their conversation", () => {
  const echo = { id: "wamid.9", from: "15550783881", to_user_id: "US.13491208655302741918" };
  const message = { ...echo, timestamp: "1749854575", type: "text", text: { body: "On its way" } };
  const [event] = whatsappEvents(entryWith({ message_echoes: [message] }, "smb_message_echoes")).events;
  expect(readWhatsappEvent(session, event?.payload)).toMatchObject({
    messages: [{ threadKey: "US.13491208655302741918", to: ["WhatsApp user"], fromOwner: true }],
  });
});
