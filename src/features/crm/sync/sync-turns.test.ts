import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { startCrmSystems } from "../../../../test/stand-ins/crm/crm-systems";
import { atEnd } from "../../../../test/support/at-end";
import { until } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { CrmConnection } from "../contract";
import { turn } from "./timing";

const { systems, settings } = await startCrmSystems();
const app = await startTestApp({ ...settings, PRIVATE_HOSTS: "allow" });

/** So that each run reads one page. */
const { longest } = turn;
turn.longest = 0;
atEnd(() => {
  turn.longest = longest;
});

const connect = (person: Person, credentials: object) =>
  person.post<CrmConnection>(`/api/teams/${person.teamId}/crm`, {
    provider: "other",
    credentials,
    syncSettings: { syncContacts: true, syncDeals: false, syncTasks: false },
  });

const synced = (person: Person): Promise<CrmConnection | undefined> =>
  until(
    async () => (await person.get<CrmConnection[]>(`/api/teams/${person.teamId}/crm`)).body[0],
    (crm) => crm?.lastSyncAt != null,
  );

/** A CRM of many accounts, each of which has a next page after every page. @returns its address. */
async function startEndless(): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    await wait(20);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(path.endsWith("/account") ? { id: path, name: "Endless" } : { items: [], next: "2" }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("CRM-2 CRMs whose pages never end keep no other from its first sync", async () => {
  const endless = await startEndless();
  const people: [Person, string][] = [];
  for (let n = 0; n < 8; n++) {
    const person = await app.signIn();
    const { body } = await connect(person, { apiKey: "a key", instanceUrl: `${endless}/${n}` });
    people.push([person, body.id]);
  }
  const { other } = systems;
  for (let n = 0; n < 530; n++) other.add("contacts", { name: `P ${n}`, email: `p${n}@example.org` });
  const ana = await app.signIn();
  await connect(ana, other.credentials());
  expect(await synced(ana)).toMatchObject({ progress: null, problem: null, counts: { contacts: 530 } });
  for (const [person, id] of people)
    expect((await person.delete(`/api/teams/${person.teamId}/crm/${id}?records=remove`)).status).toBe(200);
});
