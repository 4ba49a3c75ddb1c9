import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import type { HealthMetric, IntegrationAccount } from "../../src/features/integrations/contract";
import { stepChannels } from "../../src/features/integrations/webhooks/event-repository";
import { atEnd } from "./at-end";
import type { Person } from "./person";
import { startTestApp, type TestApp } from "./test-app";

/** Limits of the pause between two polls (milliseconds). */
const betweenPolls = { shortest: 5, longest: 250 };

/**
 * Polls until the result is right, soon at first. Later it pauses for half of the time it has waited so far, because an
 * answer takes the processor from the work that is waited for. Fails with the last result after a minute.
 */
export async function until<T>(fetchAnswer: () => Promise<T>, right: (answer: T) => boolean): Promise<T> {
  const { shortest, longest } = betweenPolls;
  for (const since = Date.now(); ; ) {
    const answer = await fetchAnswer();
    if (right(answer)) return answer;
    const waited = Date.now() - since;
    if (waited > 60_000) throw new Error(`still not right: ${JSON.stringify(answer)?.slice(0, 2000)}`);
    await sleep(Math.min(longest, Math.max(shortest, waited / 2)));
  }
}

/** The team's messages, newest first, once there are this many. */
export function messagesOf(person: Person, count: number, channel?: string): Promise<Message[]> {
  const query = `limit=50${channel ? `&channel=${channel}` : ""}`;
  return until(
    async () => (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?${query}`)).body,
    ({ length }) => length >= count,
  );
}

/** The Health entry of the team's only account, once it is right. */
export function healthOf(
  person: Person,
  right: (metric: HealthMetric) => boolean = () => true,
): Promise<HealthMetric> {
  return until(
    async () => (await person.get<HealthMetric[]>("/api/integrations/health")).body[0] as HealthMetric,
    (metric) => metric !== undefined && right(metric),
  );
}

/** Connects an account with a form's fields. Fails if the form is refused. */
export async function connectDirectly(
  person: Person,
  provider: string,
  fields: Record<string, unknown>,
): Promise<IntegrationAccount> {
  const { status, body } = await person.post<IntegrationAccount>(`/api/integrations/${provider}/connect`, {
    teamId: person.teamId,
    ...fields,
  });
  expect(body).toMatchObject({ status: "connected" });
  expect(status).toBe(200);
  return body;
}

let nextPort = 10_000 + ((process.pid * 97) % 20_000);

/**
 * Returns an unused port below the system's range for outgoing connections, so that none of those takes it
 * first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++;
    if (nextPort > 32_000) nextPort = 10_000;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Starts the product at a public address that providers can reach. */
export async function startReachableApp(settings: Record<string, string>): Promise<TestApp> {
  const port = await freePort();
  return startTestApp({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings });
}

const pools = new Map<string, pg.Pool>();

/** Queries the database directly. Connections stay open until the end of the test file. */
export async function query<T extends pg.QueryResultRow>(
  { databaseUrl }: Pick<TestApp, "databaseUrl">,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  let pool = pools.get(databaseUrl);
  if (!pool) {
    const opened = new pg.Pool({ connectionString: databaseUrl, max: 3 });
    atEnd(() => {
      pools.delete(databaseUrl);
      return opened.end();
    });
    pools.set(databaseUrl, opened);
    pool = opened;
  }
  return (await pool.query<T>(text, values)).rows;
}

/** How many connections to the database wait for a lock. */
export async function countLockWaits(app: Pick<TestApp, "databaseUrl">): Promise<number> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return (await query(app, waiting)).length;
}

/** Makes an account's next sync due now. */
export async function syncSoon(app: TestApp, accountId: string): Promise<void> {
  await query(app, "update connections set next_sync_at = now() where account_id = $1", [accountId]);
  await query(app, "notify zippy_sync");
}

/** Lets a waiting proof check the account at once, as if the last check had ended a while ago. */
export async function endCheckPause(app: TestApp, accountId: string): Promise<void> {
  await until(
    () =>
      query(app, "select from connections where account_id = $1 and last_sync_at is not null", [accountId]),
    ({ length }) => length === 1,
  );
  await query(
    app,
    "update connections set last_sync_at = last_sync_at - interval '1 minute' where account_id = $1",
    [accountId],
  );
}

/** Lets an account be checked now, as if the time its provider asked to wait had passed. */
export async function endRetryPause(app: TestApp, accountId: string): Promise<void> {
  await query(app, "update connections set last_failure = last_failure - 'retryAt' where account_id = $1", [
    accountId,
  ]);
}

/** Waits until all pushed events are processed, without the pauses before their retries. */
export async function allHandled(app: TestApp): Promise<void> {
  await until(
    async () => {
      // An event that is being processed is reserved for a minute.
      await query(
        app,
        "update webhook_events set not_before = now() where handled_at is null and not_before < now() + interval '30 seconds'",
      );
      for (const channel of Object.values(stepChannels)) await query(app, `notify ${channel}`);
      return query(app, "select 1 from webhook_events where handled_at is null");
    },
    ({ length }) => length === 0,
  );
}

/** Follows a provider's consent like a browser. @returns the page of the product the browser ends at. */
export async function consentTo(
  app: Pick<TestApp, "url">,
  person: Person,
  provider: string,
  consent: (authorize: string) => Promise<string>,
  onlyMe = false,
): Promise<string> {
  const visit = (address: string) =>
    fetch(address, { headers: { cookie: person.cookie }, redirect: "manual" }).then(
      (response) => response.headers.get("location") ?? "",
    );
  const query = new URLSearchParams({ teamId: person.teamId, ...(onlyMe && { onlyMe: "true" }) });
  const away = await visit(`${app.url}/api/integrations/${provider}/connect?${query}`);
  if (away.startsWith("/")) return away;
  return visit(await consent(away));
}
