import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../../eval/training/linear-training";
import { triageInput } from "../../../../test/support/messages/triage-input";
import { categories } from "../contract";
import { analyze, readMessage } from "../engine";
import { analyzeChanged, outcomesOf } from "../explain/changes";
import { explain } from "../explain/explain";
import type { TriageInput } from "../message";
import { runModels, scoresOf } from "../models/message-models";
import { priorityOf } from "../priority";
import { signalNames, toSignals } from "../signals/signals";
import type { Correction, TeamCorrections } from "./correction";
import { effectOf, readTraits } from "./correction-effect";
import { learn, mostCorrections } from "./correction-fit";
import { shiftFor, shiftOf } from "./correction-shift";
import { likeness, reaches, total, traitsOf } from "./correction-similarity";
import { decisionPatch, patchFrom, shownValues, withOverrides } from "./overrides";

const sentences = [
  "Please send me the revised quote by Friday.",
  "Could you sign the customer contract today?",
  "The fair went well yesterday.",
  "Is the staging server down again?",
  "The invoice of $ 4,000 is attached.",
  "Shall we meet on Thursday at 3pm?",
  "Thanks so much, it was great!",
  "We cannot book the refund, the import fails.",
];

/** Sample messages from a few senders; the same seed gives the same messages. */
function invented(count: number, seed: number): TriageInput[] {
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!;
  return Array.from({ length: count }, () =>
    triageInput(`${pick(sentences)} ${pick(sentences)}`, {
      subject: pick(["Project", "Lease of the harbour", "Weekly news", null]),
      from: { name: null, address: `${pick(["ann", "bo", "cy", "di"])}@${pick(["a", "b"])}.example` },
      to: pick([["sam@c.example"], ["team-list@lists.example"], ["#ops"], []]),
    }),
  );
}

/** Corrections that contradict what is shown, each of a random conclusion. */
function correctionsOn(inputs: readonly TriageInput[], seed: number): Correction[] {
  const random = seededRandom(seed);
  return inputs.map((input, index) => {
    const shown = shownValues(analyze(input));
    const field = (["task", "urgency", "importance", "category"] as const)[Math.floor(random() * 4)]!;
    const value = {
      task: shown.task === "task" ? "none" : "task",
      urgency: shown.urgency === "urgent" ? "not_urgent" : "urgent",
      importance: shown.importance === "important" ? "not_important" : "important",
      category: categories.find((name) => name !== shown.category) as string,
    }[field];
    const id = `${String(Math.floor(random() * 1e6)).padStart(6, "0")}-${index}`;
    return { id, messageId: String(index), field, value, shown, traits: readTraits(input) };
  });
}

const pullsOf = (teamCorrections: TeamCorrections) => teamCorrections.flatMap(({ pulls }) => pulls);

const sumsOf = (input: TriageInput, teamCorrections: TeamCorrections | null) =>
  explain(input, teamCorrections).conclusions.map(({ score, bias, reasons, against }) => {
    const parts = [...reasons, ...against].reduce((sum, { contribution }) => sum + (contribution ?? 0), 0);
    return { score, sum: parts + (bias ?? 0) };
  });

describe("BEY-14 learning from a team's corrections", () => {
  const corrections = correctionsOn(invented(60, 1), 2);
  const teamCorrections = learn(corrections);

  // Pulls under 0.01 are dropped, which slightly changes the others.
  test("each correction pulls by its remaining error, which is the single best fit", () => {
    for (const { field, value, pull, id } of pullsOf(teamCorrections)) {
      const correction = corrections.find((one) => one.id === id)!;
      const signals = Object.fromEntries(
        signalNames.map((name) => [name, correction.traits.signals[name] ?? 0]),
      ) as ReturnType<typeof toSignals>;
      const scores = scoresOf(signals, undefined, shiftOf(teamCorrections, correction.traits));
      if (field === "category") {
        const all = categories.map((name) => scores.category[name] ?? -9);
        const sum = all.reduce((odds, score) => odds + Math.exp(score), 0);
        for (const [index, name] of categories.entries())
          expect(pull[name]).toBeCloseTo(Number(name === value) - Math.exp(all[index]!) / sum, 2);
        continue;
      }
      const score = { task: scores.task, urgency: scores.urgent, importance: scores.important }[field];
      const yes = Number(["task", "urgent", "important"].includes(value));
      expect(pull[field]).toBeCloseTo(yes - 1 / (1 + Math.exp(-score)), 2);
    }
  });

  test("doesn't depend on time or order, and removing a correction restores the result before it", () => {
    const bytes = JSON.stringify(teamCorrections);
    expect(JSON.stringify(learn(structuredClone(corrections)))).toBe(bytes);
    expect(JSON.stringify(learn(corrections.toReversed()))).toBe(bytes);
    const [last, ...earlier] = corrections;
    const before = JSON.stringify(learn(earlier));
    expect(JSON.stringify(learn([...earlier, last!].filter((one) => one !== last)))).toBe(before);
    expect(before).not.toBe(bytes);
  });

  test("correcting task, urgency or importance confirms the other two", () => {
    const input = triageInput("Please send me the revised quote by Friday.");
    const shown = shownValues(analyze(input));
    const one: Correction = {
      id: "a",
      messageId: "m",
      field: "urgency",
      value: shown.urgency === "urgent" ? "not_urgent" : "urgent",
      shown,
      traits: readTraits(input),
    };
    expect(pullsOf(learn([one])).map(({ field, value }) => [field, value])).toEqual([
      ["task", shown.task],
      ["urgency", one.value],
      ["importance", shown.importance],
    ]);
    expect(pullsOf(learn([{ ...one, field: "category", value: "social" }]))).toHaveLength(1);
    // Without the task, nobody called it urgent.
    const pressing = { ...shown, urgency: "urgent", importance: "not_important" };
    const none: Correction = { ...one, field: "task", value: "none", shown: pressing };
    expect(pullsOf(learn([none])).some(({ field }) => field === "urgency")).toBe(false);
  });

  test("only the latest of many corrections count", () => {
    const many = correctionsOn(invented(mostCorrections + 40, 5), 6).map((correction) => ({
      ...correction,
      field: "category" as const,
      value: "opportunity",
    }));
    const fromCorrections = new Set(pullsOf(learn(many)).map(({ id }) => id));
    expect(fromCorrections.size).toBe(mostCorrections);
    for (const { id } of many.slice(0, mostCorrections)) expect(fromCorrections.has(id)).toBe(true);
  });

  test("one correction changes very similar mail, and hardly affects unrelated messages", () => {
    const issue = (number: number) =>
      triageInput(`Please send us your photos of the harbour for issue ${number}.`, {
        subject: `Harbour Weekly ${number}`,
        from: { name: "Harbour Weekly", address: "editor@harbour-weekly.example" },
      });
    const shown = shownValues(analyze(issue(1)));
    expect(shown.task).toBe("task");
    const fromCorrections = learn([
      { id: "a", messageId: "m", field: "task", value: "none", shown, traits: readTraits(issue(1)) },
    ]);
    expect(analyze(issue(2), fromCorrections)).toMatchObject({
      hasTask: false,
      taskTitle: null,
      fromCorrections: expect.arrayContaining(["task"]),
    });
    for (const input of invented(80, 9)) {
      const signals = toSignals(readMessage(input));
      const { task, urgent, important, category } = shiftOf(fromCorrections, traitsOf(input, signals));
      for (const shift of [task, urgent, important, ...Object.values(category)])
        expect(Math.abs(shift)).toBeLessThan(0.6);
    }
  });

  test("without corrections, nothing is added or named as coming from them", () => {
    for (const input of invented(20, 3)) {
      expect(shiftFor([], null, input, toSignals(readMessage(input)))).toBeNull();
      expect(analyze(input, [])).toEqual(analyze(input));
      expect(analyze(input)).not.toHaveProperty("fromCorrections");
    }
  });

  test("names exactly the conclusions that differ from the engine alone", () => {
    for (const input of invented(60, 4)) {
      const alone = shownValues(analyze(input));
      const { fromCorrections = [], ...result } = analyze(input, teamCorrections);
      const now = shownValues(result);
      expect(new Set(fromCorrections)).toEqual(
        new Set((["task", "urgency", "importance", "category"] as const).filter((f) => alone[f] !== now[f])),
      );
    }
  });

  test("BEY-13 the explanation's sums include the corrections, and its conclusions are the corrected ones", () => {
    let named = 0;
    for (const input of invented(40, 7)) {
      for (const { score, sum } of sumsOf(input, teamCorrections))
        if (score !== null) expect(sum).toBeCloseTo(score, 8);
      const explained = explain(input, teamCorrections);
      expect(
        Object.fromEntries(explained.conclusions.map(({ field, conclusion }) => [field, conclusion])),
      ).toEqual(outcomesOf(analyze(input, teamCorrections)));
      const signals = toSignals(readMessage(input));
      for (const { field, changes } of explained.conclusions)
        for (const { change, outcome } of changes)
          expect(analyzeChanged(input, signals, change, teamCorrections)[field]).toBe(outcome);
      named += explained.conclusions.filter(({ reasons }) =>
        reasons.some(({ signal }) => signal.startsWith("corrections.")),
      ).length;
    }
    expect(named).toBeGreaterThan(20);
  });

  test("BEY-13 names whose corrections changed a conclusion", () => {
    const inputs = invented(60, 1).filter((input) => analyze(input, teamCorrections).fromCorrections);
    expect(inputs.length).toBeGreaterThan(0);
    for (const input of inputs)
      for (const field of analyze(input, teamCorrections).fromCorrections ?? []) {
        const result = explain(input, teamCorrections).conclusions.find((one) => one.field === field);
        expect(result?.changes[0]?.condition).toBe("Without your team's corrections");
      }
  });

  test("an effect names what new corrections change, and the most influential one", () => {
    const input = triageInput("Please send me the revised quote by Friday.");
    const shown = shownValues(analyze(input));
    const one = { messageId: "m", shown, field: "task" as const, value: "none", traits: readTraits(input) };
    const far = { ...one, id: "far", messageId: "n", traits: readTraits(invented(1, 8)[0]!) };
    const after = learn([{ ...one, id: "near" }, far]);
    expect(effectOf(input, null, after, new Set(["near", "far"]))).toMatchObject({
      fields: expect.arrayContaining(["task"]),
      before: shown,
      correctionId: "near",
    });
    expect(effectOf(input, after, after, new Set(["near"]))).toBeNull();
  });
});

describe("BEY-14 what a correction generalizes over", () => {
  const traits = (more: Partial<TriageInput>) => readTraits(triageInput("Hello there.", more));

  test.each([
    [
      "the address, in lower case",
      { from: { name: "A", address: "Ann@B.Example" } },
      { sender: "ann@b.example" },
    ],
    [
      "the name where there is no address",
      { from: { name: "Ann", address: null } },
      { sender: "ann", domain: null },
    ],
    ["the organisation", {}, { domain: "northwind.example" }],
    ["not the reader's own", { to: ["x@northwind.example"] }, { domain: null }],
    ["not a mail service of everybody's", { from: { name: "A", address: "a@gmail.com" } }, { domain: null }],
    ["the list", { to: ["bo@c.example", "Dev-List@lists.c.example"] }, { list: "dev-list@lists.c.example" }],
    ["the channel of a chat", { to: ["#ops"] }, { list: "#ops" }],
    ["no list for one reader", {}, { list: null }],
    [
      "the subject without marks and figures",
      { subject: "Re: [ops] Build 4711 failed" },
      { subject: "build failed" },
    ],
    ["no subject that says nothing", { subject: "Re: 12" }, { subject: null }],
  ])("%s", (_, more, expected) => {
    expect(traits(more)).toMatchObject(expected);
  });

  test("a message is most similar to itself", () => {
    const all = invented(20, 11).map((input) => learn(correctionsOn([input], 1))[0]!.point);
    for (const one of all)
      for (const other of all)
        expect(total(likeness(one, other, { ...reaches.task, step: 0 }))).toBeLessThanOrEqual(
          total(likeness(one, one, { ...reaches.task, step: 0 })) + 1e-9,
        );
  });
});

describe("BEY-14 decisions applied to an analysis", () => {
  const input = triageInput("Could you sign the customer contract today? The payment is blocked.");
  const base = { ...analyze(input), evidence: {} };
  const user = "11111111-1111-4111-8111-111111111111";

  test("without decisions, the analysis stays the same", () => {
    expect(withOverrides(base, [])).toBe(base);
  });

  test("“not a task” removes title, due date and their evidence, and the urgency that came from them", () => {
    const decided = { hasTask: false };
    const patch = decisionPatch({ ...analyze(input, null, decided), evidence: {} }, "task", decided);
    const result = withOverrides(base, [{ patch, by: user }]);
    expect(result).toMatchObject({ hasTask: false, taskTitle: null, dueDate: null, decided: { task: user } });
    expect(result.evidence.task).toBeUndefined();
    expect(result).not.toHaveProperty("fromCorrections");
  });

  test("a decision about the task leaves nothing uncertain, and its removal restores the previous state", () => {
    const unsure = { ...base, uncertain: true };
    const decided = { hasTask: true };
    const patch = decisionPatch({ ...analyze(input, null, decided), evidence: {} }, "task", decided);
    expect(withOverrides(unsure, [{ patch, by: user }]).uncertain).toBe(false);
    const { uncertain: _, ...values } = patch.values;
    expect(withOverrides(unsure, [{ patch: { ...patch, values }, by: user }]).uncertain).toBe(false);
    expect(withOverrides(unsure, [{ patch: patchFrom(base, ["urgency"]), by: user }]).uncertain).toBe(true);
    expect(withOverrides(unsure, []).uncertain).toBe(true);
  });

  test("“it is a task” works even if the engine finds no request", () => {
    const own = { ...input, content: "", subject: null };
    const decided = { hasTask: true };
    const patch = decisionPatch({ ...analyze(own, null, decided), evidence: {} }, "task", decided);
    expect(withOverrides({ ...analyze(own), evidence: {} }, [{ patch, by: user }])).toMatchObject({
      hasTask: true,
    });
  });

  test("a person's decision overrides applied corrections, and the priority follows from both", () => {
    const low = { ...base, urgency: "not_urgent" as const, importance: "not_important" as const };
    const high = { ...base, urgency: "urgent" as const, importance: "important" as const };
    const result = withOverrides(high, [
      { patch: patchFrom(low, ["urgency", "importance", "category"]), by: null },
      { patch: patchFrom(high, ["importance"]), by: user },
    ]);
    expect(result).toMatchObject({
      urgency: "not_urgent",
      importance: "important",
      priority: "medium",
      fromCorrections: ["urgency", "category"],
      decided: { importance: user },
    });
  });

  test("changing its task can make a message less urgent, but not more", () => {
    const high = { ...base, urgency: "urgent" as const, importance: "important" as const };
    const low = { ...base, urgency: "not_urgent" as const, importance: "not_important" as const };
    const byTask = (analysis: typeof base) => ({
      patch: { ...patchFrom(analysis, ["urgency", "importance"]), byTask: true },
      by: user,
    });
    const said = (from: typeof base, to: typeof base) =>
      withOverrides({ ...from, priority: priorityOf(from) }, [byTask(to)]);
    expect(said(low, high)).toMatchObject({ urgency: "urgent", importance: "important", priority: "low" });
    expect(said(high, low)).toMatchObject({ urgency: "not_urgent", priority: "low" });
  });

  test("everything follows from a decision as if the engine had concluded it", () => {
    for (const hasTask of [true, false]) {
      const result = analyze(input, null, { hasTask, category: "social" });
      expect(result).toMatchObject({ hasTask, category: "social" });
      expect(result.taskTitle === null).toBe(!hasTask);
    }
    expect(runModels(toSignals(readMessage(input))).category).not.toBe("social");
  });
});
