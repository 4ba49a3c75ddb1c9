import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { type CursorRow, cursorIn, type OrderValue, valuesAt } from "../../server/paging/list-cursor";
import type { AreaItem, AreaSourceType } from "./contract";
import type { Viewer } from "./repository";
import { areaItems } from "./tables";

/**
 * How an item is in an area: a rule joined it, somebody added it, or somebody took it out, so that no rule
 * joins it again.
 */
export type ItemState = "rule" | "hand" | "removed";

interface ItemRow {
  [column: string]: unknown;
  type: AreaSourceType;
  id: string;
  title: string;
  person: string | null;
  channel: string | null;
  status: string;
  due_date: string | null;
  date: string;
  by_hand: boolean;
  cursor: string;
}

/** A page of items that continues after one. */
export interface ItemPage {
  limit: number;
  after?: string | undefined;
  /** Where that one was; undefined: where it is now. */
  cursor?: string | undefined;
}

/** A source as the index has it, without what is deleted. */
export interface IndexedSource {
  type: AreaSourceType;
  title: string;
  /** As in `messages`. */
  visibleTo: string | null;
}

/** The title of a message, task or meeting by its id. The caller checks who may see it. */
export const titleOf = (id: SQL): SQL => sql`coalesce(
  (select coalesce(nullif(trim(m.subject), ''), left(m.content, 80)) from messages m where m.id = ${id}),
  (select t.title from tasks t where t.id = ${id}),
  (select g.title from meetings g where g.id = ${id}), '')`;

/** The queries for what belongs to an area. Titles come from the rows themselves, as the viewer may read them. */
export function createItemRepository(db: Executor) {
  const of = (areaId: string, { teamId }: Viewer, type: AreaSourceType) =>
    sql`i.area_id = ${areaId} and i.team_id = ${teamId} and i.source_type = ${type} and i.state <> 'removed'`;
  const readable = ({ userId }: Viewer) => sql`(m.visible_to is null or m.visible_to = ${userId})`;
  const items = async (query: SQL): Promise<(AreaItem & CursorRow)[]> => {
    const { rows } = await db.execute<ItemRow>(query);
    return rows.map((row) => ({
      ...{ type: row.type, id: row.id, title: row.title, person: row.person, channel: row.channel },
      ...{ status: row.status, byHand: row.by_hand },
      dueDate: row.due_date && new Date(row.due_date).toISOString(),
      date: new Date(row.date).toISOString(),
      cursor: row.cursor,
    }));
  };
  const written: OrderValue[] = [
    { by: sql`i.written_at`, type: "instant" },
    { by: sql`i.source_id`, type: "id" },
  ];
  /** An item that has left the area since still has its moment in its own row. */
  const inOrder = (from: "messages" | "meetings", { teamId }: Viewer, { limit, after, cursor }: ItemPage) => {
    const known =
      cursor !== undefined
        ? sql.join(valuesAt(written, cursor), sql`, `)
        : sql`select a.created_at, a.id from ${sql.identifier(from)} a where a.id = ${after} and a.team_id = ${teamId}`;
    return sql`${after ? sql`and (i.written_at, i.source_id) < (${known})` : sql``}
      order by i.written_at desc, i.source_id desc limit ${limit}`;
  };

  return {
    /**
     * A page of the area's messages that the person sees, latest first.
     *
     * @throws AppError `invalid_input` if no row has the id in `after`.
     */
    async messages(viewer: Viewer, areaId: string, page: ItemPage): Promise<(AreaItem & CursorRow)[]> {
      const rows = await items(sql`
        select 'message' as type, m.id, coalesce(nullif(trim(m.subject), ''), left(m.content, 120)) as title,
          m.sender as person, m.channel, m.status, null as due_date, m.created_at as date, i.state = 'hand' as by_hand,
          ${cursorIn(written)} as cursor
        from ${areaItems} i join messages m on m.id = i.source_id and m.deleted_at is null and ${readable(viewer)}
        where ${of(areaId, viewer, "message")} ${inOrder("messages", viewer, page)}`);
      await requireKnown(db, rows, page, rowOf(sql`messages`, viewer.teamId, page.after));
      return rows;
    },

    /**
     * A page of the area's meetings, latest first.
     *
     * @throws AppError `invalid_input` if no row has the id in `after`.
     */
    async meetings(viewer: Viewer, areaId: string, page: ItemPage): Promise<(AreaItem & CursorRow)[]> {
      const rows = await items(sql`
        select 'meeting' as type, m.id, m.title, null as person, null as channel, m.status, null as due_date,
          m.created_at as date, i.state = 'hand' as by_hand, ${cursorIn(written)} as cursor
        from ${areaItems} i join meetings m on m.id = i.source_id and m.deleted_at is null
        where ${of(areaId, viewer, "meeting")} ${inOrder("meetings", viewer, page)}`);
      await requireKnown(db, rows, page, rowOf(sql`meetings`, viewer.teamId, page.after));
      return rows;
    },

    /** Open tasks by due date, then resolved ones. */
    async tasks(
      viewer: Viewer,
      areaId: string,
      { limit, after, cursor }: ItemPage,
    ): Promise<(AreaItem & CursorRow)[]> {
      const values = (t: SQL): OrderValue[] => [
        { by: sql`${t}.status = 'resolved'`, type: "truth" },
        { by: sql`${t}.due_date`, type: "instant" },
        { by: sql`${t}.created_at`, type: "instant" },
        { by: sql`${t}.id`, type: "id" },
      ];
      const inOrder = ([resolved, due, created, id]: SQL[]) =>
        sql`${resolved}, coalesce(${due}, 'infinity'), ${created}, ${id}`;
      const order = (t: SQL) => inOrder(values(t).map(({ by }) => by));
      const known =
        cursor !== undefined
          ? inOrder(valuesAt(values(sql`t`), cursor))
          : sql`select ${order(sql`a`)} from tasks a where a.id = ${after} and a.team_id = ${viewer.teamId}`;
      const rows = await items(sql`
        select 'task' as type, t.id, t.title, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as person,
          t.message_channel as channel, t.status, t.due_date, t.created_at as date, i.state = 'hand' as by_hand,
          ${cursorIn(values(sql`t`))} as cursor
        from ${areaItems} i join tasks t on t.id = i.source_id and t.deleted_at is null
        left join users u on u.id = t.assignee_id
        where ${of(areaId, viewer, "task")}
          ${after ? sql`and (${order(sql`t`)}) > (${known})` : sql``}
        order by ${order(sql`t`)} limit ${limit}`);
      await requireKnown(db, rows, { after, cursor }, rowOf(sql`tasks`, viewer.teamId, after));
      return rows;
    },

    /** Undefined for what is deleted, another team's, or somebody else's. */
    async source({ teamId, userId }: Viewer, id: string): Promise<IndexedSource | undefined> {
      const { rows } = await db.execute<{
        type: AreaSourceType;
        title: string;
        visible_to: string | null;
      }>(sql`
        select p.source_type as type, p.visible_to, ${titleOf(sql`p.source_id`)} as title
        from passages p
        where p.source_id = ${id} and p.position = 0 and p.team_id = ${teamId} and p.source_type <> 'fact'
          and (p.visible_to is null or p.visible_to = ${userId})`);
      const [row] = rows;
      return row && { type: row.type, title: row.title, visibleTo: row.visible_to };
    },

    /** Undefined if it never belonged to the area. */
    async state(areaId: string, sourceId: string): Promise<ItemState | undefined> {
      const { rows } = await db.execute<{ state: ItemState }>(
        sql`select state from ${areaItems} where area_id = ${areaId} and source_id = ${sourceId} for update`,
      );
      return rows[0]?.state;
    },

    /** @param state - null: it never belonged to the area. */
    async setState(
      teamId: string,
      areaId: string,
      sourceIds: string[],
      state: ItemState | null,
    ): Promise<void> {
      const ids = sql`any(${sql.param(sourceIds)}::uuid[])`;
      if (state === null)
        await db.execute(
          sql`delete from ${areaItems} where area_id = ${areaId} and team_id = ${teamId} and source_id = ${ids}`,
        );
      else
        await db.execute(sql`
          insert into ${areaItems} (area_id, team_id, source_type, source_id, state, visible_to, written_at)
          select ${areaId}, ${teamId}, p.source_type, p.source_id, ${state}, p.visible_to, p.written_at from passages p
          where p.source_id = ${ids} and p.position = 0 and p.team_id = ${teamId}
          on conflict (area_id, source_id) do update set state = excluded.state, visible_to = excluded.visible_to`);
    },

    /** The tasks made from a message. */
    async tasksOf(teamId: string, messageId: string): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from tasks where team_id = ${teamId} and message_id = ${messageId} and deleted_at is null`,
      );
      return rows.map(({ id }) => id);
    },
  };
}
