import { expect, test } from "vitest";
import { startOtherCrm } from "../../../test/stand-ins/crm/other-crm";
import { until } from "../../../test/support/collecting";
import { addArea, deliver, itemsOf, mail, path } from "../../../test/support/teams/areas";
import { startTestApp } from "../../../test/support/test-app";
import type { CrmConnection } from "../crm/contract";
import type { AreaRules } from "./contract";

const crm = await startOtherCrm();
const app = await startTestApp({ PRIVATE_HOSTS: "allow" });

test("CRM-3 BEY-6 an area that follows a company has the messages of its people as the CRM's syncs bring and remove them", async () => {
  const ana = await app.signIn();
  const acme = crm.add("companies", { name: "Acme", domain: "acme.example" });
  const beta = crm.add("companies", { name: "Beta", domain: "beta.example" });
  crm.add("contacts", { name: "Bo", emails: ["bo@home.example"], companyId: acme });
  const cy = crm.add("contacts", { name: "Cy", emails: ["cy@home.example"], companyId: beta });
  const messages = async () => (await itemsOf(ana, area, "message")).map(({ title }) => title).sort();

  await ana.post(`/api/teams/${ana.teamId}/crm`, {
    provider: "other",
    credentials: { apiKey: crm.token, instanceUrl: crm.url },
    syncSettings: { syncContacts: true, syncDeals: true, syncTasks: false },
  });
  const { id } = await until(
    async () => (await ana.get<CrmConnection[]>(`/api/teams/${ana.teamId}/crm`)).body[0] as CrmConnection,
    ({ lastSyncAt, progress }) => lastSyncAt !== null && progress === null,
  );
  const sync = async () =>
    expect((await ana.post(`/api/teams/${ana.teamId}/crm/${id}/sync`)).status).toBe(200);
  await deliver(app, ana, [
    mail("Bo at home", "Hi.", "Bo", "bo@home.example"),
    mail("Di at work", "Hi.", "Di", "di@acme.example"),
    mail("Cy at home", "Hi.", "Cy", "cy@home.example"),
    mail("Ed at home", "Hi.", "Ed", "ed@home.example"),
  ]);

  const choices = await ana.get<Pick<AreaRules, "companies">>(path(ana, "/choices?q=acme"));
  const company = choices.body.companies.find(({ name }) => name === "Acme");
  expect(company).toMatchObject({ connectionId: id, companyId: acme });
  const area = await addArea(ana, { companies: company ? [company] : [] }, "Acme");
  expect(await messages()).toEqual(["Bo at home", "Di at work"]);

  // Cy changes sides, and the CRM gets to know Ed.
  crm.change("contacts", cy, { companyId: acme });
  const ed = crm.add("contacts", { name: "Ed", emails: ["ed@home.example"], companyId: acme });
  await sync();
  expect(await messages()).toEqual(["Bo at home", "Cy at home", "Di at work", "Ed at home"]);
  await deliver(app, ana, [mail("Ed again", "Hi.", "Ed", "ed@home.example")]);
  expect(await messages()).toContain("Ed again");

  crm.remove("contacts", ed);
  crm.change("contacts", cy, { companyId: beta });
  await sync();
  expect(await messages()).toEqual(["Bo at home", "Di at work"]);

  // With the records, what belongs to the area through them goes, without the removal waiting for its rules.
  const other = await app.running.services.pool.connect();
  await other.query("begin");
  await other.query("select from area_items where area_id = $1 for update", [area.id]);
  const removed = await ana.delete(`/api/teams/${ana.teamId}/crm/${id}?records=remove`);
  expect(removed.status).toBe(200);
  expect(await messages()).toEqual(["Bo at home", "Di at work"]);
  await other.query("rollback");
  other.release();
  await until(messages, (left) => left.length === 0);
});
