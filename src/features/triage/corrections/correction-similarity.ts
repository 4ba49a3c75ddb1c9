import { normalizeAddress } from "../../mail/mail-address";
import { subjectPrefix } from "../../mail/subject-prefix";
import type { CorrectableField } from "../contract";
import type { TriageInput } from "../message";
import { askSignals, type SignalName, type Signals, signalNames, wordSignals } from "../signals/signals";
import type { Point, Similarity, Traits } from "./correction";

/**
 * How far a correction reaches: the most it may add to the score of another message, in log-odds. The first
 * four parts count if both messages share the sender, organization, list or subject and are otherwise similar.
 * `alike` counts for similarity alone, and `step` for each signal they have in common. `width` and `wide` set
 * how much the signals of two messages may differ and still count as similar.
 */
export interface Reach {
  sender: number;
  domain: number;
  list: number;
  subject: number;
  alike: number;
  step: number;
  width: number;
  wide: number;
}

const shared = { sender: 5, domain: 0.5, list: 2, subject: 5, width: 1.2, wide: 0.8 };

/**
 * `alike`, `step` and the widths were compared by `eval/scores/correction.ts`. Its messages hardly ever share a
 * sender, so the first four values are our own estimate.
 */
export const reaches: Record<CorrectableField, Reach> = {
  task: { ...shared, alike: 1, step: 0 },
  urgency: { ...shared, alike: 0.5, step: 0.05 },
  importance: { ...shared, alike: 0.5, step: 0.05 },
  // In a chat room, most lines have much in common, whatever they are about.
  category: { ...shared, sender: 3, list: 0, alike: 0.2, step: 0, width: 0.7 },
};

/** Mail services that anybody can use, so a shared domain means nothing. */
const openServices =
  /^(?:gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|aol|icloud|me|mac|gmx|web|mail|proton|protonmail|zoho|yandex|qq|163|126)\.[a-z.]+$/;
const listAddress =
  /^#|@(?:lists?|groups?|googlegroups|yahoogroups)\.|(?:[-_.](?:list|dev|devel|users|announce|group|team|all)|^(?:all|team|everyone|staff|office))@|maillist|listserv/;
const subjectMarks = new RegExp(`^(?:\\s*(?:${subjectPrefix}|\\[[^\\]]{1,40}\\]))+`);

/** What a correction of this message would generalize over. */
export function traitsOf(input: TriageInput, signals: Signals): Traits {
  const { address, name } = input.from;
  const sender = normalizeAddress(address ?? name ?? "") || null;
  const domain = domainOf(address);
  const identifies = domain && !openServices.test(domain) && !input.to.some((to) => domainOf(to) === domain);
  return {
    sender,
    domain: identifies ? domain : null,
    list: input.to.map(normalizeAddress).find((to) => listAddress.test(to)) ?? null,
    subject: subjectOf(input.subject),
    signals: Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== 0)),
  };
}

const domainOf = (address: string | null) =>
  address?.includes("@") ? (address.split("@").at(-1) as string).replace(/[>\s].*$/, "").toLowerCase() : null;

/** The subject without numbers, which differ between form letters; null if too little of it is left. */
function subjectOf(subject: string | null): string | null {
  const words = (subject ?? "")
    .slice(0, 400)
    .toLowerCase()
    .replace(subjectMarks, "")
    .replace(/[\p{N}#]+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return words.length >= 6 ? words : null;
}

const points = new WeakMap<Traits, Point>();

/** A message prepared for comparison. Cached per traits object, which never changes. */
export function toPoint(traits: Traits): Point {
  const known = points.get(traits);
  if (known) return known;
  const point = makePoint(traits);
  points.set(traits, point);
  return point;
}

/**
 * Signals that come from models of the words. They are left out because they would outweigh how a message is
 * built and what it names.
 */
const fromModels: ReadonlySet<SignalName> = new Set([...wordSignals, ...askSignals]);
const comparedSignals = signalNames.filter((name) => !fromModels.has(name));

function makePoint({ signals, ...traits }: Traits): Point {
  const values = new Float64Array(comparedSignals.length);
  const filled = new Uint8Array(comparedSignals.length);
  let count = 0;
  let size = 0;
  for (let at = 0; at < values.length; at++) {
    const value = signals[comparedSignals[at]!] ?? 0;
    if (value === 0) continue;
    values[at] = value;
    filled[count++] = at;
    size += value * value;
  }
  return { traits, signals: values, filled: filled.slice(0, count), size };
}

/** What the signals of two messages have in common, and their squared distance. */
export function compare(one: Point, other: Point): { common: number; distance: number } {
  let common = 0;
  for (let at = 0; at < one.filled.length; at++) {
    const span = one.filled[at]!;
    common += one.signals[span]! * other.signals[span]!;
  }
  return { common, distance: Math.max(0, one.size + other.size - 2 * common) };
}

/** How similar two messages are, part by part. A message is most similar to itself. */
export function likeness(one: Point, other: Point, reach: Reach, compared = compare(one, other)): Similarity {
  const { common, distance } = compared;
  const mine = one.traits;
  const theirs = other.traits;
  const sender = mine.sender !== null && mine.sender === theirs.sender ? reach.sender : 0;
  const domain = mine.domain !== null && mine.domain === theirs.domain ? reach.domain : 0;
  const list = mine.list !== null && mine.list === theirs.list ? reach.list : 0;
  const subject = mine.subject !== null && mine.subject === theirs.subject ? reach.subject : 0;
  const shared = sender + domain + list + subject > 0;
  const much = shared ? Math.exp(-distance / (2 * reach.wide * reach.wide)) : 0;
  return {
    sender: sender * much,
    domain: domain * much,
    list: list * much,
    subject: subject * much,
    alike: reach.alike * Math.exp(-distance / (2 * reach.width * reach.width)) + reach.step * common,
  };
}

/** The overall similarity of two messages. */
export const total = ({ sender, domain, list, subject, alike }: Similarity): number =>
  sender + domain + list + subject + alike;

/**
 * The {@link total} of {@link likeness}, without creating its parts: a team's corrections need tens of
 * thousands of comparisons.
 */
export function nearness(one: Point, other: Point, reach: Reach, compared = compare(one, other)): number {
  const mine = one.traits;
  const theirs = other.traits;
  let shared = 0;
  if (mine.sender !== null && mine.sender === theirs.sender) shared += reach.sender;
  if (mine.domain !== null && mine.domain === theirs.domain) shared += reach.domain;
  if (mine.list !== null && mine.list === theirs.list) shared += reach.list;
  if (mine.subject !== null && mine.subject === theirs.subject) shared += reach.subject;
  const { common, distance } = compared;
  const alike = reach.alike * Math.exp(-distance / (2 * reach.width * reach.width)) + reach.step * common;
  return shared === 0 ? alike : shared * Math.exp(-distance / (2 * reach.wide * reach.wide)) + alike;
}

/** The similarity of each pair of messages. */
export function allNearness(points: readonly Point[], reach: Reach): Float64Array[] {
  const near = points.map(() => new Float64Array(points.length));
  for (let i = 0; i < points.length; i++)
    for (let j = 0; j <= i; j++) {
      const sum = nearness(points[i]!, points[j]!, reach);
      near[i]![j] = sum;
      near[j]![i] = sum;
    }
  return near;
}
