import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { getTableColumns, sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { templateDatabase, withDatabase } from "../../test/support/databases";
import {
  columnsGiven,
  type Executor,
  eachGiven,
  executePrepared,
  isDatabaseGone,
  limitSearch,
  limitTime,
  openDatabase,
  pingDatabase,
  runPlanned,
} from "./database";
import { runLast } from "./transactions";

test("a database that accepts connections but never responds fails queries instead of blocking them", async () => {
  const connections = new Set<Socket>();
  const silent = createServer((socket) => connections.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const database = openDatabase(`postgres://zippy@127.0.0.1:${port}/zippy`, () => undefined, { connect: 50 });
  onTestFinished(async () => {
    await database.close();
    for (const socket of connections) socket.destroy();
    silent.close();
  });

  const failure = await database.pool.query("select 1").catch((error: unknown) => error);

  expect(connections.size).toBe(1);
  expect(isDatabaseGone(failure)).toBe(true);
});

async function openOwn(limits = {}) {
  const name = `limits_${randomUUID().replaceAll("-", "")}`;
  const url = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const database = openDatabase(url, () => undefined, limits);
  onTestFinished(() => database.close());
  return database;
}

test("a query that takes too long fails, and its connection serves the next one", async () => {
  // The driver gives up a tenth later, which has to be long enough for a busy machine.
  const { pool } = await openOwn({ query: 1_000 });
  await expect(pool.query("select pg_sleep(600)")).rejects.toMatchObject({ code: "57014" });
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a transaction that goes on after its connection broke fails because the database is gone", async () => {
  const { db, pool } = await openOwn();
  const failure = await db
    .transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      // The first failures say how it broke, all others that it did.
      for (let turn = 0; turn < 20; turn++)
        await tx.execute(sql`select 1`).catch((error: Error) => {
          if (String(error.cause).includes("not queryable")) throw error;
        });
    })
    .catch((error: unknown) => error);
  expect(isDatabaseGone(failure)).toBe(true);
});

test("a check of a database that stops answering ends long before its queries do", async () => {
  const { pool } = await openOwn();
  // All connections are busy, as they are while the database hangs.
  const busy = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  await expect(pingDatabase(pool, 50)).rejects.toThrow("timeout exceeded");
  for (const client of busy) client.release();
  await pingDatabase(pool);
});

/** A table of doors, each of which can be stored once. */
async function openDoors() {
  const { db, pool } = await openOwn();
  await db.execute(sql`create table doors (name text primary key)`);
  const add = (executor: Executor, name: string) =>
    executor.execute(sql`insert into doors (name) values (${name})`);
  const names = async () =>
    (await db.execute<{ name: string }>(sql`select name from doors order by name`)).rows.map(
      ({ name }) => name,
    );
  return { db, pool, add, names };
}

test("a transaction's last query is committed with all before it", async () => {
  const { db, pool, add, names } = await openDoors();
  await db.transaction(async (tx) => {
    await add(tx, "left");
    await runLast(tx, () => add(tx, "right"));
  });
  expect(await names()).toEqual(["left", "right"]);
  // Its connection serves the next one outside of any transaction.
  const { rows } = await pool.query("select pg_current_xact_id_if_assigned() as id");
  expect(rows).toEqual([{ id: null }]);
});

test("a last query that fails commits nothing, and neither does work that never gets to it", async () => {
  const { db, add, names } = await openDoors();
  const twice = db.transaction(async (tx) => {
    await add(tx, "left");
    await runLast(tx, () => add(tx, "left"));
  });
  await expect(twice).rejects.toThrow();
  const unfinished = db.transaction(async (tx) => {
    await add(tx, "right");
    await runLast(tx, () => Promise.reject(new Error("changed its mind")));
  });
  await expect(unfinished).rejects.toThrow("changed its mind");
  expect(await names()).toEqual([]);
});

test("last queries run at once, and what failed is named rather than what failed for it", async () => {
  const { db, add, names } = await openDoors();
  const both = (first: string, second: string) =>
    db.transaction((tx) =>
      runLast(
        tx,
        () => add(tx, first),
        () => add(tx, second),
      ),
    );
  const [left] = await both("left", "right");
  expect(left.rowCount).toBe(1);
  for (const [first, second] of [
    ["left", "top"],
    ["top", "left"],
  ] as const)
    await expect(both(first, second)).rejects.toMatchObject({ cause: { code: "23505" } });
  expect(await names()).toEqual(["left", "right"]);
});

test("a query that its transaction no longer waits for isn't run behind the end", async () => {
  const { db, add, names } = await openDoors();
  let late: Promise<unknown> = Promise.resolve();
  const unfinished = db.transaction(async (tx) => {
    await add(tx, "left");
    late = unfinished.catch(() => add(tx, "right"));
    throw new Error("changed its mind");
  });
  await expect(unfinished).rejects.toThrow("changed its mind");
  await expect(late).rejects.toMatchObject({ cause: { message: "the transaction has ended" } });
  expect(await names()).toEqual([]);
});

test("nothing runs behind the query that a transaction was committed with", async () => {
  const { db, add, names } = await openDoors();
  const late = db.transaction(async (tx) => {
    await runLast(tx, () => add(tx, "left"));
    await add(tx, "right");
  });
  await expect(late).rejects.toMatchObject({
    cause: { message: "the transaction was committed behind its last query" },
  });
  expect(await names()).toEqual(["left"]);
});

test("a transaction whose failed query nobody minds isn't taken for stored", async () => {
  const { db, add, names } = await openDoors();
  const broken = db.transaction(async (tx) => {
    await add(tx, "left");
    await add(tx, "left").catch(() => undefined);
  });
  await expect(broken).rejects.toThrow("the transaction was rolled back");
  expect(await names()).toEqual([]);
});

test("the last query of a savepoint leaves the commit to the transaction around it", async () => {
  const { db, add, names } = await openDoors();
  const undone = db.transaction(async (tx) => {
    await tx.transaction((inner) => runLast(inner, () => add(inner, "left")));
    throw new Error("changed its mind");
  });
  await expect(undone).rejects.toThrow("changed its mind");
  expect(await names()).toEqual([]);
});

test("a prepared query is planned once for each connection, and survives a rollback and a change of its table", async () => {
  const { db } = await openOwn();
  await db.execute(sql`create table doors (name text primary key, opened int not null default 0)`);
  await db.execute(sql`insert into doors (name) values ('left'), ('right')`);
  const open = (executor: Executor, name: string) =>
    executePrepared<{ opened: number }>(
      executor,
      "open_door",
      sql`update doors set opened = opened + 1 where name = ${name} returning opened`,
    );

  const undone = db.transaction(async (tx) => {
    await open(tx, "left");
    throw new Error("changed its mind");
  });
  await expect(undone).rejects.toThrow("changed its mind");
  await db.transaction(async (tx) => {
    expect(await open(tx, "left")).toEqual([{ opened: 1 }]);
    await tx.execute(sql`alter table doors add column colour text`);
    expect(await open(tx, "left")).toEqual([{ opened: 2 }]);
    expect(await open(tx, "right")).toEqual([{ opened: 1 }]);
    const { rows } = await tx.execute(sql`
      select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`);
    expect(rows).toEqual([{ name: "open_door", runs: 4 }]);
  });
  expect(await open(db, "right")).toEqual([{ opened: 2 }]);
});

test("a query of the builder is planned once for each set of columns, and answers for the values that it is given", async () => {
  const { db, pool } = await openOwn();
  const notes = pgTable("notes", {
    id: integer("id").primaryKey(),
    words: text("words"),
    writtenAt: timestamp("written_at", { withTimezone: true }),
    marks: jsonb("marks").$type<string[]>(),
  });
  await pool.query(
    "create table notes (id int primary key, words text, written_at timestamptz, marks jsonb)",
  );
  const writtenAt = new Date("2026-12-01T09:30:00.000Z");
  // On one connection, whose prepared statements are counted.
  const seen = await db.transaction(async (tx) => {
    const add = (row: typeof notes.$inferInsert) =>
      runPlanned(tx, getTableColumns(notes), {
        shape: `add a note with ${columnsGiven(row)}`,
        build: (given) =>
          tx
            .insert(notes)
            .values(eachGiven(columnsGiven(row), given) as never)
            .returning(),
        values: row,
      });
    const rows = [
      await add({ id: 1, words: "one", writtenAt: undefined }),
      await add({ words: "two", id: 2 }),
      await add({ id: 3, words: "three", writtenAt, marks: ["new"] }),
      await add({ id: 4, words: "four", writtenAt: null, marks: null }),
    ];
    const planned = await tx.execute<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like 'insert into "notes"%'`,
    );
    return { rows: rows.flat(), planned: planned.rows.length };
  });
  const nothing = { writtenAt: null, marks: null };
  expect(seen.rows).toEqual([
    { id: 1, words: "one", ...nothing },
    { id: 2, words: "two", ...nothing },
    { id: 3, words: "three", writtenAt, marks: ["new"] },
    { id: 4, words: "four", ...nothing },
  ]);
  expect(await db.select().from(notes).orderBy(notes.id)).toEqual(seen.rows);
  const { rows: empty } = await pool.query("select id from notes where marks is null order by id");
  expect(empty).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
  expect(seen.planned).toBe(2);
});

test("a query of the builder whose value isn't given by name is refused, because it would be the same in every call", async () => {
  const { db } = await openOwn();
  const notes = pgTable("notes", { id: integer("id").primaryKey() });
  const build = () => db.insert(notes).values({ id: 1 });
  await expect(
    runPlanned(db, getTableColumns(notes), { shape: "add the first note", build, values: {} }),
  ).rejects.toThrow('the query "add the first note" has a value that isn\'t given by name');
});

test("of two transactions that wait for each other, both succeed", async () => {
  const { db } = await openOwn();
  await db.execute(sql`create table doors (name text primary key, opened int not null default 0)`);
  await db.execute(sql`insert into doors (name) values ('left'), ('right')`);
  let waiting = 2;
  let meet = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  let tries = 0;
  const open = (first: string, second: string) =>
    db.transaction(async (tx) => {
      tries++;
      await tx.execute(sql`update doors set opened = opened + 1 where name = ${first}`);
      if (--waiting === 0) meet();
      await met;
      await tx.execute(sql`update doors set opened = opened + 1 where name = ${second}`);
    });

  await Promise.all([open("left", "right"), open("right", "left")]);

  expect(tries).toBeGreaterThan(2);
  const { rows } = await db.execute(sql`select name, opened from doors order by name`);
  expect(rows).toEqual([
    { name: "left", opened: 2 },
    { name: "right", opened: 2 },
  ]);
});

test("a search that takes too long ends with a sentence; queries without search words aren't limited", async () => {
  const { db, pool } = await openOwn();
  const slow = (words: string | undefined, seconds: number, limit: number) =>
    limitSearch(db, words, (tx) => tx.execute(sql`select pg_sleep(${seconds})`), limit);
  await expect(slow("word", 600, 100)).rejects.toMatchObject({
    code: "invalid_input",
    message: "q: This search took too long. Use longer words, or add a filter.",
  });
  await slow(undefined, 0.2, 100);
  // The limit ends with its transaction.
  expect((await pool.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "1min" }]);
  // Within another one, only its own work is undone and limited.
  await db.transaction(async (tx) => {
    const late = limitTime(tx, "Too long.", (inner) => inner.execute(sql`select pg_sleep(600)`), 100);
    await expect(late).rejects.toMatchObject({ code: "invalid_input", message: "Too long." });
    await limitTime(tx, "Too long.", (inner) => inner.execute(sql`select 1`), 5000);
    expect((await tx.execute(sql`show statement_timeout`)).rows).toEqual([{ statement_timeout: "1min" }]);
  });
});
