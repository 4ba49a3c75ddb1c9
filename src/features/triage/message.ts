import type { EvidenceSpan } from "../../shared/evidence";
import type { Analysis, EvidenceField } from "./contract";

/** A mail or chat message as the engine reads it. Pure data: no ids, no database. */
export interface TriageInput {
  /** Plain text as stored in the message's `content`, quotes and signature included. */
  content: string;
  subject: string | null;
  from: { name: string | null; address: string | null };
  /** Addresses or names in To; empty if the source has none. */
  to: string[];
  cc: string[];
  sentAt: Date;
  channel: string;
  /**
   * The source marks it as bulk mail: List-Unsubscribe, List-Id, Precedence: bulk, Auto-Submitted and
   * similar.
   */
  bulk: boolean;
  /** Sent by the owner of the account: context, never a task. */
  fromOwner: boolean;
  /** The reader's IANA time zone, for dates without a zone. Default UTC. */
  timeZone?: string;
}

/** The analysis with evidence as offsets only; ids are added when the message is stored. */
export type EngineResult = Omit<Analysis, "evidence"> & {
  evidence: Partial<Record<EvidenceField, EvidenceSpan[]>>;
};
