import { describe, expect, test } from "vitest";
import { readSampleArchive } from "../../../../../test/support/read-sample-archive";
import { telegramAll, telegramChat, telegramMessage } from "../../../../../test/support/sample-exports";
import { makeZip } from "../../../../../test/support/sample-zip";

const read = (content: string | Uint8Array, timeZone = "UTC") =>
  readSampleArchive(content, "result.json", { timeZone });

describe("BEY-16 a Telegram export", () => {
  test("of one chat yields messages with sender, time, plain text and ownership", async () => {
    const { messages, problems, notes } = await read(
      telegramChat([
        telegramMessage(1, [
          "See ",
          { type: "text_link", text: "the plan", href: "https://x.example" },
          " and ",
          { type: "mention", text: "@ana" },
        ]),
        telegramMessage(2, "Mine", { from: "Ana", from_id: "user111" }),
      ]),
    );
    expect(messages).toMatchObject([
      {
        externalId: "telegram:222:1",
        fromName: "Bo Lind",
        senderKey: "telegram:user222",
        ownerSent: false,
        content: "See the plan (https://x.example) and @ana",
        sentAt: new Date(1772442960_000),
        to: ["Bo Lind"],
      },
      { externalId: "telegram:222:2", ownerSent: true },
    ]);
    expect(problems).toEqual([]);
    expect(notes).toEqual(["result.json is a Telegram export."]);
  });

  test("of all chats knows its owner and keeps chats and their ids apart", async () => {
    const { messages } = await read(
      telegramAll([
        { name: null, type: "personal_chat", id: 7, messages: [] },
        {
          name: "Team",
          type: "private_supergroup",
          id: 8,
          messages: [telegramMessage(1, "a"), telegramMessage(2, "b", { from_id: "user111" })],
        },
        { name: "Bo", type: "bot_chat", id: 9, messages: [telegramMessage(1, "beep", { from_id: "user9" })] },
      ]),
    );
    expect(
      messages.map(({ externalId, ownerSent, to, bulk }) => [externalId, ownerSent, to[0], bulk]),
    ).toEqual([
      ["telegram:8:1", false, "#Team", false],
      ["telegram:8:2", true, "#Team", false],
      ["telegram:9:1", false, "Bo", true],
    ]);
  });

  test("a chat without a name doesn't inherit the previous one", async () => {
    const nameless = {
      type: "personal_chat",
      id: 9,
      messages: [telegramMessage(1, "x", { from_id: "user9" })],
    };
    const { messages } = await read(
      telegramAll([
        { name: "Team", type: "private_group", id: 8, messages: [telegramMessage(1, "a")] },
        nameless as Parameters<typeof telegramAll>[0][number],
      ]),
    );
    expect(messages[1]).toMatchObject({ externalId: "telegram:9:1", to: [] });
  });

  test("of a group leaves the owner open", async () => {
    const { messages } = await read(
      telegramChat([telegramMessage(1, "a")], { type: "private_group", name: "Team" }),
    );
    expect(messages[0]).toMatchObject({ ownerSent: null, to: ["#Team"] });
  });

  test("groups messages by day and puts a reply with its parent", async () => {
    const day = 86_400;
    const at = (days: number) => ({ date_unixtime: String(1772442900 + days * day) });
    const { messages } = await read(
      telegramChat([
        telegramMessage(1, "a", at(0)),
        telegramMessage(2, "b", at(0)),
        telegramMessage(5, "c", at(1)),
        telegramMessage(6, "to b", { ...at(2), reply_to_message_id: 2 }),
        telegramMessage(7, "to that", { ...at(3), reply_to_message_id: 6 }),
        telegramMessage(8, "to one that is not here", { ...at(3), reply_to_message_id: -4 }),
      ]),
    );
    expect(messages.map(({ threadKey }) => threadKey)).toEqual([
      "telegram:222:2026-03-02",
      "telegram:222:2026-03-02",
      "telegram:222:2026-03-03",
      "telegram:222:2026-03-02",
      "telegram:222:2026-03-02",
      "telegram:222:2026-03-05",
    ]);
  });

  test("names files and describes polls, stickers, contacts and forwards", async () => {
    const { messages } = await read(
      telegramChat([
        telegramMessage(1, "", { photo: "photos/photo_1@02-03-2026.jpg", photo_file_size: 99 }),
        telegramMessage(2, "", {
          file: "(File not included. Change data exporting settings to download.)",
          media_type: "voice_message",
          mime_type: "audio/ogg",
        }),
        telegramMessage(3, "", {
          file: "files/a.pdf",
          file_name: "Plan.pdf",
          mime_type: "application/pdf",
          file_size: 5,
        }),
        telegramMessage(4, "", { file: "s.webp", media_type: "sticker", sticker_emoji: "😀" }),
        telegramMessage(5, "", { poll: { question: "When?", answers: [{ text: "Mon" }, { text: "Tue" }] } }),
        telegramMessage(6, "news", { forwarded_from: "Cy" }),
        telegramMessage(7, "", { contact_information: { first_name: "Di", phone_number: "+1" } }),
        telegramMessage(8, "gone", { from: null }),
      ]),
    );
    expect(messages.flatMap(({ attachments }) => attachments)).toEqual([
      { name: "photo_1@02-03-2026.jpg", type: "image/jpeg", size: 99 },
      { name: "voice message", type: "audio/ogg", size: 0 },
      { name: "Plan.pdf", type: "application/pdf", size: 5 },
    ]);
    expect(messages.slice(3).map(({ content }) => content)).toEqual([
      "😀",
      "Poll: When?\n- Mon\n- Tue",
      "Forwarded from Cy:\nnews",
      "Contact: Di +1",
      "gone",
    ]);
    expect(messages[7]?.fromName).toBe("Deleted account");
  });

  test("leaves out Telegram's notices and reads times without a zone in the user's zone", async () => {
    const { messages, notes } = await read(
      telegramChat([
        { id: 1, type: "service", action: "phone_call", date: "2026-07-01T09:00:00" },
        telegramMessage(2, "x", { date: "2026-07-01T10:00:00", date_unixtime: undefined }),
      ]),
      "Europe/Berlin",
    );
    expect(messages[0]?.sentAt).toEqual(new Date("2026-07-01T08:00:00Z"));
    expect(notes.slice(1)).toEqual([
      "Times without a zone in result.json were read as Europe/Berlin time.",
      "Left out: 1 notice from Telegram itself (joined, pinned, called).",
    ]);
  });

  test("a damaged message affects only itself, and a cut file only what follows", async () => {
    const whole = telegramChat([
      telegramMessage(1, "one"),
      { type: "message", text: "no id" },
      telegramMessage(3, "three"),
      telegramMessage(4, "four"),
    ]);
    const wrong = whole.replace('"text": "three"', '"text": undefined');
    const { messages, problems } = await read(wrong.slice(0, wrong.indexOf('"four"')));
    expect(messages.map(({ content }) => content)).toEqual(["one"]);
    expect(problems.map(({ where, reason, damaged }) => [where, reason, damaged])).toEqual([
      ["result.json, message 2", "This entry has no number, so it can't be imported as a message.", 1],
      ["result.json, message 3", "This entry isn't valid JSON.", 1],
      ["result.json", "The file is cut off. Everything after message 3 is missing.", 1],
    ]);
  });

  test("keeps and reports a message with an invalid date", async () => {
    const { messages } = await read(
      telegramChat([telegramMessage(1, "x", { date: "soon", date_unixtime: "NaN" })]),
    );
    expect(messages[0]).toMatchObject({ sentAt: null, problem: "This message has no readable date." });
  });

  test("supports UTF-16, a byte-order mark and a zip with pictures", async () => {
    const one = telegramChat([telegramMessage(1, "Grüße")]);
    for (const bytes of [Buffer.from(`\ufeff${one}`, "utf16le"), Buffer.from(`\ufeff${one}`)])
      expect((await read(bytes)).messages[0]?.content).toBe("Grüße");
    const photo = { photo: "photos/a.jpg", thumbnail: "photos/a_thumb.jpg" };
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const zip = makeZip([
      { name: "export/photos/a.jpg", content: jpeg },
      { name: "export/photos/a_thumb.jpg", content: jpeg },
      { name: "export/photos/stray.jpg", content: jpeg },
      { name: "export/result.json", content: telegramChat([telegramMessage(1, "Grüße", photo)]) },
    ]);
    const zipped = await read(zip);
    expect(zipped.messages).toMatchObject([{ content: "Grüße", attachments: [{ name: "a.jpg", size: 4 }] }]);
    expect(zipped.problems.map(({ where }) => where)).toEqual(["result.json, export/photos/stray.jpg"]);
  });

  test("explains what to do with other JSON", async () => {
    const { messages, problems } = await read('{"a": [1, 2]}');
    expect(messages).toEqual([]);
    expect(problems[0]?.reason).toContain("result.json file from Telegram Desktop");
  });
});
