import { expect, test } from "vitest";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { extractActionItems } from "./action-items";

/** Wednesday. */
const now = new Date("2026-11-18T10:00:00Z");
const options = { members: ["Ann Lee", "Bo Berg", "Cy Diaz"], now, timeZone: "UTC" };

/** "Ann: Hello." lines, ten seconds each. */
const talk = (text: string): TranscriptSegment[] =>
  text
    .trim()
    .split("\n")
    .map((line, at) => {
      const [, speaker, said] = /^(?:([^:]+): )?(.*)$/.exec(line.trim())!;
      return { start: at * 10, end: at * 10 + 9, speaker: speaker ?? null, text: said! };
    });

const extract = (text: string, more = {}) => extractActionItems(talk(text), { ...options, ...more });
const found = (text: string) =>
  extract(text).items.map(({ title, assigneeName, dueDate }) => [
    title,
    assigneeName,
    dueDate?.slice(0, 10) ?? null,
  ]);

test("MEET-3 promises, requests and assignments become items with owner, date and place", () => {
  const text = `Ann Lee: Good morning everybody. Thanks for coming.
Bo: The numbers of last quarter were fine. Sales went up in the north.
Ann Lee: Okay. Bo, can you send me the final budget by Friday?
Bo: Sure, will do.
Cy: I'll call the printer tomorrow about the brochures.
Ann Lee: Great. And somebody needs to book the room for the workshop.
Bo: I, uh, I will update the the price list, you know, before the end of the month.
Ann Lee: Cy Diaz will prepare the slides for the board.
Cy: Yeah.
Ann Lee: Okay, thanks everyone. Bye.`;
  expect(found(text)).toEqual([
    ["Send Ann Lee the final budget by Friday", "Bo Berg", "2026-11-20"],
    ["Call the printer tomorrow about the brochures", "Cy Diaz", "2026-11-19"],
    ["Book the room for the workshop", null, null],
    ["Update the price list, before the end of the month", "Bo Berg", "2026-11-30"],
    ["Prepare the slides for the board", "Cy Diaz", null],
  ]);
  const [first] = extract(text).items;
  expect(first).toMatchObject({
    importance: "important",
    evidence: { segment: 2, quote: "Bo, can you send me the final budget by Friday?", start: 6 },
  });
  expect(first!.evidence.second).toBeCloseTo(20 + (9 * 6) / 53, 0);
  const { segment, start, end, quote } = first!.evidence;
  expect(talk(text)[segment]!.text.slice(start, end)).toBe(quote);
});

test.each([
  [
    "chat",
    "Ann: Did you see the game?\nBo: Yeah, it was great. I'll never forget it.\nAnn: Can you believe it?\nBo: You will see them win the cup.",
  ],
  [
    "talk of the talk itself",
    "Ann: Let me share my screen. Can you see it?\nBo: Yes, I can see it.\nAnn: I'll go through the slides. Let's start.\nBo: Could you say that again?\nAnn: I'll say it again.",
  ],
  [
    "reports and opinions",
    "Ann: We sold forty units. You can buy them in every shop.\nBo: I think you should always like what you sell.\nAnn: Users will choose the blue one.",
  ],
  [
    "conditions",
    "Ann: If I had time, I would have called them.\nBo: Should we send the letter?\nAnn: I don't know if we should.",
  ],
  ["noise", "Mm-hmm.\nYeah.\n…\nOkay."],
])("MEET-3 %s holds no items", (_, text) => {
  expect(found(text)).toEqual([]);
});

test("MEET-3 silence gives nothing at all", () => {
  const nothing = { items: [], decisions: [], summary: "" };
  expect(extractActionItems([], options)).toEqual(nothing);
  expect(extractActionItems([{ start: 0, end: 5, speaker: null, text: "  " }], options)).toEqual(nothing);
});

test("MEET-3 an answer gives a request its owner, and the two sides of a call know each other", () => {
  expect(
    found(
      "You: Could you forward the signed contract to the lawyers?\nOthers: Yes, of course.\nYou: I'll review the offer tonight.",
    ),
  ).toEqual([
    ["Forward the signed contract to the lawyers", null, null],
    ["Review the offer tonight", "You", "2026-11-18"],
  ]);
  expect(found("Ann: Would you mind sending the notes to the team?\nCy: Sure.")).toEqual([
    ["Send the notes to the team", "Cy Diaz", null],
  ]);
});

test("MEET-3 the same work said twice is one item, and there are at most eight", () => {
  const again = found(
    "Ann: I'll send the minutes to everybody.\nBo: Great.\nAnn: So I will send out the minutes today.",
  );
  expect(again).toHaveLength(1);
  const objects =
    "budget contract brochure invoice website newsletter survey roadmap handbook forecast".split(" ");
  const many = objects.map((word) => `Ann: I will rewrite the ${word} for the client.`).join("\n");
  expect(found(many)).toHaveLength(8);
});

test("MEET-3 a date may stand in the answer", () => {
  expect(found("Ann: Bo, please draft the offer for Miller.\nBo: By next Tuesday.")).toEqual([
    ["Draft the offer for Miller", "Bo Berg", "2026-11-24"],
  ]);
});

test("MEET-3 what is due soon or called urgent is urgent", () => {
  const [soon, later] = extract(
    "Ann: I'll pay the invoice today.\nBo: Okay.\nCy: I'll organize the summer party.",
  ).items;
  expect(soon).toMatchObject({ urgency: "urgent", importance: "important" });
  expect(later).toMatchObject({ urgency: "not_urgent" });
});

test("MEET-3 somebody takes on what was asked of nobody, and what nobody takes stays open", () => {
  expect(
    found(`Ann: We also need to book a venue for the offsite. Any volunteers?
Cy: I booked the last one, so not me.
Bo: Fine, I'll do it.
Ann: Somebody should update the roadmap in Notion as well.
Cy: I'll have the fix ready by Friday.`),
  ).toEqual([
    ["Book a venue for the offsite", "Bo Berg", null],
    ["Update the roadmap in Notion", null, null],
    ["Have the fix ready by Friday", "Cy Diaz", "2026-11-20"],
  ]);
});

test("MEET-3 the last quarter is not a deadline, and titles don't end in the middle", () => {
  const [churn, committee] = found(
    "Ann: Bo, could you pull the numbers on churn for the last quarter?\nBo: Okay.\nCy: I'll write to the committee and let you know.",
  );
  expect(churn).toEqual(["Pull the numbers on churn for the last quarter", "Bo Berg", null]);
  expect(committee).toEqual(["Write to the committee", "Cy Diaz", null]);
});

test("MEET-3 decisions and a summary stand beside the items", () => {
  const { decisions, summary } = extract(`Ann Lee: Should we use the old logo for the brochure?
Bo Berg: I don't know. Maybe.
Ann Lee: The brochure is late. The brochure costs a lot.
Bo Berg: So we decided to keep the old logo for the brochure, right?
Ann Lee: Yes. Let's postpone the launch to January.`);
  expect(decisions.map(({ text }) => text)).toEqual([
    "We decided to keep the old logo for the brochure.",
    "Let's postpone the launch to January.",
  ]);
  expect(decisions[0]!.evidence.segment).toBe(3);
  expect(summary).toBe(
    "Ann Lee and Bo Berg talked for less than a minute, mostly about the brochure and the old logo.",
  );
});

test.each([
  [9, "Ann", "Ann talked for less than a minute."],
  [59.9, null, "Less than a minute of talk."],
  [60, "Ann", "Ann talked for 1 minute."],
  [100, null, "2 minutes of talk."],
])("MEET-3 the summary of a meeting of %d seconds names no longer time", (end, speaker, summary) => {
  const segments = [{ start: 0, end, speaker, text: "Good morning everybody." }];
  expect(extractActionItems(segments, options).summary).toBe(summary);
});

test("MEET-3 long segments without names or full stops are read too", () => {
  const run = `so ${"that was the report on the north ".repeat(30)} and then I will send the contract to Miller tomorrow`;
  const [item] = extractActionItems([{ start: 100, end: 200, speaker: null, text: run }], options).items;
  expect(item).toMatchObject({ assigneeName: null, dueDate: expect.stringMatching(/^2026-11-19/) });
  expect(item!.title).toBe("Send the contract to Miller tomorrow");
  expect(item!.evidence.second).toBeGreaterThan(150);
});

test("MEET-3 hostile text is read in linear time", () => {
  for (const text of [
    "I'll ".repeat(20_000),
    "can you ".repeat(20_000),
    "a".repeat(100_000),
    ", okay".repeat(20_000),
  ])
    expect(() => extract(`Ann: ${text}`)).not.toThrow();
});
