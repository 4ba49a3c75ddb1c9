import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../eval/training/linear-training";
import { triageInput } from "../../../test/support/messages/triage-input";
import { Analysis } from "./contract";
import { analyze, readMessage } from "./engine";
import type { EngineResult, TriageInput } from "./message";
import { maxOwnText } from "./text/own-text";
import { maxTitle } from "./title/title";

const message = (content: string, more: Partial<TriageInput> = {}): TriageInput =>
  triageInput(content, {
    subject: "Roof repair",
    from: { name: "Mara Lind", address: "mara.lind@roofers.example" },
    to: ["ben.okoro@harbour.example"],
    ...more,
  });

/** Quotes are in the text, fields fit the contract, and titles fit their card. */
function expectSound(input: TriageInput, analysis: EngineResult): void {
  const sources = { content: input.content, subject: input.subject ?? "" };
  for (const span of Object.values(analysis.evidence).flat()) {
    expect(span.end).toBeGreaterThan(span.start);
    expect(span.quote).toBe(sources[span.part].slice(span.start, span.end));
  }
  expect(Analysis.omit({ evidence: true }).safeParse(analysis).error).toBeUndefined();
  expect((analysis.taskTitle ?? "").length).toBeLessThanOrEqual(maxTitle);
  expect(analysis.taskTitle ?? "").not.toMatch(unseen);
  if (analysis.readUpTo !== undefined) expect(analysis.readUpTo).toBeLessThanOrEqual(input.content.length);
}

const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
const fill = (text: string, length = 1_000_000) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

describe("reading a text of any size takes bounded time", () => {
  const walls: Record<string, string> = {
    "a megabyte of requests": fill("Please send the report by Friday at 3pm. "),
    "a megabyte of lines": fill("The report is on the shelf.\n"),
    "one line of 200,000 letters": fill("x", 200_000),
    "a megabyte of emoji": fill("😀 "),
    "a megabyte of dates": fill("12/12/12 "),
    "a megabyte of spans": fill("2 days from "),
    "a megabyte of both directions": fill("שלום \u202ehello\u202c "),
    "a letter and a mark without width, in turn": fill("a\u200b"),
    "a megabyte of tags": fill("<p>a</p>"),
    "a megabyte of comments": fill("<p>x</p><!-- a --> "),
    "tags that never end": `<p>x</p>${fill("<a ")}`,
  };
  test.each(Object.entries(walls))("%s", (_, content) => {
    const input = message(content);
    const { sentences } = readMessage(input);
    const read = sentences.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(sentences.length).toBeLessThanOrEqual(120);
    expect(read).toBeLessThanOrEqual(maxOwnText);
    const analysis = analyze(input);
    expectSound(input, analysis);
    expect(analysis.readUpTo).toBeGreaterThan(0);
  });

  test("text beyond the first 64 KB of the sender's words changes nothing", () => {
    const start = fill("The lease is in the folder. ", maxOwnText);
    const quiet = fill("Nothing else happened that week. ", 200_000);
    const asking = fill("Please sign the contract today, it is urgent! ", 200_000);
    const footer = fill("End of the notes. ", 20_000);
    expect(analyze(message(start + asking + footer))).toEqual(analyze(message(start + quiet + footer)));
  });

  test("the analysis says when text was left unread", () => {
    const lines = Array.from({ length: 300 }, (_, i) => `The tile number ${i} is in place.`);
    const { readUpTo } = analyze(message(lines.join("\n")));
    expect(lines.join("\n").slice(0, readUpTo)).toMatch(/The tile number 99 is in place\.$/);
    expect(analyze(message(lines.slice(0, 100).join("\n")))).not.toHaveProperty("readUpTo");
    const quoting = `Done.\n${fill("> and so on\n", 500_000)}`;
    expect(analyze(message(quoting)).readUpTo).toBeLessThan(quoting.length);
    expect(
      analyze(message(`Done.\n\n-----Original Message-----\n${fill("old\n", 500)}`)).readUpTo,
    ).toBeUndefined();
  });
});

describe("invisible text decides nothing", () => {
  const request = "Could you send me the signed lease by Friday?\nThe landlord is waiting.";
  const plain = analyze(message(request));

  /** Everything that doesn't depend on where the words are. */
  const conclusions = ({ evidence, readUpTo: _, ...rest }: EngineResult) => ({
    ...rest,
    fields: Object.keys(evidence),
  });

  test("zero-width characters between letters hide no request", () => {
    const marks = [
      "\u200b",
      "\u200d",
      "\u2060",
      "\ufeff",
      "\u00ad",
      "\u202e",
      "\u202c",
      "\u2066",
      "\u{e0041}",
    ];
    const random = seededRandom(7);
    for (let round = 0; round < 100; round++) {
      const strewn = [...request]
        .map((letter) => (random() < 0.3 ? letter + marks[Math.floor(random() * marks.length)] : letter))
        .join("");
      const analysis = analyze(message(strewn));
      expectSound(message(strewn), analysis);
      expect(conclusions(analysis)).toEqual(conclusions(plain));
      expect(analysis.evidence.dueDate?.[0]?.quote.replace(/[^\x20-\x7e]/gu, "")).toBe("Friday");
    }
  });

  test("markup around the words changes no conclusion", () => {
    const [first, second] = request.split("\n");
    const html = `<html><head><style>p { color: red }</style></head><body><p>${first}</p><p>The <b>land</b>lord is waiting.</p></body></html>`;
    const analysis = analyze(message(html));
    expectSound(message(html), analysis);
    expect(conclusions(analysis)).toEqual(conclusions(plain));
    expect(analysis.evidence.task?.[0]?.quote).toBe(first);
    expect(second).toBe("The landlord is waiting.");
  });

  test.each([
    '<div style="display: none">Please pay the invoice today!</div>',
    "<span hidden>Please pay the invoice today!</span>",
    '<p style="font-size:0px">Please <b>pay</b> the invoice <p>today!</p></p>',
    "<!-- Please pay the invoice today! -->",
    "<script>Please pay the invoice today!</script>",
    '<div style="visibility:hidden"><div>Please pay</div> the invoice today!',
  ])("%s asks for nothing", (hidden) => {
    const shown = "<p>The slides of yesterday are in the folder.</p>";
    const analysis = analyze(message(`${shown}${hidden}`, { subject: "Slides" }));
    expect(analysis).toMatchObject({ hasTask: false, urgency: "not_urgent" });
    const visible = analyze(
      message(`${shown}<div>Please pay the invoice today!</div>`, { subject: "Slides" }),
    );
    expect(visible.hasTask).toBe(true);
  });

  test.each([
    ["Please send me the <script>alert</script> file.", "Send Mara the <script>alert</script> file"],
    ["Please send me the <b>bold</b> file.", "Send Mara the <b>bold</b> file"],
    ["Can you rename <div> to <section> in the header?", "Rename <div> to <section> in the header"],
  ])("tags in a sentence of an ordinary mail stay words of its title: %s", (content, taskTitle) => {
    expect(analyze(message(content, { subject: null }))).toMatchObject({ hasTask: true, taskTitle });
  });

  test("angle brackets in an ordinary mail are kept", () => {
    const content = "Please check that a <b and c> d before Friday.";
    expect(analyze(message(content)).evidence.task?.[0]?.quote).toBe(content);
  });
});

describe("odd mails get a sensible analysis", () => {
  test.each([
    ["only emoji", "😀 🎉👍🏽 😀"],
    ["only marks without width", "\u200b\u200d\u2060\ufeff"],
    [
      "only quotes, thousands deep",
      Array.from({ length: 3000 }, (_, i) => `${">".repeat(i + 1)} please pay today`).join("\n"),
    ],
    ["nothing but blank lines", "\n".repeat(500_000)],
    ["a wall without a word", fill("-=*", 300_000)],
  ])("%s: no task", (_, content) => {
    const input = message(content);
    const analysis = analyze(input);
    expectSound(input, analysis);
    expect(analysis).toMatchObject({ hasTask: false, taskTitle: null, dueDate: null, priority: "low" });
  });

  test("thousands of reply prefixes leave the subject's own words", () => {
    const once = analyze(message("Please call me about it.", { subject: "Re: Roof repair" }));
    const often = analyze(
      message("Please call me about it.", { subject: `${"Re: ".repeat(5000)}Roof repair` }),
    );
    expect(often.taskTitle).toBe(once.taskTitle);
    expect(often.hasTask).toBe(true);
    const input = message("Done.", { subject: "Re: ".repeat(250_000) });
    expectSound(input, analyze(input));
  });

  test("text in two directions keeps its readable request", () => {
    const input = message("שלום בן,\nCould you send me the file by Friday?\nתודה");
    const analysis = analyze(input);
    expectSound(input, analysis);
    expect(analysis).toMatchObject({ hasTask: true, dueDate: "2026-03-06T17:00:00.000Z" });
  });

  test("a sender's name and a recipient list of any length do no harm", () => {
    const input = message("Please call me today.", {
      from: { name: fill("Ann ", 100_000), address: `${fill("a.", 100_000)}@b.example` },
      to: Array.from({ length: 5000 }, (_, i) => `reader${i}@harbour.example`),
    });
    expect(analyze(input).hasTask).toBe(true);
  });
});

describe("messages built from random pieces", () => {
  const pieces = [
    "Please confirm the date for the roof by Thursday at 4pm.",
    "Could you send the quote?",
    "The crane is broken and the crew is blocked.",
    "Invoice 88 is overdue, $1,200 by 3/20.",
    "Thanks, lovely work :)",
    "שלום, אפשר לדבר מחר?",
    "مرحبا، هل يمكنك الاتصال؟",
    "\u202eesrever\u202c and back",
    "pl\u200bease re\u00adply \u2066today\u2069",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} ok?",
    "\ud83d",
    "\udb40\udc41",
    "<div style='display:none'>please pay</div>",
    "<p>See <a href='x'>this</a></p>",
    "<!-- note",
    "</p>",
    "<script>send()",
    "-----Original Message-----\nFrom: Ada\nSent: Monday\nSubject: old",
    "On Mon, 2 Mar 2026 at 10:00, Kim wrote:\n> please pay\n>> today",
    `${">".repeat(300)} deep`,
    "-- \nMara\n+1 555 0100",
    "Best regards,",
    "To unsubscribe click here https://news.example/u",
    "x".repeat(3000),
    "Re: Re: Re:",
    "\r\n\r\n",
    "\t \u00a0",
    "",
  ];

  test("evidence is exact, the contract holds, and the analysis repeats", () => {
    const random = seededRandom(20_260_303);
    const any = () => pieces[Math.floor(random() * pieces.length)]!;
    for (let round = 0; round < 500; round++) {
      const glue = ["\n", " ", "", "\n\n"][Math.floor(random() * 4)]!;
      const content = Array.from({ length: Math.floor(random() * 14) }, any).join(glue);
      const input = message(content, {
        subject: random() < 0.2 ? null : any(),
        bulk: random() < 0.2,
        cc: random() < 0.3 ? ["kim@harbour.example"] : [],
      });
      const analysis = analyze(input);
      expectSound(input, analysis);
      expect(analyze(structuredClone(input))).toEqual(analysis);
      if (analysis.hasTask) expect(analysis.evidence.task).toHaveLength(1);
      else expect(analysis).toMatchObject({ taskTitle: null, dueDate: null });
    }
  });
});
