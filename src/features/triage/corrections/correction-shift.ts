import type { Category, CorrectableField } from "../contract";
import type { TriageInput } from "../message";
import type { Signals } from "../signals/signals";
import {
  type Decision,
  type Point,
  type Pull,
  type ScoreName,
  type Shift,
  type Similarity,
  similarityParts,
  type TeamCorrections,
  type Traits,
} from "./correction";
import { compare, likeness, nearness, reaches, toPoint, traitsOf } from "./correction-similarity";

/** Log-odds larger than any model's score. */
const certain = 100;

/** What the team's corrections and a person's decisions on this message add to its scores; null if nothing. */
export function shiftFor(
  teamCorrections: TeamCorrections | null,
  decided: Decision | null,
  input: TriageInput,
  signals: Signals,
): Shift | null {
  if (!teamCorrections?.length && !decided) return null;
  const shift = shiftOf(teamCorrections ?? [], traitsOf(input, signals));
  return decided ? settle(shift, decided) : shift;
}

/** What a team's corrections add to the scores of a message with these traits. */
export function shiftOf(teamCorrections: TeamCorrections, traits: Traits, use = reaches): Shift {
  const sums: Partial<Record<ScoreName, number>> = {};
  eachPull(teamCorrections, traits, ({ field, pull }, point, here, compared) => {
    const near = nearness(point, here, use[field], compared);
    for (const name in pull)
      sums[name as ScoreName] = (sums[name as ScoreName] ?? 0) + near * (pull[name as ScoreName] ?? 0);
  });
  const { task = 0, urgency: urgent = 0, importance: important = 0, ...category } = sums;
  return { task, urgent, important, category };
}

/** The same for one score, split by what the corrections have in common with the message; the parts add up to it. */
export function pullBy(teamCorrections: TeamCorrections, traits: Traits, score: ScoreName): Similarity {
  const parts: Similarity = { sender: 0, domain: 0, list: 0, subject: 0, alike: 0 };
  eachPull(teamCorrections, traits, ({ field, pull }, point, here, compared) => {
    const near = likeness(point, here, reaches[field], compared);
    for (const part of similarityParts) parts[part] += near[part] * (pull[score] ?? 0);
  });
  return parts;
}

/** The id of the correction with the strongest pull on a message; those of `fields` come first. Empty if none. */
export function strongestOn(
  teamCorrections: TeamCorrections,
  traits: Traits,
  fields: readonly CorrectableField[],
  among: ReadonlySet<string>,
): string {
  let strongest = { id: "", strength: -1 };
  eachPull(teamCorrections, traits, ({ id, field, pull }, point, here, compared) => {
    if (!among.has(id)) return;
    const share = fields.includes(field) ? 1 : 0.01;
    const most = Math.max(...Object.values(pull).map(Math.abs));
    const strength = nearness(point, here, reaches[field], compared) * most * share;
    if (strength > strongest.strength) strongest = { id, strength };
  });
  return strongest.id;
}

type Visit = (pull: Pull, point: Point, here: Point, compared: ReturnType<typeof compare>) => void;

/** Every pull with its message, this message, and their similarity. */
function eachPull(teamCorrections: TeamCorrections, traits: Traits, visit: Visit): void {
  const here = toPoint(traits);
  for (const { point, pulls } of teamCorrections) {
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
