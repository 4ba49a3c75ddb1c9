import { setTimeout as sleep } from "node:timers/promises";
import type { Executor } from "../../../server/database";
import type { WebhookEvent } from "../providers/provider";
import { createEventRepository } from "./event-repository";

/** Most events per statement. */
const mostAtOnce = 500;

interface Delivery {
  provider: string;
  events: WebhookEvent[];
  stored: () => void;
  failed: (error: unknown) => void;
}

export interface EventStore {
  /** Resolves once a delivery's events are committed. */
  store(provider: string, events: WebhookEvent[]): Promise<void>;
  /** Resolves when no delivery is being stored, or after this many milliseconds. */
  quiet(longest: number): Promise<void>;
}

/**
 * Stores the events of deliveries. Deliveries that arrive during a statement are stored together in the next
 * one, because commits with a NOTIFY block each other and would run one by one.
 */
export function createEventStore(db: Executor): EventStore {
  const waiting: Delivery[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) await storeTogether(db, takeSome(waiting));
    working = undefined;
  }

  return {
    store: (provider, events) =>
      new Promise((stored, failed) => {
        if (events.length === 0) return stored();
        waiting.push({ provider, events, stored, failed });
        working ??= work();
      }),
    async quiet(longest) {
      if (!working) return;
      const over = new AbortController();
      await Promise.race([
        working,
        sleep(longest, undefined, { signal: over.signal }).catch(() => undefined),
      ]);
      over.abort();
    },
  };
}

/** Takes the deliveries for the next statement, at least one. */
function takeSome(waiting: Delivery[]): Delivery[] {
  let count = 0;
  const end = waiting.findIndex(({ events }, index) => {
    count += events.length;
    return index > 0 && count > mostAtOnce;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

/** Stores deliveries together. If that fails, stores each alone, so that one can't fail the others. */
async function storeTogether(db: Executor, deliveries: Delivery[]): Promise<void> {
  try {
    await createEventRepository(db).store(
      deliveries.flatMap(({ provider, events }) => events.map((event) => ({ ...event, provider }))),
    );
    for (const { stored } of deliveries) stored();
  } catch (error) {
    const [first, ...others] = deliveries;
    if (others.length === 0) first?.failed(error);
    else for (const delivery of deliveries) await storeTogether(db, [delivery]);
  }
}
