import type { EvidenceSpan } from "../../shared/evidence";
import type { Analysis, EvidenceField } from "./contract";

/** A mail or chat message as the engine reads it. Pure data: no ids, no database. */
export interface TriageInput {
  /** Plain text as stored in the message's `content`, quotes and signature included. */
  content: string;
  subject: string | null;
  from: { name: string | null; address: string | null };
  /** Addresses or names in To; empty when the source names none. */
  to: string[];
  cc: string[];
  sentAt: Date;
  channel: string;
  /** The source marks it as mass mail: List-Unsubscribe, List-Id, Precedence: bulk, Auto-Submitted and alike. */
  bulk: boolean;
  /** Sent by the owner of the account: context, never a task. */
  fromOwner: boolean;
  /** IANA zone the reader lives in; dates without a zone are resolved in it. Default UTC. */
  timeZone?: string;
}

/** The verdict with evidence as offsets only; ids are added where the message is stored. */
export type EngineResult = Omit<Analysis, "evidence"> & {
  evidence: Partial<Record<EvidenceField, EvidenceSpan[]>>;
};
