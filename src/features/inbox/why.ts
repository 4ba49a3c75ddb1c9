import type { Analysis, EvidenceField, Explanation } from "../triage/contract";
import { outcomesOf } from "../triage/explain/changes";
import type { MessageWhy } from "./contract";

/** An explanation with the stored analysis: what differs, and what a person decided instead. */
export function toWhy(analysis: Analysis | null, explained: Explanation): MessageWhy {
  if (!analysis) return { ...explained, stored: null };
  const before = outcomesOf(analysis);
  const differs = explained.conclusions.filter(({ field, conclusion }) => before[field] !== conclusion);
  const decided = fieldsDecided(analysis);
  return {
    ...explained,
    taskTitle: decided.has("task") ? analysis.taskTitle : explained.taskTitle,
    conclusions: explained.conclusions.map((conclusion) =>
      decided.has(conclusion.field) ? decidedConclusion(conclusion, before[conclusion.field]) : conclusion,
    ),
    stored: {
      version: analysis.version,
      current: analysis.version === explained.version,
      differs: differs.map(({ field }) => field).filter((field) => !decided.has(field)),
    },
  };
}

function fieldsDecided({ decided = {} }: Analysis): Set<EvidenceField> {
  const fields = new Set(Object.keys(decided) as EvidenceField[]);
  // A due date exists only with a task.
  if (fields.has("task")) fields.add("dueDate");
  return fields;
}

type Conclusion = Explanation["conclusions"][number];

/** A correction needs no signals; the engine's own conclusion is mentioned. */
function decidedConclusion({ field, conclusion: engines }: Conclusion, conclusion: string): Conclusion {
  return {
    field,
    conclusion,
    rule: field === "dueDate" ? "This follows from a correction of the task." : decidedBy(engines),
    probability: null,
    score: null,
    bias: null,
    rival: null,
    reasons: [],
    against: [],
    changes: [],
  };
}

const words: Record<string, string> = { task: "something to do", none: "nothing to do" };
const decidedBy = (engines: string) =>
  `Someone on your team decided this. The engine alone would say: ${words[engines] ?? engines.replaceAll("_", " ")}.`;
