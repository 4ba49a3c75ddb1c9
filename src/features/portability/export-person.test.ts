import { once } from "node:events";
import { expect, test } from "vitest";
import { query, until } from "../../../test/support/collecting";
import { fillExports, joinTeam, unzip } from "../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { readCatalogue } from "../../server/catalogue";
import type { Actor } from "../../shared/actor";
import { forgottenTables } from "./export-person";
import { createPortabilityService } from "./service";

const app = await startTestApp();
const path = "/api/auth/user/export";

const download = (person: Person) => fetch(app.url + path, { headers: { cookie: person.cookie } });

/** The rows of a file of somebody's own export. */
async function ownFiles(person: Person) {
  const response = await download(person);
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="zippy-my-data-[\d-]+\.zip"$/,
  );
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const rows = (file: string) =>
    (files.get(file)?.toString() ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { files, rows, everything: [...files.values()].join("\n") };
}

test("BILL-7 a member who isn't the owner downloads what is about them, from each of their teams, and nothing else", async () => {
  const [ana, bo, outsider] = [
    await app.signIn("Ana Berg"),
    await app.signIn("Bo Lind"),
    await app.signIn("Cy Other"),
  ];
  await joinTeam(ana, bo);
  const made = async (person: Person, title: string, more: object = {}) =>
    (await person.post<{ id: string }>(`/api/teams/${ana.teamId}/tasks`, { title, ...more })).body.id;
  await made(bo, "Bo wrote this");
  await made(ana, "Given to Bo", { assigneeId: bo.user.id });
  await made(ana, "Ana's alone");
  await bo.buildTask({ title: "In Bo's own team" });
  await outsider.buildTask({ title: "Outside" });
  for (const [name, owner] of Object.entries({ his: bo.user.id, hers: ana.user.id, shared: null })) {
    const [account] = await query<{ id: string }>(
      app,
      "insert into accounts (team_id, provider, external_id) values ($1, 'imap', $2) returning id",
      [ana.teamId, name],
    );
    await query(
      app,
      `insert into messages (team_id, account_id, external_id, channel, sender, recipients, content, attachments, created_at, visible_to)
       values ($1, $2, $3, 'imap', 'Di', '{"to":[],"cc":[]}', 'mail that is ' || $3, '[]', now(), $4)`,
      [ana.teamId, account?.id, name, owner],
    );
  }
  await bo.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: true });
  await ana.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: true });

  // A notification of the given task that came between the count and the download would be in only one of them.
  const notified = "select id from notifications where user_id = $1";
  await expect.poll(() => query(app, notified, [bo.user.id])).toHaveLength(1);
  const prepared = await bo.post<{ rows: number }>(path);
  const { files, rows, everything } = await ownFiles(bo);
  const team = `teams/${ana.teamId}`;
  const titles = (of: string) =>
    rows(`${of}/tasks.jsonl`)
      .map(({ title }) => title)
      .sort();
  expect(titles(team)).toEqual(["Bo wrote this", "Given to Bo"]);
  expect(titles(`teams/${bo.teamId}`)).toEqual(["In Bo's own team"]);
  expect(rows(`${team}/messages.jsonl`).map(({ content }) => content)).toEqual(["mail that is his"]);
  expect(rows(`${team}/team_members.jsonl`)).toMatchObject([{ user_id: bo.user.id, role: "member" }]);
  expect(rows(`${team}/consents.jsonl`)).toMatchObject([{ subject: "figures", given: true }]);
  expect(rows(`${team}/analytics_choices.jsonl`)).toMatchObject([
    { user_id: bo.user.id, share_figures: true },
  ]);
  expect(rows("account/consents.jsonl")).toMatchObject([{ subject: "terms", given: true }]);
  expect(rows("account/users.jsonl")).toMatchObject([{ id: bo.user.id, email: bo.user.email }]);
  expect(rows("account/sessions.jsonl")).toHaveLength(1);
  expect(everything).not.toMatch(/token_hash|Ana's alone|Outside|that is hers|that is shared/);
  expect(everything).not.toContain(outsider.teamId);
  expect(everything).not.toContain(ana.user.email);

  const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "{}") as {
    files: { file: string; rows: number }[];
  };
  expect(manifest).toMatchObject({ format: "zippy-own-export", version: 1, userId: bo.user.id });
  for (const { file, rows: count } of manifest.files)
    expect([file, rows(file).length]).toEqual([file, count]);
  expect(manifest.files.reduce((sum, { rows: count }) => sum + count, 0)).toBe(prepared.body.rows);

  // Out of the team, its rows are the team's.
  await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`);
  expect((await ownFiles(bo)).everything).not.toContain("Given to Bo");
});

test("BILL-7 one's own data needs a sign-in, and a fresh one", async () => {
  const ana = await app.signIn();
  const refusal = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];
  expect(await refusal(await fetch(app.url + path))).toEqual([401, "not_signed_in"]);
  const elsewhere = { cookie: ana.cookie, "sec-fetch-site": "same-site" };
  expect(await refusal(await fetch(app.url + path, { headers: elsewhere }))).toEqual([403, "forbidden"]);
  await query(app, "update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1", [
    ana.user.id,
  ]);
  expect(await refusal(await download(ana))).toEqual([403, "sign_in_again"]);
  expect((await ana.post(path)).status).toBe(403);
});

test("BILL-7 one download at a time, and one that breaks off makes way for the next", async () => {
  const ana = await app.signIn();
  await fillExports(app, ana);
  for (let n = 1; n <= 2; n++) {
    const first = await until(
      () => download(ana),
      ({ status }) => status === 200,
    );
    const reader = first.body?.getReader();
    await reader?.read();
    const second = await download(ana);
    expect([second.status, ((await second.json()) as { message: string }).message]).toEqual([
      409,
      "You're downloading your data already. Wait until it ends.",
    ]);
    await reader?.cancel();
  }
});

test("BILL-7 a download of one's own data ends on the way once they are removed from one of their teams", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(ana, bo);
  await fillExports(app, bo);
  const reader = (await download(bo)).body?.getReader();
  await reader?.read();
  expect((await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`)).status).toBe(200);
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();
});

test("BILL-7 a person who asks for the count many times at once takes one connection", async () => {
  const ana = await app.signIn();
  const { blobs, db, pool } = app.running.services;
  let taken = 0;
  const counted = {
    connect() {
      taken++;
      return pool.connect();
    },
  };
  const portability = createPortabilityService({
    ...{ db, blobs, log: () => undefined, pool: counted as unknown as typeof pool },
  });
  const actor = { userId: ana.user.id, roles: { [ana.teamId]: "owner" } } as unknown as Actor;
  const all = await Promise.all(Array.from({ length: 20 }, () => portability.prepareOwn(actor)));
  expect(taken).toBe(1);
  expect(new Set(all.map(({ rows }) => rows)).size).toBe(1);
  await portability.prepareOwn(actor);
  expect(taken).toBe(2);
});

test("BILL-7 a download counts before its first piece is read, and one that nobody reads makes way when it closes", async () => {
  const [ana, bo, eve] = [await app.signIn(), await app.signIn(), await app.signIn()];
  const { blobs, db, pool } = app.running.services;
  const portability = createPortabilityService({ db, blobs, pool, log: () => undefined });
  const begin = ({ user, teamId }: Person) =>
    portability.beginOwn({ userId: user.id, roles: { [teamId]: "owner" } } as unknown as Actor).zip;
  const zips = [begin(ana), begin(bo)];
  expect(() => begin(ana)).toThrow("You're downloading your data already.");
  expect(() => begin(eve)).toThrow("Other exports are being downloaded.");
  for (const zip of zips) {
    const closed = once(zip, "close");
    zip.destroy();
    await closed;
  }
  const pieces: Buffer[] = [];
  for await (const piece of begin(ana)) pieces.push(piece);
  expect(Buffer.concat(pieces).length).toBeGreaterThan(100);
  begin(eve).destroy();
});

test("every table about people outside of teams is in their own export, or says why not", async () => {
  expect(forgottenTables(await readCatalogue(app.running.services.pool))).toEqual([]);
});
