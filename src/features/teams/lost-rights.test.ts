import { expect, test } from "vitest";
import type { Answer } from "../../../test/support/person";
import { joinTeam } from "../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { AuditEntry } from "../audit/contract";
import type { Invitation } from "./contract";

// A member who loses the right to invite must not leave a way back behind.

const app = await startTestApp();
const pool = app.running.services.pool;

async function startTeam() {
  const [owner, admin] = [await app.signIn("Olga"), await app.signIn("Ada")];
  await joinTeam(owner, admin, "admin");
  return { owner, admin, path: `/api/teams/${owner.teamId}` };
}

async function invite(person: Person, path: string, role = "member") {
  const answer = await person.post<Invitation & { token: string }>(`${path}/invitations`, { role });
  expect(answer.status).toBe(200);
  return answer.body;
}

const accept = (person: Person, token: string) => person.post(`/api/invitations/${token}/accept`, {});

test.each<[string, (people: Awaited<ReturnType<typeof startTeam>>) => Promise<Answer>]>([
  ["is removed", ({ owner, admin, path }) => owner.delete(`${path}/members/${admin.user.id}`)],
  ["leaves", ({ admin, path }) => admin.delete(`${path}/members/${admin.user.id}`)],
  [
    "becomes a member",
    ({ owner, admin, path }) => owner.patch(`${path}/members/${admin.user.id}`, { role: "member" }),
  ],
])("TEAM-2 the open invitations of an admin who %s end, and nobody else's", async (_, lose) => {
  const people = await startTeam();
  const { owner, admin, path } = people;
  const [first, second, own] = [
    await invite(admin, path, "admin"),
    await invite(admin, path),
    await invite(owner, path),
  ];
  expect((await lose(people)).status).toBe(200);
  const eve = await app.signIn("Eve");
  for (const { token } of [first, second]) expect((await accept(eve, token)).status).toBe(404);
  expect((await owner.get<Invitation[]>(`${path}/invitations`)).body.map(({ id }) => id)).toEqual([own.id]);
  expect((await accept(eve, own.token)).status).toBe(200);
  const log = (await owner.get<AuditEntry[]>(`${path}/audit-log`)).body;
  expect(log.find(({ action }) => action === "invitation_withdrawn")?.detail).toBe(
    "2 open invitations of a person who may no longer invite",
  );
});

test("TEAM-2 who is removed while their invitation is being created leaves none behind", async () => {
  const { owner, admin, path } = await startTeam();
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from teams where id = $1 for no key update", [owner.teamId]);
  const creating = admin.post(`${path}/invitations`, { role: "admin" });
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%teams%'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
  await client.query("delete from team_members where user_id = $1 and team_id = $2", [
    admin.user.id,
    owner.teamId,
  ]);
  await client.query("commit");
  client.release();
  expect((await creating).status).toBe(404);
  expect((await owner.get<Invitation[]>(`${path}/invitations`)).body).toEqual([]);
});

test("BEY-18 TEAM-2 who is removed while their webhook is being added leaves none behind that the team is posted to", async () => {
  const { owner, admin, path } = await startTeam();
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`webhooks ${owner.teamId}`]);
  const adding = admin.post(`${path}/webhooks`, { url: "https://ada.example.com/", types: ["task.created"] });
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
  expect((await owner.delete(`${path}/members/${admin.user.id}`)).status).toBe(200);
  await client.query("commit");
  client.release();
  expect((await adding).status).toBe(404);
  expect((await owner.get(`${path}/webhooks`)).body).toEqual([]);
});

test("BEY-18 TEAM-2 who loses the right while they remove a webhook removes none", async () => {
  const { owner, admin, path } = await startTeam();
  const asked = { url: "https://olga.example.com/", types: ["task.created"] };
  const { id } = (await owner.post<{ id: string }>(`${path}/webhooks`, asked)).body;
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`webhooks ${owner.teamId}`]);
  const removing = admin.delete(`${path}/webhooks/${id}`);
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
  const change = await owner.patch(`${path}/members/${admin.user.id}`, { role: "member" });
  expect(change.status).toBe(200);
  await client.query("commit");
  client.release();
  expect((await removing).status).toBe(403);
  expect((await owner.get(`${path}/webhooks`)).body).toMatchObject([{ id }]);
});
