import type { Executor } from "../../server/database";
import { teamTeaching } from "../corrections/service";
import { analyse, type Teaching } from "../triage/service";
import type { IncomingMessage, Source } from "./incoming";

/**
 * Judges messages that a source hands over, before the one write that stores them.
 *
 * @returns the same messages in the same order; a verdict is null where the engine failed, which a job tries again.
 */
export async function judgeIncoming(
  tx: Executor,
  source: Pick<Source, "teamId" | "channel" | "visibleTo">,
  messages: Omit<IncomingMessage, "verdict">[],
): Promise<IncomingMessage[]> {
  const teaching = await teamTeaching(tx, source.teamId, source.visibleTo);
  return messages.map((message) => ({ ...message, verdict: judgeOne(source, message, teaching) }));
}

function judgeOne(
  { channel }: Pick<Source, "channel">,
  message: Omit<IncomingMessage, "verdict">,
  teaching: Teaching | null,
): IncomingMessage["verdict"] {
  const { content, subject, sender, senderAddress, to, cc, sentAt, bulk, fromOwner } = message;
  try {
    const from = { name: sender, address: senderAddress };
    return analyse({ content, subject, from, to, cc, sentAt, channel, bulk, fromOwner }, teaching);
  } catch {
    return null;
  }
}
