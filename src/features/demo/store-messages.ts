import type { Executor } from "../../server/database";
import { ingest } from "../inbox/ingest";
import type { DemoMessage } from "./demo-messages";

/** Stores invented messages of several channels and returns their ids by external id. */
export async function storeMessages(
  tx: Executor,
  { teamId, accountId, sample }: { teamId: string; accountId: string; sample: boolean },
  messages: Pick<DemoMessage, "channel" | "incoming">[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const channel of new Set(messages.map((message) => message.channel))) {
    const batch = messages.filter((message) => message.channel === channel);
    const source = { teamId, accountId, channel, importId: null, sample };
    const { stored } = await ingest(tx, null, source, { messages: batch.map(({ incoming }) => incoming) });
    for (const [externalId, id] of stored) ids.set(externalId, id);
  }
  return ids;
}
