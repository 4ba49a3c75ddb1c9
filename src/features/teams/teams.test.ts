import { describe, expect, test } from "vitest";
import { localKey } from "../../../test/support/local-key";
import { signIn } from "../../../test/support/person";
import { ownTeams } from "../../../test/support/teams/own-teams";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { AuditEntry } from "../audit/contract";
import type { Invitation, Team, TeamMember } from "./contract";

const app = await startTestApp();
const pool = app.running.services.pool;

const teamsOf = async (person: Person) => (await person.get<Team[]>("/api/teams")).body;
const membersOf = async (person: Person, teamId: string) =>
  (await person.get<TeamMember[]>(`/api/teams/${teamId}/members`)).body;

async function invite(owner: Person, role = "member"): Promise<Invitation & { token: string }> {
  const { status, body } = await owner.post<Invitation & { token: string }>(
    `/api/teams/${owner.teamId}/invitations`,
    { role },
  );
  expect(status).toBe(200);
  return body;
}

const accept = (person: Person, token: string) =>
  person.post<Team & { message: string; code: string }>(`/api/invitations/${token}/accept`, {});

/** Owner, admin and member of one team. */
async function threePeople() {
  const [owner, admin, member] = [await app.signIn("Olga"), await app.signIn("Ada"), await app.signIn("Mia")];
  await accept(admin, (await invite(owner, "admin")).token);
  await accept(member, (await invite(owner)).token);
  return { owner, admin, member, path: `/api/teams/${owner.teamId}` };
}

describe("teams", () => {
  test("WORK-5 the first team of the list is the one in use, also after another is chosen, only for this session", async () => {
    const ana = await app.signIn("Ana");
    const second = (await ana.post<Team>("/api/teams", { name: "  Side project  " })).body;
    expect(second).toMatchObject({ name: "Side project", role: "owner", current: true });
    const named = async () => (await teamsOf(ana)).map(({ name, current }) => [name, current]);
    expect(await named()).toEqual([
      ["Side project", true],
      ["Ana's team", false],
    ]);
    await ana.post("/api/teams", { name: "Club" });
    expect(await named()).toEqual([
      ["Club", true],
      ["Ana's team", false],
      ["Side project", false],
    ]);

    expect((await ana.post<Team>(`/api/teams/${ana.teamId}/switch`, {})).body.current).toBe(true);
    expect(await named()).toEqual([
      ["Ana's team", true],
      ["Side project", false],
      ["Club", false],
    ]);
  });

  test("WORK-5 a sign-in opens the team that was used last in its browser, unless the person isn't in it", async () => {
    const [ana, bo] = [await app.signIn("Ana"), await app.signIn("Bo")];
    const { id: second } = (await ana.post<Team>("/api/teams", { name: "Side project" })).body;
    const signInAgain = async (teamId?: string) => {
      const who = { email: ana.user.email, name: "Ana", key: localKey };
      const { body } = await ana.post<{ idToken: string }>("/api/auth/local/token", who);
      expect((await ana.post("/api/auth/verify", { ...body, teamId })).status).toBe(200);
      return (await teamsOf(ana)).find(({ current }) => current)?.id;
    };
    expect(await signInAgain(second)).toBe(second);
    expect(await signInAgain()).toBe(ana.teamId);
    expect(await signInAgain(bo.teamId)).toBe(ana.teamId);
  });

  test("a person owns at most 100 teams, also if requests arrive at the same moment", async () => {
    const ana = await app.signIn("Ana");
    await ownTeams(pool, ana, 98);
    const answers = await Promise.all([1, 2, 3].map((n) => ana.post("/api/teams", { name: `Another ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await ana.post("/api/teams", { name: "One more" })).body).toMatchObject({
      message: "You own 100 teams. Delete one first.",
    });
  });

  test("a name is required and has a maximum length", async () => {
    const ana = await app.signIn();
    expect(await ana.post("/api/teams", { name: "   " })).toMatchObject({
      status: 400,
      body: { message: "name: Give the team a name." },
    });
    expect((await ana.post("/api/teams", { name: "x".repeat(81) })).status).toBe(400);
  });

  test("a team can be renamed by owner and admin", async () => {
    const { admin, path } = await threePeople();
    expect((await admin.patch<Team>(path, { name: "Depot" })).body.name).toBe("Depot");
  });

  test("a transfer makes the previous owner an admin, and works once", async () => {
    const { owner, admin, member, path } = await threePeople();
    expect((await owner.post<Team>(`${path}/owner`, { userId: member.user.id })).body.role).toBe("admin");
    expect((await membersOf(owner, owner.teamId)).map(({ user, role }) => [user.id, role])).toEqual([
      [owner.user.id, "admin"],
      [admin.user.id, "admin"],
      [member.user.id, "owner"],
    ]);
    expect((await owner.post(`${path}/owner`, { userId: admin.user.id })).status).toBe(403);
    expect((await member.post(`${path}/owner`, { userId: member.user.id })).status).toBe(409);
    const stranger = await app.signIn();
    expect((await member.post(`${path}/owner`, { userId: stranger.user.id })).status).toBe(404);
  });

  test("who owns 100 teams gets no other by a transfer, also if transfers arrive at the same moment", async () => {
    const { owner, member, path } = await threePeople();
    const bo = await app.signIn();
    await accept(member, (await invite(bo)).token);
    await ownTeams(pool, member, 98);
    const answers = await Promise.all(
      [owner, bo].map((from) =>
        from.post<{ message: string }>(`/api/teams/${from.teamId}/owner`, { userId: member.user.id }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      "This person owns 100 teams. Ask them to delete one first, or choose somebody else.",
    );
    const stranger = await app.signIn();
    await ownTeams(pool, stranger, 100);
    const from = answers[0]?.status === 409 ? path : `/api/teams/${bo.teamId}`;
    const rest = answers[0]?.status === 409 ? owner : bo;
    expect((await rest.post(`${from}/owner`, { userId: stranger.user.id })).status).toBe(404);
  });

  test("of two simultaneous transfers one succeeds, and the team has one owner", async () => {
    const { owner, admin, member, path } = await threePeople();
    const answers = await Promise.all(
      [admin, member].map(({ user }) => owner.post(`${path}/owner`, { userId: user.id })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const roles = (await membersOf(owner, owner.teamId)).map(({ role }) => role);
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });
});

describe("members", () => {
  test("a role can be changed, but not the owner's", async () => {
    const { owner, member, path } = await threePeople();
    const changed = await owner.patch<TeamMember>(`${path}/members/${member.user.id}`, { role: "admin" });
    expect(changed.body).toMatchObject({ role: "admin", user: { id: member.user.id } });
    expect(await owner.patch(`${path}/members/${owner.user.id}`, { role: "member" })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("needs an owner") },
    });
    expect((await owner.patch(`${path}/members/${member.user.id}`, { role: "owner" })).status).toBe(400);
  });

  test("an admin removes members, but neither an admin nor the owner", async () => {
    const { owner, admin, member, path } = await threePeople();
    await owner.patch(`${path}/members/${member.user.id}`, { role: "admin" });
    expect(await admin.delete(`${path}/members/${member.user.id}`)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("owner") },
    });
    expect((await admin.delete(`${path}/members/${owner.user.id}`)).status).toBe(409);
    await owner.patch(`${path}/members/${member.user.id}`, { role: "member" });
    expect((await admin.delete(`${path}/members/${member.user.id}`)).status).toBe(200);
    expect((await admin.delete(`${path}/members/${member.user.id}`)).status).toBe(404);
  });

  test("a removed member loses access at once, and their tasks keep their name", async () => {
    const { owner, member, path } = await threePeople();
    const task = await owner.buildTask({ title: "Shared", assigneeId: member.user.id });
    expect((await member.get(`/api/tasks/${task.id}`)).status).toBe(200);
    await owner.delete(`${path}/members/${member.user.id}`);

    expect((await member.get(`/api/tasks/${task.id}`)).status).toBe(404);
    expect((await member.patch(`/api/tasks/${task.id}`, { title: "Mine" })).status).toBe(404);
    expect((await member.get(`${path}/tasks`)).status).toBe(404);
    expect((await teamsOf(member)).map(({ id }) => id)).toEqual([member.teamId]);
    // The form sends all eight fields: a former assignee must not block a new title.
    const { body, status } = await owner.patch<{ title: string; assignee: { firstName: string } }>(
      `/api/tasks/${task.id}`,
      { title: "Renamed", assigneeId: member.user.id },
    );
    expect([status, body.title, body.assignee.firstName]).toEqual([200, "Renamed", "Mia"]);
  });

  test("the owner signs a member out everywhere, who stays in the team and may sign in again", async () => {
    const { owner, member, path } = await threePeople();
    const elsewhere = await signIn(app.url, "Mia", member.user.email);
    expect((await owner.delete(`${path}/members/${member.user.id}/sessions`)).status).toBe(200);
    for (const browser of [member, elsewhere]) expect((await browser.get("/api/auth/user")).status).toBe(401);
    const back = await signIn(app.url, "Mia", member.user.email);
    expect((await back.get(`${path}/members`)).status).toBe(200);
    const [, first] = (await owner.get<AuditEntry[]>(`${path}/audit-log`)).body;
    expect(first).toMatchObject({ action: "member_signed_out", about: expect.stringMatching(/^Mia /) });
  });

  test("an admin signs members out, but neither an admin, the owner nor somebody outside the team", async () => {
    const { owner, admin, member, path } = await threePeople();
    const outsider = await app.signIn();
    const signOut = async (by: Person, whom: Person) =>
      (await by.delete(`${path}/members/${whom.user.id}/sessions`)).status;
    expect(await signOut(member, admin)).toBe(403);
    expect(await signOut(outsider, member)).toBe(404);
    expect(await signOut(owner, outsider)).toBe(404);
    expect(await signOut(owner, owner)).toBe(409);
    expect(await signOut(admin, owner)).toBe(409);
    await owner.patch(`${path}/members/${member.user.id}`, { role: "admin" });
    expect(await signOut(admin, member)).toBe(403);
    await owner.patch(`${path}/members/${member.user.id}`, { role: "member" });
    for (const person of [owner, admin, member, outsider])
      expect((await person.get("/api/auth/user")).status).toBe(200);
    expect(await signOut(admin, member)).toBe(200);
    expect((await member.get("/api/auth/user")).status).toBe(401);
  });

  test("everybody except the owner can leave, and a person without a team gets a clear message", async () => {
    const { owner, member, path } = await threePeople();
    expect((await member.delete(`${path}/members/${member.user.id}`)).status).toBe(200);
    expect(await owner.delete(`${path}/members/${owner.user.id}`)).toMatchObject({
      status: 409,
      body: { message: "You own this team. Transfer it to another member before you leave." },
    });
  });
});

describe("invitations", () => {
  test("a link shows what it offers, lets one person in, and is stored as a hash", async () => {
    const [owner, bo, cy] = [await app.signIn("Olga"), await app.signIn("Bo"), await app.signIn("Cy")];
    const { token, id } = await invite(owner, "admin");
    const { rows } = await pool.query("select token_hash from invitations where id = $1", [id]);
    expect(rows[0].token_hash).not.toBe(token);
    const offer = await fetch(`${app.url}/api/invitations/${token}`);
    expect(await offer.json()).toEqual({
      teamName: "Olga's team",
      role: "admin",
      expiresAt: expect.any(String),
    });

    expect(await accept(bo, token)).toMatchObject({
      status: 200,
      body: { id: owner.teamId, role: "admin", current: true },
    });
    expect(await accept(cy, token)).toMatchObject({
      status: 409,
      body: { message: "This invitation has already been used. Ask for a new one." },
    });
    expect((await teamsOf(cy)).map(({ id }) => id)).toEqual([cy.teamId]);
  });

  test("of two people using one link at once, one gets in", async () => {
    const [owner, bo, cy] = [await app.signIn(), await app.signIn(), await app.signIn()];
    const { token } = await invite(owner);
    const answers = await Promise.all([accept(bo, token), accept(cy, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await membersOf(owner, owner.teamId)).toHaveLength(2);
  });

  test("an expired one says so to its holder", async () => {
    const [owner, bo] = [await app.signIn(), await app.signIn()];
    const { token, id } = await invite(owner);
    await pool.query("update invitations set expires_at = now() - interval '1 minute' where id = $1", [id]);
    expect(await accept(bo, token)).toMatchObject({
      status: 409,
      body: { message: "This invitation has expired. Ask for a new one." },
    });
    expect((await owner.get<Invitation[]>(`/api/teams/${owner.teamId}/invitations`)).body).toEqual([]);
  });

  test("a wrong one, a withdrawn one and one of a deleted team get the same response", async () => {
    const [owner, bo] = [await app.signIn(), await app.signIn()];
    const withdrawn = await invite(owner);
    expect((await owner.delete(`/api/teams/${owner.teamId}/invitations/${withdrawn.id}`)).status).toBe(200);
    const gone = await invite(owner);
    await pool.query("delete from teams where id = $1", [owner.teamId]);
    const answers = await Promise.all(
      ["wrong", "x".repeat(200), withdrawn.token, gone.token].map((token) => accept(bo, token)),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([
        JSON.stringify([
          404,
          { message: "This invitation isn't valid. Ask for a new one.", code: "not_found" },
        ]),
      ]),
    );
  });

  test("a team has at most 200 open invitations, also if requests arrive at the same moment", async () => {
    const owner = await app.signIn("Olga");
    const path = `/api/teams/${owner.teamId}/invitations`;
    const add = (count: number, more: string) =>
      pool.query(
        `insert into invitations (team_id, role, token_hash, created_by, expires_at, accepted_at)
         select $1, 'member', gen_random_uuid(), $2, now() ${more} from generate_series(1, $3::int)`,
        [owner.teamId, owner.user.id, count],
      );
    await add(198, "+ interval '1 day', null");
    // Neither those that have expired count, nor those that were used.
    await add(5, "- interval '1 day', null");
    await add(5, "+ interval '1 day', now()");
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.post<{ message: string }>(path, { role: "member" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: "A team can have 200 open invitations. Withdraw one that nobody needs.",
      code: "conflict",
    });
    const [open] = (await owner.get<Invitation[]>(path)).body;
    expect((await owner.delete(`${path}/${open?.id}`)).status).toBe(200);
    await invite(owner);
  });

  test("LIM-1 a full team can't invite, and earlier invitations don't work", async () => {
    const owner = await app.signIn("Olga");
    const before = await invite(owner);
    await pool.query("update subscriptions set trial_ends_at = now() - interval '1 day' where team_id = $1", [
      owner.teamId,
    ]);
    expect(await owner.post(`/api/teams/${owner.teamId}/invitations`, { role: "member" })).toMatchObject({
      status: 402,
      body: { message: "You've reached your Team Members limit. Upgrade now to continue." },
    });
    const bo = await app.signIn();
    expect(await accept(bo, before.token)).toMatchObject({
      status: 402,
      body: { message: "This team is full. Ask its owner to make room or to upgrade." },
    });
    expect(await membersOf(owner, owner.teamId)).toHaveLength(1);
  });

  test("LIM-1 during the trial a team can have Pro's 20 members, and not one more", async () => {
    const owner = await app.signIn();
    const links: string[] = [];
    for (let number = 0; number < 20; number++) links.push((await invite(owner)).token);
    const answers: number[] = [];
    // All at once: the limit must hold even between simultaneous requests.
    await Promise.all(
      links.map(async (token) => {
        answers.push((await accept(await app.signIn(), token)).status);
      }),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(19);
    expect(answers.filter((status) => status === 402)).toHaveLength(1);
    expect(await membersOf(owner, owner.teamId)).toHaveLength(20);
  });

  test("self-hosted servers have no limits", async () => {
    const own = await startTestApp({ BILLING: "off" });
    const owner = await own.signIn();
    await own.running.services.pool.query("delete from subscriptions");
    expect((await owner.post(`/api/teams/${owner.teamId}/invitations`, { role: "member" })).status).toBe(200);
  });

  test("a new person with an invitation joins that team and gets no other", async () => {
    const owner = await app.signIn("Olga");
    const join = async (invitation: string) => {
      const { body } = await owner.post<{ idToken: string }>("/api/auth/local/token", {
        email: `new${Math.random()}@example.com`,
        name: "Nia New",
        key: localKey,
      });
      const response = await fetch(`${app.url}/api/auth/verify`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ idToken: body.idToken, invitation }),
      });
      const cookie = response.headers.get("set-cookie")?.split(";")[0] as string;
      const teams = await fetch(`${app.url}/api/teams`, { headers: { cookie } });
      return ((await teams.json()) as Team[]).map(({ name, role }) => [name, role]);
    };
    expect(await join((await invite(owner)).token)).toEqual([["Olga's team", "member"]]);
    expect(await join("wrong")).toEqual([["Nia's team", "owner"]]);
  });

  test("a person can't join a team twice", async () => {
    const { member, owner } = await threePeople();
    expect(await accept(member, (await invite(owner)).token)).toMatchObject({
      status: 409,
      body: { message: "You're already in this team." },
    });
  });
});

test("the trial belongs to the person: a second team's trial ends with the first", async () => {
  const ana = await app.signIn();
  await pool.query("update users set created_at = now() - interval '10 days' where id = $1", [ana.user.id]);
  const { id } = (await ana.post<Team>("/api/teams", { name: "Second" })).body;
  const { rows } = await pool.query(
    "select extract(day from trial_ends_at - now())::int as days from subscriptions where team_id = $1",
    [id],
  );
  expect(rows).toEqual([{ days: 3 }]);
  await pool.query("update users set created_at = now() - interval '15 days' where id = $1", [ana.user.id]);
  const late = (await ana.post<Team>("/api/teams", { name: "Third" })).body;
  expect((await pool.query("select 1 from subscriptions where team_id = $1", [late.id])).rowCount).toBe(0);
});
