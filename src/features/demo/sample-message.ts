import type { Attachment } from "../inbox/contract";

/** A made-up message of the demonstration, told relative to the visit. */
export interface SampleMessage {
  channel: "gmail" | "slack" | "whatsapp";
  /** How long before the visit it was sent (minutes). */
  ago: number;
  from: { name: string; address: string | null };
  /** Default: the visitor alone. */
  to?: string[];
  subject?: string;
  /** Given a function that names the weekday so many working days after the message was sent. */
  text: (weekday: (workingDays: number) => string) => string;
  /** Messages of one conversation share it. */
  thread?: string;
  attachments?: Attachment[];
  /** Mass mail, as its headers would say. */
  bulk?: true;
  /** Sent by the visitor: context, never a task. */
  fromOwner?: true;
  /** The demonstration begins with a task that was made from it. */
  taken?: true;
}

/** How the made-up team writes to the visitor. */
export const visitor = { name: "Demo Visitor", address: "you@larkfield.example" };

/** One hour and one day in minutes. */
export const hour = 60;
export const day = 24 * hour;
