import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { atEnd } from "../support/at-end";
import { templateDatabase, withDatabase } from "../support/databases";
import { signIn } from "../support/person";
import { startServerProcess } from "../support/server-process";

test("a second Ctrl-C ends a server at once that waits for a request, but not one that came twice", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-signals-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const name = `signals_${randomUUID().replaceAll("-", "")}`;
  const databaseUrl = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const server = await startServerProcess(dataDir, { DATABASE_URL: databaseUrl });
  let ended = false;
  const ending = server.kill("SIGCONT" as "SIGTERM").then(() => {
    ended = true;
  });
  atEnd(() => ended || process.kill(server.pid, "SIGKILL"));
  const ana = await signIn(server.url, "Ana Berg");

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  await client.query("begin");
  await client.query("lock table tasks in access exclusive mode");
  const cut = ana.get(`/api/teams/${ana.teamId}/tasks`).catch(() => "cut off");
  const waiting =
    "select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThan(0);

  // As npm and the terminal send it, at the same time.
  for (let n = 0; n < 2; n++) process.kill(server.pid, "SIGINT");
  await expect.poll(() => server.output()).toContain("Stopping…");
  expect(server.output()).not.toContain("Ended without waiting.");
  expect(ended).toBe(false);
  await expect
    .poll(() => {
      if (!ended) process.kill(server.pid, "SIGINT");
      return server.output();
    })
    .toContain("Ended without waiting.");
  await ending;
  expect(await cut).toBe("cut off");
});
