import { createContext, useContext } from "react";
import type {
  Analysis,
  ConclusionReasons,
  EvidenceField,
  Explanation,
  Reason,
} from "../../../triage/contract";
import type { Mark } from "./highlight";

type Span = Reason["spans"][number];

/** A reason or a change, with its words in the message. */
export interface LinkedSpans {
  /** Unique in the explanation. */
  id: string;
  spans: Span[];
}

/** Reasons with a smaller share are hidden at first (0 to 1). */
const leastShare = 0.05;
const most = { reasons: 5, against: 3 };

/** The reasons of one side that are shown at once, and those behind a press. */
export function split(all: Reason[], side: keyof typeof most): { shown: Reason[]; rest: Reason[] } {
  const large = all.filter(({ share }) => share === null || share >= leastShare);
  const least = side === "reasons" ? all.slice(0, 1) : [];
  const shown = (large.length > 0 ? large : least).slice(0, most[side]);
  return { shown, rest: all.slice(shown.length) };
}

export const reasonId = (
  { field }: Pick<ConclusionReasons, "field">,
  { signal }: Pick<Reason, "signal">,
): string => `${field}-${signal}`;
export const changeId = ({ field }: Pick<ConclusionReasons, "field">, index: number): string =>
  `${field}-change-${index}`;
/** The id for a language model's conclusion on a field. */
export const modelId = (field: EvidenceField): string => `model-${field}`;
/** The id for a word sequence of the task's sentence. */
export const wordId = (index: number): string => `sentence-${index}`;

/** The id for a conclusion's line in the summary. */
export const lineId = ({ field }: Pick<ConclusionReasons, "field">): string => `line-${field}`;

/** A model of single words, which says less to a person than any other reason. */
const ofWords = /Words$/;

/** The reason that says the most about a conclusion: what a person decided, else one with words in the message. */
export function mainReason({ reasons }: Pick<ConclusionReasons, "reasons">): Reason | undefined {
  const [first] = reasons;
  if (first?.contribution === null) return first;
  const quoted = reasons.filter(({ spans }) => spans.length > 0);
  return quoted.find(({ signal }) => !ofWords.test(signal)) ?? quoted[0] ?? first;
}

/** Longer spans are sentences, marked as a whole instead of as words (characters). */
const longestWords = 40;

export interface Linkable {
  marks: (part: Span["part"]) => Mark[];
  /** Ids whose words are marked from the start, so that the keyboard can reach them. */
  words: ReadonlySet<string>;
}

/**
 * All spans of an explanation, by the id of what they are about.
 *
 * @param model - a language model's analysis; its words are marked only while hovered.
 * @param numbers - the reasons are shown in full; otherwise only the summary's words are marked.
 */
export function linksOf(explanation: Explanation, model?: Analysis | null, numbers = true): Linkable {
  const linked: LinkedSpans[] = explanation.conclusions.flatMap((conclusion) => [
    ...[...conclusion.reasons, ...conclusion.against].map((reason) => ({
      id: reasonId(conclusion, reason),
      spans: reason.spans,
    })),
    ...conclusion.changes.map(({ spans }, index) => ({ id: changeId(conclusion, index), spans })),
    { id: lineId(conclusion), spans: mainReason(conclusion)?.spans ?? [] },
  ]);
  for (const [index, { span }] of explanation.sentence?.words.entries() ?? [])
    linked.push({ id: wordId(index), spans: [span] });
  for (const [field, spans] of Object.entries(model?.evidence ?? {}))
    linked.push({ id: modelId(field as EvidenceField), spans });
  const words = explanation.conclusions.flatMap((conclusion) => {
    if (!numbers) return [lineId(conclusion)];
    return (["reasons", "against"] as const).flatMap((side) =>
      split(conclusion[side], side)
        .shown.filter(({ spans }) => spans.length > 0 && spans.every(isWords))
        .map((reason) => reasonId(conclusion, reason)),
    );
  });
  return {
    words: new Set(words),
    marks: (part) =>
      linked.flatMap(({ id, spans }) =>
        spans.filter((span) => span.part === part).map(({ start, end }) => ({ name: id, start, end })),
      ),
  };
}

const isWords = ({ start, end }: Span) => end - start <= longestWords;

/** What is highlighted now, by pointer or keyboard, and how to change it. */
export interface Pointer {
  ids: readonly string[];
  point: (ids: readonly string[]) => void;
  /** Scrolls the first words of a reason into view. */
  show: (id: string) => void;
  /** Moves the focus to the first of these reasons. */
  goTo: (ids: readonly string[]) => void;
}

export const PointerContext = createContext<Pointer>({
  ids: [],
  point: () => {},
  show: () => {},
  goTo: () => {},
});

export const usePointer = (): Pointer => useContext(PointerContext);
