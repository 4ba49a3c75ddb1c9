import type { IncomingMessage } from "../../src/features/inbox/source-message";
import { analyze } from "../../src/features/triage/engine";
import { incoming } from "./test-app";

/** A message with the engine's own analysis. */
export function analyzed(fields: Partial<IncomingMessage>): IncomingMessage {
  const message = incoming({ sentAt: new Date("2026-11-18T10:00:00Z"), ...fields });
  const { content, subject, to, cc, sentAt, bulk, fromOwner } = message;
  const from = { name: message.sender, address: message.senderAddress };
  const input = { content, subject, from, to, cc, sentAt, bulk, fromOwner, channel: "import" };
  return { ...message, analysis: analyze(input) };
}

/** One issue of a newsletter. All issues read alike. */
export const digest = (day: number): IncomingMessage =>
  analyzed({
    sender: "Harbour Weekly",
    senderAddress: "editor@harbour.example",
    subject: `Harbour Weekly ${day}`,
    content: `Please send us your photos of the harbour for issue ${day}. Could you tell us what you liked best?`,
    sentAt: new Date(Date.UTC(2026, 10, day)),
  });
