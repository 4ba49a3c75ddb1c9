import { type IngestJobs, ingest } from "../../src/features/inbox/ingest";
import type { IncomingMessage, Source } from "../../src/features/inbox/source-message";
import type { Executor } from "../../src/server/database";

/** Stores analyzed messages, as an import does. @returns the ids of the new ones, by external id. */
export async function storeMessages(
  db: Executor,
  source: Source,
  messages: IncomingMessage[],
  jobs: IngestJobs | null = null,
): Promise<Map<string, string>> {
  return (await ingest(db, jobs, source, { messages })).stored;
}
