import type { EngineResult } from "../triage/message";
import type { Attachment } from "./contract";

/** A message as a source hands it over. */
export interface SourceMessage {
  /** Unique within its account. */
  externalId: string;
  threadKey: string | null;
  sender: string;
  senderAddress: string | null;
  to: string[];
  cc: string[];
  subject: string | null;
  content: string;
  attachments: Attachment[];
  sentAt: Date;
  bulk: boolean;
  fromOwner: boolean;
  problem: string | null;
  /** IANA zone its reader lives in, where it is known. */
  timeZone?: string | null;
  /** When its text was last changed at the source. */
  editedAt?: Date | null;
  /** Set where a worker has analyzed it already; null: the engine failed on it. */
  analysis?: EngineResult | null;
}

/** The same with its analysis; null where the engine failed, which a job tries again. */
export type IncomingMessage = SourceMessage & { analysis: EngineResult | null };

/** Where messages come from. */
export interface Source {
  teamId: string;
  accountId: string;
  channel: string;
  importId: string | null;
  /** The one person who may see them; absent or null: the team. */
  visibleTo?: string | null;
}
