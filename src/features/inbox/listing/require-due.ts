import type { Executor } from "../../../server/database";
import { AppError } from "../../../shared/app-error";
import { createMessageRepository, type MessageQuery, type Reader } from "../repository";

/**
 * Doesn't end a list by due date in silence because the message that it goes on after has lost its due date.
 *
 * @throws AppError `conflict`.
 */
export async function requireDue(
  db: Executor,
  reader: Reader,
  { sort, after, cursor }: MessageQuery,
): Promise<void> {
  if (sort !== "due" || !after || cursor !== undefined) return;
  const message = await createMessageRepository(db).find(reader, after);
  if (message && !message.aiAnalysis?.dueDate)
    throw new AppError(
      "conflict",
      "This message has no due date any more. Follow the header `link` of its page, or start again.",
    );
}
