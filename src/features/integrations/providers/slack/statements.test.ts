import { expect, test } from "vitest";
import { idsIn, readMessage, SlackMessage } from "./messages";
import type { Names } from "./names";

const session = { externalId: "T1", settings: {}, onlyMe: false };
const names: Names = {
  member: (id) => (id === "U2" ? { name: "Bo Lind", email: null, bot: false } : undefined),
  conversation: (id) => (id === "C9" ? "#plans" : null),
};
const message = (fields: object) =>
  SlackMessage.parse({ type: "message", user: "U1", ts: "1355517523.000005", text: "", ...fields });
const read = (fields: object) => readMessage(session, "C1", message(fields), names);

const richText = (...elements: object[]) => [
  { type: "rich_text", elements: [{ type: "rich_text_section", elements }] },
];
const words = (text: string) => richText({ type: "text", text });

/** Source of the shapes: docs.slack.dev/reference/block-kit/blocks */
test.each([
  [
    "rich text",
    [
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_section",
            elements: [
              { type: "user", user_id: "U2" },
              { type: "text", text: ", is 1 < 2? See " },
              { type: "link", url: "https://a.example/x?a=1", text: "the plan" },
              { type: "text", text: " in " },
              { type: "channel", channel_id: "C9" },
              { type: "emoji", name: "tada" },
            ],
          },
          {
            type: "rich_text_list",
            style: "bullet",
            elements: [
              { type: "rich_text_section", elements: [{ type: "text", text: "Monday" }] },
              { type: "rich_text_section", elements: [{ type: "broadcast", range: "here" }] },
            ],
          },
        ],
      },
    ],
    "@Bo Lind, is 1 < 2? See the plan (https://a.example/x?a=1) in #plans:tada:\n- Monday\n- @here",
  ],
  [
    "sections, headers, context, pictures and tables",
    [
      { type: "header", text: { type: "plain_text", text: "Deploy" } },
      {
        type: "section",
        text: { type: "mrkdwn", text: "by <@U2>" },
        fields: [{ type: "mrkdwn", text: "at 5" }],
      },
      { type: "divider" },
      {
        type: "context",
        elements: [
          { type: "mrkdwn", text: "build 7" },
          { type: "image", alt_text: "green" },
        ],
      },
      {
        type: "image",
        title: { type: "plain_text", text: "The chart" },
        image_url: "https://a.example/c.png",
      },
      { type: "table", rows: [[{ type: "raw_text", text: "a" }, words("b")[0]]] },
      { type: "actions", elements: [{ type: "button", text: { type: "plain_text", text: "Approve" } }] },
    ],
    "Deploy\nby @Bo Lind\nat 5\nbuild 7 green\nThe chart\na | b",
  ],
])("INT-8 Slack: a message with only blocks is stored with their text: %s", (_name, blocks, content) => {
  expect(read({ blocks })?.content).toBe(content);
  expect(read({ blocks, text: "This content can't be displayed." })?.content).toBe(content);
  expect(read({ blocks, text: "Own words" })?.content).toBe("Own words");
});

test("INT-8 Slack: a forwarded message is stored with its text, its writer and its files", () => {
  const forward = {
    is_msg_unfurl: true,
    is_share: true,
    author_id: "U2",
    author_name: "bo",
    text: "Please sign the lease by <!date^1392734382^{date}|Friday>",
    files: [{ name: "lease.pdf", mimetype: "application/pdf", size: 10 }],
  };
  expect(read({ attachments: [forward] })).toMatchObject({
    content: "Forwarded from Bo Lind:\nPlease sign the lease by Friday",
    attachments: [{ name: "lease.pdf", type: "application/pdf", size: 10 }],
  });
  expect(read({ text: "See below", attachments: [{ ...forward, author_id: "U9" }] })?.content).toBe(
    "See below\nForwarded from bo:\nPlease sign the lease by Friday",
  );
  const blocks = { message_blocks: [{ message: { blocks: words("In blocks") } }], text: "" };
  expect(read({ attachments: [{ ...forward, ...blocks }] })?.content).toBe(
    "Forwarded from Bo Lind:\nIn blocks",
  );
  expect([...idsIn("C1", [message({ attachments: [forward] })]).people].sort()).toEqual(["U1", "U2"]);
});

test("INT-8 Slack: a link's preview is left out next to words, and stored when it is alone", () => {
  const preview = { title: "The plan", text: "A page about it", from_url: "https://a.example" };
  expect(read({ text: "<https://a.example>", attachments: [preview] })?.content).toBe("https://a.example");
  expect(read({ attachments: [preview] })?.content).toBe("The plan\nA page about it");
  expect(read({ attachments: [{ fallback: "A map" }] })?.content).toBe("A map");
});

test.each([
  ["nothing", {}],
  ["blocks that aren't known", { blocks: [{ type: "hologram" }, 7, null] }],
  ["a file that was deleted", { files: [{ mode: "tombstone" }] }],
])("INT-8 Slack: a message of %s can only be read there", (_name, fields) => {
  expect(read(fields)?.content).toBe("(This message can only be read in Slack.)");
});
