import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../src/features/triage/engine";
import type { TriageInput } from "../../src/features/triage/message";
import { unpackActionModel } from "../../src/features/triage/models/action-lines";
import { actionLineWeights } from "../../src/features/triage/weights/action-lines";
import {
  type GoldRow,
  readDates,
  readGold,
  readIntent,
  readMeetingFiles,
  readMeetings,
  readQuestions,
  readTone,
  textOf,
  toInput,
} from "../data/data";
import { readAllLabelled, readEverydayCheck } from "../data/further-messages";
import { readLabelled } from "../data/readings";
import { shareTrainedOn, type TrainedPart } from "../data/trained-rows";
import { crossValidateActions, scoreActionModel } from "../training/action-line-training";
import { analyzeAll } from "./analyses";
import { type CalibrationStep, calibrationOf } from "./calibration";
import { groupByEngine, groupOfShipped, measureCorrection } from "./correction";
import { crossValidateIntent, crossValidateTone } from "./cross-validation";
import { scoreDates } from "./date-scores";
import { crossValidateExtraction, scoreExtraction, scoreImported } from "./extraction-scores";
import { intervalsOf, scoreAnalyzed } from "./intervals";
import { scoreRetrieval } from "./retrieval-scores";
import { scoreSentences, scoreTones } from "./sentence-scores";
import { analyzeStrangers, type Stranger, withoutCopies } from "./strangers";

/** One figure per name; null if the data has nothing to measure it on. */
export type Figures = Record<string, number | null>;

export interface Measurement {
  /** The figures to publish: cross-validated if the data trained the weights, else the shipped engine's own. */
  figures: Figures;
  /** Only for training data: the shipped engine's own figures, which are too good to publish. */
  onTrainedData: Figures;
  notes: string[];
  /** Only for training data: the figures of each source, by engines that haven't seen it. */
  sources?: Record<string, Figures>;
  /** How often there was a task, by the chance that the engine predicted. */
  calibration?: CalibrationStep[];
}

interface Part {
  name: TrainedPart;
  texts: string[];
  shipped: () => Figures;
  unseen: () => Figures;
}

const anyShare = 0.02;

function addPart({ name, texts, shipped, unseen }: Part, into: Measurement): void {
  const share = shareTrainedOn(name, texts);
  const own = shipped();
  if (share <= anyShare) {
    Object.assign(into.figures, own);
    return;
  }
  into.notes.push(
    `${name}: ${Math.round(share * 100)} % of these rows trained the weights, so the figures are cross-validated.`,
  );
  Object.assign(into.onTrainedData, own);
  Object.assign(into.figures, own, unseen());
}

/** Every figure that is always listed, without values. */
export const empty: Figures = {
  hasTaskF1: null,
  hasTaskMessagesF1: null,
  quadrantF1: null,
  categoryAccuracy: null,
  sentimentAccuracy: null,
  actionLineF1: null,
  actionItemsTop5: null,
  extractedPerMeeting: null,
  extractedAnnotated: null,
  annotatedExtracted: null,
  importedMeetings: null,
  importedLinesMissing: null,
  importedItems: null,
  importedItemsAnnotated: null,
  importedAnnotatedFound: null,
  datesRight: null,
  trapsRight: null,
  retrievalHit5: null,
  taskTitleF1: null,
  messagesPerSecond: null,
};

/**
 * Measures everything a data folder allows.
 *
 * @param dir - has any of email-intent, sentiment, gold, meetings-ami, meeting-qa, dates and mail/enron.
 */
export function measure(dir: string): Measurement {
  const result: Measurement = { figures: { ...empty }, onTrainedData: {}, notes: [] };
  const intent = readIntent(dir);
  if (intent) {
    addPart(
      {
        name: "intent",
        texts: intent.map(({ text }) => text),
        shipped: () => ({ hasTaskF1: scoreSentences(intent) }),
        unseen: () => ({ hasTaskF1: crossValidateIntent(intent) }),
      },
      result,
    );
  }
  const tone = readTone(dir);
  if (tone) {
    addPart(
      {
        name: "tone",
        texts: tone.map(({ text }) => text),
        shipped: () => ({ sentimentAccuracy: scoreTones(tone) }),
        unseen: () => ({ sentimentAccuracy: crossValidateTone(tone) }),
      },
      result,
    );
  }
  const gold = readGold(dir);
  if (gold) measureMessages(dir, gold, result);
  const meetings = readMeetings(dir);
  if (meetings) {
    addPart(
      {
        name: "meetings",
        texts: meetings.map(textOf),
        shipped: () => ({
          ...scoreActionModel(meetings, unpackActionModel(actionLineWeights)),
          ...scoreExtraction(meetings),
        }),
        unseen: () => ({ ...crossValidateActions(meetings), ...crossValidateExtraction(meetings) }),
      },
      result,
    );
  }
  const files = readMeetingFiles(dir);
  if (meetings && files.length > 0) Object.assign(result.figures, scoreImported(meetings, files));
  const dates = readDates(dir);
  if (dates) Object.assign(result.figures, scoreDates(dates));
  const questions = readQuestions(dir);
  if (questions) Object.assign(result.figures, scoreRetrieval(questions));
  const inputs = [...(gold ?? []).map(toInput), ...readEnron(dir)];
  if (inputs.length > 0) result.figures.messagesPerSecond = messagesPerSecond(inputs);
  return result;
}

/** The shipped engine on everyday messages, which were written for this. */
function scoreEveryday(): Figures {
  const scores = scoreAnalyzed(analyzeAll(readEverydayCheck()));
  return {
    everydayTaskF1: scores.hasTaskMessagesF1,
    everydayUrgentF1: scores.urgentF1,
    everydayImportantF1: scores.importantF1,
    everydayQuadrantF1: scores.quadrantF1,
    everydayCategoryAccuracy: scores.categoryAccuracy,
    everydayTitleF1OfAll: scores.taskTitleF1OfAll,
  };
}

/**
 * Labeled messages: scored by the shipped engine if it hasn't seen them, else by engines that saw nothing of
 * their source.
 */
function measureMessages(dir: string, gold: readonly GoldRow[], into: Measurement): void {
  const share = shareTrainedOn(
    "gold",
    gold.map(({ body }) => body),
  );
  const shipped = analyzeAll(gold);
  Object.assign(into.figures, scoreEveryday());
  if (share <= anyShare) {
    Object.assign(into.figures, scoreAnalyzed(shipped), intervalsOf(shipped));
    Object.assign(into.figures, measureCorrection(groupOfShipped(gold)));
    into.calibration = calibrationOf(shipped);
    return;
  }
  into.notes.push(
    `gold: ${Math.round(share * 100)} % of these rows trained the weights, so the figures come from engines that saw no message of the same mailbox, list or room, over all real labelled messages.`,
  );
  const strangers = withoutCopies(analyzeStrangers(readLabelled(readAllLabelled(dir, gold))));
  const real = strangers.filter(({ reading }) => reading.source.real);
  Object.assign(into.onTrainedData, scoreAnalyzed(shipped));
  Object.assign(into.figures, scoreAnalyzed(real), intervalsOf(real), measureCorrection(groupByEngine(real)));
  into.sources = scoreSources(strangers);
  into.calibration = calibrationOf(real);
}

/** A source with fewer messages gets no figures of its own. */
const leastOfSource = 20;

function scoreSources(strangers: readonly Stranger[]): Record<string, Figures> {
  const sources = new Map<string, Stranger[]>();
  for (const one of strangers) {
    const { name, real } = one.reading.source;
    for (const group of [name, real ? "all real" : "all written"])
      sources.set(group, [...(sources.get(group) ?? []), one]);
  }
  return Object.fromEntries(
    [...sources]
      .filter(([, { length }]) => length >= leastOfSource)
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([name, all]) => [name, { messages: all.length, ...scoreAnalyzed(all) }]),
  );
}

/** The raw mails of the folder with their plain-text body, only used to measure speed. */
function readEnron(dir: string): TriageInput[] {
  const folder = join(dir, "mail/enron");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => {
      const [head = "", ...body] = readFileSync(join(folder, name), "utf8").split(/\r?\n\r?\n/);
      const header = (field: string) => new RegExp(`^${field}:[ \\t]*(.*)$`, "im").exec(head)?.[1] ?? null;
      const sentAt = new Date(header("date") ?? "2001-01-01");
      return {
        content: body.join("\n\n"),
        subject: header("subject"),
        from: { name: null, address: header("from") },
        to:
          header("to")
            ?.split(",")
            .map((to) => to.trim()) ?? [],
        cc: [],
        sentAt: Number.isNaN(sentAt.getTime()) ? new Date("2001-01-01") : sentAt,
        channel: "gmail",
        bulk: false,
        fromOwner: false,
      };
    });
}

/** Full analyses per second of processor time after a warm-up, so that other processes hardly matter. */
function messagesPerSecond(inputs: readonly TriageInput[]): number {
  for (const input of inputs) analyze(input);
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  let done = 0;
  while (spent() < 2) {
    for (const input of inputs) analyze(input);
    done += inputs.length;
  }
  return Math.round(done / spent());
}
