import { expect, test } from "vitest";
import { privateMessage } from "../../../../../test/stand-ins/telegram";
import { readUpdates } from "./messages";

const bot = { externalId: "110201543", address: "@zippy_bot" };

/** Reads a message of such blocks. Source: core.telegram.org/bots/api#richmessage */
function read(...blocks: unknown[]) {
  const message = privateMessage({ text: undefined, rich_message: { blocks } });
  const [read] = readUpdates(bot, [{ update_id: 1, message }]).messages;
  return { content: read?.content, attachments: read?.attachments };
}

const paragraph = (text: unknown) => ({ type: "paragraph", text });

test("INT-8 Telegram: a message with headings, lists and tables becomes text", () => {
  const { content, attachments } = read(
    { type: "heading", size: 1, text: "Launch" },
    paragraph([
      "Please ",
      { type: "bold", text: ["send ", { type: "italic", text: "the quote" }] },
      " by Friday ",
      { type: "custom_emoji", custom_emoji_id: "1", alternative_text: "🎉" },
      ", see ",
      { type: "url", text: "the plan", url: "https://a.example/plan" },
      " and ",
      { type: "url", text: "b.example", url: "https://b.example/" },
    ]),
    { type: "divider" },
    {
      type: "list",
      items: [
        { label: "1.", blocks: [paragraph("Book a van")] },
        { label: "•", has_checkbox: true, is_checked: true, blocks: [paragraph("Pack")] },
        { label: "•", has_checkbox: true, blocks: [paragraph("Call Bo")] },
      ],
    },
    { type: "blockquote", blocks: [paragraph("We need it soon.")], credit: "Bo" },
    {
      type: "table",
      cells: [
        [{ text: "Item" }, { text: "Price" }],
        [{ text: "Lamp" }, {}],
      ],
      caption: "Prices",
    },
    { type: "details", summary: "More", blocks: [{ type: "pre", text: "npm test" }] },
    { type: "mathematical_expression", expression: "E = mc^2" },
    { type: "map", location: { latitude: 52.5, longitude: 13.4 }, caption: { text: "Meet here" } },
    { type: "buttons", buttons: [{ text: "Open", url: "https://a.example" }] },
  );
  expect(content?.split("\n")).toEqual([
    "Launch",
    "Please send the quote by Friday 🎉, see the plan (https://a.example/plan) and b.example",
    "1. Book a van",
    "[x] Pack",
    "[ ] Call Bo",
    "We need it soon.",
    "Bo",
    "Prices",
    "Item | Price",
    "Lamp | ",
    "More",
    "npm test",
    "E = mc^2",
    "Location: 52.5, 13.4",
    "Meet here",
  ]);
  expect(attachments).toEqual([]);
});

test("INT-8 Telegram: files among the blocks of a message are its attachments", () => {
  const photo = [{ file_id: "a", width: 1280, height: 853, file_size: 98_000 }];
  const animation = { file_name: "demo.mp4", mime_type: "video/mp4", file_size: 700 };
  expect(
    read(
      { type: "collage", blocks: [{ type: "photo", photo }], caption: { text: "The board" } },
      {
        type: "document",
        document: { file_name: "quote.pdf", mime_type: "application/pdf", file_size: 5120 },
      },
      { type: "animation", animation },
      { type: "voice_note", voice_note: { duration: 3 } },
    ),
  ).toEqual({
    content: "The board",
    attachments: [
      { name: "photo.jpg", type: "image/jpeg", size: 98_000 },
      { name: "quote.pdf", type: "application/pdf", size: 5120 },
      { name: "demo.mp4", type: "video/mp4", size: 700 },
      { name: "voice message", type: "audio/ogg", size: 0 },
    ],
  });
});

test("INT-8 Telegram: blocks of unknown kinds and of any depth don't affect the others", () => {
  let nested: unknown = "deep";
  for (let level = 0; level < 20_000; level++) nested = [nested];
  expect(read({ type: "hologram", size: 3 }, null, paragraph(nested), paragraph("Call me")).content).toBe(
    "Call me",
  );
  expect(read().content).toBe("(This message can only be read in Telegram.)");
});
