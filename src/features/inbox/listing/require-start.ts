import type { Executor } from "../../../server/database";
import { requireKnown, rowOf } from "../../../server/paging/known-row";
import { AppError } from "../../../shared/app-error";
import { createMessageRepository, type Reader } from "../repository";
import { messages } from "../tables";
import type { MessageQuery } from "./order-repository";

/**
 * Doesn't end a list in silence because the message that it goes on after isn't there, or has lost the due date by
 * which the list is ordered.
 *
 * @param found - the page. Only an empty one is looked into.
 * @throws AppError `invalid_input` or `conflict`.
 */
export async function requireStart(
  db: Executor,
  { teamId, userId }: { teamId: string; userId: string },
  query: MessageQuery,
  found: unknown[],
): Promise<void> {
  const { sort, after, cursor } = query;
  if (found.length > 0 || !after || cursor !== undefined) return;
  await requireKnown(db, found, query, rowOf(messages, teamId, after));
  if (sort !== "due") return;
  const reader: Reader = { teamIds: [teamId], userId };
  const message = await createMessageRepository(db).find(reader, after);
  if (message && !message.aiAnalysis?.dueDate)
    throw new AppError(
      "conflict",
      "This message has no due date any more. Follow the header `link` of its page, or start again.",
    );
}
