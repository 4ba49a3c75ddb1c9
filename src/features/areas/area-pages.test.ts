import { expect, test } from "vitest";
import {
  addArea,
  deliver,
  itemsOf,
  mail,
  none,
  path,
  rules,
  titles,
} from "../../../test/support/teams/areas";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { importAccount } from "../inbox/storing/account-messages";
import { type Area, type AreaDigest, mostDigestLines } from "./contract";
import { createMatchesRepository } from "./matches-repository";
import { digestText } from "./web/digest-text";

const app = await startTestApp();
const { db, pool } = app.running.services;

test("BEY-6 a team has so many areas, also when two people add one at the same time", async () => {
  const ana = await app.signIn();
  await pool.query(
    "insert into areas (team_id, name, color) select $1, 'a', 'teal' from generate_series(1, 49)",
    [ana.teamId],
  );
  const make = () => ana.post(path(ana), { name: "One more", color: "red", rules: none });
  const answers = await Promise.all([make(), make()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await ana.post(path(ana), { name: " ", color: "red", rules: none })).status).toBe(400);
  expect((await ana.post(path(ana), { name: "A", color: "#fff", rules: none })).status).toBe(400);
  expect(
    (await ana.post(path(ana), { name: "A", color: "red", rules: rules({ keywords: ["x"] }) })).status,
  ).toBe(400);
});

test("BEY-6 an area's pages go through all of it, in order, while messages arrive and go", async () => {
  const ana = await app.signIn();
  const area = await addArea(ana, { keywords: ["page"] });
  await deliver(
    app,
    ana,
    Array.from({ length: 120 }, (_, n) => ({
      ...mail(`Page ${n}`),
      sentAt: new Date(Date.parse("2026-11-18T10:00:00Z") - Math.floor(n / 2) * 60_000),
    })),
  );
  const first = await itemsOf(ana, area, "message");
  await deliver(app, ana, [{ ...mail("Page new"), sentAt: new Date("2026-11-19T10:00:00Z") }]);
  const second = await itemsOf(ana, area, "message", `&after=${first.at(-1)?.id}`);
  const third = await itemsOf(ana, area, "message", `&after=${second.at(-1)?.id}`);
  expect([first.length, second.length, third.length]).toEqual([50, 50, 20]);
  expect(new Set([...first, ...second, ...third].map(({ id }) => id)).size).toBe(120);

  for (const [title, dueDate, status] of [
    ["page later", "2026-12-02T10:00:00.000Z", "new"],
    ["page never", null, "new"],
    ["page done", "2026-11-01T10:00:00.000Z", "resolved"],
    ["page soon", "2026-12-01T10:00:00.000Z", "new"],
  ])
    await ana.buildTask({ title, dueDate, status });
  const tasks = await itemsOf(ana, area, "task", "&limit=2");
  const rest = await itemsOf(ana, area, "task", `&limit=2&after=${tasks.at(-1)?.id}`);
  expect([...tasks, ...rest].map(({ title }) => title)).toEqual([
    "page soon",
    "page later",
    "page never",
    "page done",
  ]);
  expect((await ana.get<Area>(path(ana, `/${area.id}`))).body.counts.tasks).toBe(3);
});

test("BEY-6 what arrives while rules change joins too", async () => {
  const ana = await app.signIn();
  const stored: Promise<unknown>[] = [];
  const client = await pool.connect();
  await client.query("begin");
  const accountId = await importAccount(db, ana.teamId);
  // Stored by a transaction that hasn't ended when the area is added.
  await client.query(
    `insert into messages (team_id, account_id, external_id, channel, sender, recipients, subject, content, attachments, created_at)
     values ($1, $2, 'x', 'gmail', 'Jonas', '{"to":[],"cc":[]}', 'Lease', 'Hello', '[]', now())`,
    [ana.teamId, accountId],
  );
  stored.push(addArea(ana, { keywords: ["lease"] }));
  await expect
    .poll(
      async () =>
        (await pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
    )
    .toBe(1);
  await client.query("commit");
  client.release();
  const [area] = (await Promise.all(stored)) as [Area];
  expect(await titles(ana, area)).toEqual(["message Lease"]);
});

test("BEY-6 the digest of a week has what was decided, done, due and open in the area, each with its row", async () => {
  const ana = await app.signIn("Ana Lopez");
  const area = await addArea(ana, { keywords: ["lease"] });
  const soon = new Date().toISOString();
  const later = new Date(Date.now() + 30 * 24 * 3600_000).toISOString();
  const due = await ana.buildTask({ title: "Pay the lease", dueDate: soon });
  const open = await ana.buildTask({ title: "Frame the lease", dueDate: later });
  const done = await ana.buildTask({ title: "Sign the lease" });
  await ana.patch(`/api/tasks/${done.id}`, { status: "resolved" });
  const old = await ana.buildTask({ title: "Find the lease" });
  await ana.patch(`/api/tasks/${old.id}`, { status: "resolved" });
  await pool.query("update events set at = now() - interval '9 days' where subject_id = $1", [old.id]);
  await ana.buildTask({ title: "Buy milk", dueDate: soon });
  const said = "Ana Lopez: About the lease. We decided to keep the lease for another year.\nBo Lind: Good.";
  const transcript = { name: "Weekly.txt", data: Buffer.from(said).toString("base64") };
  const meeting = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings/transcript`, transcript);

  const { body } = await ana.get<AreaDigest>(path(ana, `/${area.id}/digest`));

  const ids = (lines: AreaDigest["done"]) => lines.map(({ source }) => source.id);
  expect([ids(body.done), ids(body.due), ids(body.open)]).toEqual([[done.id], [due.id], [open.id]]);
  expect(ids(body.decided)).toEqual([meeting.body.id]);
  const text = digestText("Lease", body, "https://zippy.example");
  for (const [title, link] of [
    ["Sign the lease", `matrix/${done.id}`],
    ["keep the lease for another year", `meetings/${meeting.body.id}`],
  ]) {
    expect(text).toContain(title);
    expect(text).toContain(`https://zippy.example/${link}`);
  }
  expect(text.indexOf("Decided")).toBeLessThan(text.indexOf("Done"));
});

test("BEY-6 a digest says how many more tasks there are than it lists", async () => {
  const ana = await app.signIn();
  const area = await addArea(ana, { keywords: ["lease"] });
  for (let n = 1; n <= mostDigestLines + 2; n++) await ana.buildTask({ title: `Lease ${n}` });
  const { body } = await ana.get<AreaDigest>(path(ana, `/${area.id}/digest`));
  expect(body.open.length).toBe(mostDigestLines);
  expect(body.more).toEqual({ done: 0, due: 0, open: 2 });
  expect(digestText("Lease", body, "https://zippy.example").split("\n").at(-1)).toBe("- and 2 more");
});

test("BEY-7 area: narrows a search to what belongs to the area", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  await deliver(app, ana, [mail("Lease of the shed"), mail("Paint for the shed")]);
  await ana.buildTask({ title: "Sign the lease" });
  const found = async (person: Person, q: string) => {
    const { body } = await person.get<Record<string, { title: string }[]>>(
      `/api/teams/${person.teamId}/search?q=${encodeURIComponent(q)}`,
    );
    return Object.values(body).flatMap((hits) => hits.map(({ title }) => title));
  };
  await addArea(ana, { keywords: ["lease"] }, "Harbor 7%");
  expect(await found(ana, "shed area:harb")).toEqual(["Lease of the shed"]);
  expect((await found(ana, 'area:"harbor 7%"')).sort()).toEqual(["Lease of the shed", "Sign the lease"]);
  expect(await found(ana, "shed area:bor")).toEqual([]);
  expect(await found(eve, "shed area:harb")).toEqual([]);
});

test("BEY-6 BEY-8 a task joins an area that somebody is changing, and areas change at the same time", async () => {
  const ana = await app.signIn();
  const [one, two] = [await addArea(ana, {}, "One"), await addArea(ana, {}, "Two")];
  const changing = await pool.connect();
  try {
    await changing.query("begin");
    await changing.query("select from areas where id = $1 for no key update", [one.id]);
    const task = { title: "Sweep", areaId: one.id };
    expect((await ana.post(`/api/teams/${ana.teamId}/tasks`, task)).status).toBe(200);
  } finally {
    await changing.query("rollback");
    changing.release();
  }
  for (const { id } of [one, two]) await ana.post(path(ana, `/${id}/facts`), { text: "The code is 1234." });
  const statuses = new Set<number>();
  for (let round = 0; round < 8; round++) {
    const change = { name: `Round ${round}`, rules: rules({ keywords: [`word${round}`] }) };
    const answers = await Promise.all([one, two].map(({ id }) => ana.patch(path(ana, `/${id}`), change)));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});

test("BEY-6 rules that take too long to look up change nothing, and hold up nothing that arrives", async () => {
  const ana = await app.signIn();
  const area = await addArea(ana, { keywords: ["lease"] });
  await deliver(app, ana, [mail("Lease")]);
  const before = await titles(ana, area);
  expect(before).toEqual(["message Lease"]);
  const holder = await pool.connect();
  await holder.query("begin; lock table area_items in exclusive mode");
  const late = db.transaction((tx) =>
    createMatchesRepository(tx).rejoin(ana.teamId, area.id, rules({ keywords: ["dog"] }), 100),
  );
  await expect(late).rejects.toMatchObject({
    code: "invalid_input",
    message: "Looking these rules up took too long. Use longer keywords, or fewer rules.",
  });
  await holder.query("rollback");
  holder.release();
  expect(await titles(ana, area)).toEqual(before);
});

test("BEY-6 BEY-8 tasks of a list join the areas that its lines name, and one undo takes back all of it", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const [roof, yard] = [await addArea(ana, {}, "Roof"), await addArea(ana, {}, "Yard")];
  const create = (person: Person, tasks: { title: string; areaId?: string }[]) =>
    person.post(`/api/teams/${person.teamId}/tasks/many`, { tasks });
  const lines = [
    { title: "Order tiles", areaId: roof.id },
    { title: "Call mom" },
    { title: "Sweep", areaId: yard.id },
    { title: "Fix the gutter", areaId: roof.id },
  ];
  // Nothing is added if an area is somebody else's.
  expect((await create(eve, lines)).status).toBe(404);
  expect((await eve.get<unknown[]>(`/api/teams/${eve.teamId}/tasks`)).body).toEqual([]);

  expect((await create(ana, lines)).status).toBe(200);
  const tasksOf = async (area: Area) => (await itemsOf(ana, area, "task")).map(({ title }) => title);
  expect((await tasksOf(roof)).toSorted()).toEqual(["Fix the gutter", "Order tiles"]);
  expect(await itemsOf(ana, yard, "task")).toMatchObject([{ title: "Sweep", byHand: true }]);
  expect((await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {})).status).toBe(200);
  expect([await tasksOf(roof), await tasksOf(yard)]).toEqual([[], []]);
});
