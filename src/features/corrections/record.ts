import type { Executor } from "../../server/database";
import type { Change } from "../journal/service";
import type { Analysis, LessonField } from "../triage/contract";
import {
  type Decided,
  decisionPatch,
  overlay,
  readTraits,
  type Shown,
  shownOf,
  type TriageInput,
} from "../triage/service";
import { laidOn } from "./active-corrections";
import { createLessonRepository } from "./repository";

/** A message somebody corrects. */
export interface Corrected {
  id: string;
  teamId: string;
  visibleTo: string | null;
  input: TriageInput;
  /** What the engine said, without anything laid over it. */
  base: Analysis;
  /** What the engine says once it takes the person's word for all they have decided. */
  conclude: (decided: Decided) => Analysis;
  title: string;
  /** It is said by what somebody did with its task. */
  byTask: boolean;
}

/**
 * Records what a person says of a message's verdicts, one lesson for each that was shown otherwise; whoever says what
 * the engine had said takes their earlier lesson back.
 *
 * @returns the journal's changes; none when nothing was said that was not shown.
 */
export async function recordLessons(
  tx: Executor,
  userId: string,
  message: Corrected,
  decided: Decided,
): Promise<Change[]> {
  const lessons = createLessonRepository(tx);
  const { id, teamId } = message;
  const standing = await lessons.ofMessage(teamId, id);
  const applied = ((await laidOn(tx, teamId, [id])).get(id) ?? []).filter(({ by }) => by === null);
  const shown = shownOf(overlay(message.base, applied));
  const wanted = wantedFields(decided);
  const changes: Change[] = [];

  const settled = wanted.filter(({ field, value }) => {
    const before = standing.find((lesson) => lesson.field === field);
    return before ? before.value !== value : shown[field] !== value;
  });
  const replaced = standing.filter(({ field }) => settled.some((one) => one.field === field));
  if (replaced.length > 0) {
    const removedAt = new Date();
    await lessons.update(
      teamId,
      replaced.map((lesson) => lesson.id),
      { removedAt },
    );
    for (const lesson of replaced)
      changes.push({ kind: "deleted", type: "lesson", id: lesson.id, before: {} });
  }
  const kept = standing.filter((lesson) => !replaced.includes(lesson));
  const fresh = settled.filter(({ field, value }) => shown[field] !== value);
  const all = decidedFrom([...kept, ...fresh]);
  for (const { field, value } of fresh) {
    const row = await lessons.insert({
      teamId,
      userId,
      messageId: id,
      visibleTo: message.visibleTo,
      field,
      value,
      shown,
      traits: readTraits(message.input),
      title: message.title,
      sender: message.input.from.name ?? message.input.from.address ?? "Unknown sender",
    });
    const patch = {
      ...decisionPatch(message.conclude(all), field, all),
      ...(message.byTask && { byTask: true }),
    };
    await lessons.addEffects([{ teamId, lessonId: row.id, messageId: id, patch }]);
    changes.push({ kind: "created", type: "lesson", id: row.id, after: {} });
  }
  return changes;
}

function wantedFields({ hasTask, urgency, importance, category }: Decided) {
  const values: Partial<Shown> = {
    ...(hasTask !== undefined && { task: hasTask ? "task" : "none" }),
    ...(urgency && { urgency }),
    ...(importance && { importance }),
    ...(category && { category }),
  };
  return (Object.entries(values) as [LessonField, string][]).map(([field, value]) => ({ field, value }));
}

function decidedFrom(said: { field: LessonField; value: string }[]): Decided {
  const values = Object.fromEntries(said.map(({ field, value }) => [field, value]));
  return {
    ...(values.task && { hasTask: values.task === "task" }),
    urgency: values.urgency as Decided["urgency"],
    importance: values.importance as Decided["importance"],
    category: values.category as Decided["category"],
  };
}
