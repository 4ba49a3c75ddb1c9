import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addArea,
  deliver,
  itemsOf,
  mail,
  none,
  path,
  rules,
  titles,
} from "../../../test/support/teams/areas";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { SearchHits } from "../context/contract";
import { senderKeyOf } from "../crm/find-contacts";
import { type Area, type AreaDeal, type AreaFact, type AreaRules, areaLimits } from "./contract";
import { followCompanies } from "./service";

const app = await startTestApp();
const { pool } = app.running.services;

async function colleague(person: Person): Promise<Person> {
  const { body } = await person.post<{ token: string }>(`/api/teams/${person.teamId}/invitations`, {
    role: "member",
  });
  const other = await app.signIn();
  expect((await other.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  return Object.assign(other, { teamId: person.teamId });
}

/** A CRM with one company: a contact by address, one by phone, and everybody of acme.example. */
async function addCrm(person: Person): Promise<{ connectionId: string; companyId: string; name: string }> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into crm_connections (team_id, provider, external_id, account_name) values ($1, 'hubspot', $2, 'Acme') returning id",
    [person.teamId, randomUUID()],
  );
  const connectionId = rows[0]?.id as string;
  const of = [connectionId, person.teamId];
  await pool.query(
    "insert into crm_companies (connection_id, team_id, external_id, name, domain, pass) values ($1, $2, '7', 'Acme', 'acme.example', 1)",
    of,
  );
  for (const [id, key] of [
    ["1", senderKeyOf("Cy@home.example")],
    ["2", senderKeyOf("4915112345678")],
  ]) {
    await pool.query(
      "insert into crm_contacts (connection_id, team_id, external_id, name, company_id, pass) values ($1, $2, $3, $3, '7', 1)",
      [...of, id],
    );
    await pool.query(
      "insert into crm_contact_keys (connection_id, team_id, contact_id, key) values ($1, $2, $3, $4)",
      [...of, id, key],
    );
  }
  await pool.query(
    `insert into crm_deals (connection_id, team_id, external_id, name, amount, currency, stage, status, company_id, pass)
     values ($1, $2, 'a', 'Lost one', 9, 'EUR', 'Over', 'lost', '7', 1), ($1, $2, 'b', 'Big one', 5, 'EUR', 'Offer', 'open', '7', 1),
       ($1, $2, 'c', 'Another company', 5, 'EUR', 'Offer', 'open', '8', 1)`,
    of,
  );
  return { connectionId, companyId: "7", name: "Acme" };
}

test("BEY-6 rules join the same whether they or the messages, tasks and meetings come first", async () => {
  const ana = await app.signIn("Ana Lopez");
  const company = await addCrm(ana);
  const some: Record<string, Partial<AreaRules>> = {
    person: { people: [{ key: "jonas@example.org", name: "Jonas Weber" }] },
    "person without address": { people: [{ key: "mo", name: "Mo" }] },
    keyword: { keywords: ["lease"] },
    "all words of a keyword": { keywords: ["harbour-street lease"] },
    "common word": { keywords: ["the"] },
    "person or keyword, in one channel": {
      people: [{ key: "jonas@example.org", name: "Jonas Weber" }],
      keywords: ["lease"],
      channels: ["slack"],
    },
    channel: { channels: ["slack"] },
    company: { companies: [company] },
    nothing: {},
  };
  const before = new Map<string, Area>();
  for (const [name, one] of Object.entries(some))
    before.set(name, await addArea(ana, one, `${name}, before`));

  const [first] = await deliver(app, ana, [
    mail("Offer", "Let's talk."),
    mail("Leases", "The leases of Harbour Street end.", "Di", "di@example.org"),
    mail("Lunch", "On Friday?", "Ed", "ed@example.org"),
    mail("From home", "Hi.", "Cy", "cy@Home.example"),
    mail("From Acme", "Hi.", "Flo", "flo@acme.example"),
    { ...mail("To Jonas", "Hi.", "Ana", "ana@example.com"), fromOwner: true, to: ["Jonas@example.org"] },
    { ...mail("To Acme", "Hi.", "Ana", "ana@example.com"), fromOwner: true, to: ["new@acme.example"] },
    { ...mail("To Ed", "Hi.", "Ana", "ana@example.com"), fromOwner: true, to: ["ed@example.org"] },
  ]);
  await deliver(
    app,
    ana,
    [
      mail("In Slack", "Nothing.", "Ed", "ed@example.org"),
      mail("Lease in Slack", "Soon.", "Ed", "ed@example.org"),
      { ...mail("Mo's", "Hi.", "Mo"), senderAddress: null },
    ],
    { channel: "slack" },
  );
  await deliver(app, ana, [mail("By phone", "Hi.", "Cy", "4915112345678")], { channel: "whatsapp" });
  await ana.buildTask({ title: "Sign the lease" });
  await ana.buildTask({ title: "Buy milk" });
  expect((await ana.post(`/api/messages/${first}/create-task`, { teamId: ana.teamId })).status).toBe(200);
  const said = "Jonas Weber: Good morning.\nAna Lopez: The lease is signed.";
  const transcript = { name: "Weekly.txt", data: Buffer.from(said).toString("base64") };
  expect((await ana.post(`/api/teams/${ana.teamId}/meetings/transcript`, transcript)).status).toBe(200);

  const joined: Record<string, string[]> = {};
  for (const [name, one] of Object.entries(some)) {
    joined[name] = await titles(ana, before.get(name) as Area);
    const after = await addArea(ana, one, `${name}, after`);
    expect([name, await titles(ana, after)]).toEqual([name, joined[name]]);
    const { body } = await ana.post<{ counts: Area["counts"] }>(path(ana, "/preview"), { rules: rules(one) });
    expect([name, body.counts]).toEqual([name, after.counts]);
  }
  expect(joined).toEqual({
    person: ["meeting Weekly", "message Offer", "message To Jonas", "task Offer"],
    "person without address": ["message Mo's"],
    keyword: ["meeting Weekly", "message Lease in Slack", "message Leases", "task Sign the lease"],
    "all words of a keyword": ["message Leases"],
    "common word": [],
    "person or keyword, in one channel": ["meeting Weekly", "message Lease in Slack", "task Sign the lease"],
    channel: ["message In Slack", "message Lease in Slack", "message Mo's"],
    company: ["message By phone", "message From Acme", "message From home", "message To Acme"],
    nothing: [],
  });
  const deals = await ana.get<AreaDeal[]>(path(ana, `/${before.get("company")?.id}/deals`));
  expect(deals.body.map(({ name, companyName }) => [name, companyName])).toEqual([
    ["Big one", "Acme"],
    ["Lost one", "Acme"],
  ]);
});

test("BEY-6 BEY-2 what people add and take out stays, whatever the rules say, and can be undone", async () => {
  const ana = await app.signIn();
  const [lease, lunch] = await deliver(app, ana, [mail("Lease"), mail("Lunch")]);
  const area = await addArea(ana, { keywords: ["lease"] });
  const at = (id: string | undefined) => path(ana, `/${area.id}/items/${id}`);
  const undo = async () =>
    (await ana.post<{ summary: string }>(`/api/teams/${ana.teamId}/journal/undo`, {})).body.summary;

  const search = `/api/teams/${ana.teamId}/search?q=lunch&forArea=${area.id}`;
  const marked = async () =>
    (await ana.get<SearchHits>(search)).body.messages.map(({ id, inArea }) => id === lunch && inArea);
  expect(await marked()).toEqual([false]);
  expect((await ana.post(path(ana, `/${area.id}/items`), { type: "message", id: lunch })).status).toBe(200);
  expect(await marked()).toEqual([true]);
  await ana.post(`/api/messages/${lunch}/create-task`, { teamId: ana.teamId });
  expect(await titles(ana, area)).toEqual(["message Lease", "message Lunch", "task Lunch"]);
  expect((await itemsOf(ana, area, "message")).map(({ byHand }) => byHand).sort()).toEqual([false, true]);

  expect((await ana.delete(at(lease))).status).toBe(200);
  expect((await ana.delete(at(lease))).status).toBe(404);
  // The rule fits again, and more.
  await ana.patch(path(ana, `/${area.id}`), { rules: rules({ keywords: ["lease", "hello"] }) });
  await pool.query("update messages set content = 'Lease, again' where id = $1", [lease]);
  expect(await titles(ana, area)).toEqual(["message Lunch", "task Lunch"]);
  const preview = { rules: rules({ keywords: ["lease"] }), areaId: area.id };
  expect((await ana.post(path(ana, "/preview"), preview)).body).toMatchObject({ counts: { messages: 0 } });

  expect(await undo()).toBe("Changed the area “Lease”");
  expect(await undo()).toBe("Took “Lease” out of “Lease”");
  expect(await titles(ana, area)).toEqual(["message Lease", "message Lunch", "task Lunch"]);
  // No rule fits any more, and only what somebody added stays.
  await ana.patch(path(ana, `/${area.id}`), { rules: none });
  expect(await titles(ana, area)).toEqual(["message Lunch", "task Lunch"]);
  await undo();
  await undo();
  expect(await undo()).toBe("Added “Lunch” to “Lease”");
  expect(await titles(ana, area)).toEqual(["message Lease"]);
  expect(await undo()).toBe("Added the area “Lease”");
  expect((await ana.get(path(ana))).body).toEqual([]);
});

test("BEY-6 after a sync, an area that takes long holds up neither the others nor what arrives meanwhile", async () => {
  const ana = await app.signIn();
  const company = await addCrm(ana);
  const made = [
    await addArea(ana, { companies: [company] }, "One"),
    await addArea(ana, { companies: [company] }, "Two"),
  ];
  const [first, second] = made.map(({ id }) => id).toSorted();
  await deliver(app, ana, [mail("From home", "Hi.", "Cy", "cy@home.example")]);
  const count = async (id: string | undefined) =>
    (await pool.query("select from area_items where area_id = $1", [id])).rowCount;
  expect([await count(first), await count(second)]).toEqual([1, 1]);
  await pool.query("delete from crm_contacts where connection_id = $1", [company.connectionId]);
  await pool.query("delete from crm_contact_keys where connection_id = $1", [company.connectionId]);

  const other = await pool.connect();
  await other.query("begin");
  await other.query("select from area_items where area_id = $1 for update", [second]);
  const following = followCompanies(app.running.services.db, ana.teamId);
  await expect.poll(() => count(first), { timeout: 8000 }).toBe(0);
  expect(await count(second)).toBe(1);
  await other.query("rollback");
  other.release();
  await following;
  expect(await count(second)).toBe(0);
});

test("BEY-6 BEY-2 undo takes back the people and companies of the rules", async () => {
  const ana = await app.signIn();
  const company = await addCrm(ana);
  const area = await addArea(ana, {});
  const wanted = rules({ people: [{ key: "jonas@example.org", name: "Jonas Weber" }], companies: [company] });
  const change = await ana.patch(path(ana, `/${area.id}`), { rules: wanted });
  const undone = await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {
    id: change.headers.get("journal-entry"),
  });
  expect(undone.status).toBe(200);
  expect((await ana.get<Area>(path(ana, `/${area.id}`))).body.rules).toEqual(none);
});

test("BEY-6 what is edited, hidden or deleted follows", async () => {
  const ana = await app.signIn();
  const area = await addArea(ana, { keywords: ["lease"] });
  const [one] = await deliver(app, ana, [mail("Lease")]);
  const task = await ana.buildTask({ title: "Sign the lease" });
  await ana.patch(`/api/tasks/${task.id}`, { title: "Sign something" });
  await pool.query("update messages set subject = 'Rent', content = 'More.' where id = $1", [one]);
  expect(await titles(ana, area)).toEqual([]);
  await ana.patch(`/api/tasks/${task.id}`, { title: "Sign the lease" });
  expect(await titles(ana, area)).toEqual(["task Sign the lease"]);
  await ana.delete(`/api/tasks/${task.id}`);
  expect((await ana.get<Area[]>(path(ana))).body[0]?.counts).toEqual({ messages: 0, tasks: 0, meetings: 0 });
  await pool.query("delete from tasks where id = $1", [task.id]);
  const { rows } = await pool.query("select from area_items where source_id = $1", [task.id]);
  expect(rows).toEqual([]);
});

test("API-3 INT-9 nobody sees another's private message in an area, and nothing of another team", async () => {
  const ana = await app.signIn();
  const bo = await colleague(ana);
  const eve = await app.signIn();
  const area = await addArea(ana, { keywords: ["lease"] });
  await deliver(app, ana, [mail("Team lease")]);
  const [secret] = await deliver(app, ana, [mail("Secret lease", "Hello.", "Vera", "vera@example.org")], {
    visibleTo: bo.user.id,
  });
  await deliver(app, eve, [mail("Foreign lease")]);

  expect(await titles(ana, area)).toEqual(["message Team lease"]);
  expect(await titles(bo, area)).toEqual(["message Secret lease", "message Team lease"]);
  const seen = async (person: Person) => (await person.get<Area[]>(path(ana))).body[0]?.counts.messages;
  expect([await seen(ana), await seen(bo)]).toEqual([1, 2]);
  const preview = async (person: Person) =>
    (await person.post(path(ana, "/preview"), { rules: rules({ keywords: ["lease"] }) })).body;
  expect(await preview(ana)).toEqual({
    counts: { messages: 1, tasks: 0, meetings: 0 },
    newest: [{ type: "message", title: "Team lease" }],
  });
  expect(await preview(bo)).toMatchObject({ counts: { messages: 2 } });
  const choices = async (person: Person, q: string) =>
    (await person.get<{ people: unknown[] }>(path(ana, `/choices?q=${q}`))).body.people;
  expect([await choices(ana, "vera"), await choices(bo, "vera")]).toEqual([
    [],
    [{ key: "vera@example.org", name: "Vera" }],
  ]);
  expect(await choices(ana, "")).toEqual([{ key: "jonas@example.org", name: "Jonas Weber" }]);

  const other = await addArea(ana, {}, "Other");
  const add = { type: "message", id: secret };
  expect((await ana.post(path(ana, `/${other.id}/items`), add)).status).toBe(404);
  expect((await ana.delete(path(ana, `/${area.id}/items/${secret}`))).status).toBe(404);
  expect((await ana.get(path(ana, `?sourceId=${secret}`))).body).toEqual([]);
  expect((await ana.post(path(ana, `/${other.id}/facts`), { text: "T", source: add })).status).toBe(404);
  expect((await bo.post(path(ana, `/${other.id}/items`), add)).status).toBe(200);
  const { body: fact } = await bo.post<AreaFact>(path(ana, `/${other.id}/facts`), { text: "T", source: add });
  expect(fact.source).toEqual({ ...add, title: "Secret lease" });
  expect((await ana.get<AreaFact[]>(path(ana, `/${other.id}/facts`))).body[0]?.source).toBeNull();
  expect(await titles(ana, other)).toEqual([]);
  const journal = (await ana.get<{ id: string; summary: string }[]>(`/api/teams/${ana.teamId}/journal`)).body;
  expect(journal.map(({ summary }) => summary)).toContain("Added a private message to “Other”");
  const entry = journal.find(({ summary }) => summary.startsWith("Added a private"));
  expect((await ana.post(`/api/teams/${ana.teamId}/journal/undo`, { id: entry?.id })).status).toBe(409);
  // The mailbox is shared, then private again.
  await pool.query("update messages set visible_to = null where id = $1", [secret]);
  expect(await titles(ana, other)).toEqual(["message Secret lease"]);

  // Her team's own address with this team's ids, and this team's address.
  for (const [team, status] of [
    [eve.teamId, 404],
    [ana.teamId, 404],
  ] as const)
    for (const [method, rest, body] of [
      ["GET", `/${area.id}`],
      ["PATCH", `/${area.id}`, { name: "Mine" }],
      ["DELETE", `/${area.id}`],
      ["GET", `/${area.id}/items?type=message`],
      ["POST", `/${area.id}/items`, add],
      ["DELETE", `/${area.id}/items/${secret}`],
      ["GET", `/${area.id}/facts`],
      ["POST", `/${area.id}/facts`, { text: "T" }],
      ["PATCH", `/${other.id}/facts/${fact.id}`, { text: "T" }],
      ["DELETE", `/${other.id}/facts/${fact.id}`],
      ["GET", `/${area.id}/deals`],
      ["GET", `/${area.id}/digest`],
    ] as const)
      expect([
        method,
        rest,
        (await eve.send(method, `/api/teams/${team}/areas${rest}`, body)).status,
      ]).toEqual([method, rest, status]);
  expect((await eve.get<Area[]>(path(eve))).body).toEqual([]);
  const hers = await addArea(eve, { keywords: ["lease"] });
  expect(await titles(eve, hers)).toEqual(["message Foreign lease"]);
});

test("BEY-6 BEY-2 facts are pinned with their source, reworded, deleted and restored", async () => {
  const ana = await app.signIn();
  const area = await addArea(ana, {});
  const task = await ana.buildTask({ title: "Sign" });
  const at = path(ana, `/${area.id}/facts`);
  const undo = () => ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  const texts = async () => (await ana.get<AreaFact[]>(at)).body.map(({ text }) => text);

  const { body: fact } = await ana.post<AreaFact>(at, {
    text: " The landlord is Mr. Kern. ",
    source: { type: "task", id: task.id },
  });
  expect(fact).toMatchObject({ text: "The landlord is Mr. Kern.", source: { type: "task", title: "Sign" } });
  expect(
    (await ana.patch<AreaFact>(`${at}/${fact.id}`, { text: "Mr. Kern is the landlord." })).body.text,
  ).toBe("Mr. Kern is the landlord.");
  await undo();
  expect(await texts()).toEqual(["The landlord is Mr. Kern."]);
  expect((await ana.delete(`${at}/${fact.id}`)).status).toBe(200);
  const { rows } = await pool.query(
    "select from passages where source_id = $1 union all select from area_items where source_id = $1",
    [fact.id],
  );
  expect(rows).toEqual([]);
  await undo();
  expect((await ana.get<AreaFact[]>(at)).body).toEqual([fact]);
  expect((await ana.post(at, { text: " " })).status).toBe(400);

  await ana.delete(path(ana, `/${area.id}`));
  expect((await ana.get(at)).status).toBe(404);
  await undo();
  expect(await texts()).toEqual(["The landlord is Mr. Kern."]);
  await pool.query(
    "insert into area_facts (area_id, team_id, text) select $1, $2, n from generate_series(1, 99) n",
    [area.id, ana.teamId],
  );
  expect((await ana.post(at, { text: "One too many" })).status).toBe(409);
});

test("BEY-6 BEY-8 a new task joins an area with its creation, and one undo takes back both", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const area = await addArea(ana, {});
  const create = (person: Person, areaId: string) =>
    person.post<{ id: string }>(`/api/teams/${person.teamId}/tasks`, { title: "Sweep", areaId });
  expect((await create(eve, area.id)).status).toBe(404);
  expect((await eve.get<unknown[]>(`/api/teams/${eve.teamId}/tasks`)).body).toEqual([]);

  const { status, body: task } = await create(ana, area.id);
  expect(status).toBe(200);
  expect(await itemsOf(ana, area, "task")).toMatchObject([{ id: task.id, byHand: true }]);
  const undone = await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(undone.status).toBe(200);
  expect(await itemsOf(ana, area, "task")).toEqual([]);
  expect((await ana.get<Area>(path(ana, `/${area.id}`))).body.counts.tasks).toBe(0);
  expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(404);
});

test("BEY-6 undo doesn't restore more areas and facts than there may be", async () => {
  const ana = await app.signIn();
  const undo = (id: string | null) =>
    ana.post<{ message: string }>(`/api/teams/${ana.teamId}/journal/undo`, { id });
  const area = await addArea(ana, {});
  const fact = await ana.post<AreaFact>(path(ana, `/${area.id}/facts`), { text: "Gate code 1234" });
  const noFact = await ana.delete(path(ana, `/${area.id}/facts/${fact.body.id}`));
  await pool.query(
    "insert into area_facts (area_id, team_id, text) select $1, $2, n::text from generate_series(1, $3) n",
    [area.id, ana.teamId, areaLimits.facts],
  );
  const refused = await undo(noFact.headers.get("journal-entry"));
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "An area holds at most 100 facts. Delete one that no longer matters.",
  ]);
  const gone = await ana.delete(path(ana, `/${area.id}`));
  await pool.query(
    "insert into areas (team_id, name, color) select $1, n::text, 'teal' from generate_series(1, $2) n",
    [ana.teamId, areaLimits.areas],
  );
  expect((await undo(gone.headers.get("journal-entry"))).body.message).toBe(
    "A team has at most 50 areas. Delete one that is done.",
  );
  await pool.query("delete from areas where team_id = $1 and name = '1'", [ana.teamId]);
  expect((await undo(gone.headers.get("journal-entry"))).status).toBe(200);
});
