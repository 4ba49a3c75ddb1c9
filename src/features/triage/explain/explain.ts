import type { EvidenceSpan } from "../../../shared/evidence";
import type { ConclusionReasons, Explanation, Reason } from "../contract";
import {
  type ScoreName,
  type Similarity,
  similarityParts,
  type TeamCorrections,
  type Traits,
} from "../corrections/correction";
import { pullBy, shiftFor } from "../corrections/correction-shift";
import { total, traitsOf } from "../corrections/correction-similarity";
import { pickDeadline } from "../deadline";
import { analyze, engineVersion, readMessage } from "../engine";
import type { TriageInput } from "../message";
import {
  chanceOfTask,
  headInputs,
  headParts,
  runModels,
  scoreHead,
  withRules,
} from "../models/message-models";
import type { Head } from "../models/message-weights";
import { shippedTextModels } from "../models/text-models";
import type { MessageReading } from "../signals/message-reading";
import { type SentenceReading, taskSentence } from "../signals/sentence-reading";
import { type SignalName, type Signals, toSignals } from "../signals/signals";
import { messageWeights } from "../weights/messages";
import { type Sources, spanOf } from "./analysis-evidence";
import { createChangeFinder, type Outcomes, outcomesOf, type TriedChange } from "./changes";
import { spansOf } from "./locations";
import { sentenceReasons } from "./ngrams";
import { correctionWords, wordsFor } from "./signal-names";

/** An explanation whose changes keep what was changed. */
export type ExplanationDetails = Omit<Explanation, "conclusions"> & {
  conclusions: (Omit<ConclusionReasons, "changes"> & { changes: TriedChange[] })[];
};

interface Case {
  input: TriageInput;
  message: MessageReading;
  signals: Signals;
  /** The task score, as the other models read it. */
  task: number;
  /** The task model, with the restraint for this message subtracted. */
  hasTask: Head;
  traits: Traits;
  teamCorrections: TeamCorrections | null;
  outcomes: Outcomes;
  sentence: SentenceReading | null;
  /** The texts as their reader sees them; the engine reads these. */
  sources: Sources;
  /** Turns a span of them into the same span of the stored message. */
  locate: (span: EvidenceSpan) => EvidenceSpan;
}

/** The reasons for a conclusion, before we know what would change it. */
type WeighedReason = Omit<ConclusionReasons, "changes">;

/** The input that the models for urgency and importance get from the task. */
const taskValue = ({ task }: { task: number }) => Math.tanh(task / 2);
const probabilityOf = (score: number) => 1 / (1 + Math.exp(-score));

/** For everything that a rule decides, or that is read instead of weighed. */
const unweighed = { probability: null, score: null, bias: null, rival: null, reasons: [], against: [] };

/**
 * Splits the score of one answer against another into what each signal adds, with the words it was read from.
 *
 * @param head - of the given answer; `rival` - of the one it was weighed against.
 * @param corrections - what the team's corrections add to the answer over its rival.
 */
function weigh(
  found: Case,
  head: Head,
  rival: Head,
  corrections: Similarity | null,
): Pick<WeighedReason, "score" | "bias" | "reasons" | "against"> {
  const input = { ...found.signals, task: found.task };
  const own = headParts(head, input);
  const other = headParts(rival, input);
  const bias = own.bias - other.bias;
  const signals = headInputs.map((name, at) => {
    const contribution = own.parts[at]! - other.parts[at]!;
    return { contribution, toReason: (share: number) => toReason(found, name, contribution, share) };
  });
  const fromCorrections = similarityParts.map((part) => {
    const contribution = corrections?.[part] ?? 0;
    const reason = { signal: `corrections.${part}`, reason: correctionWords(part, found.traits), spans: [] };
    return { contribution, toReason: (share: number): Reason => ({ ...reason, contribution, share }) };
  });
  const parts = [...signals, ...fromCorrections].filter(({ contribution }) => contribution !== 0);
  const total = parts.reduce((sum, { contribution }) => sum + Math.abs(contribution), 0);
  const reasons = parts
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
    .map((part) => part.toReason(Math.abs(part.contribution) / total));
  return {
    score: bias + parts.reduce((sum, { contribution }) => sum + contribution, 0),
    bias,
    reasons: reasons.filter(({ contribution }) => (contribution ?? 0) > 0),
    against: reasons.filter(({ contribution }) => (contribution ?? 0) < 0),
  };
}

function toReason(
  { signals, task, message, sources, locate }: Case,
  name: SignalName | "task",
  contribution: number,
  share: number,
): Reason {
  const value = name === "task" ? task : signals[name];
  const spans = spansOf(name, value, message, sources).map(locate);
  return { signal: name, reason: wordsFor(name, value), contribution, share, spans };
}

const nothing: Head = { bias: 0, weights: {} };

/** A head whose score is higher by this much. */
const raised = (head: Head, by: number): Head => ({ ...head, bias: head.bias + (head.trees ? 2 * by : by) });

/** What the team's corrections add to one score, minus what they add to another; `sign` -1 reverses it. */
function examplesOf(found: Case, score: ScoreName, rival: ScoreName | null, sign = 1): Similarity | null {
  const { teamCorrections, traits } = found;
  if (!teamCorrections) return null;
  const own = pullBy(teamCorrections, traits, score);
  const other = rival && pullBy(teamCorrections, traits, rival);
  for (const part of similarityParts) own[part] = sign * (own[part] - (other?.[part] ?? 0));
  return own;
}

/** A yes-or-no conclusion: yes is weighed against a score of 0, and no is its opposite. */
function yesOrNo(
  found: Case,
  field: "task" | "urgency" | "importance",
  head: Head,
  yes: boolean,
  chance: (score: number) => number = probabilityOf,
): WeighedReason {
  const weighed = yes
    ? weigh(found, head, nothing, examplesOf(found, field, null))
    : weigh(found, nothing, head, examplesOf(found, field, null, -1));
  return {
    field,
    conclusion: found.outcomes[field],
    probability: chance(weighed.score ?? 0),
    rival: null,
    rule: null,
    ...weighed,
  };
}

/** One class of several, weighed against the runner-up; its probability is its share among all. */
function oneOf(found: Case, field: "category" | "sentiment", heads: Record<string, Head>): WeighedReason {
  const conclusion = found.outcomes[field];
  const scored = Object.entries(heads)
    .map(([name, head]) => {
      const score = scoreHead(head, { ...found.signals, task: found.task });
      return { name, head, score: score + sumOf(examplesOf(found, name as ScoreName, null)) };
    })
    .sort((one, other) => other.score - one.score);
  const own = scored.find(({ name }) => name === conclusion);
  const rival = scored.find(({ name }) => name !== conclusion);
  if (!own || !rival) return { ...unweighed, field, conclusion, rule: null };
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - own.score), 0);
  return {
    field,
    conclusion,
    probability: 1 / total,
    rival: rival.name,
    rule: null,
    ...weigh(found, own.head, rival.head, examplesOf(found, own.name as ScoreName, rival.name as ScoreName)),
  };
}

const sumOf = (corrections: Similarity | null) => (corrections ? total(corrections) : 0);

function taskConclusion(found: Case): WeighedReason {
  const { input, sentence, outcomes } = found;
  const rule = input.fromOwner
    ? "You wrote it yourself, so it's never a task for you."
    : sentence === null
      ? "The sender wrote no words of their own, so it asks for nothing."
      : null;
  if (rule) return { ...unweighed, field: "task", conclusion: outcomes.task, rule };
  const yes = outcomes.task === "task";
  const { certainty } = messageWeights;
  return yesOrNo(found, "task", found.hasTask, yes, (score) =>
    yes ? chanceOfTask(score, certainty) : 1 - chanceOfTask(-score, certainty),
  );
}

const read = (signal: string, reason: string, spans: Reason["spans"]): Reason => ({
  signal,
  reason,
  contribution: null,
  share: null,
  spans,
});

/** A due date is read by rules: which day of the text it is, and what supports it. */
function dueDateConclusion(found: Case): WeighedReason {
  const { message, sentence, outcomes, sources, locate } = found;
  const conclusion = outcomes.dueDate;
  const field = "dueDate";
  if (outcomes.task === "none")
    return { ...unweighed, field, conclusion, rule: "Only a task has a due date." };
  const deadline = sentence && pickDeadline(message, sentence, outcomes.category as "scheduling");
  if (!sentence || !deadline) return { ...unweighed, field, conclusion, rule: "The request names no day." };
  const { date, part } = deadline;
  const span = locate(spanOf(sources, part, date.start, date.end));
  const inside = part === sentence.part && date.start >= sentence.start && date.end <= sentence.end;
  const others = [...message.sentences, ...(message.subject ? [message.subject] : [])].flatMap((other) =>
    other.dates
      .filter((one) => one !== date)
      .map(({ start, end }) => locate(spanOf(sources, other.part, start, end))),
  );
  const reasons = [
    read("place", inside ? "It's in the sentence that asks" : "It's next to the sentence that asks", [span]),
    ...(date.limit ? [read("limit", "It's named as a time limit", [span])] : []),
    read(
      "hour",
      date.time ? "The words name the time" : "No time is named, so it's the end of the working day",
      date.time ? [span] : [],
    ),
  ];
  const against =
    others.length > 0 ? [read("others", "The message names other days too", others.slice(0, 3))] : [];
  return { ...unweighed, field, conclusion, rule: null, reasons, against };
}

function notesOf({ input, message }: Case): Explanation["notes"] {
  const notes: Explanation["notes"] = [];
  if (message.reference.language !== "en") notes.push("foreign");
  if (input.fromOwner) notes.push("own_message");
  if (message.ownLength === 0) notes.push("no_words");
  if (message.readUpTo !== null) notes.push("cut");
  if (message.addressesAi) notes.push("addresses_ai");
  return notes;
}

/** Maps spans of the texts as seen to spans of the stored message. */
function locator({ seen }: MessageReading, input: TriageInput): Case["locate"] {
  const stored: Sources = { content: input.content, subject: input.subject ?? "" };
  return ({ part, ...span }) => {
    const { start, end } = seen[part].toSource(span);
    return spanOf(stored, part, start, end);
  };
}

/**
 * Explains an analysis: every conclusion with the signals for and against it, their spans in the text, and what
 * would change it.
 *
 * Pure and deterministic, computed from the models of {@link analyze}. Every span's quote is exactly
 * `content.slice(start, end)`, or the same of the subject. Every change listed was made and analyzed.
 *
 * @param fromCorrections - the team's corrections, as passed to {@link analyze}.
 */
export function explain(
  input: TriageInput,
  fromCorrections: TeamCorrections | null = null,
): ExplanationDetails {
  const message = readMessage(input);
  const signals = toSignals(message);
  const teamCorrections = fromCorrections?.length ? fromCorrections : null;
  const conclusion = analyze(input, teamCorrections);
  const modelScores = runModels(signals, undefined, shiftFor(teamCorrections, null, input, signals));
  const alone = runModels(signals);
  const { restraint } = alone;
  const found: Case = {
    input,
    message,
    signals,
    task: taskValue(modelScores),
    hasTask: raised(messageWeights.hasTask, -restraint),
    traits: traitsOf(input, signals),
    teamCorrections,
    outcomes: outcomesOf(conclusion),
    sentence: taskSentence(message.sentences, message.subject),
    sources: { content: message.seen.content.text, subject: message.seen.subject.text },
    locate: locator(message, input),
  };
  // The category doesn't depend on what the team's corrections say about the task.
  const apart: Case = { ...found, task: taskValue({ task: alone.task + restraint }) };
  const { outcomes, sentence, sources, locate } = found;
  const asked = sentence && locate(spanOf(sources, sentence.part, sentence.start, sentence.end));
  const findChanges = createChangeFinder({ input, signals, outcomes, asked, teamCorrections });
  const weighed = [
    taskConclusion(found),
    yesOrNo(found, "urgency", withRules(messageWeights.urgent, "urgent"), outcomes.urgency === "urgent"),
    yesOrNo(
      found,
      "importance",
      withRules(messageWeights.important, "important"),
      outcomes.importance === "important",
    ),
    dueDateConclusion(found),
    oneOf(apart, "category", messageWeights.category),
    oneOf(apart, "sentiment", messageWeights.sentiment),
  ];
  return {
    version: engineVersion,
    taskTitle: conclusion.taskTitle,
    notes: notesOf(found),
    sentence: sentence && sentenceReasons(sources, locate, sentence, shippedTextModels()),
    conclusions: weighed.map((one) => ({ ...one, changes: findChanges(one.field, one.reasons) })),
  };
}
