import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { storable } from "../../mail/charset";
import type { WebhookEvent } from "../providers/provider";

/** What events wait for: to be read and stored, and after that, for the names that weren't known by then. */
export type EventStep = "store" | "name";

/** Notified when events wait for a step. */
export const stepChannels: Record<EventStep, string> = { store: "zippy_webhooks", name: "zippy_event_names" };

export interface StoredEvent {
  seq: number;
  /** The provider's id of the event. */
  eventId: string;
  provider: string;
  account: string;
  payload: unknown;
  /** Including this one. */
  tries: number;
}

/** How long a claim on events is valid (seconds). After a crash they are claimed again. */
const claimSeconds = 60;
/** How long a handled event is stored, to recognize repeated deliveries (days). */
const rememberedDays = 30;

/** Events that providers have pushed, of every team. */
export function createEventRepository(db: Executor) {
  return {
    /** Stores events in one statement and wakes the workers. Repeated deliveries are stored once. */
    async store(events: (WebhookEvent & { provider: string })[]): Promise<void> {
      const rows = events.map(({ provider, id, account, payload }) => ({
        provider,
        event_id: id,
        account,
        payload,
      }));
      await db.execute(sql`
        with stored as (
          insert into webhook_events (provider, event_id, account, payload)
          select provider, event_id, account, payload
          from json_to_recordset(${JSON.stringify(rows, storableValue)}::json)
            as r(provider text, event_id text, account text, payload jsonb)
          on conflict (provider, event_id) do nothing
          returning seq
        )
        select pg_notify(${stepChannels.store}, '') from stored limit 1`);
    },

    /**
     * Claims waiting events for {@link claimSeconds}, except those other processes have claimed: each account's oldest,
     * of the accounts that have waited longest. Reads only these, however many wait, and those that aren't due yet.
     *
     * @param limits - most accounts, also of one provider, and most events of each.
     * @param running - accounts ("provider account") that are left out, and how many of each provider are being handled.
     */
    async claim(
      step: EventStep,
      limits: { accounts: number; ofProvider: number; each: number },
      running: { accounts: string[]; ofProvider: Record<string, number> } = { accounts: [], ofProvider: {} },
    ): Promise<StoredEvent[]> {
      const waits = sql`handled_at is null and stored_at is ${step === "store" ? sql`null` : sql`not null`}`;
      const isDue = sql`(not_before is null or not_before <= now())`;
      const { rows } = await db.execute<Record<string, unknown>>(sql`
        with recursive accounts as (
          (select provider, account from webhook_events where ${waits} order by provider, account limit 1)
          union all
          select next.provider, next.account from accounts a cross join lateral (
            select provider, account from webhook_events
            where ${waits} and (provider, account) > (a.provider, a.account)
            order by provider, account limit 1) next
        ), ranked as (
          select a.provider, a.account, oldest.seq,
            row_number() over (partition by a.provider order by oldest.seq) as place
          from accounts a cross join lateral (
            select seq from webhook_events e
            where e.provider = a.provider and e.account = a.account and ${waits} and ${isDue}
            order by e.provider, e.account, seq limit 1) oldest
          where a.provider || ' ' || a.account <> all(${sql.param(running.accounts)}::text[])
        ), chosen as materialized (
          select provider, account from ranked
          where place <= ${limits.ofProvider}::int
            - coalesce((${JSON.stringify(running.ofProvider)}::jsonb ->> provider)::int, 0)
          order by seq limit ${limits.accounts}
        )
        update webhook_events set tries = tries + 1, not_before = now() + ${claimSeconds} * interval '1 second'
        where seq in (
          select due.seq from chosen c cross join lateral (
            select e.seq from webhook_events e
            where e.provider = c.provider and e.account = c.account and ${waits} and ${isDue}
            order by e.provider, e.account, e.seq limit ${limits.each} for update skip locked) due)
        returning seq, event_id, provider, account, payload, tries`);
      return rows
        .map((row) => ({
          seq: Number(row.seq),
          eventId: String(row.event_id),
          provider: String(row.provider),
          account: String(row.account),
          payload: row.payload,
          tries: Number(row.tries),
        }))
        .sort((a, b) => a.seq - b.seq);
    },

    /**
     * Ends events and deletes their payload. By now its content is stored as a message, set aside for the
     * accounts that failed on it, or concerns nobody.
     *
     * @param failure - why they were set aside; null if they were handled.
     */
    async end(seqs: number[], failure: string | null): Promise<void> {
      if (seqs.length === 0) return;
      await db.execute(sql`
        update webhook_events set handled_at = now(), failure = ${failure}, payload = 'null'
        where seq = any(${sql.param(seqs)}::bigint[])`);
    },

    /** Leaves events whose messages are stored to the step that looks up their names, and wakes it. */
    async leaveToNaming(seqs: number[]): Promise<void> {
      if (seqs.length === 0) return;
      await db.execute(sql`
        with waiting as (
          update webhook_events set stored_at = now(), tries = 0, not_before = null, failure = null
          where seq = any(${sql.param(seqs)}::bigint[])
          returning seq
        )
        select pg_notify(${stepChannels.name}, '') from waiting limit 1`);
    },

    /** Returns a claim, as if it had not been made. */
    async unclaim(seqs: number[]): Promise<void> {
      await db.execute(sql`
        update webhook_events set tries = tries - 1, not_before = null
        where seq = any(${sql.param(seqs)}::bigint[])`);
    },

    /** Schedules another attempt at an event after some seconds. */
    async postpone(seq: number, seconds: number, failure: string): Promise<void> {
      await db.execute(sql`
        update webhook_events set failure = ${failure}, not_before = now() + ${seconds} * interval '1 second'
        where seq = ${seq}`);
    },

    /**
     * Deletes events that were handled long ago. If one is delivered again, its message is still stored only
     * once.
     */
    async purgeHandled(): Promise<void> {
      await db.execute(sql`
        delete from webhook_events where handled_at < now() - ${rememberedDays} * interval '1 day'`);
    },
  };
}

/** Characters that the database can't store must not block an event forever, in values or in names. */
function storableValue(_key: string, value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null || Object.keys(value).every((key) => storable(key) === key))
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [storable(key), of]));
}
