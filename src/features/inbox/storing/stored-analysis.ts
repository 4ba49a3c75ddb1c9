import type { Analysis, EvidenceField } from "../../triage/contract";
import type { EngineResult } from "../../triage/message";

/** The engine's result in stored form: its evidence names the message it comes from. */
export function toStoredAnalysis(result: EngineResult, messageId: string): Analysis {
  const evidence: Analysis["evidence"] = {};
  for (const [field, spans] of Object.entries(result.evidence))
    evidence[field as EvidenceField] = spans.map((span) => ({
      sourceType: "message" as const,
      sourceId: messageId,
      ...span,
    }));
  return { ...result, evidence };
}
