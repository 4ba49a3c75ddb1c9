import type { Attachment } from "../inbox/contract";

/** A sample message, relative to the time of the visit. */
export interface SampleMessage {
  channel: "gmail" | "slack" | "whatsapp";
  /** How long before the visit it was sent, in minutes. */
  ago: number;
  from: { name: string; address: string | null };
  /** Only the visitor by default. */
  to?: string[];
  subject?: string;
  /** `weekday` names the day a number of working days after the message was sent. */
  text: (weekday: (workingDays: number) => string) => string;
  /** Shared by all messages of a conversation. */
  thread?: string;
  attachments?: Attachment[];
  /** Bulk mail, as its headers would say. */
  bulk?: true;
  /** Sent by the visitor: context, never a task. */
  fromOwner?: true;
  /** The demo starts with a task created from it. */
  taken?: true;
}

/** The visitor's name and address as the fictional team writes them. */
export const visitor = { name: "Demo Visitor", address: "you@larkfield.example" };

/** One hour and one day, in minutes. */
export const hour = 60;
export const day = 24 * hour;
