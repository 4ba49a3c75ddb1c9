import { describe, expect, test } from "vitest";
import { triageInput } from "../../../../test/support/messages/triage-input";
import { Explanation, type Reason } from "../contract";
import { analyze, engineVersion, readMessage } from "../engine";
import type { TriageInput } from "../message";
import { chanceOfTask, runModels, scoreHead } from "../models/message-models";
import { signalNames, toSignals } from "../signals/signals";
import { messageWeights } from "../weights/messages";
import { analyzeChanged, applyChange, outcomesOf } from "./changes";
import { type ExplanationDetails, explain } from "./explain";

const mails: Record<string, TriageInput> = {
  "a request": triageInput("Hi Sam,\n\nplease send me the revised quote by Friday.\n\nThanks\nDana"),
  "a request under pressure": triageInput(
    "Could you sign the customer contract today? The payment is blocked until we have it. This is urgent!\n\n\n> please call\n> tomorrow",
  ),
  "a note that asks for nothing": triageInput(
    "The fair went well yesterday. Thanks so much, it was great! :)",
  ),
  "several requests": triageInput(
    "Please pay invoice 88 by 20 March. Can you also confirm the venue for May 12th at 4pm? I will call you on Monday.",
    { subject: "Re: Meeting tomorrow?", cc: ["lee@harbour.example", "kim@harbour.example"] },
  ),
  "a bulk mail": triageInput("Dear subscriber, buy now! Click here to claim 50% off.\nUnsubscribe below.", {
    bulk: true,
    from: { name: "Deals", address: "newsletter@shop.example" },
  }),
  "a foreign mail": triageInput(
    "Bitte senden Sie mir die Rechnung bis morgen, wir brauchen sie für die Prüfung und das ist nicht zu spät.",
  ),
  "an empty mail": triageInput("", { subject: null }),
  "a mail of one's own": triageInput("Please send me the contract by tomorrow.", { fromOwner: true }),
  "a chat line in a channel": triageInput("is the staging server down again? can't reach it 😀", {
    subject: null,
    to: ["#ops"],
    channel: "slack",
  }),
  "an outage in a channel": triageInput("The payment service is down, all clients get a 503.", {
    subject: null,
    to: ["#ops"],
    channel: "slack",
  }),
  "a request in the subject alone": triageInput("--\nDana", {
    subject: "Please approve the quote by tomorrow",
  }),
  "a mail with words nobody sees": triageInput(
    "<div>Could you <b>plea\u200bse</b> pay the invoice by<span style='display:none'>never mind</span> Friday?</div>",
  ),
  "a report of a failed payment": triageInput(
    "I can't book the refund, the import fails. We lose $ 4,000 a day and € 20 for each order.",
    { subject: "Invoice and party: payment failed" },
  ),
  "a forward": triageInput(
    "---------- Forwarded message ----------\nFrom: Lee\nSubject: Roof\nTo: Dana\n\nUnfortunately the roof leaks. Please approve the quote by Thursday.",
  ),
};

const conclusion = (explained: ExplanationDetails, field: string) => {
  const found = explained.conclusions.find((one) => one.field === field);
  if (!found) throw new Error(`nothing about ${field}`);
  return found;
};
const allReasons = ({ conclusions }: ExplanationDetails): Reason[] =>
  conclusions.flatMap(({ reasons, against }) => [...reasons, ...against]);
const sum = (reasons: readonly Reason[]) =>
  reasons.reduce((total, { contribution }) => total + (contribution ?? 0), 0);

describe.each(Object.entries(mails))("BEY-13 why: %s", (_, input) => {
  const explained = explain(input);
  const signals = toSignals(readMessage(input));
  const modelScores = runModels(signals);
  const sources = { content: input.content, subject: input.subject ?? "" };

  test("the conclusions are the engine's, and the answer fits the contract", () => {
    const outcomes = outcomesOf(analyze(input));
    expect(
      Object.fromEntries(explained.conclusions.map(({ field, conclusion }) => [field, conclusion])),
    ).toEqual(outcomes);
    expect(Explanation.safeParse(explained).error).toBeUndefined();
    expect(explained.version).toBe(engineVersion);
  });

  test("bias and contributions add up to the model's score, and its probability follows from it", () => {
    for (const { score, bias, reasons, against } of explained.conclusions)
      if (score !== null) expect(sum(reasons) + sum(against) + (bias ?? 0)).toBeCloseTo(score, 10);
    for (const [field, expected] of [
      ["task", modelScores.task],
      ["urgency", modelScores.urgent],
      ["importance", modelScores.important],
    ] as const) {
      const { score, probability, rule } = conclusion(explained, field);
      if (rule !== null) continue;
      expect(score).toBeCloseTo(Math.abs(expected), 10);
      const chance = chanceOfTask(expected, messageWeights.certainty);
      const plain = 1 / (1 + Math.exp(-Math.abs(expected)));
      expect(probability).toBeCloseTo(field !== "task" ? plain : expected > 0 ? chance : 1 - chance, 10);
    }
  });

  test("category and sentiment are weighed against the runner-up", () => {
    const task = modelScores.task + modelScores.restraint;
    const read = { ...signals, task: Math.tanh(task / 2) };
    for (const [field, heads] of [
      ["category", messageWeights.category],
      ["sentiment", messageWeights.sentiment],
    ] as const) {
      const scores = Object.values(heads)
        .map((head) => scoreHead(head, read))
        .sort((one, other) => other - one);
      const { score, probability } = conclusion(explained, field);
      expect(score).toBeCloseTo(scores[0]! - scores[1]!, 10);
      const odds = scores.map((one) => Math.exp(one - scores[0]!));
      expect(probability).toBeCloseTo(1 / odds.reduce((total, one) => total + one, 0), 10);
    }
  });

  test("reasons are on the right side, strongest first, and their shares add up to 1", () => {
    for (const { score, reasons, against } of explained.conclusions) {
      if (score === null) continue;
      for (const side of [reasons, against]) {
        const sizes = side.map(({ contribution }) => Math.abs(contribution ?? 0));
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
      }
      expect(reasons.every(({ contribution }) => (contribution ?? 0) > 0)).toBe(true);
      expect(against.every(({ contribution }) => (contribution ?? 0) < 0)).toBe(true);
      const shares = [...reasons, ...against].reduce((total, { share }) => total + (share ?? 0), 0);
      expect(shares).toBeCloseTo(1, 10);
    }
  });

  test("every span is an exact slice of the text", () => {
    const spans = [
      ...allReasons(explained).flatMap((reason) => reason.spans),
      ...explained.conclusions.flatMap(({ changes }) => changes.flatMap((change) => change.spans)),
      ...(explained.sentence
        ? [explained.sentence.span, ...explained.sentence.words.map(({ span }) => span)]
        : []),
    ];
    for (const { part, start, end, quote } of spans) {
      expect(end).toBeGreaterThan(start);
      expect(quote).toBe(sources[part].slice(start, end));
    }
  });

  test("every change listed gives the conclusion it promises", () => {
    for (const { field, conclusion: now, changes } of explained.conclusions)
      for (const { change, outcome } of changes) {
        expect(outcome).not.toBe(now);
        if (change.kind === "signals") {
          const { urgent, important } = runModels({ ...signals, ...change.signals });
          expect({
            urgency: urgent > 0 ? "urgent" : "not_urgent",
            importance: important > 0 ? "important" : "not_important",
          }).toMatchObject({ [field]: outcome });
        } else expect(outcomesOf(analyze(applyChange(input, change)))[field]).toBe(outcome);
      }
  });

  test("the scores of the task's sentence add up", () => {
    const { sentence } = explained;
    if (!sentence) return;
    const words = sentence.words.reduce((total, { contribution }) => total + contribution, 0);
    expect(sentence.bias + words + sentence.otherWords + sentence.build).toBeCloseTo(sentence.score, 10);
    const reading = readMessage(input);
    const own = [...reading.sentences, ...(reading.subject ? [reading.subject] : [])].find(
      ({ start, end, part }) =>
        reading.seen[part].toSource({ start, end }).start === sentence.span.start &&
        part === sentence.span.part,
    );
    expect(sentence.score + sentence.adjustment).toBeCloseTo(own?.ask ?? Number.NaN, 10);
  });

  test("gives the same explanation every time", () => {
    expect(explain(structuredClone(input))).toEqual(explained);
  });
});

/** Signals about the message as a whole or about the sound of all its words, so no single word shows them. */
const wordless = new Set([
  "tonePositive",
  "toneNegative",
  "task",
  "noOwnText",
  "bareForward",
  "short",
  "long",
  "chat",
  "channel",
  "open",
  "namesOther",
  "openReply",
  "openStart",
  "quoted",
  "crowd",
  "external",
  "reply",
  "bulk",
  "foreign",
  "sentences",
]);

test("BEY-13 every signal that comes from words points at words of the text", () => {
  const seen = new Set<string>();
  for (const input of Object.values(mails)) {
    const signals: Record<string, number> = toSignals(readMessage(input));
    for (const { signal, spans, reason } of allReasons(explain(input))) {
      expect(reason.length).toBeGreaterThan(4);
      const value = signals[signal] ?? 0;
      if (value <= 0 || wordless.has(signal)) continue;
      seen.add(signal);
      expect({ signal, reason, found: spans.length > 0 }).toMatchObject({ found: true });
    }
  }
  expect(signalNames.filter((name) => seen.has(name)).length).toBeGreaterThan(30);
});

describe("BEY-13 what would change a conclusion", () => {
  const conditions = (input: TriageInput, field: string) =>
    conclusion(explain(input), field).changes.map(({ condition, outcome }) => `${condition}: ${outcome}`);

  // Training decides which of these is close enough to flip, so a new training may change it.
  const deeds = [
    "Print the photos",
    "Can you call the plumber",
    "Please send me the lease",
    "Could you look",
    "Please send the figures",
  ];
  const ask = (rest: string, more: Partial<TriageInput> = {}) =>
    deeds.map((deed) => triageInput(`${deed}${rest}`, { subject: null, ...more }));
  const named = (inputs: TriageInput[], field: string) => inputs.flatMap((input) => conditions(input, field));

  test("names the words without which the conclusion flips", () => {
    expect(named(ask(" tomorrow."), "urgency")).toContain("Without “tomorrow”: not_urgent");
    expect(named(ask(" tomorrow."), "dueDate")).toContain("Without “tomorrow”: none");
  });

  test("names several words together if none of them decides alone", () => {
    const inputs = ask(
      " by tomorrow, the client, the bank and the legal team wait for the signed contract and the invoice.",
    );
    expect(named(inputs, "importance").join()).toMatch(/Without “[^”]+”(, “[^”]+”)* and “/);
  });

  test("names what is missing", () => {
    expect(conditions(mails["a note that asks for nothing"]!, "task")).toContain(
      "If it said “Could you please look into this?”: task",
    );
    expect(named(ask("."), "urgency")).toContain("If it asked for it “by tomorrow”: urgent");
  });

  test("names the recipients if they decide", () => {
    const open = ask(".", { subject: "Report", to: [] });
    expect(named(open, "importance").concat(named(open, "task")).join()).toContain(
      "If it were addressed to you alone",
    );
  });

  test("your own mail is context by rule, and would be a task from somebody else", () => {
    const explained = explain(mails["a mail of one's own"]!);
    expect(conclusion(explained, "task")).toMatchObject({ conclusion: "none", score: null });
    expect(conclusion(explained, "task").rule).toContain("You wrote it yourself");
    expect(conditions(mails["a mail of one's own"]!, "task")).toEqual([
      "If somebody else had written it: task",
    ]);
    expect(explained.notes).toContain("own_message");
  });

  test("claims only what the engine confirms", () => {
    const input = mails["a request under pressure"]!;
    const signals = toSignals(readMessage(input));
    const nothing = { kind: "without" as const, spans: [] };
    expect(analyzeChanged(input, signals, nothing)).toEqual(outcomesOf(analyze(input)));
    expect(analyzeChanged(input, signals, { kind: "signals", signals: {} })).toMatchObject({
      urgency: conclusion(explain(input), "urgency").conclusion,
    });
  });
});

test("BEY-13 a tone is shown at the words that carry it, and at none if all words do", () => {
  const toneOf = (content: string) =>
    allReasons(explain(triageInput(content, { subject: null })))
      .find(({ signal, reason }) => signal === "tonePositive" && reason.endsWith("sounds pleased"))
      ?.spans.map(({ quote }) => quote.toLowerCase());
  expect(toneOf("Perfect, thanks a lot")?.join(" ")).toMatch(/perfect|thanks/);
  expect(toneOf(`The fair went well yesterday. ${"It rained. ".repeat(100)}`) ?? []).toEqual([]);
});

test("BEY-13 a tone is shown only at words that the tone model reads", () => {
  const report = "We counted the boxes in the second hall on Tuesday and wrote the list. ".repeat(12);
  const content = `Great work, thank you! ${report}Wonderful, excellent, perfect, amazing, great, thanks!`;
  const sentiment = explain(triageInput(content)).conclusions.find(({ field }) => field === "sentiment");
  const spans = sentiment?.reasons.find(({ signal }) => signal === "tonePositive")?.spans ?? [];
  expect(spans.length).toBeGreaterThan(0);
  expect(spans.every(({ end }) => end < report.length)).toBe(true);
});

test("BEY-13 a foreign mail, an empty one and a long one say what couldn't be read", () => {
  expect(explain(mails["a foreign mail"]!).notes).toEqual(["foreign"]);
  const empty = explain(mails["an empty mail"]!);
  expect(empty.notes).toEqual(["no_words"]);
  const long = explain({ ...mails["a foreign mail"]!, content: "The tile is in its place. ".repeat(5_000) });
  expect(long.notes).toEqual(["cut"]);
  expect(empty.sentence).toBeNull();
  expect(conclusion(empty, "task").rule).toContain("no words");
});

test("BEY-13 the listed words are those that the sentence model weighs most", () => {
  const { sentence } = explain(triageInput("Please send me the signed lease tomorrow.", { subject: null }));
  const carrying = sentence?.words
    .filter(({ contribution }) => contribution > 0)
    .map(({ span }) => span.quote);
  expect(carrying?.join(" ").toLowerCase()).toContain("send");
  for (const [index, { span }] of sentence?.words.entries() ?? [])
    for (const other of sentence!.words.slice(index + 1))
      expect(span.end <= other.span.start || span.start >= other.span.end).toBe(true);
});

test.each([
  ["a megabyte of requests", "Please send the report by Friday at 3pm. ".repeat(25_000)],
  ["half an emoji", "\ud83d please call \ud83d today!"],
  ["right to left", "\u202eשלום, תוכל לשלוח את הקובץ מחר? \u200f"],
])("BEY-13 an odd text is explained with exact spans: %s", (_, content) => {
  const input = triageInput(content);
  for (const { spans } of allReasons(explain(input)))
    for (const { part, start, end, quote } of spans)
      expect(quote).toBe({ content, subject: input.subject ?? "" }[part].slice(start, end));
});
