import type { Executor } from "../../../server/database";
import { shortTurns } from "../../../server/workers/short-turns";
import { loadTeamCorrections } from "../../corrections/active-corrections";
import type { TeamCorrections } from "../../triage/corrections/correction";
import { analyze } from "../../triage/engine";
import type { EngineResult } from "../../triage/message";
import type { IncomingMessage, Source, SourceMessage } from "../source-message";

/** Analyzes the messages that no worker has analyzed, in the same order. */
export async function analyzeMessages(
  tx: Executor,
  source: Pick<Source, "teamId" | "channel" | "visibleTo">,
  messages: SourceMessage[],
): Promise<IncomingMessage[]> {
  const missing = messages.some(({ analysis }) => analysis === undefined);
  const corrections = missing ? await loadTeamCorrections(tx, source.teamId, source.visibleTo) : null;
  const analyzed: IncomingMessage[] = [];
  const pause = shortTurns();
  for (const message of messages) {
    // A page of long messages would keep everybody waiting.
    if (message.analysis === undefined) await pause();
    analyzed.push({
      ...message,
      analysis: message.analysis === undefined ? analyzeOne(source, message, corrections) : message.analysis,
    });
  }
  return analyzed;
}

function analyzeOne(
  { channel }: Pick<Source, "channel">,
  message: SourceMessage,
  corrections: TeamCorrections | null,
): EngineResult | null {
  const { content, subject, sender, senderAddress, to, cc, sentAt, bulk, fromOwner, timeZone } = message;
  try {
    const from = { name: sender, address: senderAddress };
    const input = { content, subject, from, to, cc, sentAt, channel, bulk, fromOwner };
    return analyze({ ...input, ...(timeZone && { timeZone }) }, corrections);
  } catch {
    return null;
  }
}
