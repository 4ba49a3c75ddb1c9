import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { storable } from "../../mail/charset";
import type { WebhookEvent } from "../providers/provider";

/** Told when events have been stored. */
export const webhookChannel = "zippy_webhooks";

export interface StoredEvent {
  seq: number;
  provider: string;
  account: string;
  payload: unknown;
  /** This one included. */
  tries: number;
}

/** How long who has taken an event may work on it (seconds): after a crash it is taken again. */
const holdSeconds = 60;

/** Stores events in one statement, each once however often it is delivered, and wakes who works on them. */
export async function storeEvents(
  db: Executor,
  events: (WebhookEvent & { provider: string })[],
): Promise<void> {
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
    select pg_notify(${webhookChannel}, '') from stored limit 1`);
}

/** What the database cannot hold must not make it refuse an event for ever. */
const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? storable(value) : value;

/** Takes events that wait, the oldest first, those of other processes left out, for {@link holdSeconds}. */
export async function takeEvents(db: Executor, limit: number): Promise<StoredEvent[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    update webhook_events set tries = tries + 1, not_before = now() + ${holdSeconds} * interval '1 second'
    where seq in (
      select seq from webhook_events
      where handled_at is null and (not_before is null or not_before <= now())
      order by seq limit ${limit} for update skip locked)
    returning seq, provider, account, payload, tries`);
  return rows
    .map((row) => ({
      seq: Number(row.seq),
      provider: String(row.provider),
      account: String(row.account),
      payload: row.payload,
      tries: Number(row.tries),
    }))
    .sort((a, b) => a.seq - b.seq);
}

/** Ends events; `failure` says why one was given up. Only that they came is kept: what they told is a message now, or nobody's. */
export async function markHandled(tx: Executor, seqs: number[], failure: string | null): Promise<void> {
  await tx.execute(sql`
    update webhook_events set handled_at = now(), failure = ${failure}, payload = 'null'
    where seq = any(${sql.param(seqs)}::bigint[])`);
}

/** Puts an event back for another try after some seconds. */
export async function postpone(db: Executor, seq: number, seconds: number, failure: string): Promise<void> {
  await db.execute(sql`
    update webhook_events set failure = ${failure}, not_before = now() + ${seconds} * interval '1 second'
    where seq = ${seq}`);
}

/** How long a handled event is remembered so that a repeated delivery is recognised (days). */
const remembered = 30;

/** Forgets events that were handled long ago; a message that came with one is still stored once. */
export async function forgetEvents(db: Executor): Promise<void> {
  await db.execute(sql`
    delete from webhook_events where handled_at < now() - ${remembered} * interval '1 day'`);
}
