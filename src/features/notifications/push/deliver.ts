import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { reasonOf } from "../../../server/query-failure";
import { cutText } from "../../../shared/cut-text";
import { day, hour, minute } from "../../../shared/durations";
import { pathOf, typeNames } from "../notification-names";
import { isQuiet } from "../quiet-hours";
import { createNotificationRepository } from "../repository";
import type { PushKeys } from "./push-keys";
import { createPushRepository, type PendingRow, type SubscriptionRow } from "./push-repository";
import { sendPush } from "./send-push";

/** Browsers that one process sends to at a time. */
const atATime = 20;
/** Pause between two looks (milliseconds). */
const rest = 2_000;
/** How soon a person's quiet hours or focus are looked at again (milliseconds). */
const heldFor = 15_000;
/** Waits before the attempts after the first (milliseconds). What waits longer stays in the bell only. */
const waits = [10_000, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];
/** The most characters of what a notification is about; push services refuse more than 4 KB. */
const longestText = 300;
/** The longest wait that a push service may ask for (milliseconds). */
const longestWait = day;

interface DeliverOptions {
  db: Executor;
  keys: () => Promise<PushKeys | undefined>;
  /** Refuse addresses of private networks. */
  publicOnly: boolean;
  log: (line: string) => void;
}

/** What the service worker shows; `src/web/service-worker/push.ts` reads it. */
export interface PushText {
  title: string;
  body: string;
  path: string;
  /** A later one with the same tag replaces it. */
  tag: string;
}

/** What a browser shows about the notifications that wait for it. Names of items only if the person wants them there. */
export function textOf(waiting: [PendingRow, ...PendingRow[]], details: boolean): PushText {
  const [latest, ...others] = waiting;
  const count = new Set(waiting.map(({ subjectId }) => subjectId)).size;
  const title = count === 1 ? typeNames[latest.type] : `${count} notifications`;
  const more = others.length > 0 && count > 1 ? `${typeNames[latest.type]}: ` : "";
  return {
    title,
    body: details ? cutText(`${more}${latest.title}`, longestText) : "Open Zippy to see more.",
    path: pathOf(latest),
    tag: latest.id,
  };
}

/** Sends what waits for a browser that was taken, all in one notification. @param keys - undefined: there are none. */
async function deliver(
  { db, publicOnly }: DeliverOptions,
  keys: PushKeys | undefined,
  subscription: SubscriptionRow,
  signal: AbortSignal,
): Promise<void> {
  const repository = createPushRepository(db);
  const { id, userId, details } = subscription;
  const pending = await repository.pending(id);
  const [latest, ...others] = pending.filter(({ readAt, member }) => readAt === null && member);
  const forget = () =>
    repository.forget(
      id,
      pending.map((one) => one.id),
    );
  if (!latest || !keys) {
    await forget();
    return repository.finish(id, { waitMs: 0 });
  }
  const { quiet, timeZone, focused } = await createNotificationRepository(db).holds(userId);
  if (focused || isQuiet(quiet, new Date(), timeZone)) return repository.finish(id, { waitMs: heldFor });

  const text = JSON.stringify(textOf([latest, ...others], details));
  const result = await sendPush(subscription, text, keys, { publicOnly, signal });
  if (result.kind === "gone") {
    await repository.remove(userId, id);
    return;
  }
  if (result.kind === "again") {
    const wait = waits[subscription.attempts];
    if (wait !== undefined)
      return repository.finish(id, {
        attempts: subscription.attempts + 1,
        problem: result.problem,
        waitMs: Math.min(longestWait, Math.max(wait, result.afterMs ?? 0)),
      });
  }
  await forget();
  await repository.finish(id, {
    attempts: 0,
    problem: result.kind === "sent" ? null : result.problem,
    waitMs: 0,
    ...(result.kind === "sent" && { lastUsedAt: new Date() }),
  });
}

/**
 * Sends notifications to browsers while the process runs. Any number of processes share the work, because each browser
 * is taken by one; if that one crashes, another takes it after a minute.
 *
 * @returns `look`, which looks now, and a function that stops after the attempts under way.
 */
export function startPushing(options: DeliverOptions): ReturnType<typeof startLoop> {
  const repository = createPushRepository(options.db);
  return startLoop({
    name: "push",
    log: options.log,
    async work(signal) {
      const due = await repository.takeDue(atATime);
      const keys = due.length > 0 ? await options.keys() : undefined;
      await Promise.all(
        due.map((one) =>
          deliver(options, keys, one, signal).catch((error: unknown) =>
            options.log(`push: ${reasonOf(error)}`),
          ),
        ),
      );
      return due.length === atATime ? 0 : rest;
    },
  });
}
