import { createHash, randomBytes } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { recordAudit } from "../audit/service";
import { requireTeam } from "../teams/service";
import { calendarFile } from "./calendar-file";
import type { CalendarFeed } from "./contract";
import { createFeedRepository, type FeedRow } from "./repository";

/** Where a feed is read. */
export const feedPath = "/calendar/";

export type FeedService = ReturnType<typeof createFeedService>;

export function createFeedService({ db }: { db: Executor }) {
  const feeds = createFeedRepository(db);
  return {
    async get(actor: Actor, teamId: string): Promise<{ feed: CalendarFeed | null }> {
      requireTeam(actor, teamId);
      const row = await feeds.find(teamId, actor.userId);
      return { feed: row ? toFeed(row) : null };
    },

    /** Creates the actor's link, which ends an earlier one. Only its hash is stored. */
    async create(actor: Actor, teamId: string): Promise<{ feed: CalendarFeed; path: string }> {
      requireTeam(actor, teamId);
      if (actor.demo)
        throw new AppError("forbidden", "The demo has no calendar links. Start a free trial to use them.");
      const secret = randomBytes(32).toString("base64url");
      const row = await db.transaction(async (tx) => {
        const stored = await createFeedRepository(tx).replace(teamId, actor.userId, hash(secret));
        await recordAudit(tx, { teamId, userId: actor.userId, action: "calendar_link_created" });
        return stored;
      });
      return { feed: toFeed(row), path: `${feedPath}${secret}.ics` };
    },

    async remove(actor: Actor, teamId: string): Promise<{ feed: null }> {
      requireTeam(actor, teamId);
      await db.transaction(async (tx) => {
        if (await createFeedRepository(tx).remove(teamId, actor.userId))
          await recordAudit(tx, { teamId, userId: actor.userId, action: "calendar_link_revoked" });
      });
      return { feed: null };
    },

    /** The iCalendar file behind a link's secret, with its ETag; undefined for an unknown or revoked one. */
    async read(secret: string, origin: string): Promise<{ file: string; etag: string } | undefined> {
      const feed = await feeds.byHash(hash(secret));
      if (!feed) return undefined;
      const tasks = await feeds.tasks(feed.teamId, feed.userId);
      const file = await calendarFile(`Zippy: ${feed.teamName}`, tasks, origin, new Date());
      await feeds.touch(feed.id);
      return { file, etag: `"${hash(file).slice(0, 32)}"` };
    },
  };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

function toFeed({ createdAt, lastReadAt }: FeedRow): CalendarFeed {
  return { createdAt: createdAt.toISOString(), lastReadAt: lastReadAt?.toISOString() ?? null };
}
