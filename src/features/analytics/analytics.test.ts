import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { recordFacts } from "../journal/service";
import type { AnalyticsSummary, CompletedTask, FigureRef, FigureRow } from "./contract";
import { createAnalyticsService } from "./service";

const app = await startTestApp();
const { db, pool } = app.running.services;

/** The moment that the product counts from; the week of Monday, 26 October, after the clocks went back. */
let clock = new Date("2026-10-28T12:00:00Z");
const analytics = createAnalyticsService({ db, now: () => clock });

const actorOf = ({
  user,
  teamId,
  teams = [teamId],
}: {
  user: { id: string };
  teamId: string;
  teams?: string[];
}) => ({
  userId: user.id,
  sessionId: randomUUID(),
  expiresAt: new Date(),
  signedInAt: new Date(),
  email: "",
  roles: Object.fromEntries(teams.map((id) => [id, "member" as const])),
  teamId,
  demo: false,
});

/** Makes a change through the product and dates its facts, and what it stored, as the fake clock says. */
async function on<T>(moment: string, change: () => Promise<T>): Promise<T> {
  const { rows } = await pool.query<{ seq: string }>("select coalesce(max(seq), 0) as seq from events");
  const result = await change();
  await pool.query("update events set at = $2 where seq > $1 and type <> 'message_received'", [
    rows[0]?.seq,
    moment,
  ]);
  return result;
}

/** All rows behind a figure, page by page. */
async function everyRow(
  person: Person,
  ref: FigureRef,
  period: "week" | "month" = "week",
): Promise<FigureRow[]> {
  const all: FigureRow[] = [];
  for (;;) {
    const page = await analytics.rows(actorOf(person), person.teamId, {
      ...ref,
      period,
      limit: 50,
      offset: all.length,
    });
    all.push(...page.rows);
    expect(all.length).toBeLessThanOrEqual(page.total);
    if (page.rows.length === 0) return all;
  }
}

const minutesOf = (rows: FigureRow[]) => rows.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
const withContext = (rows: FigureRow[]) => rows.filter((row) => row.withContext).length;
function medianOf(rows: FigureRow[]): number | null {
  const sorted = rows.map(({ minutes }) => minutes as number).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}

/** Every figure of the screen, each with its value recomputed from the rows that it opens. */
async function figuresAndRows(person: Person, period: "week" | "month") {
  const summary = await analytics.summary(actorOf(person), person.teamId, { period });
  const rows = (ref: FigureRef) => everyRow(person, ref, period);
  const found: { name: string; figure: unknown; rows: unknown }[] = [];
  const add = (name: string, figure: unknown, of: unknown) => found.push({ name, figure, rows: of });
  add("time_saved", summary.timeSaved.minutes, minutesOf(await rows({ figure: "time_saved" })));
  add("tasks_completed", summary.tasksCompleted, (await rows({ figure: "tasks_completed" })).length);
  const retained = await rows({ figure: "context_retention" });
  add("context_retention", summary.contextRetention, {
    completed: retained.length,
    withContext: withContext(retained),
  });
  add("focus_time", summary.focusMinutes, minutesOf(await rows({ figure: "focus_time" })));
  const sumOf = (part: "completed" | "completedLastWeek") =>
    summary.trend.reduce((sum, day) => sum + day[part], 0);
  add("this week", sumOf("completed"), (await rows({ figure: "week_completed" })).length);
  add("last week", sumOf("completedLastWeek"), (await rows({ figure: "last_week_completed" })).length);
  for (const { day, completed, lastWeekDay, completedLastWeek } of summary.trend) {
    add(day, completed, (await rows({ figure: "day_completed", day })).length);
    add(lastWeekDay, completedLastWeek, (await rows({ figure: "day_completed", day: lastWeekDay })).length);
  }
  for (const { channel, received, needingAction, resolved, minutesToResolve } of summary.channels) {
    add(`${channel} received`, received, (await rows({ figure: "channel_received", channel })).length);
    add(
      `${channel} needing`,
      needingAction,
      (await rows({ figure: "channel_needing_action", channel })).length,
    );
    add(`${channel} resolved`, resolved, (await rows({ figure: "channel_resolved", channel })).length);
    add(
      `${channel} minutes`,
      minutesToResolve,
      medianOf(await rows({ figure: "channel_minutes_to_resolve", channel })),
    );
  }
  for (const member of summary.members) {
    const { userId } = member;
    const done = await rows({ figure: "member_completed", userId });
    add("member completed", member.completed, done.length);
    add(
      "member retention",
      member.withContext,
      withContext(await rows({ figure: "member_context_retention", userId })),
    );
    add(
      "member response",
      member.responseMinutes,
      medianOf(await rows({ figure: "member_response", userId })),
    );
    add("member focus", member.focusMinutes, minutesOf(await rows({ figure: "member_focus_time", userId })));
  }
  const keeping = await rows({ figure: "members_not_sharing" });
  add("members not sharing", summary.membersNotSharing, keeping.length);
  return { summary, found };
}

describe("a week with a fake clock, in Berlin, where the clocks go back on Sunday, 25 October", () => {
  let ana: Person;
  let bo: Person;
  let messages: string[];
  let lastWeekSunday: string;

  beforeAll(async () => {
    ana = await app.signIn("Ana Berg");
    bo = await app.signIn("Bo Lind");
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await bo.post(`/api/invitations/${body.token}/accept`, {});
    bo = Object.assign(bo, { teamId: ana.teamId });
    await ana.patch("/api/auth/user", { timeZone: "Europe/Berlin" });
    await bo.patch("/api/auth/user", { timeZone: "Europe/Berlin" });

    // Six messages: Monday 09:00, 10:00, 11:00 and Tuesday 09:00 in Berlin; one of them is old, one is Ana's own.
    const sent = ["26T08:00", "26T09:00", "26T10:00", "27T08:00", "19T08:00", "26T08:30"];
    const externalIds = sent.map((_, n) => `week-${n}`);
    const stored = await ana.buildMessages(
      sent.map((day, n) => ({
        externalId: externalIds[n] as string,
        sentAt: new Date(`2026-10-${day}:00Z`),
        fromOwner: n === 5,
      })),
      "gmail",
    );
    messages = sent.map(
      (day) => stored.find(({ createdAt }) => createdAt.startsWith(`2026-10-${day}`))?.id as string,
    );
    await ana.buildMessages([{ sentAt: new Date("2026-10-27T08:00:00Z") }], "slack");

    const resolve = (id: string, person: Person) =>
      person.patch(`/api/messages/${id}`, { status: "resolved" });
    // Ana resolves after 30 minutes; Bo after 90; the third is reopened; the fourth becomes a task after 10.
    await on("2026-10-26T08:30:00Z", () => resolve(messages[0] as string, ana));
    await on("2026-10-26T10:30:00Z", () => resolve(messages[1] as string, bo));
    await on("2026-10-26T11:00:00Z", () => resolve(messages[2] as string, bo));
    await on("2026-10-26T12:00:00Z", () => ana.patch(`/api/messages/${messages[2]}`, { status: "new" }));
    const made = await on("2026-10-27T08:10:00Z", () =>
      ana.post<{ id: string }>(`/api/messages/${messages[3]}/create-task`, { teamId: ana.teamId }),
    );

    // Completed: Monday 00:30 in Berlin (still Sunday in UTC), Wednesday; last week's Sunday at 23:30, after 25 hours.
    const complete = async (moment: string, person: Person, id?: string) => {
      const taskId = id ?? (await ana.buildTask()).id;
      await on(moment, () => person.patch(`/api/tasks/${taskId}`, { status: "resolved" }));
      return taskId;
    };
    await complete("2026-10-25T23:30:00Z", ana);
    lastWeekSunday = await complete("2026-10-25T22:30:00Z", ana);
    await complete("2026-10-28T09:00:00Z", bo, made.body.id);
    // Reopened, so it counts nowhere; done twice, so it counts once, on the later day; deleted.
    const reopened = await complete("2026-10-27T09:00:00Z", ana);
    await on("2026-10-27T10:00:00Z", () => ana.patch(`/api/tasks/${reopened}`, { status: "new" }));
    const twice = await complete("2026-10-26T09:00:00Z", ana);
    await on("2026-10-26T10:00:00Z", () => ana.patch(`/api/tasks/${twice}`, { status: "in_progress" }));
    await complete("2026-10-27T11:00:00Z", ana, twice);
    const deleted = await complete("2026-10-26T09:30:00Z", ana);
    await ana.delete(`/api/tasks/${deleted}`);

    // Focus: Ana 25 + 15 minutes with a pause, and across Monday's midnight 60, of which 30 are this week's;
    // Bo 50 minutes.
    const focus = async (person: Person, ...stretches: [string, string][]) => {
      const subjectId = randomUUID();
      const who = { teamId: ana.teamId, userId: person.user.id };
      for (const [from, to] of stretches)
        await recordFacts(db, who, [
          { type: "focus_started", subjectId, at: new Date(from) },
          { type: "focus_ended", subjectId, at: new Date(to) },
        ]);
    };
    await focus(
      ana,
      ["2026-10-26T13:00:00Z", "2026-10-26T13:25:00Z"],
      ["2026-10-26T13:30:00Z", "2026-10-26T13:45:00Z"],
    );
    await focus(ana, ["2026-10-25T22:30:00Z", "2026-10-25T23:30:00Z"]);
    await focus(bo, ["2026-10-27T13:00:00Z", "2026-10-27T13:50:00Z"]);
  });

  test("ANA-1 ANA-2 BEY-3 the figures are exactly those computed by hand", async () => {
    const { summary } = await figuresAndRows(ana, "week");
    expect(summary).toEqual<AnalyticsSummary>({
      hasData: true,
      timeZone: "Europe/Berlin",
      // 5 messages at 2 minutes and one task at 3. The sixth message is Ana's own, the seventh a week old.
      timeSaved: {
        minutes: 13,
        messages: 5,
        tasks: 1,
        meetings: 0,
        minutesPer: { message: 2, task: 3, meeting: 10 },
      },
      tasksCompleted: 4,
      contextRetention: { completed: 3, withContext: 1 },
      // Bo doesn't share: only Ana's.
      focusMinutes: 70,
      trend: ["26", "27", "28", "29", "30", "31", "01"].map((date, n) => ({
        day: `2026-${n === 6 ? 11 : 10}-${date}`,
        completed: [1, 1, 1, 0, 0, 0, 0][n] as number,
        lastWeekDay: `2026-10-${19 + n}`,
        completedLastWeek: n === 6 ? 1 : 0,
      })),
      channels: [
        // 30 and 90 minutes.
        { channel: "gmail", received: 4, needingAction: 1, resolved: 2, minutesToResolve: 60 },
        { channel: "slack", received: 1, needingAction: 1, resolved: 0, minutesToResolve: null },
      ],
      members: [
        {
          userId: ana.user.id,
          firstName: "Ana",
          lastName: "Berg",
          profileImageUrl: null,
          shared: false,
          completed: 2,
          withContext: 0,
          // 30 minutes and 10.
          responseMinutes: 20,
          focusMinutes: 70,
        },
      ],
      membersNotSharing: 1,
    });
    const sunday = await everyRow(ana, { figure: "day_completed", day: "2026-10-25" });
    expect(sunday.map(({ id }) => id)).toEqual([lastWeekSunday]);
  });

  test.each(["week", "month"] as const)(
    "BEY-3 every figure equals the rows that it opens, over a %s",
    async (period) => {
      for (const person of [ana, bo]) {
        const { found } = await figuresAndRows(person, period);
        expect(found.length).toBe(33);
        for (const { name, figure, rows } of found)
          expect({ name, value: rows }).toEqual({ name, value: figure });
      }
    },
  );

  test("ANA-4 the array has one entry per completed task", async () => {
    const { body } = await ana.get<CompletedTask[]>(`/api/teams/${ana.teamId}/analytics`);
    expect(body).toHaveLength(4);
    expect(body[0]).toEqual({ taskId: expect.any(String), completedAt: "2026-10-28T09:00:00.000Z" });
    const { summary } = await figuresAndRows(bo, "week");
    expect(summary.tasksCompleted).toBe(body.length);
  });

  test("each person's days are those of their own time zone", async () => {
    await bo.patch("/api/auth/user", { timeZone: "America/New_York" });
    const { summary } = await figuresAndRows(bo, "week");
    await bo.patch("/api/auth/user", { timeZone: "Europe/Berlin" });
    expect(summary.timeZone).toBe("America/New_York");
    // Monday 00:30 in Berlin is Sunday in New York.
    expect(summary.trend.map(({ completed }) => completed)).toEqual([0, 1, 1, 0, 0, 0, 0]);
    expect(summary.trend[6]?.completedLastWeek).toBe(2);
  });

  test("BEY-19 a member's figures show only with their consent, and their rows too", async () => {
    const rowsOfBo = () =>
      ana.get<{ total: number }>(
        `/api/teams/${ana.teamId}/analytics/rows?figure=member_completed&userId=${bo.user.id}`,
      );
    expect((await rowsOfBo()).status).toBe(404);
    await bo.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: true });
    const shared = await figuresAndRows(ana, "week");
    expect(shared.summary.members.map(({ firstName, completed }) => [firstName, completed])).toEqual([
      ["Ana", 2],
      ["Bo", 1],
    ]);
    expect(shared.summary.members[1]).toMatchObject({ responseMinutes: 90, focusMinutes: 50, shared: true });
    expect(shared.summary).toMatchObject({ focusMinutes: 120, membersNotSharing: 0 });
    expect(await everyRow(ana, { figure: "members_not_sharing" })).toEqual([]);
    for (const { name, figure, rows } of shared.found)
      expect({ name, value: rows }).toEqual({ name, value: figure });
    expect((await rowsOfBo()).status).toBe(200);

    await bo.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: false });
    expect((await rowsOfBo()).status).toBe(404);
    expect((await figuresAndRows(ana, "week")).summary.members).toHaveLength(1);
    expect(await everyRow(ana, { figure: "members_not_sharing" })).toMatchObject([
      { id: bo.user.id, type: "member", title: "Bo Lind", minutes: null },
    ]);
    // Everybody sees their own.
    const own = await figuresAndRows(bo, "week");
    expect(own.summary.members.map(({ firstName }) => firstName)).toEqual(["Bo"]);
  });

  test("BEY-19 the consent ends with the membership", async () => {
    const cy = await app.signIn("Cy Roth");
    const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await cy.post(`/api/invitations/${body.token}/accept`, {});
    await cy.patch(`/api/teams/${ana.teamId}/analytics/choice`, { shareFigures: true });
    await ana.delete(`/api/teams/${ana.teamId}/members/${cy.user.id}`);
    const left = await pool.query("select from analytics_choices where user_id = $1", [cy.user.id]);
    expect(left.rowCount).toBe(0);
  });

  test("a private message is in its reader's figures only", async () => {
    await pool.query("update messages set visible_to = $1 where id = $2", [bo.user.id, messages[0]]);
    const gmail = async (person: Person) =>
      (await figuresAndRows(person, "week")).summary.channels.find(({ channel }) => channel === "gmail")
        ?.received;
    const seen = [await gmail(ana), await gmail(bo)];
    await pool.query("update messages set visible_to = null where id = $1", [messages[0]]);
    expect(seen).toEqual([3, 4]);
  });

  test("Time Saved follows each person's own estimate", async () => {
    const path = `/api/teams/${ana.teamId}/analytics/choice`;
    expect((await ana.get(path)).body).toEqual({
      shareFigures: false,
      minutesPer: { message: 2, task: 3, meeting: 10 },
    });
    await ana.patch(path, { minutesPer: { message: 1, task: 0, meeting: 30 } });
    const mine = await figuresAndRows(ana, "week");
    expect(mine.summary.timeSaved.minutes).toBe(5);
    expect(mine.found.find(({ name }) => name === "time_saved")?.rows).toBe(5);
    expect((await figuresAndRows(bo, "week")).summary.timeSaved.minutes).toBe(13);
    await ana.patch(path, { minutesPer: { message: 2, task: 3, meeting: 10 } });
    expect((await ana.patch(path, { minutesPer: { message: -1, task: 3, meeting: 10 } })).status).toBe(400);
  });

  test("a meeting read for tasks counts once, under its title, until it is deleted", async () => {
    const added = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings/transcript`, {
      ...{
        name: "roof.txt",
        title: "Roof",
        data: Buffer.from("Ana: I will call the roofer.").toString("base64"),
      },
    });
    expect(added.status).toBe(200);
    const { id } = added.body;
    await pool.query("delete from events where subject_id = $1", [id]);
    const fact = { type: "meeting_extracted", subjectId: id, at: new Date("2026-10-28T10:00:00Z") };
    await recordFacts(db, { teamId: ana.teamId, userId: ana.user.id }, [fact, fact]);
    const { summary, found } = await figuresAndRows(ana, "week");
    expect(summary.timeSaved).toMatchObject({ meetings: 1, minutes: 23 });
    expect(found.find(({ name }) => name === "time_saved")?.rows).toBe(23);
    const [latest] = await everyRow(ana, { figure: "time_saved" });
    expect(latest).toMatchObject({ type: "meeting", id, title: "Roof", minutes: 10 });
    expect((await ana.delete(`/api/meetings/${id}`)).status).toBe(200);
    expect((await figuresAndRows(ana, "week")).summary.timeSaved).toMatchObject({ meetings: 0, minutes: 13 });
  });

  test("a new week begins at midnight, also after the clock has changed", async () => {
    const before = clock;
    for (const [now, monday] of [
      ["2026-10-25T22:59:00Z", "2026-10-19"],
      ["2026-10-25T23:00:00Z", "2026-10-26"],
      ["2026-03-29T21:59:00Z", "2026-03-23"],
      ["2026-03-29T22:00:00Z", "2026-03-30"],
    ] as const) {
      clock = new Date(now);
      expect((await figuresAndRows(ana, "week")).summary.trend[0]?.day).toBe(monday);
    }
    clock = before;
  });
});
