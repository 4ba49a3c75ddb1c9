import { describe, expect, test } from "vitest";
import { startCrmSystems } from "../../../test/stand-ins/crm/crm-systems";
import { query, until } from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { CrmConnection, CrmProvider } from "./contract";
import { crmProviders } from "./crm-facts";

const { systems, settings } = await startCrmSystems();
const app = await startTestApp({ ...settings, PRIVATE_HOSTS: "allow" });
const guarded = await startTestApp({ ...settings, PRIVATE_HOSTS: "refuse" });

const connect = (person: Person, provider: CrmProvider, credentials: Record<string, string>) =>
  person.post<CrmConnection & { message: string; code: string }>(`/api/teams/${person.teamId}/crm`, {
    provider,
    credentials,
    syncSettings: { syncContacts: true, syncDeals: true, syncTasks: false },
    status: "connected",
  });

const cardOf = async (person: Person): Promise<CrmConnection> =>
  (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body[0] as CrmConnection;

/** Once the background sync has ended. */
const synced = (person: Person): Promise<CrmConnection> =>
  until(
    () => cardOf(person),
    ({ lastSyncAt, progress }) => lastSyncAt !== null && progress === null,
  );

const syncNow = (person: Person, id: string) =>
  person.post<{ message: string }>(`/api/teams/${person.teamId}/crm/${id}/sync`);

const keysOf = async (person: Person, contactId: string): Promise<string[]> => {
  const text = "select key from crm_contact_keys where team_id = $1 and contact_id = $2 order by key";
  return (await query<{ key: string }>(app, text, [person.teamId, contactId])).map(({ key }) => key);
};

describe("CRM-3 every CRM", () => {
  test.each(crmProviders)("CRM-1 CRM-3 %s: connects, reads all, then changes and deletions", async (id) => {
    const system = systems[id];
    const ana = await app.signIn();
    const acme = system.add("companies", { name: "Acme", domain: "acme.example" });
    const bo = system.add("contacts", {
      name: "Bo Lindqvist",
      email: "Bo@Acme.example",
      phone: "+46 8 123 456",
      companyId: acme,
    });
    const roof = system.add("deals", {
      name: "Roof",
      amount: 48_000,
      won: false,
      contactId: bo,
      companyId: acme,
    });
    for (let n = 0; n < 450; n++) system.add("contacts", { name: `P ${n}`, email: `p${n}@example.org` });
    const gone = system.add("contacts", { name: "Soon gone", email: "gone@example.org" });

    const made = await connect(ana, id, system.credentials());
    expect(made).toMatchObject({ status: 200, body: { accountName: system.accountName } });
    const card = await synced(ana);
    expect(card).toMatchObject({
      status: "connected",
      counts: { contacts: 452, companies: 1, deals: 1 },
    });
    expect(await keysOf(ana, bo)).toEqual(["mail:bo@acme.example", "phone:+468123456"]);
    const deals = "select * from crm_deals where team_id = $1";
    expect(await query(app, deals, [ana.teamId])).toMatchObject([
      { external_id: roof, name: "Roof", amount: "48000", status: "open", company_id: acme },
    ]);

    system.remove("contacts", gone);
    system.change("contacts", bo, { email: "bo.lindqvist@acme.example" });
    system.change("deals", roof, { won: true });
    const { status } = await syncNow(ana, card.id);
    expect(status).toBe(200);
    expect((await cardOf(ana)).counts).toMatchObject({ contacts: 451, companies: 1, deals: 1 });
    expect(await keysOf(ana, bo)).toEqual(["mail:bo.lindqvist@acme.example", "phone:+468123456"]);
    expect(await keysOf(ana, gone)).toEqual([]);
    expect(await query(app, deals, [ana.teamId])).toMatchObject([{ status: "won" }]);
    const links = "select contact_id from crm_deal_contacts where team_id = $1";
    expect(await query(app, links, [ana.teamId])).toEqual([{ contact_id: bo }]);
  });

  test.each(crmProviders)("CRM-1 %s: a wrong key is refused, and nothing is stored", async (id) => {
    const ana = await app.signIn();
    const { status, body } = await connect(ana, id, { ...systems[id].credentials(), apiKey: "wrong" });
    expect(status).toBe(502);
    expect(body.message).toMatch(/^(HubSpot|Salesforce|Pipedrive|Zoho|The CRM) refused the /);
    expect(await query(app, "select from crm_connections where team_id = $1", [ana.teamId])).toEqual([]);
  });

  test("CRM-2 pressing Sync now many times joins the sync that runs", async () => {
    const ana = await app.signIn();
    const { credentials, server } = systems.hubspot;
    await connect(ana, "hubspot", credentials());
    const { id } = await synced(ana);
    const callsDuring = async (syncs: number) => {
      const before = server.calls.length;
      await Promise.all(Array.from({ length: syncs }, () => syncNow(ana, id)));
      return server.calls.length - before;
    };
    const one = await callsDuring(1);
    expect(one).toBeGreaterThan(0);
    // The first may end before the last begins.
    expect(await callsDuring(8)).toBeLessThanOrEqual(2 * one);
  });

  test("CRM-1 Salesforce and other CRMs need an address, and none on a private network", async () => {
    const ana = await guarded.signIn();
    for (const [id, label] of [
      ["salesforce", "instance address"],
      ["other", "base URL"],
    ] as const) {
      const refused = async (instanceUrl?: string) => {
        const { status, body } = await connect(ana, id, { apiKey: "x", ...(instanceUrl && { instanceUrl }) });
        expect(status).toBe(400);
        return body.message;
      };
      expect(await refused()).toBe(`Enter the ${label}.`);
      expect(await refused("https://user:pass@acme.example")).toMatch(/as a web address/);
      expect(await refused("http://acme.example")).toMatch(/must begin with https/);
      const hidden = "This address is on a private network, which this server doesn't connect to.";
      for (const address of ["https://127.0.0.1", "https://[::1]", "https://10.0.0.7", "https://localhost"])
        expect(await refused(address)).toBe(hidden);
    }
  });
});
