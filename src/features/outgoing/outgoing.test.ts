import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { startReceiver } from "../../../test/stand-ins/webhook-receiver";
import { type Person, shortenPauses, startTestApp } from "../../../test/support/test-app";
import type { Delivery, OutgoingWebhook } from "./contract";
import { attempt } from "./deliver";
import { createOutgoingRepository, type DeliveryRow } from "./repository";
import { waitAfter } from "./retries";

shortenPauses();
const app = await startTestApp();
const { db, pool, secrets } = app.running.services;

/** Waits for what a busy machine may take long for. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000, interval: 20 });

type WithSecret = OutgoingWebhook & { secret: string };

async function addWebhook(person: Person, url: string, types = ["task.created", "task.completed"]) {
  const path = `/api/teams/${person.teamId}/webhooks`;
  const { status, body } = await person.post<WithSecret>(path, { url, types });
  expect(status).toBe(200);
  const own = `${path}/${body.id}`;
  return {
    ...body,
    path: own,
    log: async () => (await person.get<Delivery[]>(`${own}/deliveries`)).body,
    state: async () => (await person.get<OutgoingWebhook[]>(path)).body.find(({ id }) => id === body.id),
  };
}

/** Makes waiting deliveries due now. */
const hurry = (webhookId: string) =>
  pool.query("update deliveries set next_attempt_at = now() where webhook_id = $1 and status = 'waiting'", [
    webhookId,
  ]);

/** Makes the next attempt at waiting deliveries their last, and due now. */
async function almostGivenUp(webhookId: string): Promise<void> {
  await pool.query("update deliveries set attempts = 9 where webhook_id = $1 and status = 'waiting'", [
    webhookId,
  ]);
  await hurry(webhookId);
}

describe("BEY-18 outgoing webhooks", () => {
  test("what happens in the team is posted once, signed by the Standard Webhooks scheme", async () => {
    const ana = await app.signIn();
    const { url, received } = await startReceiver();
    const webhook = await addWebhook(ana, url);
    expect(webhook.secret).toMatch(/^whsec_/);
    const task = await ana.buildTask();
    await ana.patch(`/api/tasks/${task.id}`, { title: "Renamed" });
    await ana.patch(`/api/tasks/${task.id}`, { status: "resolved" });
    await eventually(() => received.length).toBe(2);
    const verifier = new Webhook(webhook.secret);
    const bodies = received.map(({ headers, body }) =>
      verifier.verify(body, headers as Record<string, string>),
    );
    const data = { id: task.id, teamId: ana.teamId, userId: ana.user.id };
    expect(bodies).toEqual(
      expect.arrayContaining([
        { type: "task.created", timestamp: expect.stringMatching(/Z$/), data },
        { type: "task.completed", timestamp: expect.stringMatching(/Z$/), data },
      ]),
    );
    await eventually(async () => (await webhook.log()).map(({ status }) => status)).toEqual([
      "delivered",
      "delivered",
    ]);
    const log = await webhook.log();
    expect(log.map(({ id }) => id).sort()).toEqual(
      received.map(({ headers }) => headers["webhook-id"]).sort(),
    );
    expect(JSON.stringify([await webhook.state(), log])).not.toContain(webhook.secret.slice(6));
    const { rows } = await pool.query("select secret from outgoing_webhooks where id = $1", [webhook.id]);
    expect(rows[0].secret).not.toContain(webhook.secret.slice(6));
  });

  test("the user and password in a receiver's address are used, but neither shown nor recorded", async () => {
    const ana = await app.signIn();
    const { url, received } = await startReceiver();
    const webhook = await addWebhook(ana, url.replace("//", "//zippy:pa%3Ass@"));
    await ana.buildTask();
    await eventually(() => received.length).toBe(1);
    const basic = `Basic ${Buffer.from("zippy:pa:ss").toString("base64")}`;
    expect(received[0]?.headers.authorization).toBe(basic);
    const shown = url.replace("//", "//***@");
    expect(webhook.url).toBe(shown);
    expect((await webhook.state())?.url).toBe(shown);
    await ana.delete(webhook.path);
    // As an older version recorded it.
    await pool.query(
      "insert into audit_log (team_id, action, detail) values ($1, 'webhook_added', 'https://zippy:pass@example.com/a')",
      [ana.teamId],
    );
    const log = `/api/teams/${ana.teamId}/audit-log`;
    const { body } = await ana.get<{ action: string; detail: string }[]>(log);
    expect(body.filter(({ action }) => action.startsWith("webhook")).map(({ detail }) => detail)).toEqual([
      "https://***@example.com/a",
      shown,
      shown,
    ]);
    const table = await fetch(`${app.url}${log}/download`, { headers: { cookie: ana.cookie } });
    expect(await table.text()).not.toMatch(/pass|pa%3Ass/);
  });

  test("nothing is posted about other teams, unchosen kinds, archives, and messages that one person sees", async () => {
    const [ana, bo] = [await app.signIn(), await app.signIn()];
    const { url, received } = await startReceiver();
    const webhook = await addWebhook(ana, url, ["message.resolved"]);
    await bo.buildTask();
    await ana.buildTask();
    const messages = await ana.buildMessages([{}, {}, {}]);
    const [hidden, archived, open] = messages.map(({ id }) => id);
    await pool.query("update messages set visible_to = $2 where id = $1", [hidden, ana.user.id]);
    await pool.query("update messages set import_id = gen_random_uuid() where id = $1", [archived]);
    for (const id of [hidden, archived, open]) await ana.patch(`/api/messages/${id}`, { status: "resolved" });
    await eventually(async () => (await webhook.log()).map(({ status }) => status)).toEqual(["delivered"]);
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ type: "message.resolved", data: expect.objectContaining({ id: open }) }),
    ]);
  });

  test("a receiver that answers 500 is tried again with growing waits under the same id, and may return", async () => {
    const ana = await app.signIn();
    const { url, received } = await startReceiver((response, nth) => {
      response.statusCode = nth < 4 ? 500 : 204;
      response.end();
    });
    const webhook = await addWebhook(ana, url);
    await ana.buildTask();
    await eventually(async () => (await webhook.log())[0]?.problem).toBe(
      "The receiver answered with status 500.",
    );
    const [first] = await webhook.log();
    expect(first).toMatchObject({ status: "waiting", answerStatus: 500, attempts: 1 });
    const waits = [first as Delivery];
    for (let attempts = 2; attempts < 4; attempts++)
      waits.push((await ana.post<Delivery>(`${webhook.path}/deliveries/${first?.id}/replay`)).body);
    // It returns: the next attempt in the background succeeds.
    await hurry(webhook.id);
    await eventually(async () => (await webhook.log())[0]?.status).toBe("delivered");
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const minutes = ({ nextAttemptAt, lastAttemptAt }: Delivery) =>
      (Date.parse(nextAttemptAt ?? "") - Date.parse(lastAttemptAt ?? "")) / 60_000;
    expect(waits.map(minutes).map(Math.round)).toEqual([0, 5, expect.closeTo(30, -1)]);
    expect(await webhook.state()).toMatchObject({ waiting: 0, failed: 0, disabledAt: null });
  });

  test("a receiver that fails for days is given up and turned off, until somebody turns it on and replays", async () => {
    const ana = await app.signIn();
    let broken = true;
    const { url, received } = await startReceiver((response) => {
      response.statusCode = broken ? 503 : 200;
      response.end();
    });
    const webhook = await addWebhook(ana, url);
    await ana.buildTask();
    await eventually(async () => (await webhook.log())[0]?.problem).toBe(
      "The receiver answered with status 503.",
    );
    await almostGivenUp(webhook.id);
    await eventually(async () => (await webhook.log())[0]?.status).toBe("failed");
    expect(await webhook.state()).toMatchObject({ failed: 1, disabledAt: expect.any(String) });
    expect(received).toHaveLength(2);
    await ana.buildTask();
    broken = false;
    expect((await ana.patch(webhook.path, { enabled: true })).body).toMatchObject({ disabledAt: null });
    const [given] = await webhook.log();
    const replayed = await ana.post<Delivery>(`${webhook.path}/deliveries/${given?.id}/replay`);
    expect(replayed.body).toMatchObject({ id: given?.id, status: "delivered", answerStatus: 200 });
    expect(received.at(-1)?.headers["webhook-id"]).toBe(given?.id);
  });

  test("a redirect isn't followed, and a receiver that is gone is turned off at once", async () => {
    const ana = await app.signIn();
    const target = await startReceiver();
    const redirecting = await startReceiver(
      (response) => void response.writeHead(302, { location: target.url }).end(),
    );
    const gone = await startReceiver((response) => void response.writeHead(410).end());
    const [first, second] = [await addWebhook(ana, redirecting.url), await addWebhook(ana, gone.url)];
    const tested = await ana.post<Delivery>(`${first.path}/test`);
    expect(tested.body).toMatchObject({
      status: "waiting",
      problem: "The receiver redirects (302). Enter the address it leads to.",
    });
    expect((await ana.post<Delivery>(`${second.path}/test`)).body.status).toBe("failed");
    expect((await second.state())?.disabledAt).not.toBeNull();
    expect(target.received).toEqual([]);
  });

  test("a webhook whose secret is sealed with a lost key is turned off, and its log says why", async () => {
    const ana = await app.signIn();
    const receiver = await startReceiver();
    const webhook = await addWebhook(ana, receiver.url);
    await pool.query("update outgoing_webhooks set secret = 'v1.lost.x' where id = $1", [webhook.id]);
    await ana.post(`/api/teams/${ana.teamId}/tasks`, { title: "Call the bank" });
    await eventually(webhook.log).toMatchObject([
      { status: "failed", problem: expect.stringContaining("Create the webhook again.") },
    ]);
    expect(await webhook.state()).toMatchObject({ disabledAt: expect.any(String) });
    expect(receiver.received).toEqual([]);
  });

  test("a delivery taken just before its webhook was turned off isn't posted until it's on again", async () => {
    const ana = await app.signIn();
    const { url, received } = await startReceiver();
    const webhook = await addWebhook(ana, url);
    // Off before the delivery exists, so the server's own loop doesn't take it.
    await ana.patch(webhook.path, { enabled: false });
    const repository = createOutgoingRepository(db);
    const delivery = { teamId: ana.teamId, webhookId: webhook.id, type: "task.created", body: "{}" };
    const added = (await repository.add(delivery)) as DeliveryRow;
    const taken = await repository.take(ana.teamId, webhook.id, added.id);
    const options = { db, secrets, publicOnly: false };
    await attempt(options, taken as DeliveryRow, AbortSignal.timeout(15_000));
    expect(await webhook.log()).toMatchObject([{ status: "waiting", attempts: 0, lastAttemptAt: null }]);
    expect(received).toEqual([]);
    // Somebody who asks for a test gets one all the same.
    expect((await ana.post<Delivery>(`${webhook.path}/test`)).body.status).toBe("delivered");
    expect(received).toHaveLength(1);
    await ana.patch(webhook.path, { enabled: true });
    await eventually(async () => (await webhook.log()).at(-1)).toMatchObject({
      id: added.id,
      status: "delivered",
      attempts: 1,
    });
    expect(received.map(({ headers }) => headers["webhook-id"])).toContain(added.id);
  });

  test("a receiver that hangs holds up no other", async () => {
    const ana = await app.signIn();
    const hanging = await startReceiver(() => undefined);
    const quick = await startReceiver();
    await addWebhook(ana, hanging.url, ["task.created"]);
    const webhook = await addWebhook(ana, quick.url, ["task.created"]);
    for (let n = 0; n < 12; n++) await ana.buildTask();
    await eventually(() => quick.received.length).toBe(12);
    await eventually(async () => (await webhook.log()).every(({ status }) => status === "delivered")).toBe(
      true,
    );
    expect(hanging.received.length).toBeLessThanOrEqual(8);
    await pool.query("delete from outgoing_webhooks where url = $1", [hanging.url]);
  });

  test("the test button says how it went; members may not see webhooks; the last removal ends the following", async () => {
    const ana = await app.signIn();
    const { url, received } = await startReceiver();
    const webhook = await addWebhook(ana, url);
    const tested = await ana.post<Delivery>(`${webhook.path}/test`);
    expect(tested.body).toMatchObject({
      type: "zippy.test",
      status: "delivered",
      attempts: 1,
      answerStatus: 200,
    });
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      type: "zippy.test",
      data: { teamId: ana.teamId },
    });
    const unreachable = await addWebhook(ana, "http://127.0.0.1:9/");
    expect((await ana.post<Delivery>(`${unreachable.path}/test`)).body.problem).toBe(
      "The receiver refused the connection.",
    );
    for (const path of [webhook.path, unreachable.path]) expect((await ana.delete(path)).status).toBe(200);
    const followed = await pool.query("select from fact_followers where team_id = $1", [ana.teamId]);
    expect(followed.rowCount).toBe(0);
    await ana.buildTask();
    expect((await pool.query("select from followed_facts where team_id = $1", [ana.teamId])).rowCount).toBe(
      0,
    );
    for (const bad of ["ftp://example.com/", "example.com", "http://"])
      expect(
        (await ana.post(`/api/teams/${ana.teamId}/webhooks`, { url: bad, types: ["task.created"] })).status,
      ).toBe(400);
  });
});

test("BEY-18 webhooks that are added, turned on and off, tested and removed at the same moment keep what they follow", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/webhooks`;
  const { url } = await startReceiver();
  const ids = async () => (await ana.get<OutgoingWebhook[]>(path)).body.map(({ id }) => id);
  const followers = async () =>
    (await pool.query("select from fact_followers where team_id = $1", [ana.teamId])).rowCount;
  const add = () => ana.post(path, { url, types: ["task.created"] });
  const refused: unknown[] = [];
  for (let round = 0; round < 25; round++) {
    const [first = "", second = ""] = await ids();
    // At the end of every second round, one that was just added should be left; of the others, maybe none.
    const answers = await Promise.all([
      ...(round % 2 === 0 ? [add()] : []),
      ana.buildTask().then(() => ({ status: 200 })),
      ...[first, second]
        .filter(Boolean)
        .flatMap((id) => [
          ana.patch(`${path}/${id}`, { enabled: round % 3 > 0 }),
          ana.delete(`${path}/${id}`),
          ana.post(`${path}/${id}/test`),
          ana.patch(`${path}/${id}`, { enabled: true }),
          ana.delete(`${path}/${id}`),
        ]),
    ]);
    refused.push(...answers.filter(({ status }) => status !== 200 && status !== 404));
    expect([round, await followers()]).toEqual([round, (await ids()).length > 0 ? 1 : 0]);
  }
  expect(refused).toEqual([]);
  const log = await pool.query(
    `select count(*) filter (where action = 'webhook_added') - count(*) filter (where action = 'webhook_removed') as kept
     from audit_log where team_id = $1`,
    [ana.teamId],
  );
  expect(Number(log.rows[0]?.kept)).toBe((await ids()).length);
});

test("BEY-18 BILL-7 nothing more is posted about a deleted team; taken back, its webhooks are off", async () => {
  const ana = await app.signIn();
  const open: ServerResponse[] = [];
  const { url, received } = await startReceiver((response) => open.push(response));
  const webhook = await addWebhook(ana, url);
  await ana.buildTask();
  await eventually(() => received.length).toBe(1);
  const team = (await ana.get<{ id: string; name: string }[]>("/api/teams")).body[0];
  const { status } = await ana.send("DELETE", `/api/teams/${ana.teamId}`, { name: team?.name });
  expect(status).toBe(200);
  // The attempt under way ends after the deletion, and brings nothing back.
  for (const response of open) response.writeHead(503).end();
  const repository = createOutgoingRepository(db);
  const [{ id = "" } = {}] = await repository.deliveries(ana.teamId, webhook.id, { limit: 1 });
  const late = { answerStatus: 503, problem: "late", nextAttemptAt: new Date() };
  await repository.finishAll([{ id, status: "waiting", ...late }]);
  await hurry(webhook.id);
  const waiting = "select status, problem from deliveries where webhook_id = $1";
  expect((await pool.query(waiting, [webhook.id])).rows).toEqual([
    { status: "failed", problem: "The team was deleted." },
  ]);
  await ana.post(`/api/deleted-teams/${ana.teamId}/restore`);
  await ana.buildTask();
  expect(await webhook.state()).toMatchObject({ disabledAt: expect.any(String) });
  expect((await pool.query(waiting, [webhook.id])).rows).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test("BEY-18 where private networks are out of bounds, no delivery reaches one", async () => {
  const guarded = await startTestApp({ PRIVATE_HOSTS: "refuse" });
  const ana = await guarded.signIn();
  const { url, received } = await startReceiver();
  for (const address of [
    url,
    url.replace("127.0.0.1", "localhost"),
    url.replace("127.0.0.1", "[::ffff:7f00:1]"),
    url.replace("127.0.0.1", "0x7f.1"),
  ]) {
    const { body } = await ana.post<WithSecret>(`/api/teams/${ana.teamId}/webhooks`, {
      url: address,
      types: ["task.created"],
    });
    const tested = await ana.post<Delivery>(`/api/teams/${ana.teamId}/webhooks/${body.id}/test`);
    expect(tested.body.problem, address).toMatch(/private network|can't be resolved/);
  }
  expect(received).toEqual([]);
});

test("BEY-18 where private networks are allowed, a delivery reaches them, but no cloud's metadata", async () => {
  const open = await startTestApp({ PRIVATE_HOSTS: "allow" });
  const ana = await open.signIn();
  const { url, received } = await startReceiver();
  const problemOf = async (address: string) => {
    const webhook = { url: address, types: ["task.created"] };
    const { body } = await ana.post<WithSecret>(`/api/teams/${ana.teamId}/webhooks`, webhook);
    return (await ana.post<Delivery>(`/api/teams/${ana.teamId}/webhooks/${body.id}/test`)).body.problem;
  };
  for (const host of [
    "169.254.169.254",
    "2852039166",
    "[::ffff:a9fe:a9fe]",
    "100.100.100.200",
    "[fd00:ec2::254]",
  ])
    expect(await problemOf(`http://${host}/latest/meta-data/`), host).toMatch(/cloud's metadata/);
  expect(await problemOf(url)).toBeNull();
  expect(received).toHaveLength(1);
});

test("BEY-18 waits grow to a day, three days in all, and differ by a tenth", () => {
  const waits = Array.from({ length: 10 }, (_, n) => waitAfter(n + 1, 0.5));
  expect(waits.at(-1)).toBeUndefined();
  const known = waits.slice(0, -1) as number[];
  expect([...known].sort((a, b) => a - b)).toEqual(known);
  expect(known.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(75.6, 0);
  expect(waitAfter(2, 0)).toBeLessThan(waitAfter(2, 1) as number);
});
