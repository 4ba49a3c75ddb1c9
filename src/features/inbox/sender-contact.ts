import type { Executor } from "../../server/database";
import type { Analysis } from "../triage/contract";
import type { MessageWhy, SenderContact } from "./contract";
import type { MessageRow } from "./repository";

/**
 * Finds the people behind addresses in the team's customer records, by the address as the message has it. The CRM
 * feature implements it, because it depends on messages.
 */
export type FindContacts = (
  executor: Executor,
  teamId: string,
  addresses: string[],
) => Promise<ReadonlyMap<string, SenderContact>>;

type SentMessage = Pick<MessageRow, "bulk" | "fromOwner">;

/**
 * The analysis with what an open deal means for it: a message from somebody with one is important, unless somebody
 * decided otherwise or it is mass mail. It is computed whenever the message is read, because deals change.
 */
export function withDeal(
  analysis: Analysis | null,
  contact: SenderContact | undefined,
  { bulk, fromOwner }: SentMessage,
): Analysis | null {
  const raises = contact !== undefined && contact.openDeals > 0 && !bulk && !fromOwner;
  if (!analysis || !raises || analysis.importance === "important" || analysis.decided?.importance)
    return analysis;
  return { ...analysis, importance: "important" };
}

/** A message with what an open deal made of it, because that is what a person sees and corrects. */
export function messageWithDeal(message: MessageRow, contact: SenderContact | undefined): MessageRow {
  const { aiAnalysis, engineAnalysis } = message;
  return {
    ...message,
    aiAnalysis: withDeal(aiAnalysis, contact, message),
    engineAnalysis: withDeal(engineAnalysis, contact, message),
  };
}

/** The explanation with an open deal as the reason, if it is one. */
export function whyWithDeal(
  why: MessageWhy,
  analysis: Analysis | null,
  contact: SenderContact | undefined,
  sent: SentMessage,
): MessageWhy {
  if (!contact || withDeal(analysis, contact, sent) === analysis) return why;
  return {
    ...why,
    conclusions: why.conclusions.map((conclusion) =>
      conclusion.field === "importance"
        ? {
            ...conclusion,
            ...{ conclusion: "important", rule: dealInWords(contact), probability: null, score: null },
            ...{ bias: null, rival: null, reasons: [], against: [], changes: [] },
          }
        : conclusion,
    ),
  };
}

function dealInWords({ name, companyName, deals, openDeals, crm }: SenderContact): string {
  const who = [name, companyName].filter(Boolean).join(" of ") || "the sender";
  const [deal] = deals;
  const more = openDeals > 1 ? ` and ${openDeals - 1} more` : "";
  return `An open deal in ${crm} with ${who}: “${deal?.name}” (${deal?.stage})${more}.`;
}
