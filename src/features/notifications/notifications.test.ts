import { expect, test } from "vitest";
import { shortenPauses, startTestApp } from "../../../test/support/test-app";
import { inTeam } from "../../shared/team-address";
import { wakeTasks } from "../tasks/service";
import {
  type Notification,
  type NotificationChange,
  type NotificationChoice,
  type NotificationList,
  notificationTypes,
} from "./contract";
import { pathOf } from "./notification-names";

shortenPauses();
const app = await startTestApp();
/** The journal is looked at every two seconds. */
const soon = { timeout: 20_000 };
type Person = Awaited<ReturnType<typeof app.signIn>>;

const list = async (person: Person, teamId = person.teamId) =>
  (await person.get<NotificationList>(`/api/teams/${teamId}/notifications`)).body;
const types = async (person: Person, teamId?: string) =>
  (await list(person, teamId)).items.map(({ type, title, count }) => `${type}: ${title} ×${count}`);

/** Two people of one team. */
async function pair() {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  expect((await bo.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  return { ana, bo, teamId: ana.teamId };
}

test("BEY-9 who is assigned a task is notified once, grouped with what else happens to it, and can read it", async () => {
  const { ana, bo, teamId } = await pair();
  const task = await ana.buildTask({ title: "Send quote", assigneeId: bo.user.id });
  await expect.poll(() => types(bo, teamId), soon).toEqual(["assigned: Send quote ×1"]);
  // One's own doing is no news.
  await ana.buildTask({ title: "Mine", assigneeId: ana.user.id });

  await ana.patch(`/api/tasks/${task.id}`, { snoozedUntil: "2099-01-01T09:00:00Z" });
  await app.running.services.pool.query("update tasks set snoozed_until = now() where id = $1", [task.id]);
  await wakeTasks(app.running.services.db);
  await expect.poll(() => types(bo, teamId), soon).toEqual(["snooze_back: Send quote ×2"]);
  expect((await list(bo, teamId)).unread).toBe(1);
  const { body } = await bo.post<NotificationList>(`/api/teams/${teamId}/notifications/read`, {
    subjectId: task.id,
  });
  expect(body).toMatchObject({ unread: 0, items: [{ read: true }] });
  expect(await types(ana)).toEqual([]);
});

test("BEY-9 several tasks that are assigned together are one notification, which opens all that the person has", async () => {
  const { ana, bo, teamId } = await pair();
  const tasks = [await ana.buildTask({ title: "One" }), await ana.buildTask({ title: "Two" })];
  const assign = (ids: string[]) =>
    ana.post(`/api/teams/${teamId}/tasks/change`, { target: { ids }, change: { assigneeId: bo.user.id } });
  expect((await assign(tasks.map(({ id }) => id))).status).toBe(200);
  await expect.poll(() => types(bo, teamId), soon).toEqual(["assigned: Assigned 2 tasks ×1"]);
  const [several] = (await list(bo, teamId)).items;
  expect(several).toMatchObject({ subjectType: "tasks" });
  expect(inTeam(pathOf(several as Notification), teamId)).toBe(`/matrix?view=list&tasks=mine&team=${teamId}`);

  const [three] = [await ana.buildTask({ title: "Three" })];
  await assign([three.id]);
  await expect.poll(() => types(bo, teamId), soon).toHaveLength(2);
  const [single] = (await list(bo, teamId)).items;
  expect(pathOf(single as Notification)).toBe(`/matrix/${three.id}`);
});

test("BEY-9 who is assigned tasks that are added together is notified once of their own", async () => {
  const { ana, bo, teamId } = await pair();
  const add = (...tasks: { title: string; assigneeId?: string }[]) =>
    ana.post(`/api/teams/${teamId}/tasks/many`, { tasks });
  await add(
    { title: "One", assigneeId: bo.user.id },
    { title: "Two", assigneeId: ana.user.id },
    { title: "Three", assigneeId: bo.user.id },
    { title: "Four" },
  );
  await expect.poll(() => types(bo, teamId), soon).toEqual(["assigned: Assigned 2 tasks ×1"]);
  const [several] = (await list(bo, teamId)).items;
  expect(inTeam(pathOf(several as Notification), teamId)).toBe(`/matrix?view=list&tasks=mine&team=${teamId}`);

  await add({ title: "Five" }, { title: "Six", assigneeId: bo.user.id });
  await expect.poll(() => types(bo, teamId), soon).toHaveLength(2);
  const [single] = (await list(bo, teamId)).items;
  expect(single).toMatchObject({ subjectType: "task", title: "Six" });
  expect(await types(ana)).toEqual([]);
});

test("BEY-9 BEY-18 all until a moment are marked as read; what came later stays unread", async () => {
  const { ana, bo, teamId } = await pair();
  await ana.buildTask({ title: "Seen", assigneeId: bo.user.id });
  await expect.poll(() => types(bo, teamId), soon).toHaveLength(1);
  const until = (await list(bo, teamId)).items[0]?.createdAt;
  await ana.buildTask({ title: "Later", assigneeId: bo.user.id });
  await expect.poll(() => types(bo, teamId), soon).toHaveLength(2);
  const read = `/api/teams/${teamId}/notifications/read`;
  const { body } = await bo.post<NotificationList>(read, { until });
  expect(body.items.map((item) => [item.title, item.read])).toEqual([
    ["Later", false],
    ["Seen", true],
  ]);
  expect((await bo.post(read, { until: "yesterday" })).status).toBe(400);
});

test("BEY-9 a type that is turned off is not notified; quiet hours are kept", async () => {
  const { ana, bo, teamId } = await pair();
  const choice = { off: ["assigned"], quiet: { from: "22:00", to: "07:00" } };
  expect((await bo.patch("/api/notifications/choice", choice)).body).toEqual(choice);
  expect((await bo.get("/api/notifications/choice")).body).toEqual(choice);
  await ana.buildTask({ title: "Quiet", assigneeId: bo.user.id });
  const heard = await ana.buildTask({ title: "Heard", assigneeId: bo.user.id });
  await ana.patch(`/api/tasks/${heard.id}`, { snoozedUntil: "2099-01-01T09:00:00Z" });
  await app.running.services.pool.query("update tasks set snoozed_until = now() where id = $1", [heard.id]);
  await wakeTasks(app.running.services.db);
  // The end of the snooze came later than both assignments.
  await expect.poll(() => types(bo, teamId), soon).toEqual(["snooze_back: Heard ×1"]);
});

test("API-3 another team's notifications can't be read", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  expect((await eve.get(`/api/teams/${ana.teamId}/notifications`)).status).toBe(404);
  expect((await eve.post(`/api/teams/${ana.teamId}/notifications/read`, {})).status).toBe(404);
});

test("BEY-9 a month's messages near their limit, and at it, are notified once each, to who may act", async () => {
  const { ana, bo, teamId } = await pair();
  const { pool, notices, billing } = app.running.services;
  // The trial's limit is 10,000 a month.
  const use = (messages: number) =>
    pool.query(
      `insert into message_usage (team_id, month, messages) values ($1, date_trunc('month', now() at time zone 'utc'), $2)
       on conflict (team_id, month) do update set messages = excluded.messages`,
      [teamId, messages],
    );
  await use(7_999);
  expect(await billing.nearLimits()).toEqual([]);
  await use(8_000);
  await notices.collectDue();
  await notices.collectDue();
  expect(await types(ana, teamId)).toEqual(["limit_near: 80% of this month's 10,000 messages are used. ×1"]);
  // The words follow the rule: a higher share isn't called the same.
  const later = await pair();
  await pool.query(
    "insert into message_usage (team_id, month, messages) values ($1, date_trunc('month', now() at time zone 'utc'), 9999)",
    [later.teamId],
  );
  await notices.collectDue();
  expect(await types(later.ana, later.teamId)).toEqual([
    "limit_near: 99% of this month's 10,000 messages are used. ×1",
  ]);
  await use(10_000);
  await notices.collectDue();
  await use(10_500);
  await notices.collectDue();
  expect(await types(ana, teamId)).toEqual([
    "limit_near: This month's 10,000 messages are used up. New ones wait until next month or another plan. ×2",
  ]);
  expect((await list(ana, teamId)).items[0]).toMatchObject({ subjectType: "team", subjectId: teamId });
  expect(await types(bo, teamId)).toEqual([]);
});

test("BEY-9 LIM-1 accounts near their limit, and at it, are notified once each; a disconnected one isn't counted", async () => {
  const { ana, bo, teamId } = await pair();
  const { pool, notices } = app.running.services;
  const titles = async () => {
    const { rows } = await pool.query<{ title: string }>(
      "select title from notifications where team_id = $1 and user_id = $2 and type = 'limit_near' order by created_at",
      [teamId, ana.user.id],
    );
    return rows.map(({ title }) => title);
  };
  const connect = (accounts: number, status = "connected") =>
    pool.query(
      `with a as (insert into accounts (team_id, provider, external_id)
         select $1, 'imap', gen_random_uuid()::text from generate_series(1, $2) returning id, external_id)
       insert into connections (account_id, team_id, provider, external_id, name, status, history_since)
       select id, $1, 'imap', external_id, external_id, $3, now() from a`,
      [teamId, accounts, status],
    );
  // The trial's limit is 15.
  await connect(11);
  await connect(9, "disconnected");
  await notices.collectDue();
  expect(await titles()).toEqual([]);
  await connect(1);
  await notices.collectDue();
  await connect(1);
  await notices.collectDue();
  const near = "You're approaching your Integrations limit (80% used). Consider upgrading soon.";
  expect(await titles()).toEqual([near]);
  await connect(2);
  await notices.collectDue();
  await notices.collectDue();
  expect(await titles()).toEqual([near, "You've reached your Integrations limit. Upgrade now to continue."]);
  expect(await types(bo, teamId)).toEqual([]);
});

test("BEY-9 LIM-1 members near their limit are notified, but nobody alone on a plan for one", async () => {
  const { pool, notices } = app.running.services;
  const setTier = (teamId: string, tier: string) =>
    pool.query("update subscriptions set tier = $2 where team_id = $1", [teamId, tier]);
  const alone = await app.signIn();
  await setTier(alone.teamId, "free");
  const { ana, bo, teamId } = await pair();
  // Its limit is 5.
  await setTier(teamId, "starter");
  const join = async () => {
    const person = await app.signIn();
    await pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'member')", [
      teamId,
      person.user.id,
    ]);
  };
  await join();
  await notices.collectDue();
  expect(await types(ana, teamId)).toEqual([]);
  await join();
  await notices.collectDue();
  expect(await types(ana, teamId)).toEqual([
    "limit_near: You're approaching your Team Members limit (80% used). Consider upgrading soon. ×1",
  ]);
  await join();
  await notices.collectDue();
  expect(await types(ana, teamId)).toEqual([
    "limit_near: You've reached your Team Members limit. Upgrade now to continue. ×2",
  ]);
  expect(await types(bo, teamId)).toEqual([]);
  expect(await types(alone)).toEqual([]);
});

test("BEY-9 of switches that two tabs press at once none is lost, and what isn't named stays", async () => {
  const bo = await app.signIn();
  const change = (body: NotificationChange) =>
    bo.patch<NotificationChoice>("/api/notifications/choice", body).then(({ body }) => body);
  await Promise.all(notificationTypes.map((type) => change({ switched: { [type]: false } })));
  const quiet = { from: "22:00", to: "07:00" };
  const { off } = await change({ quiet: { from: "20:00", to: "06:00" } });
  await Promise.all([change({ moved: { from: quiet.from } }), change({ moved: { to: quiet.to } })]);
  expect(off.toSorted()).toEqual(notificationTypes.toSorted());
  const others = notificationTypes.slice(1);
  await Promise.all(others.map((type) => change({ switched: { [type]: true } })));
  expect(await change({})).toEqual({ off: [notificationTypes[0]], quiet });
  // There is nothing to move.
  await change({ quiet: null });
  expect((await change({ moved: { from: "23:00" } })).quiet).toBeNull();
});

test("BEY-9 everything unread that the bell counts is in its list, newest first, also beyond the 50 latest", async () => {
  const { ana, bo, teamId } = await pair();
  for (let n = 0; n < 52; n++) await ana.buildTask({ title: `Task ${n}`, assigneeId: bo.user.id });
  await expect.poll(async () => (await list(bo, teamId)).unread, soon).toBe(52);
  const { items } = await list(bo, teamId);
  // Many are found at once.
  const newestFirst = Array.from({ length: 52 }, (_, n) => `Task ${51 - n}`);
  expect(items.map(({ title }) => title)).toEqual(newestFirst);
  for (const { subjectId } of items.slice(0, 50))
    await bo.post(`/api/teams/${teamId}/notifications/read`, { subjectId });
  const left = await list(bo, teamId);
  expect([left.unread, left.items.filter(({ read }) => !read)]).toEqual([2, items.slice(50)]);
  const { body } = await bo.post<NotificationList>(`/api/teams/${teamId}/notifications/read`, {});
  expect([body.unread, body.items.length]).toEqual([0, 50]);
});
