import type { TranscriptSegment } from "../../../shared/transcript-segment";
import type { FoundDate } from "../dates/date-readings";
import type { Reference } from "../dates/date-rules";
import { dueInstant, findDates, referenceFor } from "../dates/due-dates";
import { type ActionModel, scoreActionLines, shippedActionModel } from "../models/action-lines";
import { decisionsIn } from "./decisions";
import { contentWords, deedTitle } from "./deed-title";
import { type MeetingPeople, peopleOf } from "./meeting-people";
import { accepts, deedReader, type SpokenDeed } from "./spoken-deeds";
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
const mostModel = 2;
const leastScore = 0.6;
/** Added if somebody takes the work on, and if it has a date. */
const acceptedBonus = 0.3;
const datedBonus = 0.2;
/** Added for verbs of office work, which outside of meetings mean a task nearly always. */
const officeBonus = 0.25;
const officeVerb =
  /^(?:send|forward|prepare|write|draft|call|phone|book|update|review|check|order|schedule|contact|e-?mail|finish|fix|organi[sz]e|arrange|invite|submit|share|circulate|upload|invoice|pay|sign|renew|cancel|confirm|set up|follow up|put together|find out|look into|talk to|speak to|get back to|reach out|document|test|deploy|release|rewrite|translate|print|publish|plan|negotiate|research|collect|create|build|summari[sz]e|compile|hire|interview|ask|remind|inform)\b/i;
/** Lines on which an answer takes up a request, or names its date. */
const replyReach = 2;
/** A longer sentence speaks of something else (words). */
const longestReply = 6;

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
  const items = chosen(candidates)
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
    decisions: decisionsIn(sentences).map((sentence) => ({
      text: sentence.plain.charAt(0).toUpperCase() + sentence.plain.slice(1),
      evidence: evidenceOf(sentence),
    })),
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
  const candidates: Candidate[] = [];
  for (const [at, { plain, speaker }] of sentences.entries()) {
    const deed = plain.length > 8 ? read(plain) : null;
    if (!deed) continue;
    const reply = replyTo(sentences, at);
    const listener = people.otherThan(speaker) ?? (reply ? people.fullName(reply.speaker) : null);
    const promised = deed.doer.kind === "speaker";
    const title = deedTitle(deed.deed, { speaker: people.fullName(speaker), listener, promised });
    if (!title) continue;
    const date = dateOf(sentences, at, reference);
    const accepted = reply !== null && !promised ? acceptedBonus : 0;
    candidates.push({
      at,
      title,
      deed,
      assigneeName: assigneeOf(deed, speaker, listener, people),
      date,
      score:
        deed.strength +
        accepted +
        (date ? datedBonus : 0) +
        (officeVerb.test(title) && objectsOf(title).length > 0 ? officeBonus : 0) +
        modelShare * Math.max(leastModel, Math.min(mostModel, scores[at]!)),
    });
  }
  return candidates;
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

function assigneeOf(
  { doer }: SpokenDeed,
  speaker: string | null,
  listener: string | null,
  people: MeetingPeople,
): string | null {
  if (doer.kind === "speaker") return people.fullName(speaker);
  if (doer.kind === "named") return people.fullName(doer.name);
  return doer.kind === "listener" ? listener : null;
}

/** The best candidates, each piece of work once. */
function chosen(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((one, other) => other.score - one.score || one.at - other.at)) {
    if (candidate.score < leastScore || kept.length === mostItems) break;
    if (!kept.some((one) => isSame(one, candidate))) kept.push(candidate);
  }
  return kept;
}

function isSame(one: Candidate, other: Candidate): boolean {
  const words = objectsOf(one.title);
  const others = objectsOf(other.title);
  const shared = others.filter((word) => words.includes(word)).length;
  return words[0] === others[0] || shared >= 0.7 * Math.min(words.length, others.length);
}

/** What the work is on: the words after the verb. */
const objectsOf = (title: string): string[] => contentWords(title.split(" ").slice(1).join(" "));

/** A date in the sentence, else in what was said right after it: "Can you send it?" "Sure, by Friday." */
function dateOf(sentences: readonly SpokenSentence[], at: number, reference: Reference): FoundDate | null {
  for (let next = at; next <= at + replyReach; next++) {
    const sentence = sentences[next];
    if (!sentence || (next > at && sentence.plain.split(" ").length > longestReply)) break;
    const dates = findDates(sentence.plain, reference).filter(({ vague }) => !vague);
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
const soonMs = 2 * 24 * 3600 * 1000;

const urgencyOf = (words: string, due: Date | null, now: Date): ActionItem["urgency"] =>
  urgentWords.test(words) || (due !== null && due.getTime() - now.getTime() <= soonMs)
    ? "urgent"
    : "not_urgent";

const importanceOf = (words: string, { deed }: Candidate, due: Date | null): ActionItem["importance"] =>
  due !== null || deed.strength >= 0.9 || importantWords.test(words) ? "important" : "not_important";
