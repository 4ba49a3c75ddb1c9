import type { Executor } from "../../server/database";
import type { Change } from "../journal/change";
import type { Analysis, CorrectableField } from "../triage/contract";
import type { Decision, ShownValues } from "../triage/corrections/correction";
import { readTraits } from "../triage/corrections/correction-effect";
import { decisionPatch, shownValues, withOverrides } from "../triage/corrections/overrides";
import type { TriageInput } from "../triage/message";
import { overridesOn } from "./active-corrections";
import { createCorrectionRepository } from "./repository";

/** A message that somebody corrects. */
export interface CorrectedMessageInput {
  id: string;
  teamId: string;
  visibleTo: string | null;
  input: TriageInput;
  /** The engine's own analysis, without corrections. */
  base: Analysis;
  /** The engine's analysis with all of the person's decisions. */
  conclude: (decided: Decision) => Analysis;
  title: string;
  /** True if the correction comes from a change of its task. */
  byTask: boolean;
}

/**
 * Records a person's corrections of a message, one for each conclusion that differs from what was shown.
 * Choosing what the engine had concluded removes the earlier correction.
 *
 * @returns the journal's changes; empty if nothing differs.
 */
export async function recordCorrections(
  tx: Executor,
  userId: string,
  message: CorrectedMessageInput,
  decided: Decision,
): Promise<Change[]> {
  const corrections = createCorrectionRepository(tx);
  const { id, teamId } = message;
  const active = await corrections.ofMessage(teamId, id);
  const applied = ((await overridesOn(tx, teamId, [id])).get(id) ?? []).filter(({ by }) => by === null);
  const shown = shownValues(withOverrides(message.base, applied));
  const wanted = wantedFields(decided);
  const changes: Change[] = [];

  const settled = wanted.filter(({ field, value }) => {
    const before = active.find((correction) => correction.field === field);
    return before ? before.value !== value : shown[field] !== value;
  });
  const replaced = active.filter(({ field }) => settled.some((one) => one.field === field));
  if (replaced.length > 0) {
    const removedAt = new Date();
    await corrections.update(
      teamId,
      replaced.map((correction) => correction.id),
      { removedAt },
    );
    for (const correction of replaced)
      changes.push({ kind: "deleted", type: "correction", id: correction.id, before: {} });
  }
  const kept = active.filter((correction) => !replaced.includes(correction));
  const fresh = settled.filter(({ field, value }) => shown[field] !== value);
  const all = decidedFrom([...kept, ...fresh]);
  for (const { field, value } of fresh) {
    const row = await corrections.insert({
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
    await corrections.addEffects([{ teamId, correctionId: row.id, messageId: id, patch }]);
    changes.push({ kind: "created", type: "correction", id: row.id, after: {} });
  }
  return changes;
}

function wantedFields({ hasTask, urgency, importance, category }: Decision) {
  const values: Partial<ShownValues> = {
    ...(hasTask !== undefined && { task: hasTask ? "task" : "none" }),
    ...(urgency && { urgency }),
    ...(importance && { importance }),
    ...(category && { category }),
  };
  return (Object.entries(values) as [CorrectableField, string][]).map(([field, value]) => ({ field, value }));
}

function decidedFrom(said: { field: CorrectableField; value: string }[]): Decision {
  const values = Object.fromEntries(said.map(({ field, value }) => [field, value]));
  return {
    ...(values.task && { hasTask: values.task === "task" }),
    urgency: values.urgency as Decision["urgency"],
    importance: values.importance as Decision["importance"],
    category: values.category as Decision["category"],
  };
}
