import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFailed, test } from "vitest";
import type { HealthMetric } from "../../src/features/integrations/contract";
import { startImap } from "../stand-ins/imap";
import { startTelegram } from "../stand-ins/telegram";
import { atEnd } from "../support/at-end";
import { connectDirectly, freePort, until } from "../support/collecting";
import { onlyIf } from "../support/only-if";
import { type Person, signIn } from "../support/person";
import { type ServerProcess, startServerProcess } from "../support/server-process";
import { hasSmallDisk, type SmallDisk, startSmallDisk } from "./small-disk";
import { startTraffic } from "./traffic";

/** How long the kills take together with the faults between them. */
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const kills = minutes < 30 ? Math.ceil((minutes / 30) * 100) : 100;
const password = "corréct horse battery";
const hour = 3_600_000;

/** One line of the table at the end. */
type Line = { step: string; "what happened": string; "Health said": string; "right again after": string };
const table: Line[] = [];
// biome-ignore lint/suspicious/noConsole: the table is what the command is for.
const print = (text: string) => console.log(text);

const secondsSince = (from: number) => `${((Date.now() - from) / 1000).toFixed(0)} s`;

test("INT-5 INT-8 through kills of server and database, a database and a provider that hang, a full disk and a clock that jumps, nothing is lost or doubled and Health is right", {
  timeout: (minutes + 25) * 60_000,
  ...onlyIf(hasSmallDisk, "a disk of its own needs Linux and root"),
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-soak-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const disk = await startSmallDisk(dataDir, 2500);
  const clock = join(mkdtempSync(join(tmpdir(), "zippy-clock-")), "ahead");
  writeFileSync(clock, "0");
  const telegram = await startTelegram();
  const [first, second] = [await startImap({ idle: true }), await startImap()];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    startServerProcess(
      dataDir,
      {
        PORT: String(port),
        PUBLIC_URL: url,
        TELEGRAM_BASE_URL: telegram.url,
        JUMPING_CLOCK: clock,
        NODE_OPTIONS: `--import ${join(import.meta.dirname, "jumping-clock.mjs")}`,
      },
      disk,
    );
  let server: ServerProcess = await start();
  atEnd(() => server.kill("SIGKILL"));
  onTestFailed(() => print(`The server printed last:\n${server.output()}`));
  const ana = await signIn(url, "Ana");
  const { mailboxes, webhook } = await connectAll(ana, telegram, [first, second]);
  const traffic = startTraffic({ url, ana, webhook, mailboxes });
  traffic.running.catch(() => undefined); // `stop` throws it at the end, unless the test has failed because of it before.
  // While the database starts again, the file may name the server instead.
  const postmaster = () =>
    within(60, async () => {
      const file = readFileSync(disk.seen(join(dataDir, "postgres", "postmaster.pid")), "utf8");
      const pid = Number.parseInt(file, 10);
      return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres") && pid;
    });
  const tally = { server: 0, database: 0, both: 0, warnings: 0, checks: 0 };

  /** Health as it is right after a fault of ours: no account is blamed for it. */
  async function healthAfterKill(): Promise<void> {
    const metrics = await readHealth(ana);
    tally.checks++;
    if (metrics.some(({ healthStatus }) => healthStatus === "warning")) tally.warnings++;
    const blamed = metrics.filter(
      ({ healthStatus, needsReconnect }) => healthStatus === "error" || needsReconnect,
    );
    expect(blamed).toEqual([]);
    expect(metrics).toHaveLength(3);
  }

  /** Waits until every account is healthy and what is sent now arrives by every way in. */
  async function allWell(): Promise<string> {
    const began = Date.now();
    const since = Object.values(traffic.sent).map((texts) => texts.size);
    let unwell: HealthMetric[] = [];
    await within(300, async () => {
      unwell = (await readHealth(ana)).filter((metric) => !isHealthy(metric));
      return unwell.length === 0;
    }).catch((error: Error) => {
      throw new Error(`${error.message}\nHealth says ${JSON.stringify(unwell, null, 1)}`);
    });
    await within(300, async () => {
      const stored = await countStored(dataDir, disk);
      return Object.values(stored).every((count, index) => index === 0 || count >= (since[index] ?? 0));
    });
    tally.checks++;
    return secondsSince(began);
  }

  async function kill(kind: "server" | "database" | "both"): Promise<void> {
    if (kind !== "server") process.kill(await postmaster(), "SIGKILL");
    if (kind !== "database") {
      await server.kill("SIGKILL");
      server = await start();
    }
    tally[kind]++;
    await healthAfterKill();
  }

  async function killMany(count: number, until: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const pause = Math.max(1000, (until - Date.now()) / (count - n) - 3000);
      await sleep(pause * (0.5 + Math.random()));
      await kill((["server", "database", "both"] as const)[n % 3] ?? "server");
    }
    table.push({
      step: `${count} kills`,
      "what happened": "kill -9 of server, database, or both",
      "Health said": "no account blamed",
      "right again after": await allWell(),
    });
  }

  const faults = [databaseHangs, providerHangs, diskIsFull, clockJumps];
  const round = Math.ceil(kills / (faults.length + 1));
  const began = Date.now();
  for (const [index, fault] of [...faults, undefined].entries()) {
    const count = Math.min(round, kills - index * round);
    await killMany(count, began + ((index + 0.8) / (faults.length + 1)) * minutes * 60_000);
    await fault?.();
    report();
  }
  await traffic.stop();
  const counts = await finalCounts(ana, dataDir, disk, traffic.sent);
  report();
  print(JSON.stringify({ minutes: (Date.now() - began) / 60_000, ...tally, ...counts }, null, 1));
  expect(traffic.unanswered).toEqual([]);
  for (const count of Object.values(counts)) expect(count).toMatchObject({ lost: 0, doubled: 0 });

  async function databaseHangs(): Promise<void> {
    const main = await postmaster();
    const children = execFileSync("pgrep", ["-P", String(main)], { encoding: "utf8" })
      .trim()
      .split("\n");
    const all = [main, ...children.map(Number)];
    for (const pid of all) process.kill(pid, "SIGSTOP");
    const at = Date.now();
    const answer = await ana.get<{ message: string }>("/api/health");
    expect(answer).toMatchObject({ status: 503, body: { message: "The database isn't responding." } });
    const said = `503 after ${secondsSince(at)}: ${answer.body.message}`;
    await sleep(Math.max(0, 75_000 - (Date.now() - at)));
    for (const pid of all) continueProcess(pid);
    await healthAfterKill();
    table.push({
      step: "a database that hangs",
      "what happened": "all its processes stopped for 75 s or longer",
      "Health said": said,
      "right again after": await allWell(),
    });
  }

  async function providerHangs(): Promise<void> {
    second.fail(/./, { kind: "slow", ms: 20 * 60_000 }, Number.POSITIVE_INFINITY);
    second.cutAll();
    const at = Date.now();
    const isHanging = ({ accountEmail }: HealthMetric) => accountEmail === mailboxes[1]?.user;
    await within(300, async () => (await readHealth(ana)).filter(isHanging).every((one) => !isHealthy(one)));
    const metrics = await readHealth(ana);
    const hanging = metrics.find(isHanging) as HealthMetric;
    expect(hanging).toMatchObject({ healthStatus: "warning", needsReconnect: false });
    expect(metrics.filter((one) => !isHanging(one)).every(isHealthy)).toBe(true);
    // The other ways in go on.
    const before = await countStored(dataDir, disk);
    await within(60, async () => {
      const now = await countStored(dataDir, disk);
      return now.webhooks > before.webhooks + 20 && now.syncs > before.syncs + 5;
    });
    const said = `warning after ${secondsSince(at)}: ${hanging.healthMessage}`;
    second.heal();
    second.cutAll();
    table.push({
      step: "a provider that hangs",
      "what happened": "one mail server accepts connections and never answers",
      "Health said": said,
      "right again after": await allWell(),
    });
  }

  async function diskIsFull(): Promise<void> {
    disk.fill();
    const refused = await within(120, async () => {
      const given = { title: "May not be kept", description: randomBytes(2000).toString("hex") };
      const answer = await ana.post<{ message: string }>(`/api/teams/${ana.teamId}/tasks`, given);
      return answer.body.message?.includes("disk is full") && answer;
    });
    const upload = await ana
      .upload<{ message: string }>(`/api/teams/${ana.teamId}/imports`, [
        { name: "a.mbox", content: "From a@b.c Mon Nov 16 09:00:00 2026\nSubject: x\n\ny\n".repeat(2000) },
      ])
      .catch(() => undefined);
    expect(upload?.status ?? 503).toBeGreaterThanOrEqual(500);
    if (upload) expect(upload.body.message).toMatch(/^[A-Z][^{}]*[.!]$/);
    disk.free();
    await healthAfterKill();
    table.push({
      step: "a full disk",
      "what happened": "not a byte left for database and uploads",
      "Health said": `${refused.status}: ${refused.body.message}`,
      "right again after": await allWell(),
    });
  }

  async function clockJumps(): Promise<void> {
    for (const [ahead, name] of [
      [hour, "an hour ahead"],
      [0, "an hour back"],
      [-hour, "another hour back"],
      [0, "right again"],
      [48 * hour, "two days ahead"],
      [0, "two days back"],
    ] as const) {
      writeFileSync(clock, String(ahead));
      await healthAfterKill();
      table.push({
        step: "a clock that jumps",
        "what happened": `the server's clock is set ${name}`,
        "Health said": "no account blamed",
        "right again after": await allWell(),
      });
    }
  }
});

async function connectAll(
  ana: Person,
  telegram: Awaited<ReturnType<typeof startTelegram>>,
  servers: Awaited<ReturnType<typeof startImap>>[],
) {
  const { token } = telegram.addBot();
  await connectDirectly(ana, "telegram", { botToken: token });
  const mailboxes = servers.map((server, index) => ({ server, user: `box${index}@example.com` }));
  for (const [index, { server, user }] of mailboxes.entries()) {
    server.addAccount(user, password);
    // Two host names, because accounts of one host may hold up one another.
    const host = ["127.0.0.1", "localhost"][index];
    const { id } = await connectDirectly(ana, "imap", { host, port: server.port, user, password });
    await ana.patch(`/api/integrations/${id}`, { syncInterval: 60 });
  }
  const webhook = await until(
    async () => telegram.webhookOf(token),
    (set) => set !== null,
  );
  return { mailboxes, webhook: webhook as { url: string; secret: string } };
}

const isHealthy = ({ healthStatus }: HealthMetric): boolean => healthStatus === "healthy";

/** Health, once the server answers. */
async function readHealth(ana: Person): Promise<HealthMetric[]> {
  return within(120, async () => {
    const { status, body } = await ana.get<HealthMetric[]>("/api/integrations/health");
    return status === 200 ? body : undefined;
  });
}

/** Repeats until there is a result. Fails after this many seconds. */
async function within<Result>(
  seconds: number,
  look: () => Promise<Result | undefined | false>,
): Promise<Result> {
  const deadline = Date.now() + seconds * 1000;
  for (let last: unknown = "nothing"; ; await sleep(250)) {
    const found = await look().catch((error: unknown) => {
      last = error;
      return undefined;
    });
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${String(last)} ${look}`);
  }
}

/** Reads the product's own database, over a connection that no kill has broken. */
async function read<Row extends pg.QueryResultRow>(
  dataDir: string,
  disk: Pick<SmallDisk, "seen">,
  text: string,
): Promise<Row[]> {
  const file = (name: string) => readFileSync(join(disk.seen(dataDir), name), "utf8").trim();
  const password = createHmac("sha256", file("postgres.secret")).update("zippy").digest("hex");
  const client = new pg.Client({
    connectionString: `postgres://zippy:${password}@127.0.0.1:${file("postgres.port")}/zippy`,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const storedSubjects = `
  select case when subject like 'Archive %' then 'imports' when subject like 'Mailbox %' then 'syncs' else 'webhooks' end as way,
    coalesce(subject, content) as text from messages where deleted_at is null
  union all select 'tasks', title from tasks where title like 'Task %'`;

/** How many different texts are stored, in the order of `SentTexts`. */
async function countStored(dataDir: string, disk: Pick<SmallDisk, "seen">) {
  const rows = await read<{ way: string; count: number }>(
    dataDir,
    disk,
    `select way, count(distinct text)::int as count from (${storedSubjects}) stored group by way`,
  );
  const counts = { imports: 0, webhooks: 0, syncs: 0, tasks: 0 };
  for (const { way, count } of rows) counts[way as keyof typeof counts] = count;
  return counts;
}

/** What is missing or there more than once, when everything that was sent has had time to arrive. */
async function finalCounts(
  ana: Person,
  dataDir: string,
  disk: Pick<SmallDisk, "seen">,
  sent: Record<string, Set<string>>,
) {
  await within(300, async () => {
    const stored: Record<string, number> = await countStored(dataDir, disk);
    return Object.entries(sent).every(([way, texts]) => (stored[way] ?? 0) >= texts.size);
  }).catch(() => undefined);
  await within(300, async () => (await readHealth(ana)).every(isHealthy));
  const rows = await read<{ way: string; text: string }>(dataDir, disk, storedSubjects);
  const counts: Record<string, { sent: number; lost: number; doubled: number }> = {};
  for (const [way, texts] of Object.entries(sent)) {
    const stored = rows.filter((row) => row.way === way).map(({ text }) => text);
    const different = new Set(stored);
    counts[way] = {
      sent: texts.size,
      lost: [...texts].filter((text) => !different.has(text)).length,
      doubled: stored.length - different.size,
    };
  }
  const [facts] = await read<{ missing: number }>(
    dataDir,
    disk,
    `select ((select count(*) from messages) - (select count(*) from events where type = 'message_received'))::int as missing`,
  );
  counts.facts = {
    sent: rows.filter(({ way }) => way !== "tasks").length,
    lost: Math.max(0, facts?.missing ?? 0),
    doubled: Math.max(0, -(facts?.missing ?? 0)),
  };
  return counts;
}

function continueProcess(pid: number): void {
  try {
    process.kill(pid, "SIGCONT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function report(): void {
  const [head] = table;
  if (!head) return;
  const names = Object.keys(head) as (keyof Line)[];
  print(
    [
      `| ${names.join(" | ")} |`,
      `|${names.map(() => "---").join("|")}|`,
      ...table.map((line) => `| ${names.map((name) => line[name]).join(" | ")} |`),
    ].join("\n"),
  );
}
