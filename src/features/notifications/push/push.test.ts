import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import webPush from "web-push";
import { signedBy, startPushService } from "../../../../test/stand-ins/push-service";
import { atEnd } from "../../../../test/support/at-end";
import { type Person, shortenPauses, startTestApp } from "../../../../test/support/test-app";
import { administers } from "../../auth/service";
import type { NotificationList, PushBrowser, PushState } from "../contract";
import { startPushing, textOf } from "./deliver";
import { createPushService } from "./push-service";

// As far as a push service on this machine goes; no browser maker's service is asked.
shortenPauses();
const service = await startPushService();
const app = await startTestApp();
const { pool } = app.running.services;
/** The journal is looked at every two seconds, and then what waits for browsers. */
const soon = { timeout: 20_000 };
const path = "/api/notifications/push";

const list = async (person: Person) => (await person.get<PushBrowser[]>(`${path}/browsers`)).body;
/** Lets what waits for the person's browsers be sent at once, as if the wait were over. */
const endWaits = (person: Person) =>
  pool.query("update push_subscriptions set next_attempt_at = now() where user_id = $1", [person.user.id]);
const waiting = async (person: Person) =>
  (
    await pool.query(
      "select from pending_pushes p join push_subscriptions s on s.id = p.subscription_id where s.user_id = $1",
      [person.user.id],
    )
  ).rowCount;

/** Bo, who has subscribed a browser, and Ana, who assigns tasks to him. */
async function subscribed() {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  const { body: state } = await ana.post<PushState>(`${path}/keys`);
  const browser = service.subscribe();
  const added = await bo.post<PushBrowser>(`${path}/browsers`, browser.subscription);
  expect(added.status).toBe(200);
  service.answer = { status: 201 };
  const assign = (title: string) => ana.buildTask({ title, assigneeId: bo.user.id });
  return { ana, bo, browser, id: added.body.id, assign, publicKey: state.publicKey as string };
}

test("BEY-9 a browser gets an encrypted, signed notification without any text of the task, until the person wants it", async () => {
  const { ana, bo, browser, id, assign, publicKey } = await subscribed();
  const task = await assign("Send the quote");
  await expect.poll(() => browser.pushes.length, soon).toBe(1);
  expect(browser.texts()).toEqual([
    {
      title: "Assigned to you",
      body: "Open Zippy to see more.",
      path: `/matrix/${task.id}?team=${ana.teamId}`,
      tag: expect.any(String),
    },
  ]);
  const [push] = browser.pushes;
  expect(push?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
  expect(push?.body.toString("latin1")).not.toContain("Zippy");
  expect(signedBy(publicKey, push?.headers ?? {})).toMatchObject({
    aud: service.url,
    sub: expect.stringMatching(/^mailto:/),
  });

  expect((await bo.patch(`${path}/browsers/${id}`, { details: true })).status).toBe(200);
  await assign("Call the bank");
  await expect.poll(() => browser.pushes.length, soon).toBe(2);
  expect(browser.texts()[1]).toMatchObject({ body: "Call the bank" });
  await expect.poll(() => waiting(bo), soon).toBe(0);
  const [shown] = await list(bo);
  expect(shown).toMatchObject({ details: true, problem: null, lastUsedAt: expect.any(String) });

  const { rows } = await pool.query("select private_key from push_keys");
  expect(rows).toEqual([{ private_key: expect.stringMatching(/^v1\./) }]);
});

test("BEY-9 focus and quiet hours hold pushes back; afterwards one tells of all that is still unread", async () => {
  const { ana, bo, browser, assign } = await subscribed();
  const own = await bo.buildTask({ title: "Own" });
  await bo.post(`/api/teams/${bo.teamId}/focus`, { taskId: own.id, mode: "flow" });
  const read = await assign("Read meanwhile");
  await assign("One");
  await assign("Two");
  await expect.poll(() => waiting(bo), soon).toBe(3);
  const held = async () => {
    const { rows } = await pool.query(
      "select next_attempt_at > now() as held from push_subscriptions where user_id = $1",
      [bo.user.id],
    );
    return rows[0]?.held;
  };
  await expect.poll(held, soon).toBe(true);
  await bo.patch(`/api/teams/${bo.teamId}/focus`, { to: "ended" });

  await bo.patch("/api/notifications/choice", { off: [], quiet: { from: "00:00", to: "00:00" } });
  await endWaits(bo);
  await expect.poll(held, soon).toBe(true);
  expect(browser.pushes).toEqual([]);

  await bo.post(`/api/teams/${ana.teamId}/notifications/read`, { subjectId: read.id });
  await bo.patch("/api/notifications/choice", { off: ["due_soon"], quiet: null });
  await endWaits(bo);
  await expect
    .poll(() => browser.texts().map((one) => (one as { title: string }).title), soon)
    .toEqual(["2 notifications"]);
  await expect.poll(() => waiting(bo), soon).toBe(0);
});

test("BEY-9 a long name is cut, because push services refuse more than 4 KB", () => {
  const one = {
    ...{ id: "1", type: "snooze_back" as const, subjectType: "message" as const, subjectId: "2" },
    ...{ title: "漢".repeat(100_000), readAt: null, member: true, teamId: "3", by: null },
  };
  expect(Buffer.byteLength(JSON.stringify(textOf([one, { ...one, subjectId: "3" }], true)))).toBeLessThan(
    3_000,
  );
});

test("BEY-9 tasks that are due together are one notification, which says how many more there are", () => {
  const due = {
    ...{ id: "1", type: "due_soon" as const, subjectType: "tasks" as const, subjectId: "2" },
    ...{ title: "Pay the rent", readAt: null, member: true, teamId: "3", by: null },
  };
  const waits = [due, due, due, due] as [typeof due, ...(typeof due)[]];
  expect(textOf(waits, true)).toMatchObject({ title: "Due within a day", body: "Pay the rent and 3 more" });
  expect(textOf(waits, false).body).toBe("Open Zippy to see more.");
  // The same task by itself is another entry.
  const mention = { ...due, type: "mentioned" as const, subjectType: "task" as const };
  expect(textOf([...waits, mention], true)).toMatchObject({
    title: "2 notifications",
    body: "Due within a day: Pay the rent and 3 more",
  });
  // A name is shown where details are.
  const named = { ...mention, by: "Bo Lind" };
  expect(textOf([named], true)).toMatchObject({ title: "Bo Lind mentioned you", body: "Pay the rent" });
  expect(textOf([named], false).title).toBe("Mentioned you");
});

test("BEY-9 who leaves a team gets nothing more of it, also not what quiet hours held back", async () => {
  const { ana, bo, browser, id, assign } = await subscribed();
  await bo.patch(`${path}/browsers/${id}`, { details: true });
  await bo.patch("/api/notifications/choice", { off: [], quiet: { from: "00:00", to: "00:00" } });
  await assign("Secret");
  await expect.poll(() => waiting(bo), soon).toBe(1);
  expect((await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`)).status).toBe(200);
  await bo.patch("/api/notifications/choice", { off: [], quiet: null });
  await endWaits(bo);
  await expect.poll(() => waiting(bo), soon).toBe(0);
  expect(browser.pushes).toEqual([]);
});

test.each([
  ["has expired", "expires_at = now()"],
  ["wasn't used for 14 days", "last_seen_at = now() - interval '14 days 1 minute'"],
])("BEY-9 a browser whose session %s gets nothing more", async (_, change) => {
  const { ana, bo, browser, assign } = await subscribed();
  const other = service.subscribe();
  await ana.post(`${path}/browsers`, other.subscription);
  await pool.query(`update sessions set ${change} where user_id = $1`, [bo.user.id]);
  await assign("Secret");
  await expect.poll(() => waiting(bo), soon).toBe(1);
  // Somebody else gets theirs after it.
  const { rows } = await pool.query("select id from notifications where user_id = $1", [bo.user.id]);
  await pool.query(
    `insert into pending_pushes (team_id, subscription_id, notification_id)
     select $1, id, $2 from push_subscriptions where user_id = $3`,
    [ana.teamId, rows[0]?.id, ana.user.id],
  );
  await expect.poll(() => waiting(ana), soon).toBe(0);
  expect(browser.pushes).toEqual([]);
});

test("BEY-9 a service that is busy is asked again later; one that says the browser is gone ends the subscription", async () => {
  const { bo, browser, assign } = await subscribed();
  service.answer = { status: 429, retryAfter: "120" };
  await assign("Busy");
  await expect.poll(async () => (await list(bo))[0]?.problem, soon).toContain("status 429");
  const { rows } = await pool.query(
    "select extract(epoch from next_attempt_at - now()) as wait, attempts from push_subscriptions where user_id = $1",
    [bo.user.id],
  );
  expect(Number(rows[0]?.wait)).toBeGreaterThan(100);
  expect(rows[0]?.attempts).toBe(1);

  service.answer = { status: 503 };
  await endWaits(bo);
  await expect.poll(async () => (await list(bo))[0]?.problem, soon).toContain("status 503");
  service.answer = { status: 201 };
  await endWaits(bo);
  await expect.poll(async () => (await list(bo))[0]?.problem, soon).toBe(null);
  expect(browser.texts()).toHaveLength(3);

  // A service that wants no more of it isn't asked again about the same notification.
  service.answer = { status: 403 };
  await assign("Refused");
  await expect.poll(async () => (await list(bo))[0]?.problem, soon).toContain("Turn it off and on again");
  expect(await waiting(bo)).toBe(0);

  service.answer = { status: 410 };
  await assign("Gone");
  await expect.poll(() => list(bo), soon).toEqual([]);
});

test("BEY-9 somebody's twenty browsers whose services never answer delay nobody else's", async () => {
  const { ana, bo, browser, assign } = await subscribed();
  const eve = await app.signIn();
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await eve.post(`/api/invitations/${body.token}/accept`, {});
  const silent = await startSilentService();
  for (let n = 0; n < 20; n++) {
    const { keys } = service.subscribe().subscription;
    await eve.post(`${path}/browsers`, { endpoint: `${silent.url}/${n}`, keys });
  }
  await ana.buildTask({ title: "Slow", assigneeId: eve.user.id });
  await expect.poll(silent.open, soon).toBe(3);
  await assign("Fast");
  await expect.poll(() => browser.pushes.length, soon).toBe(1);
  // Hers are still only as many as one person may have under way.
  expect(silent.open()).toBe(3);
  await expect.poll(() => waiting(bo), soon).toBe(0);
  silent.refuseAll();
  await pool.query("delete from push_subscriptions where user_id = $1", [eve.user.id]);
});

/** A push service that takes requests and never answers. */
async function startSilentService(): Promise<{ url: string; open: () => number; refuseAll: () => void }> {
  let open = 0;
  const server = createServer((request) => {
    open++;
    request.socket.once("close", () => open--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    open: () => open,
    refuseAll: () => void server.closeAllConnections(),
  };
}

test("BEY-9 a stop in the middle of a push is no failed attempt", async () => {
  // It only serves requests, so nothing else sends.
  const web = await startTestApp({ ROLE: "web" });
  const { db, pool } = web.running.services;
  const bo = await web.signIn();
  const silent = await startSilentService();
  await bo.post(`${path}/keys`);
  const { keys } = service.subscribe().subscription;
  await bo.post(`${path}/browsers`, { endpoint: `${silent.url}/1`, keys });
  await pool.query(
    `with made as (
       insert into notifications (team_id, user_id, type, subject_type, subject_id, title, cause)
       values ($1, $2, 'task_assigned', 'task', $3, 'A task', 'test') returning team_id, id)
     insert into pending_pushes (team_id, subscription_id, notification_id)
     select made.team_id, push_subscriptions.id, made.id from push_subscriptions, made`,
    [bo.teamId, bo.user.id, randomUUID()],
  );
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const { stop } = await startPushing({
    ...{ db, publicOnly: false },
    keys: async () => ({ publicKey, privateKey, contact: "mailto:ana@example.com" }),
    log: (line) => web.problems.push(line),
  });
  await expect.poll(silent.open, soon).toBe(1);
  await stop();
  const { rows } = await pool.query(
    "select attempts, problem, next_attempt_at <= now() as due from push_subscriptions",
  );
  expect(rows).toEqual([{ attempts: 0, problem: null, due: true }]);
});

test("BEY-9 a browser belongs to one person and one session; strangers can't touch it", async () => {
  const { ana, bo, browser, id } = await subscribed();
  expect((await ana.patch(`${path}/browsers/${id}`, { details: true })).status).toBe(404);
  expect((await ana.delete(`${path}/browsers/${id}`)).status).toBe(404);
  expect(await list(ana)).toEqual([]);
  // Subscribing again is the same browser.
  await bo.post(`${path}/browsers`, browser.subscription);
  expect(await list(bo)).toHaveLength(1);
  // Another person signs in to the same browser.
  expect((await ana.post(`${path}/browsers`, browser.subscription)).status).toBe(200);
  expect(await list(bo)).toEqual([]);
  expect(await list(ana)).toHaveLength(1);
  await ana.post("/api/logout");
  const { rows } = await pool.query("select from push_subscriptions where endpoint = $1", [
    browser.subscription.endpoint,
  ]);
  expect(rows).toEqual([]);
});

test("BEY-9 hosts of private networks, plain http and keys off the curve are refused", async () => {
  const guarded = await startTestApp({ PRIVATE_HOSTS: "refuse" });
  const eve = await guarded.signIn();
  const { keys } = service.subscribe().subscription;
  const add = async (endpoint: string, given = keys) =>
    (await eve.post<{ message: string }>(`${path}/browsers`, { endpoint, keys: given })).body.message;
  expect(await add("http://push.example.com/1")).toContain("must begin with https");
  expect(await add("https://169.254.169.254/latest")).toContain("cloud's metadata");
  expect(await add("https://[::1]/1")).toContain("private network");
  const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
  expect(await add("https://push.example.com/1", { ...keys, p256dh: off })).toContain("isn't valid");

  // A name that leads into the private network is found when it's looked up.
  await eve.post(`${path}/keys`);
  expect((await eve.post(`${path}/browsers`, { endpoint: "https://localhost/1", keys })).status).toBe(200);
  const ana = await guarded.signIn();
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await eve.post(`/api/invitations/${invitation.token}/accept`, {});
  const task = await ana.buildTask({ assigneeId: eve.user.id });
  await expect
    .poll(async () => `${(await eve.get<PushBrowser[]>(`${path}/browsers`)).body[0]?.problem}`, soon)
    .toContain("private network");
  const { body } = await eve.get<NotificationList>(`/api/teams/${ana.teamId}/notifications`);
  expect(body.items[0]?.subjectId).toBe(task.id);
});

test("BEY-9 where anybody can sign up, only who signed in first makes the installation's keys", async () => {
  const { rows } = await pool.query<{ id: string }>(
    "select id from users where demo_ends_at is null order by created_at, id limit 1",
  );
  const cy = await app.signIn();
  const push = createPushService({
    ...{ db: app.running.services.db, secrets: app.running.services.secrets },
    ...{ publicOnly: false, publicUrl: undefined },
    administers: (userId) => administers(app.running.services.db, { id: "firebase" }, userId),
  });
  const actor = (userId: string, role: "owner" | "member") => ({
    ...{ userId, sessionId: randomUUID(), expiresAt: new Date(), signedInAt: new Date(), email: "" },
    ...{ roles: { [cy.teamId]: role }, teamId: cy.teamId, demo: false },
  });
  await expect(push.makeKeys(actor(cy.user.id, "owner"))).rejects.toMatchObject({
    code: "forbidden",
    message: "Only the person who set up this installation can set up push notifications.",
  });
  expect((await push.state(actor(cy.user.id, "owner"))).mayMakeKeys).toBe(false);
  const first = rows[0]?.id as string;
  expect((await push.state(actor(first, "owner"))).mayMakeKeys).toBe(true);
  expect((await push.state(actor(first, "member"))).mayMakeKeys).toBe(false);
});
