import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { dataFolder, onlyWithData } from "../../../test/support/only-if";
import { audioKindOf } from "./audio-kind";
import { parseTranscript } from "./transcripts";

const parse = (text: string, name = "notes.txt") => parseTranscript(name, Buffer.from(text));
const short = (text: string, name?: string) =>
  parse(text, name).segments.map(({ start, end, speaker, text: said }) => [start, end, speaker, said]);

/** A Word document with the given paragraphs. */
function docx(paragraphs: string[], method = 8): Buffer {
  const runs = paragraphs.map(
    (text) =>
      `<w:p w:rsid="1"><w:r><w:t xml:space="preserve">${text.replace(/\t/g, "</w:t><w:tab/><w:t>")}</w:t></w:r></w:p>`,
  );
  const xml = Buffer.from(`<w:document><w:body>${runs.join("")}</w:body></w:document>`);
  const packed = method === 8 ? deflateRawSync(xml) : xml;
  const name = Buffer.from("word/document.xml");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

// w3.org/TR/webvtt1, sections 1.2 to 1.5: headers, identifiers, notes, voices, settings, entities.
test("MEET-3 WebVTT: voices, ids, notes, styles and entities", () => {
  const vtt = `WEBVTT - Weekly sync
Kind: captions

NOTE
Not said --

STYLE
::cue { color: red }

intro
00:01.000 --> 00:04.500 position:10%,line-left align:left
<v.loud Ann Lee>Good <i>morning</i> &amp; welcome.</v>

2
01:00:05.000 --> 01:00:06.000
<v Bo>Hi.</v> <v Ann Lee>Hello Bo.
`;
  expect(parse(vtt)).toEqual({
    title: "Weekly sync",
    timed: true,
    segments: [
      { start: 1, end: 4.5, speaker: "Ann Lee", text: "Good morning & welcome." },
      { start: 3605, end: 3606, speaker: "Bo", text: "Hi." },
      { start: 3605, end: 3606, speaker: "Ann Lee", text: "Hello Bo." },
    ],
  });
});

test("MEET-3 a WebVTT file in which nobody said anything has no words", () => {
  for (const vtt of ["WEBVTT", "WEBVTT - Weekly sync\n\nNOTE\nNot said\n", "\ufeffWEBVTT\r\n\r\n"])
    expect(() => parse(vtt)).toThrow("There are no words in this transcript.");
  expect(short("WEBVTTs are fine.", "a.txt")).toHaveLength(1);
});

test("MEET-3 captions with the time of day go on after midnight", () => {
  const captions = "[Ann] 23:59:58\nGood evening.\n[Bo] 00:00:03\nGood morning.\n[Ann] 00:01:00\nYes.\n";
  expect(short(captions, "a.txt").map(([start, , speaker]) => [start, speaker])).toEqual([
    [0, "Ann"],
    [5, "Bo"],
    [62, "Ann"],
  ]);
});

test("MEET-3 what looks like an entity and is none stays as it is written", () => {
  const vtt =
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v &toString;>Call &constructor; and &amp; &__proto__; &nope;";
  expect(short(vtt)).toEqual([[1, 2, "&toString;", "Call &constructor; and & &__proto__; &nope;"]]);
});

test("MEET-3 a name that would turn the direction of the words after it doesn't", () => {
  const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana\u202e \u2066Berg>שלום\u200f to all";
  expect(short(vtt)).toEqual([[1, 2, "Ana Berg", "שלום\u200f to all"]]);
});

test("MEET-3 SubRip with Windows line ends and italics", () => {
  const srt =
    "1\r\n00:00:01,500 --> 00:00:02,000\r\n<i>One</i>\r\ntwo\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nThree\r\n";
  expect(short(srt, "a.srt")).toEqual([
    [1.5, 2, null, "One two"],
    [3, 4, null, "Three"],
  ]);
});

// support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0064927 (audio transcripts of cloud recordings)
test("MEET-3 Zoom: the name stands before the words", () => {
  const vtt = `WEBVTT

1
00:00:02.720 --> 00:00:12.850
Sam Zhang: okay and going back to the room: what is it like?

2
00:00:13.480 --> 00:00:13.990
Yu Wang: it's really

3
00:00:14.000 --> 00:00:15.000
knew like
`;
  expect(short(vtt)).toEqual([
    [2.72, 12.85, "Sam Zhang", "okay and going back to the room: what is it like?"],
    [13.48, 13.99, "Yu Wang", "it's really"],
    [14, 15, null, "knew like"],
  ]);
});

// support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0058810 (saving captions): the time of day
test("MEET-3 Zoom: saved captions count from the first one", () => {
  const captions = "[Ann Lee] 10:02:33\nGood morning.\n\n[Bo] 10:02:40\nHi, I will send\nthe notes.\n";
  expect(short(captions)).toEqual([
    [0, 0.8, "Ann Lee", "Good morning."],
    [7, 9.4, "Bo", "Hi, I will send the notes."],
  ]);
});

// learn.microsoft.com/graph/api/calltranscript-get (text/vtt with voices)
test("MEET-3 Teams: WebVTT with ids of several parts", () => {
  const vtt = `WEBVTT

6f7c1a2b-0f3e-4a8f-9c55-2f0f2c1e7f10/12-0
00:00:03.120 --> 00:00:05.200
<v Smith, Ann (Sales)>Let's start.</v>

6f7c1a2b-0f3e-4a8f-9c55-2f0f2c1e7f10/13-0
00:00:05.900 --> 00:00:07.000
<v Bo>Sure,
let's go.</v>
`;
  expect(short(vtt)).toEqual([
    [3.12, 5.2, "Smith, Ann (Sales)", "Let's start."],
    [5.9, 7, "Bo", "Sure, let's go."],
  ]);
});

// support.microsoft.com/office/view-edit-and-manage-meeting-transcripts-in-microsoft-teams (download as .docx)
test("MEET-3 Teams: the Word document with names and times", () => {
  const document = docx([
    "Budget review-20260516_100000-Meeting Recording",
    "May 16, 2026, 2:00PM",
    "31m 20s",
    "Ann Lee started transcription",
    "Ann Lee   0:03",
    "Hello everybody.",
    "Bo   1:12",
    "I&apos;ll send it &amp; call you.",
    "Ann Lee stopped transcription",
  ]);
  const { title, segments } = parseTranscript("a.docx", document);
  expect(title).toBe("Budget review-20260516_100000-Meeting Recording");
  expect(segments).toMatchObject([
    { start: 3, speaker: "Ann Lee", text: "Hello everybody." },
    { start: 72, speaker: "Bo", text: "I'll send it & call you." },
  ]);
});

// The same page; documents that were downloaded earlier have cues.
test("MEET-3 Teams: the older Word document with cues and a line for the name", () => {
  const lines = [0, 4, 9, 12].flatMap((at, n) => [
    `0:0:${at}.0 --> 0:0:${at + 2}.120`,
    n % 2 ? "Bo" : "Ann Lee",
    `Sentence ${n}.`,
    "",
  ]);
  const { segments } = parseTranscript("a.docx", docx(lines, 0));
  expect(segments).toHaveLength(4);
  expect(segments[1]).toEqual({ start: 4, end: 6.12, speaker: "Bo", text: "Sentence 1." });
});

// support.google.com/meet/answer/12849897 (the transcript is a Google Doc, downloaded as .docx or .txt)
test("MEET-3 Meet: names before the words, a time every few minutes", () => {
  const text = `Weekly sync (2026-05-16 10:02 GMT-4) - Transcript
Attendees
Ann Lee, Bo Berg
Transcript
00:00:00

Ann Lee: Hi everyone. Let's begin.
Bo Berg: I'll share the numbers.
00:05:00

Ann Lee: Thanks: that helps.

Transcription ended after 00:31:20

This editable transcript was computer generated and might contain errors. People can also change the text after it was created.
`;
  const { title, segments } = parse(text);
  expect(title).toBe("Weekly sync (2026-05-16 10:02 GMT-4)");
  expect(segments).toMatchObject([
    { start: 0, speaker: "Ann Lee", text: "Hi everyone. Let's begin." },
    { start: 2.4, speaker: "Bo Berg", text: "I'll share the numbers." },
    { start: 300, speaker: "Ann Lee", text: "Thanks: that helps." },
  ]);
});

test("MEET-3 text with times and names, with names, or with neither", () => {
  expect(short("[00:01:02] Ann: Hi.\n[00:01:05] Bo: Hello.")).toEqual([
    [62, 62.8, "Ann", "Hi."],
    [65, 65.8, "Bo", "Hello."],
  ]);
  const plain = parse("We met on Monday.\nAgenda: the budget.\n\nBo sends the figures by Friday.");
  expect(plain.timed).toBe(false);
  expect(plain.segments.map(({ speaker, text }) => [speaker, text])).toEqual([
    [null, "We met on Monday."],
    [null, "Agenda: the budget."],
    [null, "Bo sends the figures by Friday."],
  ]);
});

test("MEET-3 broken times lose no words", () => {
  const vtt = `WEBVTT

00:00:05.000 --> 00:00:03.000
backwards

99:99:99:99 --> ??
unreadable

soon --> 00:00:09.000
no start

99:99:99.999 --> 99:99:99.999
no such minute

00:00:60.000 --> 00:01:02.000
rounded

00:00:01.000 --> 00:00:02.000
earlier
`;
  expect(short(vtt)).toEqual([
    [1, 2, null, "earlier"],
    [5, 5, null, "backwards"],
    [5, 5, null, "unreadable"],
    [5, 9, null, "no start"],
    [9, 9, null, "no such minute"],
    [60, 62, null, "rounded"],
  ]);
});

test.each([
  ["UTF-8 with a mark", Buffer.from("\ufeffAnn: Größe.\nAnn: Gut.")],
  ["UTF-16", Buffer.from("\ufeffAnn: Größe.\nAnn: Gut.", "utf16le")],
  ["UTF-16 without a mark", Buffer.from("Ann: Größe.\nAnn: Gut.", "utf16le")],
  ["UTF-16, the other way round", Buffer.from("\ufeffAnn: Größe.\nAnn: Gut.", "utf16le").swap16()],
  ["Windows", Buffer.from("Ann: Größe.\nAnn: Gut.", "latin1")],
])("MEET-3 %s is read, and isn't taken for sound", (_, bytes) => {
  expect(audioKindOf(bytes.subarray(0, 64))).toBeNull();
  expect(parseTranscript("a.txt", bytes).segments).toMatchObject([
    { speaker: "Ann", text: "Größe." },
    { speaker: "Ann", text: "Gut." },
  ]);
});

test.each([
  ["nothing", Buffer.alloc(0), "invalid_input"],
  ["only times", Buffer.from("WEBVTT\n\n00:01.000 --> 00:02.000\n\n"), "invalid_input"],
  ["a recording", Buffer.from("\x1a\x45\xdf\xa3\x01\0\0\0\0webm", "latin1"), "unsupported"],
  ["a PDF without binary parts", Buffer.from("%PDF-1.4\nHello\n%%EOF"), "unsupported"],
  ["rich text", Buffer.from("{\\rtf1\\ansi Ann: I will send it.}"), "unsupported"],
  ["another zip", Buffer.from("PK\x03\x04nothing inside"), "unsupported"],
  ["a broken document", docx(["Hi"]).subarray(0, 60), "unsupported"],
  ["more than 10 MB", Buffer.alloc(10 * 1024 ** 2 + 1, "a"), "too_large"],
  ["a Word document that unpacks to more", docx(["word ".repeat(2.2e6)]), "too_large"],
  ["far too many lines", Buffer.from("00:01 a\n".repeat(20_001)), "too_large"],
] as const)("MEET-3 %s is refused with a sentence", (_, bytes, code) => {
  expect(() => parseTranscript("a.vtt", bytes)).toThrow(
    expect.objectContaining({ name: "AppError", code, message: expect.stringMatching(/\.$/) }),
  );
});

test("MEET-3 a NUL in the middle of a transcript is left out, because a database can't store it", () => {
  const cue = "00:01.000 --> 00:02.000\n";
  const { segments } = parse(`WEBVTT\n\n${`${cue}Hello.\n\n`.repeat(200)}${cue}I'll\0 call.\n`);
  expect(segments.at(-1)?.text).toBe("I'll call.");
});

test("MEET-3 three hours from Zoom with a short cue each second are read whole", () => {
  const time = (second: number) => new Date(second * 1000).toISOString().slice(11, 23);
  const cues = Array.from({ length: 3 * 3600 }, (_, at) => {
    const speaker = at % 2 ? "Ann Lee" : "Bo Lind";
    return `${at + 1}\r\n${time(at)} --> ${time(at + 0.9)}\r\n${speaker}: Yes, number ${at}.\r\n\r\n`;
  });
  const { segments, timed } = parse(`WEBVTT\r\n\r\n${cues.join("")}`, "zoom.vtt");
  expect(segments).toHaveLength(cues.length);
  expect(timed).toBe(true);
  expect(segments.at(-1)).toMatchObject({ start: 10_799, speaker: "Ann Lee", text: "Yes, number 10799." });
});

test("MEET-3 10 MB of cues, of one line and of names are read in linear time", () => {
  const cue = `00:00:01.000 --> 00:00:02.000\n<v Ann Lee>${"word ".repeat(100)}</v>\n\n`;
  const many = Buffer.from(`WEBVTT\n\n${cue.repeat(Math.floor(10e6 / cue.length))}`);
  expect(parseTranscript("a.vtt", many).segments.length).toBeGreaterThan(15_000);
  for (const text of [
    "a ".repeat(5e6),
    "<".repeat(1e7),
    "<v ".repeat(3e6),
    "1:00 ".repeat(2e6),
    "A:".repeat(5e6),
  ])
    expect(() => parseTranscript("a.txt", Buffer.from(text))).not.toThrow(RangeError);
});

test("MEET-3 tags that never end are read in linear time, in cues and in Word documents", () => {
  const cue = "00:01.000 --> 00:02.000\n";
  for (const tags of ["<v.".repeat(1e5), "<v ".repeat(1e5), `<v${" ".repeat(3e5)}`])
    expect(parse(`${cue}Hi. ${tags}`).segments[0]?.text).toMatch(/^Hi\./);
  const { segments } = parseTranscript("a.docx", docx(["Ann: Hi.", "<w:t ".repeat(1e5)]));
  expect(segments).toMatchObject([{ speaker: "Ann", text: "Hi." }]);
}, 5_000);

test("MEET-3 a small Word document that unpacks to millions of tags or letters is refused before they are read", () => {
  // The file itself is small, so its size isn't the reason.
  const tooMuch = /^The contents of this Word document are too large for a transcript\./;
  for (const piece of ["</w:p>", "<w:t>", "<w:t>&a;</w:t>", "&a;", " "]) {
    const document = docx([piece.repeat(3e7 / piece.length)]);
    expect(() => parseTranscript("a.docx", document)).toThrow(tooMuch);
  }
  expect(() => parseTranscript("a.docx", docx([" ".repeat(4e7)]))).toThrow(tooMuch);
}, 60_000);

test("MEET-3 words about an entity stay as they are in a Word document", () => {
  const { segments } = parseTranscript("a.docx", docx(["Ann: Write &amp;lt; for &lt; &amp; &quot;&apos;."]));
  expect(segments[0]?.text).toBe(`Write &lt; for < & "'.`);
});

test("MEET-3 the AMI meetings rewritten as WebVTT are read whole", onlyWithData, () => {
  for (const name of ["IS1008a", "IS1008b"]) {
    const file = readFileSync(join(dataFolder!, "meetings-ami", "vtt", `${name}.vtt`));
    const { segments } = parseTranscript(`${name}.vtt`, file);
    expect(segments).toHaveLength(file.toString().split(" --> ").length - 1);
    expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(4);
    expect(segments.every(({ start, end, speaker }) => speaker !== null && end >= start)).toBe(true);
  }
});
