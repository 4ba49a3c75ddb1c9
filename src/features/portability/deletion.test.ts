import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { startTelegram } from "../../../test/stand-ins/telegram";
import { connectDirectly, countLockWaits, query, until } from "../../../test/support/collecting";
import { signIn } from "../../../test/support/person";
import { storeMessages } from "../../../test/support/store-messages";
import { fillTables, rowsWith } from "../../../test/support/teams/fill-tables";
import { ownTeams } from "../../../test/support/teams/own-teams";
import { joinTeam } from "../../../test/support/teams/team-export";
import { incoming, type Person, startTestApp } from "../../../test/support/test-app";
import { readCatalogue } from "../../server/catalogue";
import { day } from "../../shared/durations";
import { createBatchRepository } from "./batch-repository";
import type { DeletedTeam } from "./contract";
import { findTeamTables } from "./team-tables";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });
const { pool, blobs, deletion, jobs, db } = app.running.services;
const later = (days: number) => new Date(Date.now() + days * day);

const nameOf = async (person: Person): Promise<string> =>
  (await person.get<{ id: string; name: string }[]>("/api/teams")).body.find(({ id }) => id === person.teamId)
    ?.name ?? "";
const deleteTeam = async (person: Person, name?: string) =>
  person.send<DeletedTeam & { message: string }>("DELETE", `/api/teams/${person.teamId}`, {
    name: name ?? (await nameOf(person)),
  });
const deleteAccount = (person: Person, email = person.user.email) =>
  person.send<{ message: string; deletesAt: string }>("DELETE", "/api/auth/user", { email });
/** Without what the background work takes out of its table by itself. */
const lasting = ({
  "public.followed_facts": _,
  "public.pending_pushes": __,
  ...rows
}: Record<string, number>): Record<string, number> => rows;
const makeStale = (person: Person) =>
  query(app, "update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1", [
    person.user.id,
  ]);

describe("BILL-7 deleting a team", () => {
  test("removes every row that names it, its files and its jobs, after 30 days, and reports how many", async () => {
    const [ana, other] = [await app.signIn("Ana Berg"), await app.signIn("Other")];
    const tables = await fillTables(pool, ana.teamId, ana.user.id);
    const others = await fillTables(pool, other.teamId, other.user.id);
    const { id: blob } = await blobs.write("upload", Readable.from(["mail"]));
    await query(app, "update imports set files = $2 where team_id = $1", [
      ana.teamId,
      JSON.stringify([{ name: "a.eml", blob }]),
    ]);
    const { id: audio } = await blobs.write("audio", Readable.from(["sound"]));
    await query(app, "update meeting_parts set blob = $2 where team_id = $1", [ana.teamId, audio]);
    await jobs.send(db, "retention", { teamId: ana.teamId });
    await ana.post(`/api/teams/${ana.teamId}/switch`);
    const kept = lasting(await rowsWith(pool, other.teamId));

    const deleted = await deleteTeam(ana);
    expect(deleted.body).toMatchObject({ id: ana.teamId, name: "Ana's team" });
    expect(deleted.body.deletesAt > later(29.9).toISOString()).toBe(true);
    await deletion.purgeDue(undefined, later(29));
    expect(Object.keys(await rowsWith(pool, ana.teamId))).toContain("public.messages");
    await deletion.purgeDue(undefined, later(31));

    expect(await rowsWith(pool, ana.teamId)).toEqual({});
    expect([blob, audio].map((id) => existsSync(blobs.path(id)))).toEqual([false, false]);
    expect(lasting(await rowsWith(pool, other.teamId))).toEqual(kept);
    expect(others).toEqual(tables);
    const [report] = await query<{ removed: Record<string, number>; reason: string }>(
      app,
      "select * from deletion_reports order by finished_at desc limit 1",
    );
    expect(report?.reason).toBe("owner");
    expect(report?.removed).toMatchObject({ messages: 1, import_problems: 1, teams: 1 });
  });

  test("takes it from everybody at once, revokes access to its accounts, and can be taken back with all its rows", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo);
    const task = await ana.buildTask({ title: "Send the quote" });
    const bot = telegram.addBot();
    await connectDirectly(ana, "telegram", { botToken: bot.token });

    const { body } = await deleteTeam(ana);

    for (const person of [ana, bo]) {
      expect((await person.get(`/api/teams/${ana.teamId}/tasks`)).status).toBe(404);
      const teams = (await person.get<{ id: string }[]>("/api/teams")).body;
      expect(teams.map(({ id }) => id)).not.toContain(ana.teamId);
    }
    const [connection] = await query(app, "select status, credentials from connections where team_id = $1", [
      ana.teamId,
    ]);
    expect(connection).toEqual({ status: "disconnected", credentials: null });
    expect((await ana.get("/api/deleted-teams")).body).toEqual([body]);
    expect((await bo.get("/api/deleted-teams")).body).toEqual([]);
    const path = `/api/deleted-teams/${ana.teamId}/restore`;
    expect((await bo.post(path)).status).toBe(404);
    expect((await ana.post(path)).status).toBe(200);
    expect(
      (await bo.get<{ id: string }[]>(`/api/teams/${ana.teamId}/tasks`)).body.map(({ id }) => id),
    ).toEqual([task.id]);
    const log = await ana.get<{ action: string }[]>(`/api/teams/${ana.teamId}/audit-log`);
    expect(log.body.slice(0, 3).map(({ action }) => action)).toEqual([
      "team_restored",
      "account_disconnected",
      "team_deleted",
    ]);
  });

  test("is taken back once by clicks at the same moment, and none of them says that it's too late", async () => {
    const ana = await app.signIn("Ana Berg");
    await deleteTeam(ana);
    const takeBack = () => ana.post(`/api/deleted-teams/${ana.teamId}/restore`);
    const answers = [...(await Promise.all([takeBack(), takeBack(), takeBack()])), await takeBack()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const log = await ana.get<{ action: string }[]>(`/api/teams/${ana.teamId}/audit-log`);
    expect(log.body.filter(({ action }) => action === "team_restored")).toHaveLength(1);
  });

  test("isn't taken back by who owns 100 others, until they delete one", async () => {
    const ana = await app.signIn("Ana Berg");
    await deleteTeam(ana);
    await ownTeams(pool, ana, 100);
    const takeBack = () => ana.post(`/api/deleted-teams/${ana.teamId}/restore`);
    expect(await takeBack()).toMatchObject({
      status: 409,
      body: { message: "You own 100 teams. Delete one first." },
    });
    const [other] = (await ana.get<{ id: string; name: string }[]>("/api/teams")).body;
    await ana.send("DELETE", `/api/teams/${other?.id}`, { name: other?.name });
    expect((await takeBack()).status).toBe(200);
  });

  test("needs the owner, a fresh sign-in and the team's name, and an invitation to it is closed", async () => {
    const [ana, bo, cy] = [await app.signIn("Ana Berg"), await app.signIn(), await app.signIn()];
    await joinTeam(ana, bo, "admin");
    expect((await bo.send("DELETE", `/api/teams/${ana.teamId}`, { name: "x" })).status).toBe(403);
    const wrong = await deleteTeam(ana, "Another team");
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      "name: Type the team's name exactly as it is: Ana's team.",
    ]);
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await makeStale(ana);
    expect((await deleteTeam(ana)).status).toBe(403);
    const again = await signIn(app.url, "Ana Berg", ana.user.email);
    expect((await deleteTeam(Object.assign(ana, { send: again.send, get: again.get }))).status).toBe(200);
    expect((await cy.post(`/api/invitations/${body.token}/accept`)).status).toBe(404);
  });

  test("goes on where a crash has interrupted it, and then nobody can take it back", async () => {
    const ana = await app.signIn();
    await query(
      app,
      "insert into tasks (team_id, title) select $1, 't' || n from generate_series(1, 3500) n",
      [ana.teamId],
    );
    await deleteTeam(ana);
    const stop = new AbortController();
    const tasks = findTeamTables(await readCatalogue(pool)).tables.find(({ name }) => name === "tasks");
    const left = async () =>
      Number(
        (
          await query<{ n: string }>(app, "select count(*) as n from tasks where team_id = $1", [ana.teamId])
        )[0]?.n,
      );
    await query(
      app,
      "update team_deletions set started_at = now(), removed = '{\"tasks\": 1000}' where team_id = $1",
      [ana.teamId],
    );
    expect(await createBatchRepository(pool).deleteOfTeam(tasks as never, ana.teamId)).toBe(1000);
    expect(await left()).toBe(2500);
    stop.abort();
    await expect(deletion.purgeDue(stop.signal)).rejects.toThrow();
    app.problems.length = 0;
    expect((await ana.post(`/api/deleted-teams/${ana.teamId}/restore`)).status).toBe(404);
    // The interrupted run may still be releasing its lock.
    await until(
      async () => {
        await deletion.purgeDue();
        return rowsWith(pool, ana.teamId);
      },
      (rows) => Object.keys(rows).length === 0,
    );
    const [report] = await query<{ removed: object }>(
      app,
      "select removed from deletion_reports order by finished_at desc limit 1",
    );
    expect(report?.removed).toMatchObject({ tasks: 3500, teams: 1 });
  });

  test("at the end of a plan deletes it at once and says what was deleted", async () => {
    const ana = await app.signIn();
    await ana.buildTask();
    expect(await deletion.deleteTeamNow(ana.teamId)).toMatchObject({
      kind: "team",
      reason: "retention",
      removed: { tasks: 1, teams: 1 },
    });
    expect(await rowsWith(pool, ana.teamId)).toEqual({});
    expect((await ana.get("/api/auth/user")).status).toBe(200);
  });
});

describe("BILL-7 deleting an account", () => {
  test("signs out everywhere, leaves other teams, deletes the own one, and is taken back by signing in", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(bo, ana);
    await ana.buildTask({ title: "Mine" });
    expect((await deleteAccount(ana, "somebody@example.com")).status).toBe(400);
    const { status, body } = await deleteAccount(ana);
    expect([status, body.deletesAt > later(29.9).toISOString()]).toEqual([200, true]);

    expect((await ana.get("/api/auth/user")).status).toBe(401);
    const members = await bo.get<{ user: { id: string } }[]>(`/api/teams/${bo.teamId}/members`);
    expect(members.body.map(({ user }) => user.id)).toEqual([bo.user.id]);
    const again = await signIn(app.url, "Ana Berg", ana.user.email);
    expect(again.user).toMatchObject({ id: ana.user.id, deletesAt: body.deletesAt });
    expect((await again.get("/api/teams")).body).toEqual([]);
    expect((await again.post("/api/auth/user/restore")).body).toMatchObject({ deletesAt: null });
    expect((await again.get<{ id: string }[]>("/api/teams")).body.map(({ id }) => id)).toEqual([ana.teamId]);
    expect((await again.get<unknown[]>(`/api/teams/${ana.teamId}/tasks`)).body).toHaveLength(1);
    await deletion.purgeDue(undefined, later(31));
    expect((await again.get("/api/auth/user")).status).toBe(200);
  });

  test("TEAM-2 leaves no team without an owner if its person becomes one at the same moment", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo);
    const client = await pool.connect();
    await client.query("begin");
    await client.query("select from teams where id = $1 for no key update", [ana.teamId]);
    const waiting = () => countLockWaits(app);
    const transferring = ana.post(`/api/teams/${ana.teamId}/owner`, { userId: bo.user.id });
    await expect.poll(waiting).toBe(1);
    const deleting = deleteAccount(bo);
    await expect.poll(waiting).toBe(2);
    await client.query("commit");
    client.release();
    expect([(await transferring).status, (await deleting).status]).toEqual([200, 409]);
    const members = await ana.get<{ role: string }[]>(`/api/teams/${ana.teamId}/members`);
    expect(members.body.map(({ role }) => role)).toEqual(["admin", "owner"]);
  });

  test("TEAM-2 is in no team until it is kept: it makes none, takes none back and joins none", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    const invited = await bo.post<{ token: string }>(`/api/teams/${bo.teamId}/invitations`, {
      role: "member",
    });
    await deleteTeam(ana);
    await deleteAccount(ana);
    const again = await signIn(app.url, "Ana Berg", ana.user.email);
    const calls = [
      () => again.post("/api/teams", { name: "New" }),
      () => again.post(`/api/deleted-teams/${ana.teamId}/restore`),
      () => again.post(`/api/invitations/${invited.body.token}/accept`, {}),
    ];
    const message = "Your account will be deleted. Sign in and choose to keep it first.";
    for (const call of calls) expect(await call()).toMatchObject({ status: 409, body: { message } });
    expect((await again.post("/api/auth/user/restore")).status).toBe(200);
    for (const call of calls) expect((await call()).status).toBe(200);
  });

  test("taken back by who has made 99 teams meanwhile, brings one of two; the other can be taken back later", async () => {
    const ana = await app.signIn("Ana Berg");
    await ana.post("/api/teams", { name: "Second" });
    await deleteAccount(ana);
    const again = await signIn(app.url, "Ana Berg", ana.user.email);
    await ownTeams(pool, ana, 99);
    expect((await again.post("/api/auth/user/restore")).status).toBe(200);
    expect((await again.get<unknown[]>("/api/teams")).body).toHaveLength(100);
    expect((await again.get<unknown[]>("/api/deleted-teams")).body).toHaveLength(1);
  });

  test("removes every row about them after 30 days, also what only they could see in others' teams", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(bo, ana);
    await fillTables(pool, bo.teamId, ana.user.id);
    await query(app, "update messages set visible_to = $2 where team_id = $1", [bo.teamId, ana.user.id]);
    await query(app, "insert into events (team_id, user_id, type, subject_id) values ($1, $2, 'x', $1)", [
      bo.teamId,
      ana.user.id,
    ]);
    const theirs = await bo.buildTask({ title: "Bo's" });
    await bo.patch(`/api/tasks/${theirs.id}`, { title: "Still Bo's" });
    expect((await deleteAccount(ana)).status).toBe(200);
    await deletion.purgeDue(undefined, later(31));

    expect(await rowsWith(pool, ana.user.id)).toEqual({});
    expect(await rowsWith(pool, ana.teamId)).toEqual({});
    expect((await bo.get<{ title: string }>(`/api/tasks/${theirs.id}`)).body.title).toBe("Still Bo's");
    const stranger = await signIn(app.url, "Ana Berg", ana.user.email);
    expect(stranger.user.id).not.toBe(ana.user.id);
  });

  test("removes all that is kept of their private accounts in others' teams, but not what the team has seen of them", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo, "admin");
    const word = `quillwort-${bo.user.id.slice(0, 8)}`;
    const addAccount = async (name: string, visibleTo: (string | null)[]) => {
      const [account] = await query<{ id: string }>(
        app,
        "insert into accounts (team_id, provider, external_id) values ($1, 'imap', $2) returning id",
        [ana.teamId, name],
      );
      const accountId = account?.id as string;
      const source = { teamId: ana.teamId, accountId, channel: "imap", importId: null };
      for (const reader of visibleTo) {
        const content = reader ? `Please send the ${word}.` : "Please send the quote.";
        await storeMessages(db, { ...source, visibleTo: reader }, [incoming({ content })]);
      }
      for (const row of [
        `insert into connections (account_id, team_id, provider, external_id, name, status, visible_to, history_since)
         select id, team_id, provider, external_id, external_id, 'disconnected', '${bo.user.id}', now() from accounts where id = $1`,
        `insert into quarantine (team_id, account_id, kind, ref, reason, payload, tries)
         select team_id, id, 'message', '${word}', 'x', '{"text": "${word}"}', 1 from accounts where id = $1`,
        `insert into message_locations (team_id, account_id, location, external_id, web_url)
         select team_id, id, 'INBOX', 'x', 'https://mail.example/${word}' from accounts where id = $1`,
        `insert into removed_at_source (team_id, account_id, external_id) select team_id, id, '${word}' from accounts where id = $1`,
      ])
        await query(app, row, [accountId]);
      return accountId;
    };
    const own = await addAccount(`${word}@example.org`, [bo.user.id]);
    const once = await addAccount("shared@example.org", [null, bo.user.id]);
    expect(Object.keys(await rowsWith(pool, word))).toContain("public.quarantine");

    expect((await deleteAccount(bo)).status).toBe(200);
    await deletion.purgeDue(undefined, later(31));

    expect(await rowsWith(pool, word)).toEqual({});
    const kept = "select id from accounts where id = any($1)";
    expect(await query(app, kept, [[own, once]])).toEqual([{ id: once }]);
    const { body } = await ana.get<{ content: string }[]>(`/api/teams/${ana.teamId}/messages`);
    expect(body.map(({ content }) => content)).toEqual(["Please send the quote."]);
  });

  test("asks an owner to hand over a team that others are in, and needs a fresh sign-in", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo);
    const refused = await deleteAccount(ana);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "You own Ana's team, and other people are in it. Make one of them the owner, or delete the team first.",
    ]);
    await makeStale(bo);
    expect((await deleteAccount(bo)).status).toBe(403);
  });
});
