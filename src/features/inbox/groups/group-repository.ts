import { and, desc, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { type MessageGrouping, mostGrouped } from "../contract";
import { senderOf } from "../listing/narrowing-repository";
import type { MessageQuery } from "../listing/order-repository";
import { type ListedMessage, listed, matching, ofTeam } from "../repository";
import { messages } from "../tables";

/** Each group of the newest messages that match, with its size and its newest message. */
export async function listGroups(
  db: Executor,
  teamId: string,
  userId: string,
  { by, ...query }: MessageQuery & { by: MessageGrouping },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ key: string | null; size: number; latest: ListedMessage }[]> {
  const matched = db
    .select({
      id: messages.id,
      at: messages.createdAt,
      key: sql<string | null>`${by === "sender" ? senderOf : messages.threadKey}`.as("key"),
    })
    .from(messages)
    .where(matching(teamId, userId, query))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(mostGrouped)
    .as("matched");
  const groups = await db
    .select({
      key: matched.key,
      size: sql<number>`count(*)::int`,
      latest: sql<string>`(array_agg(${matched.id} order by ${matched.at} desc, ${matched.id} desc))[1]`,
    })
    .from(matched)
    // A message without a conversation is a group of its own.
    .groupBy(matched.key, sql`case when ${matched.key} is null then ${matched.id} end`)
    .orderBy(sql`max(${matched.at}) desc`, sql`3 desc`)
    .limit(limit)
    .offset(offset);
  const ids = groups.map(({ latest }) => latest);
  const rows = await db
    .select(listed)
    .from(messages)
    .where(and(ofTeam(teamId), sql`${messages.id} = any(${sql.param(ids)}::uuid[])`));
  const found = new Map(rows.map((row) => [row.id, row]));
  return groups.flatMap(({ key, size, latest }) => {
    const row = found.get(latest);
    return row ? [{ key, size, latest: row }] : [];
  });
}
