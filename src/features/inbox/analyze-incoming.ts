import type { Executor } from "../../server/database";
import { loadTeamCorrections } from "../corrections/service";
import { analyze, type TeamCorrections } from "../triage/service";
import type { IncomingMessage, Source } from "./incoming";

/**
 * Judges messages that a source hands over, before the one write that stores them.
 *
 * @returns the same messages in the same order; a verdict is null where the engine failed, which a job tries again.
 */
export async function analyzeIncoming(
  tx: Executor,
  source: Pick<Source, "teamId" | "channel" | "visibleTo">,
  messages: Omit<IncomingMessage, "analysis">[],
): Promise<IncomingMessage[]> {
  const teamCorrections = await loadTeamCorrections(tx, source.teamId, source.visibleTo);
  return messages.map((message) => ({ ...message, analysis: analyzeOne(source, message, teamCorrections) }));
}

function analyzeOne(
  { channel }: Pick<Source, "channel">,
  message: Omit<IncomingMessage, "analysis">,
  teamCorrections: TeamCorrections | null,
): IncomingMessage["analysis"] {
  const { content, subject, sender, senderAddress, to, cc, sentAt, bulk, fromOwner } = message;
  try {
    const from = { name: sender, address: senderAddress };
    return analyze({ content, subject, from, to, cc, sentAt, channel, bulk, fromOwner }, teamCorrections);
  } catch {
    return null;
  }
}
