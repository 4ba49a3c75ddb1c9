import { asc, desc, type SQL, sql } from "drizzle-orm";
import { type OrderValue, valuesAt } from "../../../server/paging/list-cursor";
import type { MessageSort, MessageStatus, MessageView } from "../contract";
import { messages } from "../tables";
import { dueDate, type NarrowQuery } from "./narrowing-repository";

/** Which messages a list has, and how it is ordered. */
export interface MessageQuery extends NarrowQuery {
  view: MessageView;
  channel?: string | undefined;
  status?: MessageStatus | undefined;
  q?: string | undefined;
  /** Default: newest. */
  sort?: MessageSort | undefined;
  /** The message to continue after. */
  after?: string | undefined;
  /** Where it was; undefined: where it is now. */
  cursor?: string | undefined;
}

/** One page of it. `limit` and `offset` count messages. */
export type MessagePage = MessageQuery & { limit: number; offset: number };

/** What decides the text of the query for a view's first page; undefined for what is asked for less often. */
export function shapeOfFirstPage({ view, sort = "newest", limit, offset, ...rest }: MessagePage) {
  const isPlain = offset === 0 && Object.values(rest).every((value) => value === undefined);
  return isPlain ? `first page of messages: ${view}, ${sort}` : undefined;
}

/** Under Requires Action, messages with an uncertain task come last. */
export function orderOf({ view, sort }: MessageQuery): SQL[] {
  if (sort === "due") return [sql`${dueDate} asc`, asc(messages.createdAt), asc(messages.id)];
  if (sort === "oldest") return [asc(messages.createdAt), asc(messages.id)];
  const time = [desc(messages.createdAt), desc(messages.id)];
  return view === "requires_action" ? [asc(messages.uncertain), ...time] : time;
}

/** What the list is ordered by. */
export function inOrder({ view, sort }: MessageQuery): OrderValue[] {
  const time: OrderValue[] = [
    { by: sql`${messages.createdAt}`, type: "instant" },
    { by: sql`${messages.id}`, type: "id" },
  ];
  if (sort === "due") return [{ by: dueDate, type: "text" }, ...time];
  if (sort === "oldest" || view !== "requires_action") return time;
  return [{ by: sql`${messages.uncertain}`, type: "truth" }, ...time];
}

/** What comes after a message in the order of the list, so that a later page costs no more than the first. */
export function following(teamId: string, query: MessageQuery): SQL | undefined {
  const { view, sort, after, cursor } = query;
  if (!after) return undefined;
  const values = cursor === undefined ? undefined : valuesAt(inOrder(query), cursor);
  const of = (columns: string, known = values) =>
    known
      ? sql`(${sql.join(known, sql`, `)})`
      : sql`(select ${sql.raw(columns)} from messages anchor where anchor.team_id = ${teamId} and anchor.id = ${after})`;
  const time = sql`(${messages.createdAt}, ${messages.id})`;
  if (sort === "due")
    return sql`(${dueDate}, ${messages.createdAt}, ${messages.id}) > ${of("anchor.ai_analysis->>'dueDate', anchor.created_at, anchor.id")}`;
  if (sort === "oldest") return sql`${time} > ${of("anchor.created_at, anchor.id")}`;
  const earlier = sql`${time} < ${of("anchor.created_at, anchor.id", values?.slice(-2))}`;
  if (view !== "requires_action") return earlier;
  const uncertain = of("anchor.uncertain", values?.slice(0, 1));
  return sql`${messages.uncertain} >= ${uncertain} and (${messages.uncertain} > ${uncertain} or ${earlier})`;
}
