import { describe, expect, test } from "vitest";
import { startHubspot } from "../../../../../test/stand-ins/crm/hubspot";
import { query, until } from "../../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../../test/support/test-app";
import type { CrmConnection } from "../../contract";

const hubspot = await startHubspot();
const app = await startTestApp({ HUBSPOT_BASE_URL: hubspot.url });

const all = { syncContacts: true, syncDeals: true, syncTasks: false };

function connect(person: Person, apiKey: string, syncSettings = all) {
  return person.post<CrmConnection & { message: string }>(`/api/teams/${person.teamId}/crm`, {
    provider: "hubspot",
    credentials: { apiKey },
    syncSettings,
    status: "connected",
  });
}

const cardOf = async (person: Person): Promise<CrmConnection> =>
  (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body[0] as CrmConnection;

const synced = (person: Person) =>
  until(
    () => cardOf(person),
    ({ lastSyncAt, progress }) => lastSyncAt !== null && progress === null,
  );

const syncNow = (person: Person, id: string) =>
  person.post<{ message: string }>(`/api/teams/${person.teamId}/crm/${id}/sync`);

const rows = (table: string, person: Person) =>
  query(app, `select * from ${table} where team_id = $1 order by 1, 3`, [person.teamId]);

describe("CRM-1 connect", () => {
  test("CRM-1 a wrong key is refused in HubSpot's name, and nothing is stored", async () => {
    const ana = await app.signIn();
    const { status, body } = await connect(ana, "pat-wrong");
    expect(status).toBe(502);
    expect(body.message).toBe("HubSpot refused the key: it isn't valid, or it has expired.");
    expect(await rows("crm_connections", ana)).toEqual([]);
  });

  test("CRM-1 a key without a scope is refused with the scope's name", async () => {
    const ana = await app.signIn();
    const token = hubspot.addToken(["crm.objects.deals.read"]);
    const { status, body } = await connect(ana, token);
    expect(status).toBe(502);
    expect(body.message).toBe("HubSpot refused the key: it lacks crm.objects.companies.read.");
    expect((await connect(ana, token, { ...all, syncContacts: false })).status).toBe(200);
  });

  test("CRM-1 the key is stored encrypted, and no response has it", async () => {
    const ana = await app.signIn();
    const token = hubspot.addToken();
    const { body } = await connect(ana, token);
    const [stored] = await rows("crm_connections", ana);
    expect(stored?.credentials).toMatch(/^v1\./);
    expect(JSON.stringify([body, stored, await cardOf(ana)])).not.toContain(token);
  });

  test("CRM-1 connecting the same account again renews the key instead of adding a card", async () => {
    const ana = await app.signIn();
    const old = hubspot.addToken();
    await connect(ana, old);
    await synced(ana);
    hubspot.expire(old);
    const { id } = await cardOf(ana);
    expect((await syncNow(ana, id)).body.message).toBe("HubSpot refused the key: it has expired.");
    expect(await cardOf(ana)).toMatchObject({
      status: "error",
      problem: { message: "HubSpot refused the key: it has expired." },
    });
    await connect(ana, hubspot.addToken());
    expect(await cardOf(ana)).toMatchObject({ id, status: "connected", problem: null });
  });
});

describe("CRM-3 HubSpot's contacts and deals", () => {
  test("CRM-3 everything is read first, then only what changed and what was deleted", async () => {
    const ana = await app.signIn();
    const acme = hubspot.add("companies", { name: "Acme Ltd.", domain: "acme.example" });
    const bo = hubspot.add("contacts", {
      firstname: "Bo",
      lastname: "Lindqvist",
      email: "Bo@Acme.example",
      phone: "+46 (0)8 123 456",
      associatedcompanyid: acme,
    });
    const deal = hubspot.add(
      "deals",
      { dealname: "Roof", amount: "48000", dealstage: "contractsent", closedate: "2026-12-24T00:00:00Z" },
      { contacts: [bo], companies: [acme] },
    );
    hubspot.addContacts(250, (n) => ({ firstname: `Person ${n}`, email: `p${n}@example.org` }));
    await connect(ana, hubspot.addToken());
    const { id, counts } = await synced(ana);
    expect(counts).toEqual({ contacts: 251, companies: 1, deals: 1, tasks: 0 });
    expect(await rows("crm_deals", ana)).toMatchObject([
      {
        external_id: deal,
        name: "Roof",
        amount: "48000",
        currency: "USD",
        stage: "Contract Sent",
        status: "open",
      },
    ]);
    expect(await rows("crm_deal_contacts", ana)).toMatchObject([{ deal_id: deal, contact_id: bo }]);
    const keys = await query(app, "select key from crm_contact_keys where contact_id = $1 and team_id = $2", [
      bo,
      ana.teamId,
    ]);
    expect(keys.map(({ key }) => key).sort()).toEqual(["mail:bo@acme.example", "phone:+468123456"]);

    // The first reading doesn't count as a change.
    await query(
      app,
      `update crm_connections set cursors = (select jsonb_object_agg(k, v || jsonb_build_object('since', now()))
       from jsonb_each(cursors) as c(k, v)) where id = $1`,
      [id],
    );
    const [gone] = hubspot.all("contacts").slice(-1);
    hubspot.archive("contacts", gone?.id as string);
    hubspot.change("deals", deal, { dealstage: "closedwon" });
    hubspot.change("contacts", bo, { email: "bo.lindqvist@acme.example" });
    const before = hubspot.calls.length;
    expect((await syncNow(ana, id)).body.message).toBe("Synced 1 contact and 1 deal with HubSpot.");
    expect(hubspot.calls.slice(before).filter(({ query }) => query.has("properties"))).toEqual([]);
    expect((await cardOf(ana)).counts).toMatchObject({ contacts: 250, deals: 1 });
    expect(await rows("crm_deals", ana)).toMatchObject([{ status: "won", stage: "Closed Won" }]);
    expect(await rows("crm_deal_contacts", ana)).toMatchObject([{ deal_id: deal, contact_id: bo }]);
    const after = await query(app, "select key from crm_contact_keys where contact_id = $1", [bo]);
    expect(after.map(({ key }) => key).sort()).toEqual([
      "mail:bo.lindqvist@acme.example",
      "phone:+468123456",
    ]);
  });
});
