import { describe, expect, test } from "vitest";
import { parseString } from "whatsapp-chat-parser";
import { readSampleArchive } from "../../../../../test/support/read-sample-archive";
import { androidLine, iPhoneLine } from "../../../../../test/support/sample-exports";
import { makeZip } from "../../../../../test/support/sample-zip";
import { readWhatsAppLine } from "./whatsapp-line";
import { readWhatsAppText } from "./whatsapp-text";

const read = (content: string | Uint8Array, timeZone = "UTC", name = "chat.txt") =>
  readSampleArchive(content, name, { timeZone });
const times = ({ messages }: { messages: { sentAt: Date | null }[] }) =>
  messages.map(({ sentAt }) => sentAt?.toISOString().slice(0, 16));
const said = ({ messages }: { messages: { fromName: string | null; content: string }[] }) =>
  messages.map(({ fromName, content }) => `${fromName}: ${content}`);

/** The mark WhatsApp puts before its own words and around files. */
const mark = "\u200e";

describe("BEY-16 a WhatsApp chat", () => {
  test("of an iPhone yields messages with all their lines, in the user's zone", async () => {
    const read1 = await read(
      [
        iPhoneLine(
          "02/03/2026",
          "10:15:00",
          "Bo Lind",
          `${mark}Messages and calls are end-to-end encrypted.`,
        ),
        iPhoneLine("28/03/2026", "10:15:09", "Bo Lind", "First line\nsecond line\n\nfourth: line"),
        iPhoneLine("29/03/2026", "10:15:10", "~ Ana", "Summer time, see @\u2068Bo Lind\u2069"),
      ].join("\r\n"),
      "Europe/Berlin",
    );
    expect(said(read1)).toEqual([
      "Bo Lind: First line\nsecond line\n\nfourth: line",
      "Ana: Summer time, see @Bo Lind",
    ]);
    expect(times(read1)).toEqual(["2026-03-28T09:15", "2026-03-29T08:15"]);
    expect(read1.problems).toEqual([]);
    expect(read1.notes).toEqual([
      "chat.txt is a WhatsApp chat. Its dates were read day first because some first numbers are above 12; its times were read as Europe/Berlin time.",
      "Left out of chat.txt: 1 notice from WhatsApp itself (joined, left, encrypted).",
    ]);
  });

  test.each([
    ["Android, Britain", "13/03/2026, 22:15 - Bo: x", "2026-03-13T22:15"],
    ["Android, America", "3/13/26, 10:15\u202fPM - Bo: x", "2026-03-13T22:15"],
    ["noon in America", "3/13/26, 12:15 PM - Bo: x", "2026-03-13T12:15"],
    ["midnight in America", "3/13/26, 12:15 AM - Bo: x", "2026-03-13T00:15"],
    ["Germany", "13.03.26, 22:15 - Bo: x", "2026-03-13T22:15"],
    ["Spain", "13/3/26 10:15 p. m. - Bo: x", "2026-03-13T22:15"],
    ["France", "13/03/2026 à 22:15 - Bo: x", "2026-03-13T22:15"],
    ["Sweden", "2026-03-13 22:15 - Bo: x", "2026-03-13T22:15"],
    ["Japan", "[2026/03/13 22:15:00] Bo: x", "2026-03-13T22:15"],
    ["China", "2026/3/13 下午10:15 - Bo: x", "2026-03-13T22:15"],
    ["Hungary", "2026. 03. 13. 22:15 - Bo: x", "2026-03-13T22:15"],
    ["Egypt", "\u200f١٣\u200f/٣\u200f/٢٠٢٦، ١٠:١٥ م - Bo: x", "2026-03-13T22:15"],
    ["iPhone, America", `${mark}[3/13/26, 10:15:00\u202fPM] Bo: x`, "2026-03-13T22:15"],
  ])("reads the times of %s", async (_, line, time) => {
    const found = await read(line);
    expect(times(found)).toEqual([time]);
    expect(said(found)).toEqual(["Bo: x"]);
  });

  test("reports the order of day and month and the reason", async () => {
    const order = async (days: string[], zone?: string) => {
      const found = await read(days.map((day) => androidLine(day, "10:15", "Bo", "x")).join("\n"), zone);
      return [
        times(found).map((time) => time?.slice(5, 10)),
        /because ([^;]*)/.exec(found.notes[0] ?? "")?.[1],
      ];
    };
    expect(await order(["03/04/2026", "13/04/2026"])).toEqual([
      ["04-03", "04-13"],
      expect.stringContaining("first numbers are above 12"),
    ]);
    expect(await order(["3/4/26", "4/13/26"])).toEqual([
      ["03-04", "04-13"],
      expect.stringContaining("second numbers are above 12"),
    ]);
    expect(await order(["03/04/2026", "01/05/2026"], "America/New_York")).toEqual([
      ["04-03", "05-01"],
      expect.stringContaining("chronological order"),
    ]);
    expect(await order(["03/04/2026", "04/04/2026", "05/04/2026"])).toEqual([
      ["04-03", "04-04", "04-05"],
      expect.stringContaining("change more often"),
    ]);
    expect(await order(["03.04.2026"])).toEqual([["04-03"], expect.stringContaining("contain dots")]);
    expect(await order(["3/4/26"], "America/New_York")).toEqual([
      ["03-04"],
      expect.stringContaining("usual in America/New_York"),
    ]);
    expect(await order(["3/4/26"], "Europe/Paris")).toEqual([
      ["04-03"],
      expect.stringContaining("usual in Europe/Paris"),
    ]);
  });

  test("names files with sizes, leaves out deleted messages and reports missing files", async () => {
    const chat = [
      androidLine("13/03/2026", "10:15", null, 'Ana created group "Trip: 2026"'),
      androidLine("13/03/2026", "10:16", "Bo", "IMG-20260313-WA0001.jpg (file attached)\nThe view"),
      androidLine("13/03/2026", "10:17", "Bo", "<Media omitted>"),
      androidLine("13/03/2026", "10:18", "Bo", "This message was deleted"),
      androidLine("13/03/2026", "10:19", "Cy", "see notes.txt (draft)"),
      androidLine("13/03/2026", "10:20", "Ana", "Changed my mind <This message was edited>"),
      iPhoneLine("13/03/2026", "10:21:00", "Bo", `${mark}<attached: 00000042-PHOTO-2026.jpg>`),
      iPhoneLine(
        "13/03/2026",
        "10:22:00",
        "Bo",
        `Plan.pdf • ${mark}5 pages ${mark}<Anhang: 00000043-Plan.pdf>`,
      ),
      iPhoneLine("13/03/2026", "10:23:00", "Bo", `${mark}image omitted`),
    ].join("\n");
    const zip = makeZip([
      { name: "00000042-PHOTO-2026.jpg", content: Buffer.from([0xff, 0xd8, 0xff]) },
      { name: "IMG-20260313-WA0001.jpg", content: Buffer.from([0xff, 0xd8, 0xff, 0]) },
      { name: "_chat.txt", content: chat },
      { name: "stray.jpg", content: Buffer.from([0xff, 0xd8, 0xff, 0]) },
    ]);
    const found = await read(zip, "UTC", "WhatsApp Chat - Trip 2026.zip");
    expect(
      found.messages.map(({ content, attachments: [file] }) => [content, file?.name, file?.size]),
    ).toEqual([
      ["The view", "IMG-20260313-WA0001.jpg", 4],
      ["", "media (not in the export)", 0],
      ["see notes.txt (draft)", undefined, undefined],
      ["Changed my mind", undefined, undefined],
      ["", "00000042-PHOTO-2026.jpg", 3],
      ["", "00000043-Plan.pdf", 0],
      ["", "image (not in the export)", 0],
    ]);
    expect(found.messages[0]).toMatchObject({
      to: ["#Trip 2026"],
      ownerSent: null,
      threadKey: "whatsapp:Trip 2026:2026-3-13",
    });
    expect(found.problems.map(({ where }) => where)).toEqual(["WhatsApp Chat - Trip 2026.zip, stray.jpg"]);
    expect(found.notes[1]).toContain(
      "1 notice from WhatsApp itself (joined, left, encrypted) and 1 deleted message",
    );
  });

  test("between two people knows the owner if the file is named after the other person", async () => {
    const chat = [
      androidLine("13/03/2026", "10:15", "Bo", "a"),
      androidLine("13/03/2026", "10:16", "Ana", "b"),
    ].join("\n");
    const named = await read(chat, "UTC", "WhatsApp Chat with Bo (1).txt");
    expect(named.messages.map(({ ownerSent, to }) => [ownerSent, to])).toEqual([
      [false, ["Ana"]],
      [true, ["Bo"]],
    ]);
    const unnamed = await read(chat, "UTC", "_chat.txt");
    expect(unnamed.messages.map(({ ownerSent, senderKey }) => [ownerSent, senderKey])).toEqual([
      [null, "whatsapp:Bo"],
      [null, "whatsapp:Ana"],
    ]);
  });

  test("gives messages the same ids in a later export and any zone; counts identical ones", async () => {
    const lines = [
      "13/03/2026, 10:15 - Bo: ok",
      "13/03/2026, 10:15 - Bo: ok",
      "13/03/2026, 10:16 - Ana: fine",
    ];
    const ids = async (text: string, zone: string, name: string) =>
      (await read(text, zone, name)).messages.map(({ externalId }) => externalId);
    const first = await ids(lines.join("\n"), "UTC", "chat.txt");
    const later = await ids(
      [...lines, "14/03/2026, 09:00 - Bo: new"].join("\r\n"),
      "Asia/Tokyo",
      "chat (2).txt",
    );
    expect(new Set(first).size).toBe(3);
    expect(later.slice(0, 3)).toEqual(first);
    expect(later).toHaveLength(4);
  });

  test("supports UTF-16, Western encodings and a byte-order mark", async () => {
    const chat = "13/03/2026, 10:15 - Zoë: Grüße, ça va ?";
    for (const bytes of [
      Buffer.from(`\ufeff${chat}`, "utf16le"),
      Buffer.from(`\ufeff${chat}`, "utf16le").swap16(),
      Buffer.from(`\ufeff${chat}`),
      Buffer.from(chat, "latin1"),
    ])
      expect(said(await read(bytes))).toEqual(["Zoë: Grüße, ça va ?"]);
    const oneBad = Buffer.concat([Buffer.from(`${chat} é é é `), Buffer.from([0xe9])]);
    expect(said(await read(oneBad))).toEqual(["Zoë: Grüße, ça va ? é é é \ufffd"]);
  });

  test("keeps a message with an impossible date and reports lines before the first message", async () => {
    const found = await read(
      [
        "torn line",
        "13/03/2026, 10:15 - Bo: a",
        "31/02/2026, 10:15 - Bo: b",
        "13/03/2026, 25:15 - Bo: c",
      ].join("\n"),
    );
    expect(found.messages.map(({ sentAt, problem }) => [sentAt === null, problem])).toEqual([
      [false, null],
      [true, "The date of this message doesn't exist when read day first."],
      [true, "The date of this message doesn't exist when read day first."],
    ]);
    expect(found.problems).toEqual([
      { where: "chat.txt", reason: "Skipped 1 line before the first message.", damaged: 1 },
    ]);
  });

  test("doesn't match a diary or another log", async () => {
    for (const text of [
      "Dear diary,\n\n13/03/2026 was fine: really.\n",
      "10:15 <bo> hello: there\n",
      "13/03/2026 Milk: 2",
    ])
      expect((await read(text)).problems[0]?.reason).toContain("Unknown file type");
  });

  test("agrees with a widely used parser", async () => {
    const chat = [
      androidLine("13/03/2026", "10:15", null, "Ana added Bo"),
      androidLine("13/03/2026", "10:16", "Bo Lind", "one\ntwo: three"),
      androidLine("14/03/2026", "23:59", "Ana", "IMG-20260313-WA0001.jpg (file attached)"),
    ].join("\n");
    const theirs = parseString(chat, { parseAttachments: true }).filter(({ author }) => author !== null);
    const { messages } = await read(chat);
    expect(messages.map(({ fromName }) => fromName)).toEqual(theirs.map(({ author }) => author));
    expect(messages[0]?.content).toBe(theirs[0]?.message);
    expect(messages[1]?.attachments[0]?.name).toBe(theirs[1]?.attachment?.fileName);
    expect(messages.map(({ sentAt }) => sentAt?.getUTCHours())).toEqual(
      theirs.map(({ date }) => date.getHours()),
    );
  });
});

test("parses a pathological line quickly", () => {
  for (const line of [
    `1/1/2026${" ".repeat(50_000)}`,
    `13/03/2026, 10:15${"a ".repeat(30_000)}`,
    "1".repeat(90_000),
  ])
    expect(readWhatsAppLine(line)).toBeUndefined();
});

test("a message with thousands of blanks or empty lines is read in linear time", () => {
  for (const blank of [" ", "\n", "\r\n"]) {
    const content = `Above.${blank.repeat(100_000)}Below.`;
    const text = `${content} <This message was edited>`;
    expect(readWhatsAppText(text, () => undefined)).toEqual({ content, attachments: [] });
  }
});

test.each([
  "13/03/2026, 10:15] Bo: x",
  "[13/03/2026, 10:15 - Bo: x",
  "13/03/2026 Bo: x",
  "45/46/2026, 10:15 - Bo: x",
  "",
])("%j doesn't start a message", (line) => expect(readWhatsAppLine(line)).toBeUndefined());
