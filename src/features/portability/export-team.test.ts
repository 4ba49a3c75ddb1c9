import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { query, until } from "../../../test/support/collecting";
import type { Answer } from "../../../test/support/person";
import {
  downloadExport,
  fillExports,
  joinTeam,
  requestExport,
  rowsIn,
  unzip,
} from "../../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { AuditEntry } from "../audit/contract";
import type { TeamExport } from "./contract";
import type { Manifest } from "./export-file";
import { blobsIn } from "./export-team";

const app = await startTestApp();
const { blobs } = app.running.services;

describe("BILL-7 the export of a team", () => {
  test("holds its rows, its people and its files, and nothing of another team", async () => {
    const [ana, stranger] = [await app.signIn("Ana Berg"), await app.signIn("Stranger")];
    const [message] = await ana.buildMessages([{ subject: "Grüße ✓", content: 'A "quoted"\nline' }]);
    await ana.buildTask({ title: "Send the quote" });
    await stranger.buildTask({ title: "Somebody else's" });
    const { id: blob } = await blobs.write("upload", Readable.from(["From: bo@example.org\n\nHello"]));
    await query(
      app,
      `insert into imports (team_id, user_id, owner_address, status, files)
       values ($1, $2, 'ana@example.com', 'ready', $3)`,
      [ana.teamId, ana.user.id, JSON.stringify([{ name: "a.eml", blob }])],
    );

    const files = await unzip(await downloadExport(app, ana));

    expect(rowsIn(files, "messages")).toEqual([
      expect.objectContaining({ id: message?.id, subject: "Grüße ✓", content: 'A "quoted"\nline' }),
    ]);
    expect(rowsIn(files, "tasks").map(({ title }) => title)).toEqual(["Send the quote"]);
    expect(files.get(`blobs/${blob}`)?.toString()).toContain("Hello");
    expect(files.get("people.jsonl")?.toString()).toContain(ana.user.email);
    const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "") as Manifest;
    expect(manifest).toMatchObject({
      format: "zippy-team-export",
      version: 1,
      team: { id: ana.teamId, name: "Ana's team" },
      people: 1,
      blobs: [{ id: blob, bytes: 27 }],
    });
    for (const { table, rows } of manifest.tables) expect(rowsIn(files, table)).toHaveLength(rows);
    const everything = [...files.values()].join("\n");
    expect(everything).not.toContain(stranger.teamId);
    expect(everything).not.toContain(stranger.user.email);
  });

  test("is prepared once by many requests at the same moment, which keep nobody from the database", async () => {
    const [ana, stranger] = [await app.signIn("Ana Berg"), await app.signIn("Stranger")];
    const path = `/api/teams/${ana.teamId}/exports`;
    const preparing = Promise.all(Array.from({ length: 40 }, () => ana.post<TeamExport>(path)));
    expect((await stranger.get(`/api/teams/${stranger.teamId}/tasks`)).status).toBe(200);
    const answers = await preparing;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBeLessThan(answers.length);
  });

  test("leaves out secrets, and what only another member may see", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo);
    const accounts: Record<string, string> = {};
    for (const [name, owner] of Object.entries({ shared: null, hers: ana.user.id, his: bo.user.id })) {
      const [row] = await query<{ id: string }>(
        app,
        "insert into accounts (team_id, provider, external_id) values ($1, 'imap', $2) returning id",
        [ana.teamId, name],
      );
      accounts[name] = row?.id as string;
      await query(
        app,
        `insert into connections (account_id, team_id, provider, external_id, name, status, credentials, subscription, visible_to, history_since)
         values ($1, $2, 'imap', $3, $3, 'disconnected', 'v1.sealedkey.iv.access', 'v1.sealedkey.iv.push', $4, now())`,
        [row?.id, ana.teamId, name, owner],
      );
      await query(
        app,
        `insert into messages (team_id, account_id, external_id, channel, sender, recipients, content, attachments, created_at, visible_to)
         values ($1, $2, $3, 'imap', 'Bo', '{"to":[],"cc":[]}', 'about ' || $3, '[]', now(), $4)`,
        [ana.teamId, row?.id, name, owner],
      );
      await query(
        app,
        "insert into message_locations (team_id, account_id, location, external_id) values ($1, $2, 'INBOX', $3)",
        [ana.teamId, row?.id, name],
      );
    }
    const [hidden] = await query<{ id: string }>(app, "select id from messages where external_id = 'his'");
    await query(
      app,
      "insert into journal (team_id, action, summary, changes) values ($1, 'message.resolved', 'Resolved a secret', $2)",
      [
        ana.teamId,
        JSON.stringify([{ kind: "changed", type: "message", id: hidden?.id, before: {}, after: {} }]),
      ],
    );

    await query(
      app,
      `insert into refinements (team_id, key, answer, claimed_until) values ($1, 'his', '{"summary": "An answer about his mail"}', now())`,
      [ana.teamId],
    );

    // As an older version recorded them: what a receiver reads as an address, and one that was cut.
    const recorded = [
      "https://zippy:hookpass@example.com/a",
      "https:zippy:hookpass@example.com/b",
      "https:\\\\zippy:hookpass@example.com/c",
      "https://zippy:hookpass",
    ];
    for (const address of recorded)
      await query(app, "insert into audit_log (team_id, action, detail) values ($1, 'webhook_added', $2)", [
        ana.teamId,
        address,
      ]);

    const files = await unzip(await downloadExport(app, ana));

    const names = (table: string) =>
      rowsIn(files, table)
        .map((row) => row.external_id)
        .sort();
    for (const table of ["accounts", "connections", "messages", "message_locations"])
      expect({ table, names: names(table) }).toEqual({ table, names: ["hers", "shared"] });
    const everything = [...files.values()].join("\n");
    expect(everything).not.toContain("sealedkey");
    const shown = rowsIn(files, "audit_log").flatMap(({ action, detail }) =>
      action === "webhook_added" ? [detail] : [],
    );
    expect(shown.sort()).toEqual([
      "***",
      "https://***@example.com/a",
      "https://***@example.com/b",
      "https://***@example.com/c",
    ]);
    const { body: listed } = await ana.get<AuditEntry[]>(`/api/teams/${ana.teamId}/audit-log`);
    const read = listed.flatMap(({ action, detail }) => (action === "webhook_added" ? [detail] : []));
    expect(read.sort()).toEqual(shown);
    expect(everything).not.toContain("hookpass");
    expect(everything).not.toContain("Resolved a secret");
    expect(everything).not.toContain("An answer about his mail");
    expect(everything).not.toContain(accounts.his);
  });

  test("leaves out the uploads, muted senders and filters of others, and when their private mail arrived", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo);
    const { teamId } = ana;
    const { id: blob } = await blobs.write("upload", Readable.from(["From: ann@clinic.example\n\nHello"]));
    const upload = (status: string, files: object[]) =>
      query(
        app,
        `insert into imports (team_id, user_id, owner_address, status, files)
         values ($1, $2, 'bo@private.example', $3, $4)`,
        [teamId, bo.user.id, status, JSON.stringify(files)],
      );
    await upload("ready", [{ name: "clinic.mbox", blob }]);
    await upload("completed", []);
    await bo.post(`/api/teams/${teamId}/muted-senders`, { sender: "ann@clinic.example", name: "Ann" });
    await bo.post(`/api/teams/${teamId}/saved-filters`, { name: "Clinic", query: "q=clinic" });
    const [message, other] = await ana.buildMessages([{}, {}]);
    await query(app, "update messages set visible_to = $2 where id = $1", [message?.id, bo.user.id]);
    const many = { ids: [message?.id, other?.id] };
    expect((await bo.post(`/api/teams/${teamId}/messages/resolve`, many)).body).toMatchObject({ changed: 2 });

    const files = await unzip(await downloadExport(app, ana));

    expect(rowsIn(files, "imports").map(({ status }) => status)).toEqual(["completed"]);
    const everything = [...files].flatMap(([name, file]) => [name, file.toString()]).join("\n");
    for (const hidden of ["clinic", blob, message?.id as string])
      expect(everything.toLowerCase()).not.toContain(hidden);
    expect(rowsIn(files, "events").map(({ subject_id }) => subject_id)).toContain(other?.id);
  });

  test("keeps what the team has seen of an account that is private since", async () => {
    const [ana, bo] = [await app.signIn("Ana Berg"), await app.signIn("Bo Lind")];
    await joinTeam(ana, bo);
    const [message, later] = await ana.buildMessages([{}, {}]);
    await query(app, "update messages set visible_to = $2 where id = $1", [later?.id, bo.user.id]);
    const [account] = await query<{ id: string }>(
      app,
      `insert into connections (account_id, team_id, provider, external_id, name, status, visible_to, history_since)
       select account_id, team_id, 'imap', 'bo', 'bo', 'connected', $2, now() from messages where id = $1
       returning account_id as id`,
      [message?.id, bo.user.id],
    );
    await query(
      app,
      "insert into quarantine (team_id, account_id, kind, ref, reason, tries) values ($1, $2, 'message', 'his', 'x', 1)",
      [ana.teamId, account?.id],
    );

    const files = await unzip(await downloadExport(app, ana));

    expect(rowsIn(files, "messages").map(({ id }) => id)).toEqual([message?.id]);
    // A message can't be restored without it.
    expect(rowsIn(files, "accounts").map(({ id }) => id)).toEqual([account?.id]);
    expect(rowsIn(files, "connections")).toEqual([]);
    expect(rowsIn(files, "quarantine")).toEqual([]);
  });

  test("is for the owner after a fresh sign-in, once for each preparation, and stands in the audit log", async () => {
    const [ana, bo, outsider] = [await app.signIn(), await app.signIn(), await app.signIn()];
    await joinTeam(ana, bo);
    const refusal = async (response: Response) => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];
    const path = `${app.url}/api/teams/${ana.teamId}/export`;
    expect(await refusal(await fetch(path))).toEqual([401, "not_signed_in"]);
    const as = (cookie: string, query = "") => fetch(path + query, { headers: { cookie } });
    expect(await refusal(await as(bo.cookie))).toEqual([403, "forbidden"]);
    expect(await refusal(await as(outsider.cookie))).toEqual([404, "not_found"]);
    expect(await refusal(await as(ana.cookie, `?id=${randomUUID()}`))).toEqual([404, "not_found"]);

    const prepared = await ana.post<TeamExport>(`/api/teams/${ana.teamId}/exports`);
    expect(prepared.body).toMatchObject({ status: "ready", rowsDone: 0 });
    const download = await as(ana.cookie, `?id=${prepared.body.id}`);
    expect(download.headers.get("content-disposition")).toMatch(
      /^attachment; filename="zippy-[a-z0-9-]+\.zip"$/,
    );
    const size = (await download.arrayBuffer()).byteLength;
    const [done] = await until(
      async () => (await ana.get<TeamExport[]>(`/api/teams/${ana.teamId}/exports`)).body,
      ([latest]) => latest?.status === "completed",
    );
    expect(done).toMatchObject({ id: prepared.body.id, bytes: size, rowsDone: done?.rows, error: null });
    expect(await refusal(await as(ana.cookie, `?id=${prepared.body.id}`))).toEqual([409, "conflict"]);
    const log = await ana.get<{ action: string }[]>(`/api/teams/${ana.teamId}/audit-log`);
    expect(log.body.filter(({ action }) => action === "team_exported")).toHaveLength(1);

    await query(app, "update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1", [
      ana.user.id,
    ]);
    expect(await refusal(await as(ana.cookie))).toEqual([403, "sign_in_again"]);
    expect((await ana.post(`/api/teams/${ana.teamId}/exports`)).status).toBe(403);
  });

  test.each<[string, (ana: Person, bo: Person) => Promise<Answer>]>([
    ["signs out", (ana) => ana.post("/api/logout")],
    ["is signed out elsewhere, as after a theft", (ana) => ana.delete("/api/sessions")],
    ["gives the team away", (ana, bo) => ana.post(`/api/teams/${ana.teamId}/owner`, { userId: bo.user.id })],
  ])("ends on the way once its reader %s", async (_, lose) => {
    const [ana, bo] = [await app.signIn(), await app.signIn()];
    await joinTeam(ana, bo, "admin");
    await fillExports(app, ana);
    const reader = (await requestExport(app, ana)).body?.getReader();
    await reader?.read();
    expect((await lose(ana, bo)).status).toBe(200);
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow();
    const [latest] = await until(
      () =>
        query<{ status: string; error: string }>(
          app,
          "select status, error from team_exports where team_id = $1",
          [ana.teamId],
        ),
      ([row]) => row?.status === "failed",
    );
    expect(latest?.error).toBe(
      "The download ended because its reader signed out or may no longer export the team.",
    );
  });

  test("that breaks off is named as such, and frees what it held", async () => {
    const ana = await app.signIn();
    await fillExports(app, ana);
    for (let n = 1; n <= 3; n++) {
      const reader = (await requestExport(app, ana)).body?.getReader();
      await reader?.read();
      // Meanwhile, nobody starts another.
      expect((await requestExport(app, ana)).status).toBe(409);
      await reader?.cancel();
      await until(
        async () => (await ana.get<TeamExport[]>(`/api/teams/${ana.teamId}/exports`)).body,
        ([latest]) => latest?.status === "failed",
      );
    }
    const [latest] = (await ana.get<TeamExport[]>(`/api/teams/${ana.teamId}/exports`)).body;
    expect(latest?.error).toBe("The download broke off before it was complete. Start it again.");
  });
});

test("a blob is only found as the value of a key, not in a text that quotes one", () => {
  const id = `upload_${randomUUID()}`;
  expect([...blobsIn(JSON.stringify({ files: [{ name: "a", blob: id }] }))]).toEqual([id]);
  expect([...blobsIn(JSON.stringify({ audio_blob: id, audioBlob: id }))]).toEqual([id, id]);
  expect([...blobsIn(JSON.stringify({ content: `{"blob":"${id}"}` }))]).toEqual([]);
});
