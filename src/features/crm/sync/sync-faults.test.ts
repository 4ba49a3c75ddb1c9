import { describe, expect, onTestFinished, test } from "vitest";
import type { CrmCall, CrmReply } from "../../../../test/stand-ins/crm/crm-server";
import { type CrmSystem, startCrmSystems } from "../../../../test/stand-ins/crm/crm-systems";
import { hubspotLimit } from "../../../../test/stand-ins/crm/hubspot";
import { query, until } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { CrmConnection, CrmProvider } from "../contract";
import { crmName, crmProviders } from "../crm-facts";

const { systems, settings } = await startCrmSystems();
const app = await startTestApp({ ...settings, PRIVATE_HOSTS: "allow" });

const amount = 530;
for (const system of Object.values(systems))
  for (let n = 0; n < amount; n++) system.add("contacts", { name: `P ${n}`, email: `p${n}@example.org` });

const cardOf = async (person: Person): Promise<CrmConnection> =>
  (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body[0] as CrmConnection;

const rest = (person: Person, right: (crm: CrmConnection) => boolean): Promise<CrmConnection> =>
  until(
    () => cardOf(person),
    (crm) => crm !== undefined && crm.progress === null && right(crm),
  );

const syncNow = (person: Person, id: string) =>
  person.post<{ message: string }>(`/api/teams/${person.teamId}/crm/${id}/sync`);

const credentialsOf = (provider: CrmProvider) => ({
  provider,
  credentials: systems[provider].credentials(),
  syncSettings: { syncContacts: true, syncDeals: true, syncTasks: false },
});

/** Whether a request reads contacts: the first page of a pass over all of them, or a later one. */
function pageOf({ path, query }: CrmCall): "first" | "later" | undefined {
  if (/^\/services\/data\/.*\/query\/Contact/.test(path)) return "later";
  const soql = query.get("q");
  if (soql !== null) return /FROM Contact ORDER/.test(soql) ? "first" : undefined;
  if (!/\/(contacts|persons)$/i.test(path) || query.get("limit") === "1" || query.get("per_page") === "1")
    return undefined;
  if (["after", "cursor", "page_token", "page"].some((name) => query.has(name))) return "later";
  return query.has("since") || query.has("updated_since") || query.has("archived") ? undefined : "first";
}

const laterPage = (call: CrmCall): boolean => pageOf(call) === "later";

/**
 * Connects a CRM whose later pages fail from the start.
 *
 * @returns the card once the first sync has stopped, and what lets the next one run.
 */
async function stopped(provider: CrmProvider, reply: CrmReply | "cut") {
  const ana = await app.signIn();
  const { server } = systems[provider];
  const calls = server.calls.length;
  const heal = server.interrupt(laterPage, reply);
  // Whatever fails here must not fail the tests that follow.
  onTestFinished(heal);
  const connected = await ana.post(`/api/teams/${ana.teamId}/crm`, credentialsOf(provider));
  expect(connected.status, JSON.stringify(connected.body)).toBe(200);
  const card = await rest(ana, ({ problem }) => problem !== null);
  expect(server.calls.slice(calls).some(laterPage)).toBe(true);
  return {
    ana,
    server,
    card,
    heal,
    /** Moves time forward for this connection. */
    async pass(interval: string): Promise<void> {
      await query(
        app,
        `update crm_connections set next_sync_at = next_sync_at - $2::interval,
           last_failure = case when last_failure ? 'retryAt' then jsonb_set(last_failure, '{retryAt}',
             to_jsonb(((last_failure->>'retryAt')::timestamptz - $2::interval)::text)) else last_failure end
         where id = $1`,
        [card.id, interval],
      );
      await query(app, "notify zippy_crm");
    },
  };
}

/** Expects the sync to go on at the page where it stopped, and to end with every contact once. */
async function goesOn(ana: Person, { server }: CrmSystem, before: number): Promise<void> {
  const card = await rest(ana, ({ lastSyncAt, problem }) => lastSyncAt !== null && problem === null);
  expect(card).toMatchObject({ status: "connected", counts: { contacts: amount } });
  const pages = server.calls.slice(before).flatMap((call) => pageOf(call) ?? []);
  expect(new Set(pages)).toEqual(new Set(["later"]));
}

/** The names of fields that change their form. */
const fieldsOfContacts: Record<CrmProvider, { id: string; email: string; name: string }> = {
  hubspot: { id: "id", email: "email", name: "firstname" },
  salesforce: { id: "Id", email: "Email", name: "Name" },
  pipedrive: { id: "id", email: "emails", name: "name" },
  zoho: { id: "id", email: "Email", name: "Full_Name" },
  other: { id: "id", email: "emails", name: "name" },
};

const tooMany: Record<CrmProvider, CrmReply> = {
  hubspot: { status: 429, headers: { "retry-after": "3600" }, body: { category: "RATE_LIMITS" } },
  salesforce: {
    status: 403,
    body: [{ errorCode: "REQUEST_LIMIT_EXCEEDED", message: "TotalRequests Limit exceeded." }],
  },
  pipedrive: { status: 429, headers: { "retry-after": "3600" }, body: { success: false } },
  zoho: { status: 429, headers: { "retry-after": "3600" }, body: { code: "TOO_MANY_REQUESTS" } },
  other: { status: 429, headers: { "retry-after": "3600" }, body: { message: "Slow down." } },
};

describe("CRM-3 what goes wrong at a CRM", () => {
  test.each(crmProviders)(
    "CRM-2 CRM-3 %s: 429 for an hour pauses the sync for an hour, asks for nothing before, and goes on at the same page",
    async (provider) => {
      const { ana, server, card, heal, pass } = await stopped(provider, tooMany[provider]);
      expect(card).toMatchObject({
        status: "connected",
        lastSyncAt: null,
        problem: {
          message: expect.stringMatching(new RegExp(`^(${crmName(provider)}|The CRM) asked Zippy to wait: `)),
          advice: "You don't have to do anything. The sync continues where it stopped.",
        },
      });
      const wait = Date.parse(card.nextSyncAt ?? "") - Date.now();
      expect(wait).toBeGreaterThan(58 * 60_000);
      expect(wait).toBeLessThanOrEqual(60 * 60_000);
      const before = server.calls.length;
      expect((await syncNow(ana, card.id)).body.message).toMatch(/The sync continues in \d\d minutes\.$/);
      await pass("50 minutes");
      expect((await syncNow(ana, card.id)).status).toBe(429);
      expect(server.calls.length).toBe(before);
      heal();
      await pass("10 minutes");
      await goesOn(ana, systems[provider], before);
    },
  );

  test("CRM-2 a sync planned by a clock that was wrong is made once the clock is right; a CRM's pause still holds", async () => {
    const plan = async (hours: number, failure: object | null = null) => {
      const ana = await app.signIn();
      await ana.post(`/api/teams/${ana.teamId}/crm`, credentialsOf("other"));
      const { id } = await rest(ana, ({ lastSyncAt }) => lastSyncAt !== null);
      await query(
        app,
        `update crm_connections set next_sync_at = now() + make_interval(hours => $2), last_failure = $3,
           last_sync_at = '2026-01-01' where id = $1`,
        [id, hours, failure && JSON.stringify(failure)],
      );
      return {
        isSynced: async () => Date.parse((await cardOf(ana)).lastSyncAt ?? "") > Date.parse("2026-01-02"),
        syncByHand: async () => (await syncNow(ana, id)).status,
      };
    };
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const limited = { kind: "rate_limited", message: "The CRM asked Zippy to wait." };
    const paused = await plan(1, { ...limited, at: at(0), retryAt: at(1) });
    const misled = await plan(25, { ...limited, at: at(24), retryAt: at(25) });
    const late = await plan(1);
    // By hand too, even while the background is busy.
    expect([await misled.syncByHand(), await paused.syncByHand()]).toEqual([200, 429]);
    const nextMisled = await plan(25, { ...limited, at: at(24), retryAt: at(25) });
    await query(app, "notify zippy_crm");
    await until(
      async () => (await late.isSynced()) && (await nextMisled.isSynced()),
      (synced) => synced,
    );
    expect(await paused.isSynced()).toBe(false);
  });

  test("CRM-3 HubSpot's daily limit is named as such", async () => {
    const { card, heal } = await stopped("hubspot", hubspotLimit(0));
    heal();
    expect(card.problem?.message).toMatch(/^HubSpot asked Zippy to wait: /);
    const daily = await stopped("hubspot", {
      status: 429,
      body: { category: "RATE_LIMITS", policyName: "DAILY" },
    });
    daily.heal();
    expect(daily.card.problem?.message).toBe(
      "HubSpot asked Zippy to wait: the account's daily limit of requests is reached.",
    );
    expect(Date.parse(daily.card.nextSyncAt ?? "") - Date.now()).toBeGreaterThan(58 * 60_000);
  });

  test.each(crmProviders)(
    "CRM-2 CRM-3 %s: down for days, it is tried ever more rarely, and then goes on at the same page",
    async (provider) => {
      const { ana, server, heal, pass } = await stopped(provider, { status: 503, body: "Down" });
      const waits: number[] = [];
      for (let failure = 1; failure <= 9; failure++) {
        const card = await rest(ana, ({ nextSyncAt }) => Date.parse(nextSyncAt ?? "") > Date.now() + 60_000);
        expect(card).toMatchObject({
          status: "error",
          problem: {
            message: expect.stringMatching(/ has a problem on its side \(503\)\.$/),
            advice: "You don't have to do anything. Zippy tries again and continues where it stopped.",
          },
        });
        waits.push(Math.round((Date.parse(card.nextSyncAt ?? "") - Date.now()) / 60_000));
        if (failure === 9) heal();
        await pass("6 hours");
      }
      expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
      await goesOn(ana, systems[provider], server.calls.length);
    },
  );

  test.each(crmProviders)(
    "CRM-2 CRM-3 %s: half a page, and a page that isn't data, are said and read again",
    async (provider) => {
      const { ana, server, card, heal, pass } = await stopped(provider, "cut");
      expect(card.problem?.message).toMatch(/ could not be reached\.$/);
      heal();
      const proxy = server.interrupt(laterPage, { status: 200, body: "<html>Please sign in</html>" });
      await pass("1 day");
      const next = await rest(ana, ({ problem }) => problem !== null && !/reached/.test(problem.message));
      expect(next.problem?.message).toMatch(/ answered with something Zippy can't read\.$/);
      proxy();
      const odd = server.interrupt(laterPage, { status: 200, body: { unknown: true } });
      await pass("1 day");
      const unread = await rest(ana, ({ problem }) => /form/.test(problem?.message ?? ""));
      expect(unread.problem?.advice).toMatch(/has changed its answers\.$/);
      odd();
      const before = server.calls.length;
      await pass("1 day");
      await goesOn(ana, systems[provider], before);
    },
  );

  test.each(crmProviders)(
    "CRM-2 CRM-3 %s: fields that become numbers or nothing are read, and a changed form is said, loses nothing and is read again",
    async (provider) => {
      const system = systems[provider];
      const { server } = system;
      const { id, email, name } = fieldsOfContacts[provider];
      const pages = (call: CrmCall) =>
        /contacts|persons|FROM Contact|query\/Contact/i.test(`${call.path} ${call.query.get("q")}`);
      const ana = await app.signIn();
      const keys = async () =>
        (await query(app, "select from crm_contact_keys where team_id = $1", [ana.teamId])).length;
      const numbers = server.retype(pages, name, 4711);
      await ana.post(`/api/teams/${ana.teamId}/crm`, credentialsOf(provider));
      const card = await rest(ana, ({ lastSyncAt }) => lastSyncAt !== null);
      expect(card).toMatchObject({ status: "connected", problem: null, counts: { contacts: amount } });
      const names = "select distinct name from crm_contacts where team_id = $1";
      expect(await query(app, names, [ana.teamId])).toEqual([{ name: "4711" }]);
      numbers();
      expect(await keys()).toBe(amount);

      const everything = () =>
        query(app, "update crm_connections set cursors = '{}' where id = $1", [card.id]);
      for (const [field, value] of [
        [email, { work: { address: "p@example.org" } }],
        [id, { of: "contact" }],
        [id, null],
      ] as const) {
        const mend = server.retype(pages, field, value);
        await everything();
        const { status, body } = await syncNow(ana, card.id);
        expect(status).toBe(502);
        expect(body.message).toMatch(/ answered in a form that Zippy doesn't know/);
        const odd = await cardOf(ana);
        expect(odd).toMatchObject({ status: "error", counts: { contacts: amount } });
        expect(odd.problem?.advice).toMatch(/has changed its answers\.$/);
        expect(await keys()).toBe(amount);
        mend();
      }
      const before = server.calls.length;
      expect((await syncNow(ana, card.id)).status).toBe(200);
      expect(server.calls.slice(before).some(laterPage)).toBe(true);
      expect(await cardOf(ana)).toMatchObject({
        ...{ status: "connected", problem: null, counts: { contacts: amount } },
      });
      expect(await keys()).toBe(amount);

      const none = server.retype(pages, email, null);
      await everything();
      expect((await syncNow(ana, card.id)).status).toBe(200);
      none();
      expect((await cardOf(ana)).counts.contacts).toBe(amount);
      expect(await keys()).toBe(0);
    },
  );

  test.each(crmProviders)(
    "CRM-1 CRM-2 CRM-3 %s: a key withdrawn in the middle is said with what to do, and a new one goes on at the same page",
    async (provider) => {
      const { ana, server, card, heal } = await stopped(provider, {
        status: 401,
        body: provider === "salesforce" ? [{ errorCode: "INVALID_SESSION_ID" }] : { code: "INVALID_TOKEN" },
      });
      expect(card).toMatchObject({ status: "error", lastSyncAt: null });
      expect(card.problem?.message).toMatch(/ refused the key: /);
      expect(card.problem?.advice).toMatch(/again/);
      heal();
      const before = server.calls.length;
      const renewed = await ana.post<CrmConnection>(`/api/teams/${ana.teamId}/crm`, credentialsOf(provider));
      expect(renewed.body).toMatchObject({ id: card.id, status: "connected", problem: null });
      const done = await rest(ana, ({ lastSyncAt }) => lastSyncAt !== null);
      expect(done.counts.contacts).toBe(amount);
      // Trying the key may read a first page; the sync reads none.
      const pages = server.calls.slice(before).flatMap((call) => pageOf(call) ?? []);
      expect(pages.filter((page) => page === "first").length).toBeLessThanOrEqual(1);
      expect(pages).toContain("later");
    },
  );
});
