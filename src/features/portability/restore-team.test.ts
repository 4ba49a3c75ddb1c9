import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import yazl from "yazl";
import { query } from "../../../test/support/collecting";
import { signIn } from "../../../test/support/person";
import { makeZip } from "../../../test/support/sample-zip";
import { fillTables } from "../../../test/support/teams/fill-tables";
import { ownTeams } from "../../../test/support/teams/own-teams";
import { downloadExport, joinTeam, rowsIn, unzip } from "../../../test/support/teams/team-export";
import { type Person, startTestApp, type TestApp } from "../../../test/support/test-app";
import { readCatalogue } from "../../server/catalogue";
import type { Manifest } from "./export-file";
import { findTeamTables } from "./team-tables";

const folder = mkdtempSync(join(tmpdir(), "zippy-restore-"));
afterAll(() => rmSync(folder, { recursive: true }));
const from = await startTestApp();
let saved = 0;

function save(content: Buffer | string): string {
  const path = join(folder, `${++saved}.zip`);
  writeFileSync(path, content);
  return path;
}

const restore = (app: TestApp, path: string) =>
  app.running.services.portability.restore(path, () => undefined);

/** The tables of an export with their rows, in one order, without the entries that downloads themselves add. */
function contentOf(files: Map<string, Buffer>): Record<string, unknown> {
  const { tables } = JSON.parse(String(files.get("manifest.json"))) as Manifest;
  return Object.fromEntries(
    tables.map(({ table }) => [
      table,
      rowsIn(files, table)
        .filter(({ action }) => action !== "team_exported" && action !== "signed_in")
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );
}

let ana: Person;
let zip: Buffer;
let blob: string;
let audio: string;
const sound = randomBytes(300_000);

beforeAll(async () => {
  ana = await from.signIn("Ana Berg");
  const bo = await from.signIn("Bo Lind");
  await joinTeam(ana, bo, "admin");
  const [message] = await ana.buildMessages([
    { subject: "Grüße ✓ \u2028", content: 'A "quoted"\nline' },
    { subject: "Another", content: "x".repeat(100_000) },
  ]);
  const task = await ana.buildTask({ title: "Send the quote", dueDate: "2026-11-27T09:00:00.000Z" });
  await ana.patch(`/api/tasks/${task.id}`, { assigneeId: bo.user.id });
  await ana.post(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId });
  await ana.post(`/api/messages/${message?.id}/correction`, { hasTask: false });
  await ana.post(`/api/teams/${ana.teamId}/muted-senders`, { sender: "spam@example.org", name: "Spam" });
  await ana.post(`/api/teams/${ana.teamId}/saved-filters`, { name: "Late", query: "due=overdue" });
  blob = (await from.running.services.blobs.write("upload", Readable.from([Buffer.alloc(300_000, "ab")]))).id;
  await query(
    from,
    `with i as (insert into imports (team_id, user_id, owner_address, status, files)
       values ($1, $2, 'ana@example.com', 'ready', $3) returning id)
     insert into import_problems (import_id, "where", reason) select id, 'line 3', 'No date.' from i`,
    [ana.teamId, ana.user.id, JSON.stringify([{ name: "a.eml", blob }])],
  );
  await query(
    from,
    `with a as (insert into accounts (team_id, provider, external_id) values ($1, 'imap', 'box') returning id)
     insert into connections (account_id, team_id, provider, external_id, name, credentials, history_since)
     select id, $1, 'imap', 'box', 'box', 'v1.k.i.c', now() from a`,
    [ana.teamId],
  );
  await fillTables(from.running.services.pool, ana.teamId, bo.user.id);
  // What only one person may see is in their own exports.
  await fillTables(from.running.services.pool, ana.teamId, ana.user.id);
  audio = (await from.running.services.blobs.write("audio", Readable.from([sound]))).id;
  await query(from, "update meeting_parts set blob = $2 where team_id = $1", [ana.teamId, audio]);
  zip = await downloadExport(from, ana);
});

describe("BILL-7 a team restored from its export", () => {
  test("into an empty installation exports the same again, rows of every kind and files", async () => {
    const to = await startTestApp();
    const before = await unzip(zip);
    const { tables } = JSON.parse(String(before.get("manifest.json"))) as Manifest;
    expect(tables.filter(({ rows }) => rows === 0).map(({ table }) => table)).toEqual([]);
    const restored = await restore(to, save(zip));
    expect(restored).toMatchObject({ teamId: ana.teamId, name: "Ana's team", blobs: 2 });

    const again = Object.assign(await signIn(to.url, "Ana Berg", ana.user.email), { teamId: ana.teamId });
    const after = await unzip(await downloadExport(to, again));
    expect(contentOf(after)).toEqual(contentOf(before));
    expect(after.get("people.jsonl")?.toString()).toBe(before.get("people.jsonl")?.toString());
    expect(after.get(`blobs/${blob}`)).toEqual(before.get(`blobs/${blob}`));
    expect(after.get(`blobs/${audio}`)?.equals(sound)).toBe(true);
    expect(rowsIn(after, "messages")).toHaveLength(4);
    expect(rowsIn(after, "import_problems")).not.toHaveLength(0);
    // Without its access, an account asks to be connected again.
    expect(rowsIn(after, "connections")).not.toHaveLength(0);
    for (const connection of rowsIn(after, "connections"))
      expect(connection).toMatchObject({ status: "reconnect" });
    // What is added afterwards doesn't collide with restored rows.
    expect((await again.post(`/api/teams/${ana.teamId}/tasks`, { title: "New" })).status).toBe(200);
    await expect(restore(to, save(zip))).rejects.toThrow(
      "Ana's team is already in this Zippy. Nothing was changed.",
    );
  });

  test("belongs to the people who are there already, known by their address", async () => {
    const to = await startTestApp();
    const known = await signIn(to.url, "Ana Elsewhere", ana.user.email);
    expect(known.user.id).not.toBe(ana.user.id);
    await restore(to, save(zip));
    const members = await known.get<{ role: string; user: { id: string; email: string } }[]>(
      `/api/teams/${ana.teamId}/members`,
    );
    expect(members.body.map(({ role, user }) => [role, user.email === ana.user.email && user.id])).toEqual([
      ["owner", known.user.id],
      ["admin", false],
    ]);
    const text = JSON.stringify(
      contentOf(await unzip(await downloadExport(to, Object.assign(known, { teamId: ana.teamId })))),
    );
    expect(text).not.toContain(ana.user.id);
  });
});

test("BILL-7 a team whose restore was killed after its files is restored by the next attempt", async () => {
  const to = await startTestApp();
  // What is in the database isn't there then; files are.
  await to.running.services.blobs.restore(audio, Readable.from([sound.subarray(0, 1000)]));
  await to.running.services.blobs.restore(blob, Readable.from([Buffer.alloc(300_000, "ab")]));
  expect(await restore(to, save(zip))).toMatchObject({ teamId: ana.teamId, blobs: 2 });
  expect(readFileSync(to.running.services.blobs.path(audio)).equals(sound)).toBe(true);
});

test("BILL-7 a team isn't restored over somebody else's file", async () => {
  const to = await startTestApp();
  const { blobs, pool } = to.running.services;
  await blobs.restore(audio, Readable.from([Buffer.from("another")]));
  await expect(restore(to, save(zip))).rejects.toThrow(/with another content, so nothing was restored/);
  expect(String(readFileSync(blobs.path(audio)))).toBe("another");
  expect((await pool.query("select from teams")).rowCount).toBe(0);
});

test("a team isn't restored for an owner who owns 100 others", async () => {
  const to = await startTestApp();
  const known = await signIn(to.url, "Ana Elsewhere", ana.user.email);
  await ownTeams(to.running.services.pool, known, 99);
  await expect(restore(to, save(zip))).rejects.toThrow(
    `The owner of this team, ${ana.user.email}, owns 100 teams here already. Nothing was restored. Ask them to delete one first.`,
  );
  expect((await known.get<unknown[]>("/api/teams")).body).toHaveLength(100);
});

describe("a file that can't be restored leaves nothing behind and gets a sentence:", () => {
  const refusals: Record<string, { make: () => Promise<Buffer | string>; says: RegExp }> = {
    "an empty file": { make: async () => "", says: /empty/ },
    "a picture": {
      make: async () => "\x89PNG and so on",
      says: /isn't a team export of Zippy: it's no zip file/,
    },
    "a zip cut off in the middle": {
      make: async () => zip.subarray(0, zip.length / 2),
      says: /damaged or incomplete/,
    },
    "a zip with a changed byte": {
      make: async () => {
        const changed = Buffer.from(zip);
        const at = changed.indexOf("tables/messages.jsonl") + 400;
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        return changed;
      },
      says: /damaged/,
    },
    "another program's zip": {
      make: async () => makeZip([{ name: "users.json", content: "[]" }]),
      says: /isn't a team export of Zippy: it has no manifest/,
    },
    "a foreign manifest": {
      make: async () => makeZipOf({ "manifest.json": JSON.stringify({ format: "other", version: 1 }) }),
      says: /its manifest.json is another program's/,
    },
    "a newer version of the format": {
      make: async () => changedManifest((manifest) => ({ ...manifest, version: 2 })),
      says: /newer version of Zippy. Update this Zippy first/,
    },
    "a table that only a newer Zippy knows": {
      make: async () =>
        changedManifest((manifest) => ({
          ...manifest,
          structure: manifest.structure + 1,
          tables: [
            ...manifest.tables,
            { table: "dreams", file: "tables/teams.jsonl", rows: 1, columns: ["id"] },
          ],
        })),
      says: /newer version of Zippy/,
    },
    "rows of a team it doesn't name": {
      make: async () => {
        const stranger = await from.signIn();
        return changedFiles((text) =>
          text.replaceAll(`"team_id":"${ana.teamId}"`, `"team_id":"${stranger.teamId}"`),
        );
      },
      says: /damaged or was changed/,
    },
    "rows that aren't JSON": {
      make: () => changedFiles((text) => text.replace("{", "[")),
      says: /damaged or was changed/,
    },
    "a file whose name leads elsewhere": {
      make: () =>
        changedManifest((manifest) => ({ ...manifest, blobs: [{ ...manifest.blobs[0], id: "../../blob" }] })),
      says: /damaged or incomplete/,
    },
    "a bomb": {
      make: async () =>
        makeZipOf({
          "manifest.json": String((await unzip(zip)).get("manifest.json")),
          "tables/x.jsonl": " ".repeat(2e8),
        }),
      says: /unpacks to far more/,
    },
  };
  test.each(Object.entries(refusals))("%s", async (_name, { make, says }) => {
    const to = empty;
    await expect(restore(to, save(await make()))).rejects.toThrow(says);
    const { pool } = to.running.services;
    const { tables } = findTeamTables(await readCatalogue(pool));
    for (const { name } of tables)
      expect({ name, rows: (await pool.query(`select from "${name}"`)).rowCount }).toEqual({ name, rows: 0 });
    expect((await pool.query("select from users")).rowCount).toBe(0);
  });
  let empty: TestApp;
  beforeAll(async () => {
    empty = await startTestApp();
  });
});

async function makeZipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const made = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), name);
  made.end();
  const pieces: Buffer[] = [];
  for await (const piece of made.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function changedFiles(change: (text: string, name: string) => string): Promise<Buffer> {
  const files = [...(await unzip(zip))].map(([name, content]) => [
    name,
    name.startsWith("tables/") ? change(String(content), name) : content,
  ]);
  return makeZipOf(Object.fromEntries(files));
}

async function changedManifest(change: (manifest: Manifest) => object): Promise<Buffer> {
  const files = await unzip(zip);
  const manifest = JSON.parse(String(files.get("manifest.json"))) as Manifest;
  const changed = new Map([...files, ["manifest.json", Buffer.from(JSON.stringify(change(manifest)))]]);
  return makeZipOf(Object.fromEntries(changed));
}
