import { expect, test } from "vitest";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { extractActionItems } from "./action-items";
import { nounPhrasesIn } from "./noun-phrases";

/** Wednesday. */
const now = new Date("2026-11-18T10:00:00Z");

/** "Ann: Hello." lines, ten seconds each. */
function extract(text: string) {
  const segments = text.split("\n").map((line, at): TranscriptSegment => {
    const [, speaker, said] = /^([^:]+): (.*)$/.exec(line.trim())!;
    return { start: at * 10, end: at * 10 + 9, speaker: speaker!, text: said! };
  });
  const { items, decisions, summary } = extractActionItems(segments, { members: [], now, timeZone: "UTC" });
  return {
    items: items.map(({ title, assigneeName, dueDate }) => [
      title,
      assigneeName,
      dueDate?.slice(0, 10) ?? null,
    ]),
    decisions: decisions.map(({ text: said }) => said),
    summary,
  };
}

test("MEET-3 a standup gives each promise with its thing and its owner, once", () => {
  const { items, decisions } = extract(`Nora: Ivan, what's up with you?
Ivan: I'm done with the import. I need somebody to review the pull request. Mei, could you take a look at it before lunch?
Mei: Yep, I'll review it this morning.
Nora: Mei, anything else?
Mei: I'm blocked on access to the audit logs.
Nora: Okay, I'll get you access to the audit logs today.
Ivan: And the staging certificate expires on Friday, so somebody needs to renew it.
Mei: I can do that.
Nora: Perfect. Let's not deploy anything on Thursday morning.`);
  expect(items).toEqual([
    ["Review the pull request this morning", "Mei", "2026-11-18"],
    ["Get Mei access to the audit logs today", "Nora", "2026-11-18"],
    ["Renew the staging certificate", "Mei", "2026-11-20"],
  ]);
  expect(decisions).toEqual(["Let's not deploy anything on Thursday morning."]);
});

test("MEET-3 a call with a client names what each side sends the other", () => {
  const { items } =
    extract(`Sara Kim: We'd need a sample export of your data. Could you send me that by Friday?
Dan Osei: Friday is fine. Did you see the security questionnaire?
Sara Kim: Not yet. Legal has to look at it first. I'll forward it to Jo in legal.
Dan Osei: If you could send the references you mentioned too, that would help.
Sara Kim: Absolutely, I'll send those over today.`);
  expect(items).toEqual([
    ["Send Sara Kim the sample export of your data by Friday", "Dan Osei", "2026-11-20"],
    ["Forward the security questionnaire to Jo in legal", "Sara Kim", null],
    ["Send the references over today", "Sara Kim", "2026-11-18"],
  ]);
});

test("MEET-3 a board's votes are its decisions, and committees get their work", () => {
  const { items, decisions, summary } =
    extract(`Chair Marsh: Any comments on the minutes? Then the minutes are approved.
Rob Lang: We propose to cut the marketing budget. The trade fair would be cancelled.
Ana Rao: I'd be against that. The trade fair brings us leads, and the marketing budget is small.
Chair Marsh: What about the print advertising? All in favour? That's unanimous. So the marketing budget is reduced by forty thousand, and the trade fair stays.
Rob Lang: I'll revise the budget and circulate it to the board.
Chair Marsh: Motion to appoint Klein and Partners as auditors for another year. The motion is carried.
Chair Marsh: The audit committee will review the whistleblowing policy and report back in September.
Rob Lang: We also need to file the annual return by the thirtieth of November.`);
  expect(decisions).toEqual([
    "The minutes are approved.",
    "The marketing budget is reduced by forty thousand, and the trade fair stays.",
    "Motion to appoint Klein and Partners as auditors for another year.",
  ]);
  expect(items).toEqual([
    ["Revise the budget and circulate it to the board", "Rob Lang", null],
    ["Review the whistleblowing policy and report back in September", "Audit committee", null],
    ["File the annual return by the thirtieth of November", null, "2026-11-30"],
  ]);
  expect(summary).toContain("mostly about the marketing budget and the trade fair");
});

test("MEET-3 a decision that is repeated stands once, and hours are said as hours", () => {
  const segments = Array.from({ length: 4 }, (_, n) => ({
    ...{ start: n * 3000, end: n * 3000 + 1800, speaker: n % 2 ? "Ann" : "Bo" },
    text: "We've decided to move the launch to January. The new harbour wall can wait.",
  }));
  const { decisions, summary } = extractActionItems(segments, { members: [], now, timeZone: "UTC" });
  expect(decisions.map(({ text, evidence }) => [text, evidence.segment])).toEqual([
    ["We've decided to move the launch to January.", 0],
  ]);
  expect(summary).toBe("Bo and Ann talked for 3 hours, mostly about the harbour wall and the launch.");
});

test("MEET-3 what is only talked about, asked or voted down is neither work nor decision", () => {
  expect(
    extract(`Ann: The printer jammed again. You have to program it, I think.
Bo: Should the budget be approved? I don't know.
Ann: All in favour? No? Okay, so it's lunch.
Bo: The motion is carried? Which one?`),
  ).toMatchObject({ items: [], decisions: [] });
});

test("MEET-3 things are named without the verbs that follow them", () => {
  const things = (text: string) => nounPhrasesIn(text).map(({ text: thing }) => thing);
  expect(things("The staging certificate expires on Friday.")).toEqual(["staging certificate"]);
  expect(things("a sample export of your current data, and the printer jammed")).toEqual([
    "sample export of your current data",
    "printer",
  ]);
  expect(things("those numbers that the board wanted")).toEqual(["numbers", "board"]);
  expect(things("the ".repeat(5000)).length).toBeLessThan(5000);
});
