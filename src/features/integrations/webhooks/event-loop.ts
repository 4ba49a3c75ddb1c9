import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import type { Notifications } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";
import { createEventRepository, type EventStep, type StoredEvent, stepChannels } from "./event-repository";

/**
 * Most accounts per claim, most of one provider that are handled in parallel, and most events of each, which are handled
 * together. A slow account holds up only itself, a slow provider only its own.
 */
const batch = { accounts: 16, ofProvider: 8, each: 200 };
/** Longest pause between two looks (milliseconds). Covers lost notifications and postponed events. */
const longestSleep = 5000;

export interface EventLoopTools {
  db: Executor;
  notifications: Notifications;
  log: (line: string) => void;
}

/**
 * Handles the events that wait for one step while the process runs: those of one account together and in order, several
 * accounts at a time.
 *
 * @param before - resolves when events may be claimed.
 * @returns a function that stops the loop after the current events.
 */
export async function startEventLoop(
  { db, notifications, log }: EventLoopTools,
  step: EventStep,
  handle: (events: StoredEvent[], signal: AbortSignal) => Promise<void>,
  before: () => Promise<void> = async () => undefined,
): Promise<() => Promise<void>> {
  const name = `webhooks, ${step}`;
  const running = new Map<string, { provider: string; run: Promise<void> }>();
  /** Accounts that have just had their turn. First come those that haven't. */
  const served = new Set<string>();
  /** How many accounts of each provider are being handled. */
  const ofProvider = (): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { provider } of running.values()) counts[provider] = (counts[provider] ?? 0) + 1;
    return counts;
  };

  function start(events: StoredEvent[], signal: AbortSignal): void {
    const [first] = events;
    if (!first) return;
    const key = keyOf(first);
    const run = handle(events, signal)
      .catch((error: unknown) => log(`${name}: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(key);
        served.add(key);
        loop.look();
      });
    running.set(key, { provider: first.provider, run });
  }

  const loop = await startLoop({
    name,
    wakeOn: { notifications, channel: stepChannels[step] },
    log,
    async work(signal) {
      const repository = createEventRepository(db);
      for (let last = false; !last && !signal.aborted; ) {
        await before();
        const rested = [...served];
        const groups = byAccount(
          await repository.claim(step, batch, {
            accounts: [...running.keys(), ...rested],
            ofProvider: ofProvider(),
          }),
        );
        for (const group of groups) start(group, signal);
        // Those that ended meanwhile weren't left out yet. The loop looks again for them.
        if (groups.length < batch.accounts) for (const key of rested) served.delete(key);
        last = groups.length < batch.accounts && rested.length === 0;
      }
      return longestSleep;
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all([...running.values()].map(({ run }) => run));
  };
}

/** An account, as the running work is counted and as a claim leaves it out. */
const keyOf = ({ provider, account }: Pick<StoredEvent, "provider" | "account">): string =>
  `${provider} ${account}`;

/** Groups events by account, in order. */
function byAccount(events: StoredEvent[]): StoredEvent[][] {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}
