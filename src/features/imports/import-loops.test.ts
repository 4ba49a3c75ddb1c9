import { expect, test } from "vitest";
import { androidLine } from "../../../test/support/sample-exports";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Import } from "./contract";
import { startImportLoop } from "./import-loops";
import type { ImportRun } from "./run";

// No loop of its own, so that each test decides which archives take long.
const app = await startTestApp({ ROLE: "web" });
const { services } = app.running;

const path = (person: Person, rest = ""): string => `/api/teams/${person.teamId}/imports${rest}`;
const chat = (name: string) => ({ name, content: androidLine("13/03/2026", "10:15", name, "Fine.") });

async function upload(person: Person, name: string): Promise<Import> {
  return (await person.upload<Import>(path(person, "?wait=0"), [chat(name)])).body;
}
const statusOf = async (person: Person, { id }: Import) =>
  (await person.get<Import>(path(person, `/${id}`))).body.status;

/** Holds up the work on some archives until it ends or is stopped, as if they were huge. */
function holding(run: ImportRun) {
  const held = new Set<string>();
  const begun: string[] = [];
  const waiting = new Map<string, () => void>();
  const slow: ImportRun = async (teamId, id, signal) => {
    begun.push(id);
    if (held.has(id))
      await new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    await run(teamId, id, signal);
  };
  const hold = (...list: Import[]) => {
    for (const { id } of list) held.add(id);
  };
  const release = ({ id }: Import) => {
    held.delete(id);
    waiting.get(id)?.();
  };
  return { slow, begun, hold, release };
}

test("huge archives of one team hold up neither other teams' counts nor a small one of its own", async () => {
  const [ana, bo, cy] = [await app.signIn(), await app.signIn(), await app.signIn()];
  const { slow, begun, hold, release } = holding(services.countImport);
  const [first, second, third] = [
    await upload(ana, "a1.txt"),
    await upload(ana, "a2.txt"),
    await upload(ana, "a3.txt"),
  ];
  hold(first, second);
  const stop = await startImportLoop({ ...services, log: console.error }, "count", slow);
  await expect.poll(() => begun.toSorted()).toEqual([first.id, second.id].toSorted());

  const [ofBo, ofCy] = [await upload(bo, "b.txt"), await upload(cy, "c.txt")];
  await expect.poll(() => statusOf(bo, ofBo)).toBe("ready");
  await expect.poll(() => statusOf(cy, ofCy)).toBe("ready");
  expect(begun).not.toContain(third.id);

  release(second);
  await expect.poll(() => statusOf(ana, third)).toBe("ready");
  expect(await statusOf(ana, first)).toBe("counting");
  release(first);
  await expect.poll(() => statusOf(ana, first)).toBe("ready");
  await stop();
});

test("with two huge counts of each team, another team's still begins", async () => {
  const people = [await app.signIn(), await app.signIn(), await app.signIn(), await app.signIn()];
  const { slow, begun, hold } = holding(services.countImport);
  const huge: Import[] = [];
  for (const person of people) huge.push(await upload(person, "1.txt"), await upload(person, "2.txt"));
  hold(...huge);
  const stop = await startImportLoop({ ...services, log: console.error }, "count", slow);
  const firsts = huge.filter((_, index) => index % 2 === 0).map(({ id }) => id);
  await expect.poll(() => begun.toSorted()).toEqual(firsts.toSorted());

  const eva = await app.signIn();
  const small = await upload(eva, "small.txt");
  await expect.poll(() => statusOf(eva, small)).toBe("ready");
  expect(begun).toHaveLength(5);
  await stop();
});

test("a huge import of one team holds up no other team's, and its own next one waits", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const counting = await startImportLoop({ ...services, log: console.error }, "count", services.countImport);
  const [first, second, other] = [
    await upload(ana, "a1.txt"),
    await upload(ana, "a2.txt"),
    await upload(bo, "b.txt"),
  ];
  for (const [person, one] of [
    [ana, first],
    [ana, second],
    [bo, other],
  ] as const) {
    await expect.poll(() => statusOf(person, one)).toBe("ready");
    await person.post(path(person, `/${one.id}/start`), {});
  }
  await counting();

  const { slow, begun, hold, release } = holding(services.runImport);
  hold(first);
  const stop = await startImportLoop({ ...services, log: console.error }, "import", slow);
  await expect.poll(() => statusOf(bo, other)).toBe("completed");
  expect(begun.toSorted()).toEqual([first.id, other.id].toSorted());
  release(first);
  await expect.poll(() => statusOf(ana, second)).toBe("completed");
  await stop();
});

test("a count that loses its lock stops, because another process may begin it, and is done the next time", async () => {
  const ana = await app.signIn();
  const lines = Array.from({ length: 150_000 }, (_, n) =>
    androidLine("13/03/2026", "10:15", "Ana", `Fine, number ${n}.`),
  );
  const file = { name: "long.txt", content: lines.join("") };
  const long = (await ana.upload<Import>(path(ana, "?wait=0"), [file])).body;
  const { signal } = new AbortController();
  const counting = services.countImport(ana.teamId, long.id, signal);
  // Other tests use the same server.
  const holder = `select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await services.pool.query(holder)).rowCount, { interval: 5 }).toBe(1);
  await services.pool.query(`select pg_terminate_backend(pid) from (${holder}) one`);
  await counting;
  expect(await statusOf(ana, long)).toBe("counting");

  await services.countImport(ana.teamId, long.id, signal);
  expect(await statusOf(ana, long)).toBe("ready");
});
