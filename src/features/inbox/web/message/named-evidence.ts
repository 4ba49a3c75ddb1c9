import type { EvidenceField } from "../../../triage/contract";
import type { Message } from "../../contract";
import type { NamedEvidence } from "./message-marked-text";

const fields: EvidenceField[] = ["task", "dueDate", "urgency", "importance", "category", "sentiment"];

/** The evidence of an analysis, by field. */
export function namedEvidence({ aiAnalysis }: Pick<Message, "aiAnalysis">): NamedEvidence[] {
  return fields.flatMap((name) =>
    (aiAnalysis?.evidence[name] ?? []).map((evidence) => ({ name: name as string, evidence })),
  );
}
