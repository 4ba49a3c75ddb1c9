import { cutText } from "../../../shared/cut-text";
import type { EvidenceSpan } from "../../../shared/evidence";
import type { EvidenceField, Reason, WhatIf } from "../contract";
import type { TeamCorrections } from "../corrections/correction";
import { shiftFor } from "../corrections/correction-shift";
import { analyze } from "../engine";
import type { EngineResult, TriageInput } from "../message";
import { runModels } from "../models/message-models";
import type { Signals } from "../signals/signals";

/** A change to a message, or to what was read from it, before it is analyzed again. */
export type Change =
  | { kind: "without"; spans: readonly EvidenceSpan[] }
  | { kind: "insert"; part: EvidenceSpan["part"]; at: number; text: string }
  | { kind: "input"; input: Partial<TriageInput> }
  | { kind: "signals"; signals: Partial<Signals> }
  | { kind: "uncorrected" };

/** A tested change that does flip the conclusion. */
export type TriedChange = WhatIf & { change: Change };

/** Every conclusion as one word: see {@link WhatIf}. */
export type Outcomes = Record<EvidenceField, string>;

/** A conclusion in the words that explanations compare. */
export function outcomesOf(conclusion: Omit<EngineResult, "evidence">): Outcomes {
  const { hasTask, urgency, importance, category, sentiment, dueDate } = conclusion;
  return {
    task: hasTask ? "task" : "none",
    urgency,
    importance,
    category,
    sentiment,
    dueDate: dueDate ?? "none",
  };
}

/** The message with a change; a change of signals only leaves the message as it is. */
export function applyChange(input: TriageInput, change: Change): TriageInput {
  if (change.kind === "input") return { ...input, ...change.input };
  if (change.kind === "signals" || change.kind === "uncorrected") return input;
  const texts = { content: input.content, subject: input.subject };
  if (change.kind === "insert") {
    const text = texts[change.part] ?? "";
    texts[change.part] = text.slice(0, change.at) + change.text + text.slice(change.at);
  } else {
    for (const { part, start, end } of change.spans.toSorted((one, other) => other.start - one.start)) {
      const text = texts[part] ?? "";
      texts[part] = text.slice(0, start) + text.slice(end);
    }
  }
  return { ...input, ...texts };
}

/** Analyzes a message again after a change. A change of signals says nothing about task and due date. */
export function analyzeChanged(
  input: TriageInput,
  signals: Signals,
  change: Change,
  teamCorrections: TeamCorrections | null = null,
): Partial<Outcomes> {
  if (change.kind === "uncorrected") return outcomesOf(analyze(input));
  if (change.kind !== "signals") return outcomesOf(analyze(applyChange(input, change), teamCorrections));
  const changed = { ...signals, ...change.signals };
  const { urgent, important, category, sentiment } = runModels(
    changed,
    undefined,
    shiftFor(teamCorrections, null, input, changed),
  );
  return {
    urgency: urgent > 0 ? "urgent" : "not_urgent",
    importance: important > 0 ? "important" : "not_important",
    category,
    sentiment,
  };
}

interface Candidate {
  condition: string;
  change: Change;
}

/** What candidates are built from. */
export interface Situation {
  input: TriageInput;
  signals: Signals;
  outcomes: Outcomes;
  teamCorrections: TeamCorrections | null;
  /** The sentence the task would come from, in the stored message; null without words. */
  asked: EvidenceSpan | null;
}

/** Number of reasons whose words we try to remove, per conclusion. */
const triedReasons = 6;
/** Most changes listed for one conclusion. */
const named = 3;
/** Longest quote in a condition, in characters. */
const longestQuote = 60;

/** Finds what would flip a message's conclusions. Each change is made and analyzed; none is guessed. */
export function createChangeFinder(situation: Situation) {
  const { input, signals, outcomes, teamCorrections } = situation;
  const analyzed = new Map<string, Partial<Outcomes>>();

  function turns(field: EvidenceField, { change, condition }: Candidate): TriedChange[] {
    const key = JSON.stringify(change);
    const now = analyzed.get(key) ?? analyzeChanged(input, signals, change, teamCorrections);
    analyzed.set(key, now);
    const outcome = now[field];
    if (outcome === undefined || outcome === outcomes[field]) return [];
    const spans = change.kind === "without" ? [...change.spans] : [];
    return [{ condition, outcome, spans, change }];
  }

  return (field: EvidenceField, reasons: readonly Reason[]): TriedChange[] => {
    const attempt = (candidate: Candidate) => turns(field, candidate);
    const removals = reasons.map(({ spans }) => spans).filter((spans) => spans.length > 0);
    const words = removals.filter((spans) => spans.every(isShort)).slice(0, triedReasons);
    const sentences = removals.filter((spans) => !spans.every(isShort)).slice(0, triedReasons);
    let taken = shortestFirst(distinct(words.map(without)).flatMap(attempt)).slice(0, named - 1);
    if (taken.length === 0) taken = together(words, attempt);
    if (taken.length === 0)
      taken = shortestFirst(distinct(sentences.map(without)).flatMap(attempt)).slice(0, 1);
    const others = candidatesFor(field, situation).flatMap(attempt);
    const found = [...(teamCorrections ? attempt(uncorrected) : []), ...smallest(taken), ...others];
    if (found.length > 0) return found.slice(0, named);
    return (clearAdditions[outcomes[field]] ?? []).flatMap((words) =>
      attempt(withSentence(situation, words)),
    );
  };
}

const uncorrected: Candidate = {
  condition: "Without your team's corrections",
  change: { kind: "uncorrected" },
};

/** A few words, not a sentence. */
const isShort = ({ start, end }: EvidenceSpan) => end - start <= 30;

const lengthOf = ({ spans }: WhatIf) => spans.reduce((sum, { start, end }) => sum + end - start, 0);

const shortestFirst = (all: TriedChange[]) => all.toSorted((one, other) => lengthOf(one) - lengthOf(other));

/** Without those that remove more than another one does. */
const smallest = (all: readonly TriedChange[]) =>
  all.filter((one) => !all.some((other) => other !== one && isWithin(other, one)));

const isWithin = ({ spans: inner }: WhatIf, { spans: outer }: WhatIf) =>
  inner.length < outer.length &&
  inner.every(({ part, start, end }) =>
    outer.some((span) => span.part === part && span.start <= start && end <= span.end),
  );

function distinct(candidates: Candidate[]): Candidate[] {
  return [...new Map(candidates.map((candidate) => [JSON.stringify(candidate.change), candidate])).values()];
}

/** If no single reason flips it: removes the strongest two, then three, then four. */
function together(
  removals: readonly EvidenceSpan[][],
  attempt: (candidate: Candidate) => TriedChange[],
): TriedChange[] {
  for (let count = 2; count <= Math.min(4, removals.length); count++) {
    const found = attempt(without(removals.slice(0, count).flat()));
    if (found.length > 0) return found;
  }
  return [];
}

/** Spans inside others are removed with them. */
function outermost(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const kept: EvidenceSpan[] = [];
  for (const span of spans.toSorted((one, other) => other.end - other.start - (one.end - one.start)))
    if (!kept.some(({ part, start, end }) => part === span.part && span.start < end && span.end > start))
      kept.push(span);
  return kept.sort((one, other) => one.part.localeCompare(other.part) || one.start - other.start);
}

const readable = (quote: string) =>
  quote
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.,;:]+$/, "");

function without(all: readonly EvidenceSpan[]): Candidate {
  const spans = outermost(all);
  const quotes = [...new Set(spans.map(({ quote }) => readable(quote)))];
  const shown = quotes.slice(0, 4).map((quote) => `“${cutText(quote, longestQuote)}”`);
  if (quotes.length > 4) shown.push(`${quotes.length - 4} more`);
  const last = shown.pop() ?? "";
  const condition = `Without ${shown.length > 0 ? `${shown.join(", ")} and ${last}` : last}`;
  return { condition, change: { kind: "without", spans } };
}

/** What else could be different about the message, besides its words. */
function candidatesFor(field: EvidenceField, situation: Situation): Candidate[] {
  const { input, outcomes } = situation;
  const isTask = outcomes.task === "task";
  const found: Candidate[] = [];
  if (input.fromOwner && field === "task")
    found.push({
      condition: "If somebody else had written it",
      change: { kind: "input", input: { fromOwner: false } },
    });
  if (input.bulk)
    found.push({
      condition: "If it weren't marked as mass mail",
      change: { kind: "input", input: { bulk: false } },
    });
  if (field === "importance" || field === "task") found.push(...addressing(input));
  const undated = field === "dueDate" ? outcomes.dueDate === "none" : outcomes[field] === "not_urgent";
  if (isTask && undated) found.push(...withDeadline(situation));
  if (!isTask && outcomes[field] in request) found.push(withSentence(situation, request[outcomes[field]]!));
  for (const words of additions[outcomes[field]] ?? []) found.push(withSentence(situation, words));
  if (outcomes[field] === "not_important") found.push(...subjects);
  return found;
}

/** What a message without a task could ask, by the conclusion it may flip. */
const request: Record<string, string> = {
  none: "Could you please look into this?",
  not_urgent: "Could you please look into this today?",
  not_important: "Could you please look into this?",
};

/** What a message could say in addition, by the conclusion it may flip. */
const additions: Record<string, string[]> = {
  urgent: ["There is no rush."],
  not_urgent: ["This is urgent."],
  neutral: ["This is wonderful, thank you!", "This is disappointing, I am upset."],
};

/** The clearest thing a message could say, tried if nothing else flips the conclusion. */
const clearAdditions: Record<string, string[]> = {
  none: ["Could you please send me your answer by tomorrow?"],
  not_urgent: ["The site is down and customers are blocked, please fix it now."],
  not_important: ["Could you please sign the contract with our customer? Legal needs it for the deal."],
  information: ["Could you please send it to me?", "Can you tell me when that will be?"],
  neutral: [
    "Great work, I am so happy with this, thank you so much!",
    "This is terrible, I am very upset and disappointed.",
  ],
};

const subjects: Candidate[] = [
  {
    condition: "If it were about a contract or a legal matter",
    change: { kind: "signals", signals: { legalTopic: 1 } },
  },
  {
    condition: "If it were about a customer or a deal",
    change: { kind: "signals", signals: { businessTopic: 1 } },
  },
  { condition: "If it were about money", change: { kind: "signals", signals: { moneyTopic: 1 } } },
];

function addressing({ to, cc }: TriageInput): Candidate[] {
  const [first] = to;
  const single = first !== undefined && !first.startsWith("#");
  if (single && to.length + cc.length === 1)
    return [
      {
        condition: "If it had gone to a list instead of you",
        change: { kind: "input", input: { to: [], cc: [] } },
      },
    ];
  return [
    {
      condition: "If it were addressed to you alone",
      change: { kind: "input", input: { to: [single ? first : "reader"], cc: [] } },
    },
  ];
}

/** An additional sentence after the one the task comes from. */
function withSentence({ asked }: Situation, words: string): Candidate {
  const behind = asked?.part === "content" ? asked.end : 0;
  const text = behind > 0 ? ` ${words} ` : `${words}\n`;
  return {
    condition: `If it said “${words}”`,
    change: { kind: "insert", part: "content", at: behind, text },
  };
}

/** A time limit in the sentence that asks. */
function withDeadline({ asked }: Situation): Candidate[] {
  if (!asked) return [];
  const words = asked.quote.trimEnd().replace(/[.!?]+$/, "");
  if (words === "") return [];
  const at = asked.start + words.length;
  const change: Change = { kind: "insert", part: asked.part, at, text: " by tomorrow" };
  return [{ condition: "If it asked for it “by tomorrow”", change }];
}
