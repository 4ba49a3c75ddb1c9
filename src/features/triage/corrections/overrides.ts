import {
  type Analysis,
  type CorrectableField,
  correctableFields,
  type EvidenceField,
  type Priority,
} from "../contract";
import { priorityOf } from "../priority";
import type { Decision, Patch, ShownValues } from "./correction";

/**
 * An override on a message. `by`: the person (id) who decided it there; null if it was applied from
 * elsewhere.
 */
export interface Override {
  patch: Patch;
  by: string | null;
}

const evidenceOf: Record<CorrectableField, EvidenceField[]> = {
  task: ["task", "dueDate"],
  urgency: ["urgency"],
  importance: ["importance"],
  category: ["category"],
};

/** The conclusions that can be corrected. */
export function shownValues({
  hasTask,
  urgency,
  importance,
  category,
}: Pick<Analysis, "hasTask" | "urgency" | "importance" | "category">): ShownValues {
  return { task: hasTask ? "task" : "none", urgency, importance, category };
}

/** Picks these fields of an analysis. */
export function patchFrom(analysis: Analysis, fields: readonly CorrectableField[]): Patch {
  const { hasTask, uncertain, taskTitle, dueDate, confidence, urgency, importance, category } = analysis;
  const values: Record<CorrectableField, Patch["values"]> = {
    task: { hasTask, uncertain, taskTitle, dueDate, confidence },
    urgency: { urgency },
    importance: { importance },
    category: { category },
  };
  const patch: Patch = { fields: [...fields], values: {}, evidence: {} };
  for (const field of fields) {
    Object.assign(patch.values, values[field]);
    for (const name of evidenceOf[field])
      if (analysis.evidence[name]) patch.evidence[name] = analysis.evidence[name];
  }
  return patch;
}

/**
 * Applies a person's decision to an analysis.
 *
 * @param analysis - the engine's analysis, given that decision.
 * @param field - the decided field. Without a task, what was urgent or important because of it no longer is.
 */
export function decisionPatch(analysis: Analysis, field: CorrectableField, decided: Decision): Patch {
  const fields: CorrectableField[] = [field];
  if (field === "task" && decided.hasTask === false) {
    if (analysis.urgency === "not_urgent") fields.push("urgency");
    if (analysis.importance === "not_important") fields.push("importance");
  }
  const patch = patchFrom(analysis, fields);
  // Without words of the sender there is no request to find, whatever the reader decided.
  if (field === "task")
    Object.assign(patch.values, { hasTask: decided.hasTask, uncertain: false, confidence: 1 });
  return patch;
}

/** An analysis with overrides applied in order. Without any, it stays the same. */
export function withOverrides(base: Analysis, overrides: readonly Override[]): Analysis {
  if (overrides.length === 0) return base;
  const fromCorrections = new Set<CorrectableField>(base.fromCorrections);
  const decided: Partial<Record<CorrectableField, string>> = {};
  const evidence = { ...base.evidence };
  let result: Analysis = { ...base, evidence };
  for (const { patch, by } of overrides) {
    result = { ...result, ...patch.values };
    for (const field of patch.fields) {
      for (const name of evidenceOf[field]) delete evidence[name];
      if (by === null) fromCorrections.add(field);
    }
    const [first] = patch.fields;
    if (by !== null && first) decided[first] = by;
    Object.assign(evidence, patch.evidence);
  }
  const moved = overrides.some(
    ({ patch: { fields } }) => fields.includes("urgency") || fields.includes("importance"),
  );
  const learned = correctableFields.filter((field) => fromCorrections.has(field) && !decided[field]);
  const { fromCorrections: _, ...rest } = result;
  const calm = overrides.some(({ patch }) => patch.byTask);
  const priority = calm ? lower(priorityOf(result), base.priority) : priorityOf(result);
  return {
    ...rest,
    ...(moved && { priority }),
    // Patches from before this field existed don't contain it.
    ...(decided.task && { uncertain: false }),
    ...(learned.length > 0 && { fromCorrections: learned }),
    ...(Object.keys(decided).length > 0 && { decided }),
  };
}

const ranks: readonly Priority[] = ["low", "medium", "high"];
const lower = (one: Priority, other: Priority) => (ranks.indexOf(one) < ranks.indexOf(other) ? one : other);
