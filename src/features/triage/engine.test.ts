import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../eval/training/linear-training";
import { triageInput } from "../../../test/support/messages/triage-input";
import { Analysis } from "./contract";
import type { Decision } from "./corrections/correction";
import { analyze, concludeFrom, engineVersion, findTask, readMessage } from "./engine";
import type { EngineResult, TriageInput } from "./message";
import { chanceOfTask, runModels } from "./models/message-models";
import type { MessageWeights } from "./models/message-weights";
import { toSignals } from "./signals/signals";
import { addedVerbs, frameWords, maxTitle } from "./title/title";
import { messageWeights } from "./weights/messages";

function expectExactQuotes(input: TriageInput, { evidence }: EngineResult): void {
  const sources = { content: input.content, subject: input.subject ?? "" };
  for (const span of Object.values(evidence).flat()) {
    expect(span.end).toBeGreaterThan(span.start);
    expect(span.quote).toBe(sources[span.part].slice(span.start, span.end));
  }
}

const fragments = [
  "Please send the signed lease to the landlord by Thursday.",
  "Could you confirm the venue for May 12th at 4pm?",
  "Thanks so much, that was wonderful! :)",
  "The deploy failed again, login is down and customers are blocked.",
  "-----Original Message-----\nFrom: Ada\nSent: Monday\nSubject: old\n",
  "On Mon, 2 Mar 2026 at 10:00, Kim wrote:\n> please pay the bill\n> today",
  "-- \nDana\n+1 555 0100",
  "To unsubscribe click here https://news.example/u?id=1",
  "😀😀 👩‍👩‍👧 ok?",
  "שלום, תוכל לשלוח את הקובץ מחר?",
  "\r\n",
  "\n\n",
  "\t",
  'e.g. Dr. No. 5 … "quoted." (ASAP)',
  "Invoice 4711 is overdue, $1,200.50 due 3/20.",
  "\ud83d", // half an emoji, as a careless cut leaves it
  "a".repeat(700),
];

describe("the embedded engine", () => {
  test("what a message asks for is found without a title where the whole analysis finds it", () => {
    const found = fragments.map((content) => {
      const input = triageInput(content, { subject: null });
      const task = findTask(input);
      expect(task).toEqual(analyze(input).evidence.task?.find(({ part }) => part === "content") ?? null);
      return task?.quote;
    });
    expect(found).toContain(fragments[0]);
    expect(found).toContain(undefined);
  });

  test.each([
    ["Send your comments within a week.", "Send your comments within a week"],
    ["All evidence must be uploaded by March 20.", "Upload all evidence by March 20"],
    ["Deliver the report by the end of next week.", "Deliver the report by the end of next week"],
    ["Payment is due on March 31.", "Make payment due on March 31"],
  ])("a limit that is set for the reader is a task with that date: %s", (content, title) => {
    const { hasTask, dueDate, taskTitle } = analyze(triageInput(content, { subject: null }));
    expect(hasTask).toBe(true);
    expect(dueDate).not.toBeNull();
    expect(taskTitle).toBe(title);
  });

  test.each([
    "Please fix the login, it is down and customers are blocked.",
    "Could you have a look at the slides?",
    "It would be great if you could review my draft.",
    "I still need your signature on page 4.",
  ])("INB-8 what somebody is plainly asked is a task: %s", (content) => {
    expect(analyze(triageInput(content, { subject: null })).hasTask).toBe(true);
  });

  test.each(["when you can", "whenever you have time", "at your convenience", "sometime next quarter"])(
    "INB-8 what may be done %s isn't urgent",
    (words) => {
      const { hasTask, urgency } = analyze(
        triageInput(`Please send me the report ${words}.`, { subject: null }),
      );
      expect({ hasTask, urgency }).toEqual({ hasTask: true, urgency: "not_urgent" });
    },
  );

  test("what is done with the subject may be a word that isn't in the message", () => {
    const { taskTitle } = analyze(
      triageInput("Please do it today, it is overdue.", { subject: "Invoice 1190" }),
    );
    expect(taskTitle).toBe("Pay Invoice 1190");
  });

  test.each([
    "He has to finish it by Friday.",
    "They must pay by Friday.",
    "I will send it by Friday.",
    "The shop is closed until Friday.",
  ])("what others do by a day is none: %s", (content) => {
    expect(analyze(triageInput(content, { subject: null }))).toMatchObject({ hasTask: false, dueDate: null });
  });

  test("a message to one person in a chat weighs more than the same message in a channel", () => {
    const importance = (to: string) =>
      runModels(
        toSignals(
          readMessage(
            triageInput("Please pay the invoice of the roofers, they stop work otherwise.", {
              ...{ subject: null, channel: "slack", to: [to] },
            }),
          ),
        ),
      ).important;
    expect(importance("Ben")).toBeGreaterThan(importance("#ops"));
  });

  test("INB-8 finds the task, its title and its date in an ordinary request", () => {
    const analysis = analyze(
      triageInput("Hi Sam,\n\nCould you send me the revised floor plan by Friday at 3pm?\n\nBest,\nDana"),
    );
    expect(analysis).toMatchObject({
      hasTask: true,
      taskTitle: "Send Dana the revised floor plan by Friday at 3pm",
      dueDate: "2026-03-06T15:00:00.000Z",
      engine: "embedded",
      version: engineVersion,
    });
  });

  test("INB-8 INT-8 who writes without a known name isn't called by what stands for it", () => {
    const titleFrom = (name: string) =>
      analyze(
        triageInput("Please send me the revised floor plan.", {
          subject: null,
          from: { name, address: null },
          to: [],
          channel: "instagram",
        }),
      ).taskTitle;
    expect(titleFrom("Dana Reyes")).toBe("Send Dana the revised floor plan");
    for (const name of ["Instagram user", "Messenger user", "Facebook User", "Unknown"])
      expect(titleFrom(name)).toBe("Send the revised floor plan");
  });

  test("INB-8 every analysis fits the contract", () => {
    for (const content of [
      "",
      "Thanks!",
      "Please call the plumber today.",
      "FYI, the minutes are attached.",
    ]) {
      const analysis = analyze(triageInput(content));
      expect(Analysis.omit({ evidence: true }).safeParse(analysis).success).toBe(true);
    }
  });

  test("INB-8 a thank-you note has no task", () => {
    const analysis = analyze(triageInput("Thanks for the great dinner last night. We really enjoyed it!"));
    expect(analysis).toMatchObject({ hasTask: false, taskTitle: null, dueDate: null, sentiment: "positive" });
  });

  test("INB-8 an offer to help is not a request", () => {
    const content =
      "The minutes of the last session are attached.\nPlease let me know if you have any questions.";
    expect(analyze(triageInput(content)).hasTask).toBe(false);
  });

  test("INB-8 what the account's owner wrote is never a task", () => {
    const asking = triageInput("Please send me the contract by tomorrow.");
    expect(analyze(asking).hasTask).toBe(true);
    expect(analyze({ ...asking, fromOwner: true }).hasTask).toBe(false);
  });

  test("INB-8 quoted requests are not read as the sender's", () => {
    const quoted =
      "Done, it is on your desk.\n\n-----Original Message-----\nFrom: Sam\nSent: Monday\nTo: Dana\nSubject: x\n\nPlease send me the urgent contract today!";
    expect(analyze(triageInput(quoted)).hasTask).toBe(false);
  });

  test("INB-8 a forward without a comment is read as the sender's own text", () => {
    const forward =
      "---------- Forwarded message ----------\nFrom: Lee\nDate: Monday\nSubject: Roof\nTo: Dana\n\nPlease approve the quote for the roof repair by Thursday.";
    const analysis = analyze(triageInput(forward));
    expect(analysis.hasTask).toBe(true);
    expect(analysis.evidence.task?.[0]?.quote).toBe(
      "Please approve the quote for the roof repair by Thursday.",
    );
  });

  test("INB-8 a newsletter is bulk and has no task, however hard it asks", () => {
    const content =
      "Dear subscriber,\nClick here to claim your 50% discount today! Buy now!\n\nTo unsubscribe from this newsletter click below.";
    const analysis = analyze(
      triageInput(content, { bulk: true, from: { name: "Deals", address: "newsletter@shop.example" } }),
    );
    expect(analysis).toMatchObject({ hasTask: false, category: "bulk", priority: "low" });
  });

  test("INB-8 urgent and important together make high priority", () => {
    const content =
      "Please sign the customer contract today, the payment is blocked until we have it. This is urgent.";
    expect(analyze(triageInput(content))).toMatchObject({
      urgency: "urgent",
      importance: "important",
      priority: "high",
    });
  });

  test("INB-8 another language lowers the confidence", () => {
    const english = analyze(
      triageInput("Please send me the invoice by tomorrow, we need it for the audit."),
    ).confidence;
    const german = analyze(
      triageInput(
        "Bitte senden Sie mir die Rechnung bis morgen, wir brauchen sie für die Prüfung und das ist nicht zu spät.",
      ),
    ).confidence;
    expect(german).toBeLessThan(0.5);
    expect(english).toBeGreaterThan(german);
  });

  test("the same message always gives the same analysis", () => {
    const input = triageInput(fragments.join("\n"));
    expect(analyze(input)).toEqual(analyze(structuredClone(input)));
  });

  test("BEY-1 evidence quotes the text exactly and names its conclusion", () => {
    const input = triageInput("Sam, the client is waiting.\nPlease pay invoice 88 by 20 March!", {
      subject: "Invoice 88",
    });
    const { evidence } = analyze(input);
    expect(evidence.task?.[0]?.quote).toBe("Please pay invoice 88 by 20 March!");
    expect(evidence.dueDate?.[0]?.quote).toContain("20 March");
    expect(evidence.importance?.map(({ quote }) => quote)).toContain("pay");
  });

  test("BEY-1 evidence quotes the text exactly in any mixture of texts", () => {
    const random = seededRandom(20260303);
    const pick = () => fragments[Math.floor(random() * fragments.length)]!;
    for (let round = 0; round < 400; round++) {
      const content = Array.from({ length: 1 + Math.floor(random() * 9) }, pick).join(
        random() < 0.5 ? "\n" : " ",
      );
      const input = triageInput(content, { subject: random() < 0.3 ? null : pick(), bulk: random() < 0.2 });
      const analysis = analyze(input);
      expectExactQuotes(input, analysis);
      if (analysis.hasTask) expect(analysis.evidence.task).toHaveLength(1);
      expect(analysis.taskTitle === null || analysis.taskTitle.length <= maxTitle).toBe(true);
    }
  });

  test("a title uses the words of the message and its subject", () => {
    for (const content of fragments.filter((text) => /[a-z]{4}/.test(text))) {
      const { taskTitle } = analyze(triageInput(content));
      if (taskTitle === null) continue;
      const words = (taskTitle.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
        (word) => !frameWords.has(word) && !addedVerbs.has(word),
      );
      const source = `project ${content}`.toLowerCase();
      const known = words.filter((word) => source.includes(word));
      expect(known.length / words.length).toBeGreaterThanOrEqual(0.8);
    }
  });
});

describe("hostile and odd texts", () => {
  const odd: Record<string, string> = {
    "a megabyte of requests": "Please send the report by Friday at 3pm. ".repeat(25_000),
    "one line of 200,000 letters": "x".repeat(200_000),
    "one line of 200,000 words": "ab ".repeat(66_000),
    "thousands of quote levels": Array.from({ length: 2000 }, (_, depth) => `${">".repeat(depth)} hi`).join(
      "\n",
    ),
    "only emoji": "😀".repeat(50_000),
    "right to left with marks": "\u202eשלום עולם \u200f".repeat(10_000),
    "slashes and digits": "12/12/12 ".repeat(20_000),
    "header lines without a body": "From: x\nTo: y\n".repeat(40_000),
    "unclosed tags": "<div><a href='x'>".repeat(40_000),
    "blank lines": "\n".repeat(1_000_000),
    "stops without blanks": "a.".repeat(100_000),
    "spaces inside a phrase": `in the next ${" ".repeat(100_000)}week`,
    "nothing at all": "",
  };
  test.each(Object.entries(odd))("%s gives an analysis with exact evidence", (_, content) => {
    const input = triageInput(content);
    expectExactQuotes(input, analyze(input));
  });

  test("only the first 64 KB of the sender's words are read", () => {
    const late = `${"Nothing to see here. ".repeat(4000)}\nPlease sign the contract today.`;
    const { evidence } = analyze(triageInput(late));
    for (const { end } of Object.values(evidence).flat()) expect(end).toBeLessThanOrEqual(64 * 1024);
  });

  test("an unknown zone and an odd sender don't stop the analysis", () => {
    const input = triageInput("Please call me tomorrow at 9am.", {
      timeZone: "Nowhere/Land",
      from: { name: null, address: null },
      to: [],
    });
    expect(analyze(input).dueDate).toBe("2026-03-04T09:00:00.000Z");
  });
});

describe("uncertain", () => {
  const { certainty } = messageWeights;
  const weightsWith = (score: number): MessageWeights => ({
    ...messageWeights,
    hasTask: { bias: score, weights: {} },
    category: { information: { bias: 0, weights: {} } },
  });
  const concluded = (score: number, more: Partial<TriageInput> = {}, decided: Decision | null = null) => {
    const input = triageInput("The report is on the shared drive, as you said.", more);
    return concludeFrom(input, readMessage(input), null, decided, weightsWith(score));
  };
  const inside = (certainty.from + certainty.to) / 2;

  test("is true for scores around the cut, and never for clear messages, the reader's own or decided ones", () => {
    expect(certainty.from).toBeLessThan(0);
    expect(certainty.to).toBeGreaterThan(0);
    expect(concluded(inside)).toMatchObject({ uncertain: true });
    expect(concluded(certainty.from - 0.01)).toMatchObject({ hasTask: false, uncertain: false });
    expect(concluded(certainty.to + 0.01)).toMatchObject({ hasTask: true, uncertain: false });
    expect(concluded(inside, { fromOwner: true }).uncertain).toBe(false);
    expect(concluded(inside, {}, { hasTask: true }).uncertain).toBe(false);
  });

  test("is true for everything except bulk mail in a language that the engine hasn't learned", () => {
    const dutch = { content: "Hallo Ana, de notulen van het overleg van gisteren zijn klaar." };
    expect(concluded(-4, dutch).uncertain).toBe(true);
    expect(concluded(-4).uncertain).toBe(false);
  });

  test("confidence is the chance that the conclusion is right", () => {
    for (const score of [-3, -0.5, 0.5, 3]) {
      const chance = chanceOfTask(score, certainty);
      expect(concluded(score).confidence).toBeCloseTo(score > 0 ? chance : 1 - chance, 3);
    }
  });
});
