import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { beginningOf } from "../../server/postgres/text-beginning";
import { inArea } from "../areas/area-sources-repository";
import { areaFacts, areas } from "../areas/tables";
import { users } from "../auth/tables";
import { messages } from "../inbox/tables";
import { meetingSegments, meetings } from "../meetings/tables";
import { teamQuery } from "../search/words-repository";
import { tasks } from "../tasks/tables";
import { teamMembers } from "../teams/tables";
import { isOwn } from "./chat/recipients/sent-repository";
import { type Viewer, within } from "./passage-repository";

/** How much of a text is read to answer a question (characters). */
const readUpTo = 20_000;

/** Messages of a thread that are read for replies, and how much of each (characters). */
const replies = { most: 8, readUpTo: 4_000 };

const idsIn = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`;

/** Texts of the sources, as one person may read them. The index only names them; these queries decide again. */
export function createSourceRepository(db: Executor) {
  const readable = ({ teamId, userId }: Viewer) =>
    and(
      eq(messages.teamId, teamId),
      isNull(messages.deletedAt),
      or(isNull(messages.visibleTo), eq(messages.visibleTo, userId)),
    );
  const messageColumns = (upTo: number) => ({
    id: messages.id,
    threadKey: messages.threadKey,
    subject: messages.subject,
    content: beginningOf(messages.content, upTo),
    sender: messages.sender,
    senderAddress: messages.senderAddress,
    channel: messages.channel,
    createdAt: messages.createdAt,
    addressesAi: sql<boolean>`coalesce((${messages.aiAnalysis}->>'addressesAi')::boolean, false)`,
  });
  return {
    /** Those of the messages that the person sees, in no order. Texts are cut. */
    async messages(viewer: Viewer, ids: string[]) {
      return db
        .select(messageColumns(readUpTo))
        .from(messages)
        .where(and(readable(viewer), sql`${messages.id} = ${idsIn(ids)}`));
    },

    /** The first message of each thread, and the next ones from a time on, oldest first. */
    async inThreads(viewer: Viewer, threads: { key: string; from: Date }[]) {
      const inThread = sql`select ${messages.id} as id from ${messages}
        where ${messages.threadKey} = a.key and ${readable(viewer)}
          ${viewer.areaId ? sql`and ${messages.id} in (${inArea(viewer.areaId)})` : sql``}`;
      const keys = sql.param(threads.map(({ key }) => key));
      const froms = sql.param(threads.map(({ from }) => from.toISOString()));
      return db
        .select(messageColumns(replies.readUpTo))
        .from(messages)
        .where(
          and(
            readable(viewer),
            sql`${messages.id} in (
              select near.id from unnest(${keys}::text[], ${froms}::timestamptz[]) a(key, since) cross join lateral (
                (${inThread} order by ${messages.createdAt} limit 1) union all
                (${inThread} and ${messages.createdAt} >= a.since order by ${messages.createdAt} limit ${replies.most})) near)`,
          ),
        )
        .orderBy(asc(messages.createdAt), asc(messages.id));
    },

    /** Those of the tasks that exist, in no order. Descriptions are cut. */
    async tasks({ teamId }: Viewer, ids: string[]) {
      return db
        .select({
          id: tasks.id,
          title: tasks.title,
          description: beginningOf(sql`coalesce(${tasks.description}, '')`, readUpTo),
          messageId: tasks.messageId,
          messageChannel: tasks.messageChannel,
          createdAt: tasks.createdAt,
          firstName: users.firstName,
          lastName: users.lastName,
        })
        .from(tasks)
        .leftJoin(users, eq(users.id, tasks.assigneeId))
        .where(and(eq(tasks.teamId, teamId), sql`${tasks.id} = ${idsIn(ids)}`, isNull(tasks.deletedAt)));
    },
  };
}

/** Facts as their viewer may read them: they belong to the whole team. */
export function createFactTexts(db: Executor) {
  return async ({ teamId }: Viewer, ids: string[]) =>
    db
      .select({
        id: areaFacts.id,
        text: areaFacts.text,
        createdAt: areaFacts.createdAt,
        area: areas.name,
        firstName: users.firstName,
        lastName: users.lastName,
      })
      .from(areaFacts)
      .innerJoin(areas, eq(areas.id, areaFacts.areaId))
      .leftJoin(users, eq(users.id, areaFacts.createdBy))
      .where(
        and(
          ...[eq(areaFacts.teamId, teamId), sql`${areaFacts.id} = ${idsIn(ids)}`],
          ...[isNull(areaFacts.deletedAt), isNull(areas.deletedAt)],
        ),
      );
}

/** Transcripts as their viewer may read them: a meeting belongs to the whole team. */
export function createTranscriptRepository(db: Executor) {
  const line = sql`translate(${meetingSegments.text}, E'\\n', ' ')`;
  return {
    /** Each with its lines as one text, and their seconds and speakers as JSON: a row each would take longer. */
    async meetings({ teamId }: Viewer, ids: string[]) {
      const said = db
        .select({
          meetingId: meetingSegments.meetingId,
          text: sql<string>`string_agg(${line} || E'\\n', '' order by ${meetingSegments.position})`.as(
            "lines",
          ),
          said: sql<string>`json_agg(json_build_array(${meetingSegments.start}, ${meetingSegments.speaker}) order by ${meetingSegments.position})::text`.as(
            "said",
          ),
        })
        .from(meetingSegments)
        .where(and(eq(meetingSegments.teamId, teamId), sql`${meetingSegments.meetingId} = ${idsIn(ids)}`))
        .groupBy(meetingSegments.meetingId)
        .as("said");
      return db
        .select({
          id: meetings.id,
          title: meetings.title,
          summary: meetings.summary,
          createdAt: meetings.createdAt,
          text: said.text,
          said: said.said,
        })
        .from(meetings)
        .leftJoin(said, eq(said.meetingId, meetings.id))
        .where(
          and(eq(meetings.teamId, teamId), sql`${meetings.id} = ${idsIn(ids)}`, isNull(meetings.deletedAt)),
        );
    },
  };
}

/** Rows that a list shows at most. */
export const listed = 20;

/** Which tasks a list holds: open ones due in a span of time, of a quadrant, or in a state. */
export type TaskPick =
  | { kind: "due"; from: Date | null; before: Date | null }
  | ({ kind: "quadrant" } & Pick<typeof tasks.$inferSelect, "urgency" | "importance">)
  | { kind: "assigned"; userIds: string[] }
  | { kind: "blocked" | "unassigned" | "mine" | "open" };

/** Somebody who has tasks. `left`: they aren't in the team any more. */
export type Assignee = Awaited<ReturnType<ReturnType<typeof createListRepository>["assignees"]>>[number];

/** A task in a list. */
export type ListedTask = Awaited<ReturnType<ReturnType<typeof createListRepository>["tasks"]>>[number];

/** The queries behind questions that ask for a list. */
export function createListRepository(db: Executor) {
  const shown = ({ teamId, areaId }: Viewer) =>
    and(
      eq(tasks.teamId, teamId),
      isNull(tasks.deletedAt),
      areaId ? sql`${tasks.id} in (${inArea(areaId)})` : undefined,
    );
  const open = (viewer: Viewer) => and(shown(viewer), ne(tasks.status, "resolved"));
  const select = () =>
    db
      .select({
        id: tasks.id,
        title: tasks.title,
        status: tasks.status,
        dueDate: tasks.dueDate,
        createdAt: tasks.createdAt,
        channel: tasks.messageChannel,
        assignee: sql<string | null>`nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), '')`,
      })
      .from(tasks)
      .leftJoin(users, eq(users.id, tasks.assigneeId))
      .$dynamic();
  const inOrder = [asc(tasks.dueDate), asc(tasks.createdAt), asc(tasks.id)];
  const picked = (viewer: Viewer, pick: TaskPick) => {
    switch (pick.kind) {
      case "due":
        return and(
          open(viewer),
          isNotNull(tasks.dueDate),
          pick.from ? gte(tasks.dueDate, pick.from) : undefined,
          pick.before ? lt(tasks.dueDate, pick.before) : undefined,
        );
      case "quadrant":
        return and(open(viewer), eq(tasks.urgency, pick.urgency), eq(tasks.importance, pick.importance));
      case "blocked":
        return and(shown(viewer), eq(tasks.status, "blocked"));
      case "unassigned":
        return and(open(viewer), isNull(tasks.assigneeId));
      case "assigned":
        return and(open(viewer), sql`${tasks.assigneeId} = ${idsIn(pick.userIds)}`);
      case "mine":
        return and(open(viewer), eq(tasks.assigneeId, viewer.userId));
      case "open":
        return open(viewer);
    }
  };

  return {
    /** The tasks of a pick, by due date; one row more than a list shows, so that an answer can say that there are more. */
    async tasks(viewer: Viewer, pick: TaskPick) {
      return select()
        .where(picked(viewer, pick))
        .orderBy(...inOrder)
        .limit(listed + 1);
    },

    /** The team's members, and those who have left and still have open tasks. */
    async assignees({ teamId }: Viewer) {
      return (
        db
          .select({
            id: users.id,
            firstName: users.firstName,
            lastName: users.lastName,
            email: users.email,
            left: sql<boolean>`${teamMembers.userId} is null`,
          })
          .from(users)
          .leftJoin(teamMembers, and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, users.id)))
          // From the team's side: an `or` of both would read everybody in the installation.
          .where(
            sql`${users.id} in (
            select ${teamMembers.userId} from ${teamMembers} where ${eq(teamMembers.teamId, teamId)}
            union
            select distinct ${tasks.assigneeId} from ${tasks}
            where ${and(eq(tasks.teamId, teamId), isNull(tasks.deletedAt), ne(tasks.status, "resolved"), isNotNull(tasks.assigneeId))})`,
          )
          .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
      );
    },

    /** How many tasks a pick has. */
    async countTasks(viewer: Viewer, pick: TaskPick): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(tasks)
        .where(picked(viewer, pick));
      return row?.count ?? 0;
    },

    /**
     * The latest messages that the person sent, newest first.
     *
     * @param words - each must occur, in the text or among the recipients.
     */
    async sent({ teamId, userId, areaId, span }: Viewer, words: string[]): Promise<string[]> {
      const asked = sql`(${sql.join(
        words.map((word) => sql`search_word(${word})`),
        sql` && `,
      )})`;
      const { rows } = await db.execute<{ id: string }>(sql`
        select m.id from ${messages} m join ${users} u on u.id = ${userId}
        where m.team_id = ${teamId} and m.deleted_at is null
          and (m.visible_to is null or m.visible_to = ${userId})
          and ${isOwn({ teamId, userId })}
          ${areaId ? sql`and m.id in (${inArea(areaId)})` : sql``}
          ${span ? within(sql`m.created_at`, span) : sql``}
          ${
            words.length > 0
              ? sql`and numnode(${asked}) > 0 and exists (
                  select from passages p where p.source_id = m.id and p.words @@ ${teamQuery(teamId, asked)})`
              : sql``
          }
        order by m.created_at desc limit 200`);
      return rows.map(({ id }) => id);
    },

    /** The person's IANA time zone; UTC if they have chosen none. */
    async timeZone(userId: string): Promise<string> {
      const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
      return row?.timeZone ?? "UTC";
    },
  };
}
