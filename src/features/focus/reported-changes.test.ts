import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  currentFocus,
  type FocusAnswer,
  focusFacts,
  focusPath,
  startFocus,
} from "../../../test/support/calls/focus";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Task } from "../tasks/contract";
import type { FocusSession } from "./contract";

const app = await startTestApp();

const send = (person: Person, body: object) => person.patch<FocusAnswer>(focusPath(person), body);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("BEY-18 BEY-4 what happened without a connection counts from when it did, each once, and never twice", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  const id = crypto.randomUUID();
  const begin = { id, mode: "flow", at: ago(60), expected: { session: null } };
  const running = { session: { id, pausedAt: null } };
  const paused = { session: { id, pausedAt: ago(40) } };
  for (const _ of ["sent", "repeated, because the answer was lost"]) {
    const { status, body } = await startFocus(ana, task, begin);
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ id, startedAt: begin.at });
    expect(Math.round((body.session?.elapsedMs ?? 0) / 60_000)).toBe(60);
  }
  const minutesAfter = async (body: object) => {
    const { body: after } = await ana.patch<FocusAnswer>(focusPath(ana), body);
    return after.session && Math.round(after.session.elapsedMs / 60_000);
  };
  for (const _ of ["sent", "repeated"])
    expect(await minutesAfter({ to: "paused", at: ago(40), expected: running })).toBe(20);
  // A wrong clock says that it went on before it was paused.
  expect(await minutesAfter({ to: "running", at: ago(50), expected: paused })).toBe(60);
  expect(await minutesAfter({ to: "paused", at: ago(30), expected: running })).toBe(30);
  expect(await minutesAfter({ to: "running", at: ago(-600), expected: paused })).toBe(30);
  await minutesAfter({ to: "ended", at: ago(-600), expected: running });
  expect((await focusFacts(app, ana)).map(({ type }) => type)).toEqual([
    "focus_started",
    "focus_ended",
    "focus_started",
    "focus_ended",
    "focus_started",
    "focus_ended",
  ]);
  // A session from before, reported last, doesn't count the same time again.
  const { body } = await startFocus(ana, task, { mode: "flow", at: ago(120) });
  expect(body.session?.elapsedMs).toBeLessThan(60_000);
});

test("BEY-18 BEY-4 a pause from before the session was paused and went on elsewhere, reported last, loses no focused time", async () => {
  const ana = await app.signIn();
  await startFocus(ana, await ana.buildTask(), { mode: "flow", at: ago(60) });
  await send(ana, { to: "paused", at: ago(30) });
  await send(ana, { to: "running", at: ago(20) });
  const { session } = (await send(ana, { to: "paused", at: ago(40) })).body;
  expect(Math.round((session?.elapsedMs ?? 0) / 60_000)).toBe(30);
  const { rows } = await app.running.services.pool.query<{ type: string; minutes: number }>(
    `select type, round(extract(epoch from now() - at) / 60)::int as minutes from events
      where team_id = $1 and type like 'focus%' order by at, seq`,
    [ana.teamId],
  );
  expect(rows).toEqual([
    { type: "focus_started", minutes: 60 },
    { type: "focus_ended", minutes: 30 },
    { type: "focus_started", minutes: 20 },
    { type: "focus_ended", minutes: 20 },
  ]);
});

const minutesOf = (session: FocusSession | null) => Math.round((session?.elapsedMs ?? 0) / 60_000);

/** A session that was started 60 minutes ago, and paused and resumed 30 and 20 minutes ago on another device. */
async function changedElsewhere(ana: Person) {
  const { session: seen } = (await startFocus(ana, await ana.buildTask(), { mode: "flow", at: ago(60) }))
    .body;
  await send(ana, { to: "paused", at: ago(30) });
  const { session: now } = (await send(ana, { to: "running", at: ago(20) })).body;
  return { seen, now };
}

test.each(["paused", "ended"] as const)(
  "BEY-18 BEY-4 a session is not simply %s by a late report from before it went on elsewhere",
  async (to) => {
    const ana = await app.signIn();
    const { seen, now } = await changedElsewhere(ana);
    expect(Date.parse(now?.since ?? "")).toBeGreaterThan(Date.parse(seen?.since ?? ""));
    const late = { to, at: ago(40) };
    const refused = await send(ana, { ...late, expected: { session: seen } });
    expect(refused).toMatchObject({ status: 409, body: { code: "changed_since" } });
    expect(await currentFocus(ana)).toMatchObject({ pausedAt: null, since: now?.since });

    // A call that has seen that it went on changes it all the same; it counts from then.
    const { status, body } = await send(ana, { ...late, expected: { session: now } });
    expect(status).toBe(200);
    if (to === "ended") expect(body.session).toBeNull();
    else expect(minutesOf(body.session)).toBe(30);
  },
);

test("BEY-18 BEY-4 a late report of going on, or of another session, asks if the session was paused again elsewhere since", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask();
  await startFocus(ana, task, { mode: "flow", at: ago(60) });
  const { session: seen } = (await send(ana, { to: "paused", at: ago(50) })).body;
  await send(ana, { to: "running", at: ago(30) });
  const { session: now } = (await send(ana, { to: "paused", at: ago(20) })).body;
  const late = { at: ago(40), expected: { session: seen } };
  expect((await send(ana, { to: "running", ...late })).status).toBe(409);
  expect((await startFocus(ana, await ana.buildTask(), { mode: "flow", ...late })).status).toBe(409);
  expect(await currentFocus(ana)).toMatchObject({ id: seen?.id, pausedAt: now?.pausedAt });
});

test("BEY-18 BEY-4 a change from after the session went on elsewhere, or by a program that knows no `since`, doesn't ask", async () => {
  const ana = await app.signIn();
  const { seen } = await changedElsewhere(ana);
  const after = await send(ana, { to: "paused", at: ago(10), expected: { session: seen } });
  expect(after.status).toBe(200);
  expect(minutesOf(after.body.session)).toBe(40);

  const bea = await app.signIn();
  const { id, pausedAt } = (await changedElsewhere(bea)).seen ?? {};
  expect(
    (await send(bea, { to: "paused", at: ago(40), expected: { session: { id, pausedAt } } })).status,
  ).toBe(200);
  const cy = await app.signIn();
  const { seen: before } = await changedElsewhere(cy);
  // Without a time, it is made now.
  expect((await send(cy, { to: "paused", expected: { session: before } })).status).toBe(200);
});

test("BEY-18 BEY-4 a person's own changes in a row don't ask: with a slow clock, over another session, or after the first was made anyway", async () => {
  const ana = await app.signIn();
  const { session } = (await startFocus(ana, await ana.buildTask())).body;
  /** As the page sends them: each saw what the one before it made. */
  const inRow = async (person: Person, seen: FocusSession | null, changes: [string, string][]) => {
    const statuses = [];
    for (const [to, at] of changes) {
      statuses.push((await send(person, { to, at, expected: { session: seen } })).status);
      seen = seen && { ...seen, since: at, pausedAt: to === "paused" ? at : null };
    }
    return statuses;
  };
  // The clock of the browser is an hour behind the server's.
  expect(
    await inRow(ana, session, [
      ["paused", ago(60)],
      ["running", ago(59)],
      ["paused", ago(58)],
    ]),
  ).toEqual([200, 200, 200]);

  // What ran elsewhere ended later than the changes in the row: they count from then, and still don't ask.
  const bea = await app.signIn();
  await startFocus(bea, await bea.buildTask(), { mode: "flow", at: ago(50) });
  await send(bea, { to: "ended", at: ago(10) });
  const id = crypto.randomUUID();
  const begun = { id, at: ago(60), mode: "flow", expected: { session: null } };
  const { session: mine } = (await startFocus(bea, await bea.buildTask(), begun)).body;
  expect(
    await inRow(bea, mine && { ...mine, since: begun.at }, [
      ["paused", ago(45)],
      ["running", ago(40)],
    ]),
  ).toEqual([200, 200]);

  const cy = await app.signIn();
  const { now } = await changedElsewhere(cy);
  expect(
    await inRow(cy, now, [
      ["paused", ago(40)],
      ["running", ago(35)],
      ["ended", ago(34)],
    ]),
  ).toEqual([200, 200, 200]);
});

test("BEY-18 BEY-4 a session from before `since` was stored has that of its start or pause, and goes on", async () => {
  const ana = await app.signIn();
  await startFocus(ana, await ana.buildTask());
  const forget = () =>
    app.running.services.pool.query("update focus_sessions set since = null where user_id = $1", [
      ana.user.id,
    ]);
  await forget();
  const running = await currentFocus(ana);
  expect(running?.since).toBe(running?.startedAt);
  await send(ana, { to: "paused" });
  await forget();
  const paused = await currentFocus(ana);
  expect(paused?.since).toBe(paused?.pausedAt);
  expect((await send(ana, { to: "running", at: ago(0), expected: { session: paused } })).status).toBe(200);
});

test("BEY-18 BEY-4 a change of a session that was changed elsewhere meanwhile is refused, and nothing changes", async () => {
  const ana = await app.signIn();
  const [first, second] = [await ana.buildTask(), await ana.buildTask()];
  const seen = (await startFocus(ana, first)).body.session;
  await startFocus(ana, second);
  const refused = await ana.patch(focusPath(ana), { to: "ended", expected: { session: seen } });
  expect(refused).toMatchObject({ status: 409, body: { code: "changed_since" } });
  const again = { mode: "flow", expected: { session: null } };
  expect((await startFocus(ana, first, again)).status).toBe(409);
  expect((await currentFocus(ana))?.taskId).toBe(second.id);
  const eve = await app.signIn();
  const stolen = await startFocus(eve, await eve.buildTask(), { mode: "flow", id: seen?.id });
  expect(stolen).toMatchObject({ status: 409, body: { code: "conflict" } });
});

test("API-3 of several people who start a session with one id at the same moment, one gets it", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => app.signIn()));
  const tasks = await Promise.all(people.map((person) => person.buildTask()));
  const id = randomUUID();
  const answers = await Promise.all(
    people.map((person, index) => startFocus(person, tasks[index] as Task, { mode: "flow", id })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});
