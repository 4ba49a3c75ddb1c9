import { day } from "../../../shared/durations";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import type { FoundDate } from "../dates/date-readings";
import type { Reference } from "../dates/date-rules";
import { dueInstant, findDates, referenceFor } from "../dates/due-dates";
import { type ActionModel, scoreActionLines, shippedActionModel } from "../models/action-lines";
import { contentWords } from "../title/content-words";
import { decisionsIn } from "./decisions";
import { deedTitle } from "./deed-title";
import { type MeetingPeople, peopleOf } from "./meeting-people";
import { withThingNamed } from "./noun-phrases";
import { accepts, deedReader, type SpokenDeed, takesOn } from "./spoken-deeds";
import { type SpokenSentence, sentencesOf } from "./spoken-sentences";
import { summaryOf } from "./summary";

/** Where in the transcript something was said. */
export interface SpokenEvidence {
  /** Number of the segment, from 0. */
  segment: number;
  /** Offsets of the quote in the segment's text. */
  start: number;
  end: number;
  quote: string;
  /** Where it begins, in seconds; interpolated inside a segment. */
  second: number;
}

/** Work that somebody took on or was given. */
export interface ActionItem {
  title: string;
  /** A member's name where it fits one; "You" for the recording's own microphone. */
  assigneeName: string | null;
  /** ISO 8601 in UTC. */
  dueDate: string | null;
  urgency: "urgent" | "not_urgent";
  importance: "important" | "not_important";
  evidence: SpokenEvidence;
}

export interface SpokenDecision {
  text: string;
  evidence: SpokenEvidence;
}

export interface MeetingExtract {
  items: ActionItem[];
  decisions: SpokenDecision[];
  summary: string;
}

export interface ExtractOptions {
  /** Names of the team's members. */
  members: readonly string[];
  /** When the meeting took place; relative dates count from it. */
  now: Date;
  timeZone: string;
  /** Replaced only in cross-validation. */
  model?: ActionModel;
}

/** Most items of one meeting. */
const mostItems = 8;
/**
 * What the model's score of a line counts beside how plainly the work is named. It learned from one kind of
 * meeting, so it may confirm more than it may deny. Chosen on the AMI meetings with models that hadn't seen them.
 */
const modelShare = 0.5;
const leastModel = -1;
/** For office work; the meetings it learned from hold hardly any. */
const leastForOffice = -0.6;
const mostModel = 2;
const leastScore = 0.6;
/** Added if somebody takes the work on, and if it has a date. */
const acceptedBonus = 0.3;
const takenOnBonus = 0.6;
const datedBonus = 0.2;
/** Added for verbs of office work, which outside of meetings mean a task nearly always. */
const officeBonus = 0.3;
/** Taken off if nobody knows what "it" is that somebody sends. */
const unnamedPenalty = 0.35;
const officeVerb =
  /^(?:send|forward|prepare|write|draft|call|phone|book|update|review|order|schedule|contact|e-?mail|finish|fix|organi[sz]e|arrange|invite|circulate|upload|invoice|pay|sign|renew|cancel|confirm|set up|follow up|put together|get back to|reach out|document|deploy|release|rewrite|translate|publish|negotiate|summari[sz]e|hire|interview|remind|inform|revise|file|submit|deliver|report back|request|reply|respond|collect|compile|investigate|look into|reserve|ship|instruct|merge|configure|migrate|chase|recruit|reimburse|transfer)\b/i;
/** Lines on which an answer takes up a request, or names its date. */
const replyReach = 2;
/** Lines on which somebody takes on what was asked of nobody. */
const volunteerReach = 4;
/** Nothing shorter names work (characters). */
const shortestDeed = 8;
/** A longer sentence speaks of something else (words). */
const longestReply = 8;
/** What somebody says who is then promised something: "I'm blocked on the logs." */
const needs =
  /\b(?:blocked|waiting for|i (?:still )?need|i (?:still )?don't have|(?:can|could|would) (?:you|somebody|someone)|if you could|please)\b/i;

interface Candidate {
  at: number;
  title: string;
  deed: SpokenDeed;
  assigneeName: string | null;
  date: FoundDate | null;
  score: number;
}

/**
 * Finds action items, decisions and the subject of a transcript. Pure and deterministic.
 *
 * Items are few: work that is named plainly, by somebody for somebody, where the trained model of meetings
 * sees work assigned too.
 */
export function extractActionItems(
  segments: readonly TranscriptSegment[],
  { members, now, timeZone, model }: ExtractOptions,
): MeetingExtract {
  const sentences = sentencesOf(segments);
  const people = peopleOf(
    segments.map(({ speaker }) => speaker),
    members,
  );
  const reference = referenceFor(now, timeZone);
  const candidates = candidatesIn(sentences, people, reference, model ?? shippedActionModel());
  const items = chosen(candidates, people)
    .toSorted((one, other) => one.at - other.at)
    .map((candidate): ActionItem => {
      const due = candidate.date && dueInstant(candidate.date, now, timeZone);
      const words = around(sentences, candidate.at);
      return {
        title: candidate.title,
        assigneeName: candidate.assigneeName,
        dueDate: due ? due.toISOString() : null,
        urgency: urgencyOf(words, due, now),
        importance: importanceOf(words, candidate, due),
        evidence: evidenceOf(sentences[candidate.at]!),
      };
    });
  return {
    items,
    decisions: decisionsIn(sentences).map(({ sentence, text }) => ({ text, evidence: evidenceOf(sentence) })),
    summary: summaryOf(segments, sentences),
  };
}

const evidenceOf = ({ segment, start, end, text, second }: SpokenSentence): SpokenEvidence => ({
  segment,
  start,
  end,
  quote: text,
  second: Math.round(second * 10) / 10,
});

function candidatesIn(
  sentences: readonly SpokenSentence[],
  people: MeetingPeople,
  reference: Reference,
  model: ActionModel,
): Candidate[] {
  const read = deedReader(people.names);
  const scores = scoreActionLines(
    sentences.map(({ speaker, text }) => ({ speaker, text })),
    model,
  );
  const named = sentences.map((_, at) => namedDeed(sentences, at, people, read));
  return named.flatMap((one, at): Candidate[] => {
    if (!one) return [];
    const { title, deed, listener, isUnnamed } = one;
    const { speaker } = sentences[at]!;
    const date = dateOf(sentences, at, reference, (next) => named[next] !== null);
    const volunteer = deed.doer.kind === "anyone" ? volunteerFor(sentences, at) : null;
    const isOffice = officeVerb.test(title) && objectsOf(title).length > 0;
    const isAccepted = deed.doer.kind !== "speaker" && replyTo(sentences, at) !== null;
    const assigneeName = volunteer
      ? people.fullName(volunteer.speaker)
      : assigneeOf(deed, speaker, listener, people);
    const score =
      deed.strength +
      (volunteer ? takenOnBonus : isAccepted ? acceptedBonus : 0) +
      (date ? datedBonus : 0) +
      (isOffice ? officeBonus : 0) -
      (isUnnamed ? unnamedPenalty : 0) +
      modelShare * Math.max(isOffice ? leastForOffice : leastModel, Math.min(mostModel, scores[at]!));
    return [{ at, title, deed, assigneeName, date, score }];
  });
}

/** What a sentence asks or promises, with a title; null if it names no work. */
function namedDeed(
  sentences: readonly SpokenSentence[],
  at: number,
  people: MeetingPeople,
  read: (plain: string) => SpokenDeed | null,
): { deed: SpokenDeed; title: string; listener: string | null; isUnnamed: boolean } | null {
  const { plain, speaker } = sentences[at]!;
  const deed = plain.length > shortestDeed ? read(plain) : null;
  if (!deed) return null;
  const promised = deed.doer.kind === "speaker";
  const partner = replyTo(sentences, at) ?? (promised ? askedBefore(sentences, at) : null);
  const listener = people.otherThan(speaker) ?? (partner ? people.fullName(partner.speaker) : null);
  const before = plain.slice(0, Math.max(0, plain.indexOf(deed.deed)));
  const named = withThingNamed(deed.deed, before, sentences, at);
  const context = { speaker: people.fullName(speaker), listener, promised };
  const title = deedTitle(named.deed, context);
  // "Send it" is work once it's known what; "program it" is talk even then.
  const isTalk = () => !officeVerb.test(named.deed) && deedTitle(deed.deed, context) === null;
  if (!title || (named.deed !== deed.deed && isTalk())) return null;
  return { deed, title, listener, isUnnamed: named.isUnnamed };
}

/** What somebody else said right before, if they asked for something. */
function askedBefore(sentences: readonly SpokenSentence[], at: number): SpokenSentence | null {
  const { speaker } = sentences[at]!;
  const last = sentences.slice(Math.max(0, at - replyReach), at).findLast((one) => one.speaker !== speaker);
  return last && needs.test(last.plain) ? last : null;
}

/** The next sentence of somebody else, if it takes on what was asked. */
function replyTo(sentences: readonly SpokenSentence[], at: number): SpokenSentence | null {
  const { speaker } = sentences[at]!;
  for (let next = at + 1; next <= at + replyReach; next++) {
    const sentence = sentences[next];
    if (sentence && sentence.speaker !== speaker) return accepts(sentence.plain) ? sentence : null;
  }
  return null;
}

/** Who says soon after that they do it. */
const volunteerFor = (sentences: readonly SpokenSentence[], at: number): SpokenSentence | null =>
  sentences.slice(at + 1, at + 1 + volunteerReach).find(({ plain }) => takesOn(plain)) ?? null;

function assigneeOf(
  { doer }: SpokenDeed,
  speaker: string | null,
  listener: string | null,
  people: MeetingPeople,
): string | null {
  if (doer.kind === "speaker") return people.fullName(speaker);
  if (doer.kind === "named") return people.fullName(doer.name) ?? doer.name;
  return doer.kind === "listener" ? listener : null;
}

/** The best candidates, each piece of work once. */
function chosen(candidates: readonly Candidate[], people: MeetingPeople): Candidate[] {
  const names = new Set(people.names.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const about = ({ title }: Candidate) => objectsOf(title).filter((word) => !names.has(word));
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score || one.at - other.at)) {
    if (candidate.score < leastScore || kept.length === mostItems) break;
    if (!kept.some((one) => isSame(about(one), about(candidate)))) kept.push(candidate);
  }
  return kept;
}

function isSame(words: readonly string[], others: readonly string[]): boolean {
  const shared = others.filter((word) => words.includes(word)).length;
  return words[0] === others[0] || shared >= 0.7 * Math.min(words.length, others.length);
}

/** What the work is on: the words after the verb. */
const objectsOf = (title: string): string[] => contentWords(title.split(" ").slice(1).join(" "));

/** "The numbers of the last quarter" is not when they are due. */
const pastDate = /\b(?:last|past|previous)\b/i;

/** A date in the sentence, else in what was said right after it: "Can you send it?" "Sure, by Friday." */
function dateOf(
  sentences: readonly SpokenSentence[],
  at: number,
  reference: Reference,
  namesWork: (at: number) => boolean,
): FoundDate | null {
  for (let next = at; next <= at + replyReach; next++) {
    const sentence = sentences[next];
    if (!sentence) break;
    if (next > at && (namesWork(next) || sentence.plain.split(" ").length > longestReply)) break;
    const dates = findDates(sentence.plain, reference).filter(
      ({ vague, start, end }) => !vague && !pastDate.test(sentence.plain.slice(Math.max(0, start - 9), end)),
    );
    const limit = dates.find((date) => date.limit) ?? (next === at ? dates[0] : undefined);
    if (limit) return limit;
  }
  return null;
}

const around = (sentences: readonly SpokenSentence[], at: number) =>
  sentences
    .slice(at, at + replyReach)
    .map(({ plain }) => plain)
    .join(" ");

const urgentWords =
  /\b(?:urgent(?:ly)?|asap|a\.s\.a\.p|as soon as possible|right away|immediately|straight away|today|tonight|first thing|top priority)\b/i;
const importantWords =
  /\b(?:important|critical|crucial|essential|must|deadline|customers?|clients?|contract|launch|release|budget|legal|security|board|make sure|can't (?:miss|forget))\b/i;
/** What is due within it is urgent (milliseconds). */
const soon = 2 * day;

const urgencyOf = (words: string, due: Date | null, now: Date): ActionItem["urgency"] =>
  urgentWords.test(words) || (due !== null && due.getTime() - now.getTime() <= soon)
    ? "urgent"
    : "not_urgent";

const importanceOf = (words: string, { deed }: Candidate, due: Date | null): ActionItem["importance"] =>
  due !== null || deed.strength >= 0.9 || importantWords.test(words) ? "important" : "not_important";
