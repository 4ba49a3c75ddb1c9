import type { Category, CorrectableField } from "../contract";
import type { TriageInput } from "../message";
import type { Signals } from "../signals/signals";
import {
  type Decision,
  type Similarity,
  similarityParts,
  type Point,
  type Pull,
  type ScoreName,
  type Shift,
  type TeamCorrections,
  type Traits,
} from "./correction";
import { compare, likeness, nearness, reaches, toPoint, traitsOf } from "./correction-similarity";

/** Log-odds that no model's score outweighs. */
const certain = 100;

/** What the team's lessons and a person's decisions about this very message add to its scores; null for nothing. */
export function shiftFor(
  teaching: TeamCorrections | null,
  decided: Decision | null,
  input: TriageInput,
  signals: Signals,
): Shift | null {
  if (!teaching?.length && !decided) return null;
  const shift = shiftOf(teaching ?? [], traitsOf(input, signals));
  return decided ? settle(shift, decided) : shift;
}

/** What a team's lessons add to the scores of a message with these traits. */
export function shiftOf(teaching: TeamCorrections, traits: Traits, use = reaches): Shift {
  const sums: Partial<Record<ScoreName, number>> = {};
  eachPull(teaching, traits, ({ field, pull }, point, here, compared) => {
    const near = nearness(point, here, use[field], compared);
    for (const name in pull)
      sums[name as ScoreName] = (sums[name as ScoreName] ?? 0) + near * (pull[name as ScoreName] ?? 0);
  });
  const { task = 0, urgency: urgent = 0, importance: important = 0, ...category } = sums;
  return { task, urgent, important, category };
}

/** The same for one score, by what the lessons have in common with the message; the parts add up to it. */
export function pullBy(teaching: TeamCorrections, traits: Traits, score: ScoreName): Similarity {
  const parts: Similarity = { sender: 0, domain: 0, list: 0, subject: 0, alike: 0 };
  eachPull(teaching, traits, ({ field, pull }, point, here, compared) => {
    const near = likeness(point, here, reaches[field], compared);
    for (const part of similarityParts) parts[part] += near[part] * (pull[score] ?? 0);
  });
  return parts;
}

/** The lesson among these that pulls a message most; one about `fields` comes before others. Empty without any. */
export function strongestOn(
  teaching: TeamCorrections,
  traits: Traits,
  fields: readonly CorrectableField[],
  among: ReadonlySet<string>,
): string {
  let strongest = { id: "", strength: -1 };
  eachPull(teaching, traits, ({ id, field, pull }, point, here, compared) => {
    if (!among.has(id)) return;
    const share = fields.includes(field) ? 1 : 0.01;
    const most = Math.max(...Object.values(pull).map(Math.abs));
    const strength = nearness(point, here, reaches[field], compared) * most * share;
    if (strength > strongest.strength) strongest = { id, strength };
  });
  return strongest.id;
}

type Visit = (pull: Pull, point: Point, here: Point, compared: ReturnType<typeof compare>) => void;

/** Every pull with its message, this one, and how the two compare. */
function eachPull(teaching: TeamCorrections, traits: Traits, visit: Visit): void {
  const here = toPoint(traits);
  for (const { point, pulls } of teaching) {
    const compared = compare(point, here);
    for (const pull of pulls) visit(pull, point, here, compared);
  }
}

function settle(shift: Shift, { hasTask, urgency, importance, category }: Decision): Shift {
  const to = (yes: boolean | undefined, otherwise: number) =>
    yes === undefined ? otherwise : yes ? certain : -certain;
  return {
    task: to(hasTask, shift.task),
    urgent: to(urgency && urgency === "urgent", shift.urgent),
    important: to(importance && importance === "important", shift.important),
    category: category
      ? ({ [category]: certain } satisfies Partial<Record<Category, number>>)
      : shift.category,
  };
}
