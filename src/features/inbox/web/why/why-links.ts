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

/** A reason or a change, with the words of the message it is about. */
export interface LinkedSpans {
  /** Unique in the explanation. */
  id: string;
  spans: Span[];
}

/** Shares below this are too small to be shown among the first (0 to 1). */
const leastShare = 0.05;
const most = { reasons: 5, against: 3 };

/** The reasons of one side that are shown at once, and those that wait behind a press. */
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
/** The id of what a language model says of a field. */
export const modelId = (field: EvidenceField): string => `model-${field}`;
/** The id of a word sequence of the task's sentence. */
export const wordId = (index: number): string => `sentence-${index}`;

/** Places longer than this are sentences: marked as a whole, not as words (characters). */
const longestWords = 40;

export interface Linkable {
  marks: (part: Span["part"]) => Mark[];
  /** Ids whose words are marked from the start, so that they can be gone through. */
  words: ReadonlySet<string>;
}

/**
 * Every place of an explanation under the id of what it is about.
 *
 * @param model - what a language model made of the message; its words are marked while they are pointed at.
 */
export function linksOf(explanation: Explanation, model?: Analysis | null): Linkable {
  const linked: LinkedSpans[] = explanation.conclusions.flatMap((conclusion) => [
    ...[...conclusion.reasons, ...conclusion.against].map((reason) => ({
      id: reasonId(conclusion, reason),
      spans: reason.spans,
    })),
    ...conclusion.changes.map(({ spans }, index) => ({ id: changeId(conclusion, index), spans })),
  ]);
  for (const [index, { span }] of explanation.sentence?.words.entries() ?? [])
    linked.push({ id: wordId(index), spans: [span] });
  for (const [field, spans] of Object.entries(model?.evidence ?? {}))
    linked.push({ id: modelId(field as EvidenceField), spans });
  const words = explanation.conclusions.flatMap((conclusion) =>
    (["reasons", "against"] as const).flatMap((side) =>
      split(conclusion[side], side)
        .shown.filter(({ spans }) => spans.length > 0 && spans.every(isWords))
        .map((reason) => reasonId(conclusion, reason)),
    ),
  );
  return {
    words: new Set(words),
    marks: (part) =>
      linked.flatMap(({ id, spans }) =>
        spans.filter((span) => span.part === part).map(({ start, end }) => ({ name: id, start, end })),
      ),
  };
}

const isWords = ({ start, end }: Span) => end - start <= longestWords;

/** What is pointed at now, by pointer or keyboard, and how to point at something else. */
export interface Pointing {
  ids: readonly string[];
  point: (ids: readonly string[]) => void;
  /** Brings the first words of a reason into view. */
  show: (id: string) => void;
  /** Takes the focus to the first of these reasons. */
  goTo: (ids: readonly string[]) => void;
}

export const PointingContext = createContext<Pointing>({
  ids: [],
  point: () => {},
  show: () => {},
  goTo: () => {},
});

export const usePointing = (): Pointing => useContext(PointingContext);
