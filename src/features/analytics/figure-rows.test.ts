import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { incoming, startTestApp } from "../../../test/support/test-app";
import type { AnalyticsSummary, CompletedTask, FigureRow } from "./contract";
import { createFigureRepository } from "./figure-repository";
import { createFigureRows } from "./repository";

const app = await startTestApp();

test("BEY-18 BEY-3 the rows of a figure go on after one that no longer counts", async () => {
  const eve = await app.signIn();
  for (let n = 0; n < 4; n++) await eve.buildTask({ status: "resolved" });
  const page = async (query: string) =>
    (
      await eve.get<{ rows: FigureRow[] }>(
        `/api/teams/${eve.teamId}/analytics/rows?figure=tasks_completed&limit=2${query}`,
      )
    ).body.rows;
  const [first, last] = await page("");
  const rest = await page(`&after=${last?.id}`);
  expect(rest).toHaveLength(2);
  await eve.patch(`/api/tasks/${last?.id}`, { status: "new" });
  expect(await page(`&after=${last?.id}&afterAt=${last?.at}`)).toEqual(rest);
  expect(await page("")).toEqual([first, rest[0]]);
  const { status } = await eve.get(
    `/api/teams/${eve.teamId}/analytics/rows?figure=tasks_completed&after=${last?.id}&afterAt=yesterday`,
  );
  expect(status).toBe(400);
});

test("a figure without its day, channel or member says which is missing", async () => {
  const ana = await app.signIn();
  const asked = async (query: string) =>
    (await ana.get<{ message: string }>(`/api/teams/${ana.teamId}/analytics/rows?${query}`)).body.message;
  expect(await asked("figure=day_completed")).toBe("day: Name the day.");
  expect(await asked("figure=day_completed&day=2020-01-01")).toMatch(/^day: Choose a day/);
  expect(await asked("figure=channel_received")).toBe("channel: Name the channel.");
  expect(await asked("figure=member_focus_time")).toBe("userId: Name the member.");
});

test("ANA-4 a task that is added as resolved counts", async () => {
  const eve = await app.signIn();
  await eve.buildTask({ status: "resolved" });
  expect((await eve.get<CompletedTask[]>(`/api/teams/${eve.teamId}/analytics`)).body).toHaveLength(1);
});

test("ANA-3 a new team has no data, and every figure is a true 0", async () => {
  const eve = await app.signIn();
  const { body } = await eve.get<AnalyticsSummary>(`/api/teams/${eve.teamId}/analytics/summary`);
  expect(body).toMatchObject({ hasData: false, tasksCompleted: 0, focusMinutes: 0, channels: [] });
  expect(body.timeSaved.minutes).toBe(0);
  await eve.buildMessages([incoming()]);
  const later = await eve.get<AnalyticsSummary>(`/api/teams/${eve.teamId}/analytics/summary`);
  expect(later.body.hasData).toBe(true);
});

test("ANA-1 BEY-3 an imported message saved no time until somebody resolves it or makes a task of it", async () => {
  const ana = await app.signIn();
  const sentAt = new Date();
  const [resolved, made] = await ana.buildMessages([{ sentAt }, { sentAt }, { sentAt }], "import");
  await ana.buildMessages([{ sentAt }], "gmail");
  const saved = async () => {
    const of = `/api/teams/${ana.teamId}/analytics`;
    const { body } = await ana.get<AnalyticsSummary>(`${of}/summary`);
    const { rows, total } = (
      await ana.get<{ rows: FigureRow[]; total: number }>(`${of}/rows?figure=time_saved`)
    ).body;
    const { messages, tasks, minutes } = body.timeSaved;
    expect(total).toBe(messages + tasks);
    expect(rows.reduce((sum, row) => sum + (row.minutes ?? 0), 0)).toBe(minutes);
    // All four were received, whatever they saved.
    expect(body.channels.map(({ received }) => received)).toEqual([3, 1]);
    return [messages, tasks, minutes];
  };
  expect(await saved()).toEqual([1, 0, 2]);
  await ana.patch(`/api/messages/${resolved?.id}`, { status: "resolved" });
  expect(await saved()).toEqual([2, 0, 4]);
  await ana.post(`/api/messages/${made?.id}/create-task`, { teamId: ana.teamId });
  expect(await saved()).toEqual([3, 1, 9]);
  await ana.patch(`/api/messages/${resolved?.id}`, { status: "new" });
  expect(await saved()).toEqual([2, 1, 7]);
});

test("ANA-2 BEY-3 of two responses at the same instant, the one recorded first counts, in figure and rows alike", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await app.signIn("Bo Lind");
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`, {});
  const team = `/api/teams/${ana.teamId}`;
  await bo.patch(`${team}/analytics/choice`, { shareFigures: true });
  // Ana resolves the first, then Bo makes a task of it; with the second it is the other way round.
  const [first] = await ana.buildMessages([incoming()]);
  const [second] = await ana.buildMessages([incoming()]);
  for (const [message, resolver, maker] of [
    [first, ana, bo],
    [second, bo, ana],
  ] as const) {
    const resolve = () => resolver.patch(`/api/messages/${message?.id}`, { status: "resolved" });
    const make = () => maker.post(`/api/messages/${message?.id}/create-task`, { teamId: ana.teamId });
    for (const respond of resolver === ana ? [resolve, make] : [make, resolve])
      expect((await respond()).status).toBe(200);
  }
  await app.running.services.pool.query(
    `update events set at = date_trunc('second', now())
     where team_id = $1 and type in ('message_resolved', 'task_created')`,
    [ana.teamId],
  );
  const rowsOf = async (userId: string) =>
    (
      await ana.get<{ rows: FigureRow[] }>(`${team}/analytics/rows?figure=member_response&userId=${userId}`)
    ).body.rows.map(({ id }) => id);
  expect((await rowsOf(ana.user.id)).toSorted()).toEqual([first?.id, second?.id].map(String).toSorted());
  expect(await rowsOf(bo.user.id)).toEqual([]);
});

test("ANA-2 after many messages were resolved, reopened and resolved at once, figures read each event a few times", async () => {
  const { db, pool } = app.running.services;
  const span = { from: new Date("2000-01-01"), to: new Date("2100-01-01") };
  const readsOf = async (count: number) => {
    const ana = await app.signIn();
    await ana.buildMessages(Array.from({ length: count }, () => incoming()));
    for (const type of ["message_resolved", "message_reopened", "message_resolved"])
      await pool.query(
        `insert into events (team_id, user_id, type, subject_id, at)
         select team_id, $2, $3, id, now() from messages where team_id = $1`,
        [ana.teamId, ana.user.id, type],
      );
    await pool.query("update messages set status = 'resolved' where team_id = $1", [ana.teamId]);
    // As of messages that came a while ago; the events have no statistics yet.
    await pool.query("analyze messages");
    return db.transaction(async (tx) => {
      // Otherwise it depends on the sizes of the tables whether they are read whole.
      await tx.execute(sql`set local enable_seqscan = off`);
      const rows = createFigureRows({ teamId: ana.teamId, userId: ana.user.id });
      const figures = createFigureRepository(tx);
      const [channel] = await figures.byChannel(rows.received(span));
      expect(channel).toMatchObject({ received: count, resolved: count });
      expect(await figures.sumsByPerson(rows.responses(span))).toMatchObject([
        { userId: ana.user.id, count },
      ]);
      const { rows: read } = await tx.execute<{ count: number }>(sql`
        select sum(seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
        where relname in ('events', 'messages')`);
      return read[0]?.count ?? 0;
    });
  };
  // Four times as many; comparing each with each would read sixteen times as many.
  const few = await readsOf(50);
  expect(few).toBeGreaterThan(50 * 4);
  expect(await readsOf(200)).toBeLessThan(few * 10);
});
