import type { EngineResult } from "../triage/message";
import type { Attachment } from "./contract";

/** A message as a source delivers it. */
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
  /** IANA time zone of its reader, if known. */
  timeZone?: string | null;
  /** When its text last changed at the source. */
  editedAt?: Date | null;
  /** Set if a worker has analyzed it; null: the engine failed. */
  analysis?: EngineResult | null;
}

/** The same with its analysis; null if the engine failed, and a job retries. */
export type IncomingMessage = SourceMessage & { analysis: EngineResult | null };

/** Where messages come from. */
export interface Source {
  teamId: string;
  accountId: string;
  channel: string;
  importId: string | null;
  /** The only person who may see them; absent or null: the team. */
  visibleTo?: string | null;
  /** Other mailboxes of the same person, so that a mail to several of them shows once. */
  siblings?: { connected: string[]; disconnected: string[] };
  /** Its messages are sample data. */
  sample?: boolean;
}
