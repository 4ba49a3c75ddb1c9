import { sql } from "drizzle-orm";
import type { Executor } from "../../../../server/database";
import { inArea } from "../../../areas/area-sources-repository";
import { teamQuery } from "../../../search/words-repository";
import { type TimeSpan, type Viewer, within } from "../../passage-repository";
import { isNamed, wordsQuery } from "../voices-repository";

/** A message, and between whom it went. */
export interface SentMessage {
  id: string;
  sender: string;
  address: string | null;
  /** Addresses, and names where a channel has no others. */
  recipients: string[];
}

/** The latest messages that are looked through. */
const looked = 2000;

/** A message that the person wrote. `m` and `u` are the message and the person. */
export const isOwn = ({ teamId, userId }: Viewer) => sql`
  (lower(m.sender_address) = lower(u.email) or (m.from_owner and (
    m.visible_to = ${userId} or lower(m.sender) = lower(trim(concat(u.first_name, ' ', u.last_name)))
    or (select count(*) from team_members t where t.team_id = ${teamId}) = 1)))`;

/** A message that somebody of the team wrote. */
const isOurs = ({ teamId }: Viewer) => sql`(m.from_owner or lower(m.sender_address) in (
  select lower(a.email) from team_members t join users a on a.id = t.user_id where t.team_id = ${teamId}))`;

/** Who wrote: the person who asks, somebody of the team, somebody of this name, or anybody. */
export type Writer = "own" | "ours" | { name: string } | null;

/** The queries for who wrote to whom. */
export function createSentRepository(db: Executor) {
  return {
    /**
     * The latest messages that the viewer may read and that may be by somebody and to somebody, newest first: their
     * words have both names, or one of the addresses.
     *
     * @param to - the reader's name, and addresses of people with this name; null: anybody.
     * @param after - only messages that come later in the conversation of one of these.
     */
    async between(
      viewer: Viewer,
      { by, to, after, span }: { by: Writer; to: string[] | null; after?: string[]; span: TimeSpan },
    ): Promise<SentMessage[]> {
      const { teamId, userId, areaId } = viewer;
      const reader = to && sql.join(to.map(wordsQuery), sql` || `);
      const writer = typeof by === "object" && by && wordsQuery(by.name);
      const asked =
        reader && writer ? sql`(${reader}) && ${writer}` : (reader ?? (writer || sql`search_word('')`));
      const byWriter = by === "own" ? isOwn(viewer) : by === "ours" ? isOurs(viewer) : sql`true`;
      const { rows } = await db.execute<{
        id: string;
        sender: string;
        sender_address: string | null;
        recipients: { to: string[]; cc: string[] };
      }>(sql`
        select m.id, m.sender, m.sender_address, m.recipients
        from messages m join users u on u.id = ${userId}
        where m.team_id = ${teamId} and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${userId})
          ${
            reader || writer
              ? sql`and exists (select from passages p where p.source_id = m.id and p.team_id = ${teamId}
                  and p.words @@ ${teamQuery(teamId, sql`(${asked})`)})`
              : sql``
          }
          and ${byWriter}
          ${
            after
              ? sql`and exists (select from messages r where r.id = any(${sql.param(after)}::uuid[])
                  and r.thread_key = m.thread_key and r.created_at < m.created_at)`
              : sql``
          }
          ${areaId ? sql`and m.id in (${inArea(areaId)})` : sql``} ${within(sql`m.created_at`, span)}
        order by m.created_at desc, m.id limit ${looked}`);
      return rows.map(({ id, sender, sender_address: address, recipients }) => ({
        ...{ id, sender, address },
        recipients: [...recipients.to, ...recipients.cc],
      }));
    },
  };
}

/** Whether a message went to somebody. @param addresses - of people with this name, in lower case. */
export const isTo =
  (name: string, addresses: ReadonlySet<string>) =>
  ({ recipients }: SentMessage): boolean => {
    const isTheirs = isNamed(name);
    return recipients.some((one) => addresses.has(one.toLowerCase()) || isTheirs(one));
  };
