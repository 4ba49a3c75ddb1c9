import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { reasonOf } from "../../../server/query-failure";
import { cutText } from "../../../shared/cut-text";
import { day, hour, minute } from "../../../shared/durations";
import { inTeam } from "../../../shared/team-address";
import { entryOf } from "../contract";
import { headingOf, pathOf, typeNames } from "../notification-names";
import { isQuiet } from "../quiet-hours";
import { createNotificationRepository } from "../repository";
import type { PushKeys } from "./push-keys";
import { createPushRepository, type PendingRow, type SubscriptionRow } from "./push-repository";
import { sendPush } from "./send-push";

/**
 * Browsers that one process sends to at a time: in all, of one person, and at one push service. A person with many slow
 * ones delays only their own.
 */
const atATime = { all: 40, perPerson: 3, perHost: 24 };
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
  const count = new Set(waiting.map(entryOf)).size;
  const heading = details ? headingOf(latest) : typeNames[latest.type];
  const title = count === 1 ? heading : `${count} notifications`;
  const type = others.length > 0 && count > 1 ? `${heading}: ` : "";
  const same = waiting.filter((one) => entryOf(one) === entryOf(latest)).length;
  const more = latest.subjectType === "tasks" && same > 1 ? ` and ${same - 1} more` : "";
  return {
    title,
    body: details ? cutText(`${type}${latest.title}`, longestText) + more : "Open Zippy to see more.",
    path: inTeam(pathOf(latest), latest.teamId),
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
  // Zippy stops, which says nothing about the push service.
  if (result.kind === "again" && signal.aborted) return repository.finish(id, { waitMs: 0 });
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
export async function startPushing(options: DeliverOptions): ReturnType<typeof startLoop> {
  const repository = createPushRepository(options.db);
  const running = new Map<Promise<void>, PushUnderWay>();

  function start(subscription: SubscriptionRow, keys: PushKeys | undefined, signal: AbortSignal): void {
    const run = deliver(options, keys, subscription, signal)
      .catch((error: unknown) => options.log(`push: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(run);
        loop.look();
      });
    running.set(run, { person: subscription.userId, host: hostOf(subscription.endpoint) });
  }

  const loop = await startLoop({
    name: "push",
    log: options.log,
    async work(signal) {
      const room = atATime.all - running.size;
      if (room <= 0) return rest;
      const pushes = [...running.values()];
      const due = await repository.takeDue(room, {
        people: busy(pushes, "person", atATime.perPerson),
        hosts: busy(pushes, "host", atATime.perHost),
        // A look after an attempt may find some under way; it gets at most as many again.
        ...{ perPerson: atATime.perPerson, perHost: atATime.perHost },
      });
      const keys = due.length > 0 ? await options.keys() : undefined;
      for (const one of due) start(one, keys, signal);
      return rest;
    },
  });
  return {
    look: loop.look,
    async stop() {
      await loop.stop();
      await Promise.all(running.keys());
    },
  };
}

/** Where a push is under way. */
interface PushUnderWay {
  person: string;
  host: string;
}

/** The people or hosts that have as many under way as they may. */
function busy(pushes: PushUnderWay[], kind: keyof PushUnderWay, most: number): string[] {
  const counts = new Map<string, number>();
  for (const { [kind]: one } of pushes) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= most).map(([one]) => one);
}

/** The push service's host and port, as `takeDue` reads them. */
const hostOf = (endpoint: string): string => endpoint.split("/")[2] ?? "";
