import { expect, test } from "vitest";
import { contentOf, filesOf } from "./direct-content";
import { DirectEvent, directEvents } from "./direct-event";

const page = "1122334455";
const person = { id: "13579246801214" };
const only = "(This message can only be read in Instagram.)";

const happening = (fields: object) => ({
  sender: person,
  recipient: { id: page },
  timestamp: 1_730_000_000_000,
  ...fields,
});

const messageWith = (...attachments: object[]) =>
  DirectEvent.parse(happening({ message: { mid: "m_1", text: null, attachments } })).message;

/** Source of the shapes: developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages */
test.each([
  ["a photo to be viewed once", { type: "ephemeral" }, only],
  ["a post without an address", { type: "ig_post", payload: {} }, only],
  [
    "a link outside its payload",
    { type: "fallback", title: "Menu", url: "https://a.example/m", payload: null },
    "Menu: https://a.example/m",
  ],
  ["a like", { type: "like_heart" }, "❤️"],
  [
    "a template with buttons",
    { type: "template", payload: { template_type: "button", text: "Shall we ship it?" } },
    "Shall we ship it?",
  ],
  [
    "a template of cards",
    {
      type: "template",
      payload: { template_type: "generic", elements: [{ title: "Cake", subtitle: "Tomorrow" }] },
    },
    "Cake: Tomorrow",
  ],
  [
    "shared products",
    { type: "template", payload: { product: { elements: [{ title: "Mug", subtitle: null }] } } },
    "Mug",
  ],
])("INT-8 Messenger and Instagram: %s is stored as text", (_name, attachment, content) => {
  expect(contentOf("Instagram", messageWith(attachment))).toBe(content);
});

test("INT-8 Messenger and Instagram: a sticker is a file in either form, and a message with only files has no words", () => {
  const url = "https://cdn.example/s.png";
  for (const attachment of [
    { type: "sticker", payload: { url, sticker_id: 369239263222822 } },
    { type: "image", payload: { url, sticker_id: 369239263222822 } },
  ]) {
    expect(filesOf(messageWith(attachment))).toEqual([{ name: "sticker", type: "image/webp", size: 0 }]);
    expect(contentOf("Messenger", messageWith(attachment))).toBe("");
  }
});

test("INT-8 Messenger and Instagram: everything that isn't a message is left out with a reason", () => {
  const { events, ignored } = directEvents({
    id: page,
    messaging: [
      happening({ read: { watermark: 1 } }),
      happening({ reaction: { mid: "m_1", action: "react" } }),
      happening({ message: { text: "without id" } }),
      happening({ something_new: {} }),
      { sender: person },
      happening({ postback: { title: "Start" } }),
    ],
    changes: [{ field: "comments", value: {} }],
  });
  expect(ignored.map(({ reason }) => reason)).toEqual([
    "field comments",
    "read",
    "reaction",
    "a message without an id",
    "an unknown event",
    "an unknown event",
  ]);
  expect(ignored.every(({ account }) => account === page)).toBe(true);
  // A pressed button without an id is identified by who pressed it, and when.
  expect(events.map(({ id }) => id)).toEqual([`${page} button ${person.id} 1730000000000`]);
});
