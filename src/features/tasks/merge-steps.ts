import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../shared/app-error";
import { mostSteps, type TaskStep } from "./contract";

/** What several people make of a task's steps at the same time. */
interface MergedSteps {
  /** As the person saw them. */
  seen: TaskStep[];
  /** As they want them. */
  wanted: TaskStep[];
  /** As they are now. */
  now: TaskStep[];
}

/**
 * What a person has added, changed and removed, in the steps as they are now. Of two changes of one step, the later
 * counts for each of its fields; a removed step stays removed.
 *
 * @throws AppError `invalid_input` if together they are too many.
 */
export function mergeSteps({ seen, wanted, now }: MergedSteps): TaskStep[] {
  // Also in another order.
  if (isDeepStrictEqual(now, seen)) return wanted;
  const before = new Map(seen.map((step) => [step.id, step]));
  const after = new Map(wanted.map((step) => [step.id, step]));
  const there = new Set(now.map(({ id }) => id));
  const kept = now.flatMap((step) => {
    const [was, is] = [before.get(step.id), after.get(step.id)];
    if (was && !is) return [];
    if (!was || !is) return [step];
    return [
      {
        ...step,
        ...(is.title !== was.title && { title: is.title }),
        ...(is.done !== was.done && { done: is.done }),
      },
    ];
  });
  const merged = [...kept, ...wanted.filter(({ id }) => !before.has(id) && !there.has(id))];
  if (merged.length > mostSteps)
    throw new AppError("invalid_input", `With those of others, these are more than ${mostSteps} steps.`);
  return merged;
}
