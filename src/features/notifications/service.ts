import { startLoop } from "../../server/background-loop";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import type { Actor } from "../../shared/actor";
import { minute } from "../../shared/durations";
import { type NearLimit, percentShown } from "../billing/service";
import { requireTeam } from "../teams/service";
import {
  entryOf,
  type Notification,
  type NotificationChange,
  type NotificationChoice,
  type NotificationList,
  type NotificationsToRead,
} from "./contract";
import { createDigestService, type DigestOptions } from "./digest/digest-service";
import { createFollowing } from "./following";
import { createPushService, type PushOptions } from "./push/push-service";
import { createNotificationRepository, type NotificationRow, type Recipient } from "./repository";

export type NotificationService = ReturnType<typeof createNotificationService>;

/** How often the journal and the facts are looked at (milliseconds). */
const betweenLooks = 2_000;
/** The most items in the list, unless more are unread. */
const mostItems = 50;

export function createNotificationService(
  options: PushOptions & DigestOptions & { nearLimits: () => Promise<NearLimit[]> },
) {
  const { db, nearLimits } = options;
  const push = createPushService(options);
  const digest = createDigestService(options);
  const repository = createNotificationRepository(db);

  async function list(actor: Actor, teamId: string): Promise<NotificationList> {
    requireTeam(actor, teamId);
    const items = grouped(await repository.list(teamId, actor.userId));
    // What the bell counts can be opened.
    const shown = items.filter(({ read }, index) => index < mostItems || !read);
    return { unread: items.filter(({ read }) => !read).length, items: shown };
  }

  /** Tells people's open screens, once each, that their notifications have changed. */
  async function report(recipients: Recipient[]): Promise<void> {
    const owners = new Map(recipients.map((one) => [`${one.teamId} ${one.userId}`, one]));
    for (const { teamId, userId } of owners.values())
      await publish(db, { type: "notifications_updated", teamId, id: userId, onlyFor: userId });
  }

  /** What time brings, and what comes near a limit. */
  async function collectDue(): Promise<Recipient[]> {
    const limits = (await nearLimits()).map(limitNotice);
    return [...(await repository.collectDue()), ...(await repository.collectLimits(limits))];
  }

  return {
    push,
    digest,
    collectDue,
    list,

    /** Marks the notifications about one item as read, or all; with `until`, none that came later. */
    async read(actor: Actor, teamId: string, which: NotificationsToRead): Promise<NotificationList> {
      requireTeam(actor, teamId);
      await repository.markRead(teamId, actor.userId, which);
      await report([{ teamId, userId: actor.userId }]);
      return list(actor, teamId);
    },

    choice: (actor: Actor): Promise<NotificationChoice> => repository.choice(actor.userId),

    /** The person's other open screens follow, whatever team they show. */
    async choose(actor: Actor, change: NotificationChange): Promise<NotificationChoice> {
      const choice = await repository.choose(actor.userId, change);
      await report(Object.keys(actor.roles).map((teamId) => ({ teamId, userId: actor.userId })));
      return choice;
    },

    /**
     * Starts collecting notifications from what is recorded anyway: the journal, the facts and the calendar. Safe in
     * several processes, because the same cause is stored once. Returns a function that stops it.
     */
    async work(log: (line: string) => void): Promise<() => Promise<void>> {
      const follow = createFollowing({ start: await repository.start(), keep: repository.keep });
      // Not of the clock, which may be set back.
      let lookedAt = Number.NEGATIVE_INFINITY;
      const pushing = await push.work(log);
      const stopDigests = await digest.work(log);
      const notifyOf = async (recipients: Recipient[]) => {
        await report(recipients);
        if (recipients.length > 0) pushing.look();
      };
      const loop = await startLoop({
        name: "notifications",
        log,
        async work() {
          await follow(await repository.position(), async (since) =>
            notifyOf(await repository.collectEvents(since)),
          );
          if (performance.now() - lookedAt >= minute) {
            await notifyOf(await collectDue());
            lookedAt = performance.now();
          }
          return betweenLooks;
        },
      });
      return async () => {
        await loop.stop();
        await pushing.stop();
        await stopDigests();
      };
    },
  };
}

/** Said once per limit, for messages in each month: when it's near, and when it's reached. */
function limitNotice(near: NearLimit) {
  const { teamId, of, current, limit, month } = near;
  const reached = current >= limit;
  return {
    teamId,
    title: of === "messages" ? messageNotice(near) : planNotice(near, limitedNames[of]),
    cause: `limit ${teamId} ${month ?? of} ${limit} ${reached ? "reached" : "near"}`,
  };
}

const limitedNames = { integrations: "Integrations", teamMembers: "Team Members" } as const;

function messageNotice({ current, limit }: NearLimit): string {
  const of = `${limit.toLocaleString("en-US")} messages`;
  return current >= limit
    ? `This month's ${of} are used up. New ones wait until next month or another plan.`
    : `${percentShown(current, limit)}% of this month's ${of} are used.`;
}

/** The sentences of the specification, section 8. */
function planNotice({ current, limit }: NearLimit, label: string): string {
  return current >= limit
    ? `You've reached your ${label} limit. Upgrade now to continue.`
    : `You're approaching your ${label} limit (${percentShown(current, limit)}% used). Consider upgrading soon.`;
}

/** One entry for each item: its latest notification and their number. It is unread while one of them is. */
function grouped(rows: NotificationRow[]): Notification[] {
  const items = new Map<string, Notification>();
  for (const row of rows) {
    const { id, type, subjectType, subjectId, title, by } = row;
    const entry = entryOf(row);
    const known = items.get(entry);
    if (known) {
      known.count += 1;
      known.read &&= row.readAt !== null;
    } else
      items.set(entry, {
        ...{ id, type, subjectType, subjectId, title, by, count: 1 },
        createdAt: row.createdAt.toISOString(),
        read: row.readAt !== null,
      });
  }
  return [...items.values()];
}

/** Deletes notifications from before `date`. */
export function purgeNotifications(db: Executor, date: Date): Promise<void> {
  return createNotificationRepository(db).purgeBefore(date);
}
