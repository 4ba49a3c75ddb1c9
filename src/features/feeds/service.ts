import { createHash, randomBytes } from "node:crypto";
import type { Executor } from "../../server/database";
import { tokenHash } from "../../server/secrets";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { day } from "../../shared/durations";
import { recordAudit } from "../audit/service";
import { requireTeam } from "../teams/service";
import { calendarFile } from "./calendar-file";
import type { CalendarFeed } from "./contract";
import { createFeedRepository, type FeedRow } from "./repository";

/** Differs once the same tasks are written differently, so that calendars fetch them again. */
const format = 2;

/** Where a feed is read. */
export const feedPath = "/calendar/";

/** A feed as a calendar reads it. */
export interface FeedFile {
  etag: string;
  /** Writes the iCalendar file. */
  file: () => Promise<string>;
}

export type FeedService = ReturnType<typeof createFeedService>;

export function createFeedService({ db }: { db: Executor }) {
  const feeds = createFeedRepository(db);
  return {
    /** Whether the caller has a link in the team. The link itself can't be shown again. */
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
        const stored = await createFeedRepository(tx).replace(teamId, actor.userId, tokenHash(secret, "hex"));
        await recordAudit(tx, { teamId, userId: actor.userId, action: "calendar_link_created" });
        return stored;
      });
      return { feed: toFeed(row), path: `${feedPath}${secret}.ics` };
    },

    /** Revokes the caller's link, if there is one. */
    async remove(actor: Actor, teamId: string): Promise<{ feed: null }> {
      requireTeam(actor, teamId);
      await db.transaction(async (tx) => {
        if (await createFeedRepository(tx).remove(teamId, actor.userId))
          await recordAudit(tx, { teamId, userId: actor.userId, action: "calendar_link_revoked" });
      });
      return { feed: null };
    },

    /**
     * What is behind a link's secret; undefined for an unknown or revoked one. The ETag is known without the file,
     * which is written only if it's asked for: calendars read often, and mostly have it already.
     */
    async read(secret: string, origin: string): Promise<FeedFile | undefined> {
      const feed = await feeds.byHash(tokenHash(secret, "hex"));
      if (!feed) return undefined;
      const { id, teamId, userId, teamName } = feed;
      // The next times of what repeats are those from the beginning of the day on.
      const today = new Date(Math.floor(Date.now() / day) * day);
      const version = [format, id, origin, teamName, today.getTime(), await feeds.version(teamId, userId)];
      await feeds.touch(id);
      return {
        etag: `"${createHash("sha256").update(JSON.stringify(version)).digest("hex").slice(0, 32)}"`,
        file: async () =>
          calendarFile(
            { name: `Zippy: ${teamName}`, teamId, origin },
            await feeds.tasks(teamId, userId),
            today,
          ),
      };
    },
  };
}

function toFeed({ createdAt, lastReadAt }: FeedRow): CalendarFeed {
  return { createdAt: createdAt.toISOString(), lastReadAt: lastReadAt?.toISOString() ?? null };
}
