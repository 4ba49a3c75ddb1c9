import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { startOtherCrm } from "../../test/stand-ins/crm/other-crm";
import { startTelegram } from "../../test/stand-ins/telegram";
import { atEnd } from "../../test/support/at-end";
import { connectDirectly, query } from "../../test/support/collecting";
import { withDatabase } from "../../test/support/databases";
import { startTestApp, type TestApp } from "../../test/support/test-app";
import { restoreBackup } from "../server/backup/restore-backup";
import { writeBackup } from "../server/backup/write-backup";
import { projectRoot } from "../server/project-root";
import { resealAll } from "../server/reseal";
import { rotateKey } from "../server/rotate-key";
import { createSecrets } from "../server/secrets";
import { sealedColumns } from "./sealed-columns";

const telegram = await startTelegram();
const crm = await startOtherCrm();

const named = ({ table, column }: { table: string; column: string }): string => `${table}.${column}`;
const listed = sealedColumns.map(named).sort();

/** The columns with sealed texts, by the keys that sealed them. */
async function found(databaseUrl: string): Promise<Map<string, Set<string>>> {
  const at = { databaseUrl };
  const columns = await query<{ table: string; column: string }>(
    at,
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')`,
  );
  const keys = new Map<string, Set<string>>();
  for (const column of columns) {
    const rows = await query<{ key: string }>(
      at,
      `select distinct substring("${column.column}"::text from 'v1\\.([\\w-]{8})\\.[\\w-]{16}\\.') as key
       from "${column.table}" where "${column.column}"::text ~ 'v1\\.[\\w-]{8}\\.[\\w-]{16}\\.'`,
    );
    if (rows.length > 0) keys.set(named(column), new Set(rows.map(({ key }) => key)));
  }
  return keys;
}

/** An installation in which everything that seals has sealed something. */
async function filled(settings: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({
    ...settings,
    TELEGRAM_BASE_URL: telegram.url,
    PRIVATE_HOSTS: "allow",
    ROLE: "web",
  });
  const ana = await app.signIn();
  const bot = telegram.addBot();
  const account = await connectDirectly(ana, "telegram", { botToken: bot.token });
  await ana.post(`/api/teams/${ana.teamId}/crm`, {
    provider: "other",
    credentials: { apiKey: crm.token, instanceUrl: crm.url },
    syncSettings: { syncContacts: true, syncDeals: false, syncTasks: false },
  });
  await ana.post(`/api/teams/${ana.teamId}/webhooks`, {
    url: "https://example.org/hook",
    types: ["task.created"],
  });
  const { secrets } = app.running.services;
  const at = `connections/${account.id}`;
  // What only lasts for minutes, or only some providers have.
  for (const [text, values] of [
    [
      "update connections set subscription = $1 where account_id = $2",
      [secrets.seal("push", at), account.id],
    ],
    [
      `insert into revocations (team_id, account_id, credentials, subscription, attempts, next_at)
       select team_id, account_id, $1, $2, 0, now() + interval '1 day' from connections where account_id = $3`,
      [secrets.seal("access", at), secrets.seal("push", at), account.id],
    ],
    [
      `insert into connect_attempts (team_id, user_id, provider, only_me, code_verifier, found, expires_at)
       values ($1, $2, 'slack', false, $3, $4, now() + interval '1 hour')`,
      [
        ana.teamId,
        ana.user.id,
        secrets.seal("verifier", `connect_attempts/${ana.teamId}`),
        secrets.seal("[]", `connect_attempts/${ana.teamId}`),
      ],
    ],
    [
      "insert into push_keys (id, public_key, private_key, contact) values (1, 'public', $1, 'mailto:a@example.org')",
      [secrets.seal("private", "push_keys/1")],
    ],
  ] as const)
    await query(app, text, [...values]);
  return app;
}

const key = (): string => randomBytes(32).toString("base64");
const secretsOf = (text: string) =>
  createSecrets(text.split(",").map((one) => Buffer.from(one, "base64")) as [Buffer]);

/** What seals. A file that is added here stores its texts in a column of `sealedColumns` and in `filled`. */
const sealing = [
  "src/features/crm/access.ts",
  "src/features/integrations/connect/connect.ts",
  "src/features/integrations/connect/session.ts",
  "src/features/integrations/sync/renew-subscription.ts",
  "src/features/notifications/push/push-keys.ts",
  "src/features/outgoing/service.ts",
  "src/server/reseal.ts",
];

test("INT-8 nothing else encrypts what it stores", () => {
  const files = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter((file) => /\.seal\(/.test(readFileSync(join(projectRoot, "src", file), "utf8")));
  expect(files.map((file) => `src/${file}`).sort()).toEqual(sealing);
});

test("INT-8 every column with encrypted texts is listed, and a new key reaches each of them", async () => {
  const old = key();
  const app = await filled({ SECRET_KEY: old });
  expect([...(await found(app.databaseUrl)).keys()].sort()).toEqual(listed);

  const secrets = secretsOf(`${key()},${old}`);
  const cut = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
  atEnd(() => cut.end());
  // Cut in the middle, and begun again.
  await resealAll(cut, secrets, sealedColumns.slice(0, 3));
  const { resealed, unreadable } = await resealAll(cut, secrets, sealedColumns);
  expect({ resealed, unreadable }).toEqual({ resealed: listed.length - 3, unreadable: 0 });
  for (const [column, keys] of await found(app.databaseUrl))
    expect([column, ...keys]).toEqual([column, secrets.keys[0]]);
  expect(await resealAll(cut, secrets, sealedColumns)).toEqual({ resealed: 0, unreadable: 0 });
  for (const { table, column, prefix, by } of sealedColumns) {
    const [row] = await query<{ owner: string; sealed: string }>(
      app,
      `select ${by} as owner, ${column} as sealed from ${table}`,
    );
    expect(() => secrets.open(row?.sealed ?? "", `${prefix}/${row?.owner}`)).not.toThrow();
  }
});

test("INT-8 npm run rotate-key refuses while Zippy runs, replaces the key in its file, and goes on after a cut", async () => {
  const app = await filled({});
  const running = { databaseUrl: app.databaseUrl, dataDir: app.dataDir, columns: sealedColumns };
  await expect(rotateKey({ ...running, secretKey: undefined })).rejects.toThrow(
    /^Zippy is running, or something else is connected/,
  );

  // A copy that nobody is connected to.
  const folder = mkdtempSync(join(tmpdir(), "zippy-rotate-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const backup = join(folder, "backup.zip");
  await writeBackup(app.databaseUrl, app.dataDir, backup);
  const databaseUrl = await withDatabase(inject("postgresUrl"), `rotate_${randomUUID().replaceAll("-", "")}`);
  const dataDir = join(folder, "data");
  await restoreBackup(databaseUrl, dataDir, backup);
  const file = join(dataDir, "secret.key");
  const before = readFileSync(file, "utf8");
  const rotate = (secretKey?: string) =>
    rotateKey({ databaseUrl, dataDir, secretKey, columns: sealedColumns });

  // A run that was cut after it had added its key.
  const added = key();
  writeFileSync(file, `${added},${before}`, { mode: 0o600 });
  const all = { resealed: listed.length, unreadable: 0 };
  expect(await rotate()).toEqual({ ...all, removeOldKeys: false });
  expect(readFileSync(file, "utf8")).toBe(added);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  expect(await rotate()).toMatchObject(all);
  const now = readFileSync(file, "utf8");
  expect(now).not.toBe(added);
  await expect(rotate(now)).rejects.toThrow(/^SECRET_KEY is set, so only you can change the key/);
  expect(await rotate(`${key()},${now}`)).toEqual({ ...all, removeOldKeys: true });
  // A lost key: what it sealed stays as it is.
  expect(await rotate(`${key()},${key()}`)).toMatchObject({ resealed: 0, unreadable: listed.length });
});
