import { type Executor, limitSearch } from "../../../server/database";
import { AppError } from "../../../shared/app-error";
import { counted } from "../../../shared/counted";
import { mostChanged } from "../message-changes";
import type { MessageRow } from "../repository";
import { createBulkRepository } from "./bulk-repository";
import type { MessageTarget } from "./contract";

/** One transaction; the search of a filter may take as long as any search. */
export function inOneStep<Answer>(
  db: Executor,
  target: MessageTarget,
  work: (tx: Executor) => Promise<Answer>,
): Promise<Answer> {
  const words = "filter" in target ? target.filter.q : undefined;
  return limitSearch(db, words, (executor) => executor.transaction(work));
}

/** @throws AppError `conflict` if more messages match a filter than the person was shown. */
export function requireNoMore(target: MessageTarget, found: number): void {
  const more = "filter" in target ? found - target.expected : 0;
  if (more > 0)
    throw new AppError(
      "conflict",
      `${counted(more, "more message matches", "more messages match")} now. Look at the list, then try again.`,
    );
}

/**
 * The messages that somebody means, locked.
 *
 * @throws AppError as {@link requireNoMore}; `invalid_input` if there are too many for one step.
 */
export async function lockMany(
  tx: Executor,
  teamId: string,
  userId: string,
  target: MessageTarget,
  { withoutTask }: { withoutTask?: boolean } = {},
): Promise<MessageRow[]> {
  const limit = mostChanged + 1;
  const options = { limit, ...(withoutTask && { withoutTask }) };
  const rows = await createBulkRepository(tx).lock(teamId, userId, target, options);
  if (rows.length === limit)
    throw new AppError("invalid_input", `Choose at most ${counted(mostChanged, "message")} at once.`);
  requireNoMore(target, rows.length);
  return rows;
}
