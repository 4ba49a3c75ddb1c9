import type { Executor } from "../../../server/database";
import { createCommentRepository } from "./repository";

/** Stores sample comments on a new task, the first one earliest, in the caller's transaction and without undo. */
export async function storeComments(
  tx: Executor,
  on: { teamId: string; taskId: string; authorId: string },
  bodies: string[],
): Promise<void> {
  if (bodies.length === 0) return;
  const comments = createCommentRepository(tx);
  const now = Date.now();
  for (const [index, body] of bodies.entries())
    await comments.insert({ ...on, body, createdAt: new Date(now - (bodies.length - index) * 60_000) });
  await comments.count(on.teamId, on.taskId);
}
