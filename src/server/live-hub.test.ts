import { createConnection } from "node:net";
import fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { atEnd } from "../../test/support/at-end";
import { signIn } from "../../test/support/person";
import { joinTeam } from "../../test/support/teams/team-export";
import { type Person, startTestApp } from "../../test/support/test-app";
import { startLiveHub } from "./live-hub";

const app = await startTestApp();
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

interface Line {
  heard: Record<string, unknown>[];
  closed: Promise<number>;
  send(command: object | string): void;
  /** Resolves with the first message of this type, received already or in the future. */
  next(type: string): Promise<Record<string, unknown>>;
}

async function connect(cookie: string, headers: Record<string, string> = {}, url = app.url): Promise<Line> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers: { cookie, ...headers } });
  sockets.push(socket);
  const heard: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  socket.on("message", (data) => {
    heard.push(JSON.parse(String(data)));
    for (const wake of waiting.splice(0)) wake();
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  return {
    heard,
    closed,
    send: (command) => socket.send(typeof command === "string" ? command : JSON.stringify(command)),
    async next(type) {
      for (;;) {
        const found = heard.find((message) => message.type === type);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

async function subscribe(person: Person): Promise<Line> {
  const line = await connect(person.cookie);
  line.send({ type: "authenticate", userId: person.user.id, teamId: person.teamId });
  line.send({ type: "subscribe_team", teamId: person.teamId });
  await line.next("subscribed");
  return line;
}

test("LIVE-1 created and changed tasks and messages reach the team's open screens", async () => {
  const ana = await app.signIn();
  const line = await subscribe(ana);
  const task = await ana.buildTask();
  expect(await line.next("task_created")).toEqual({ type: "task_created", teamId: ana.teamId, id: task.id });
  await ana.delete(`/api/tasks/${task.id}`);
  expect(await line.next("task_updated")).toMatchObject({ id: task.id });
  const [message] = await ana.buildMessages([{}]);
  await ana.patch(`/api/messages/${message?.id}`, { status: "resolved" });
  expect(await line.next("message_updated")).toMatchObject({ id: message?.id });
  line.send({ type: "ping" });
  await line.next("pong");
});

test("LIVE-1 a subscription says how long the team has been silent, not counting other people's private events", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const [own, foreign] = [await subscribe(ana), await subscribe(bo)];
  const silence = async () => Number((await (await subscribe(ana)).next("subscribed")).silentFor);
  const publishRaw = (payload: object) =>
    app.running.services.pool.query("select pg_notify('zippy_live', $1)", [
      JSON.stringify({ type: "new_message", teamId: ana.teamId, id: "1", ...payload }),
    ]);
  const before = await silence();
  await publishRaw({ onlyFor: bo.user.id });
  await publishRaw({ teamId: bo.teamId });
  await foreign.next("new_message");
  expect(await silence()).toBeGreaterThan(before);

  for (const event of [{ type: "task_created", onlyFor: ana.user.id }, { type: "task_updated" }]) {
    const published = performance.now();
    await publishRaw(event);
    await own.next(event.type);
    expect(await silence()).toBeLessThanOrEqual(performance.now() - published);
  }
});

test("a live connection closes when its session expires, also a session that outlasts the longest timer", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const expire = (person: Person, inMilliseconds: number) =>
    app.running.services.pool.query(
      "update sessions set expires_at = now() + $2 * interval '1 millisecond' where user_id = $1",
      [person.user.id, inMilliseconds],
    );
  await expire(ana, 1_500);
  await expire(bo, 30 * 86_400_000);
  const [short, long] = [await subscribe(ana), await subscribe(bo)];
  expect(await short.closed).toBe(1000);
  long.send({ type: "ping" });
  await long.next("pong");
});

test("API-3 nobody receives another team's events, or any before authenticating", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const foreign = await connect(eve.cookie);
  foreign.send({ type: "authenticate", userId: eve.user.id, teamId: ana.teamId });
  foreign.send({ type: "subscribe_team", teamId: ana.teamId });
  await foreign.next("error");
  const early = await connect(ana.cookie);
  early.send({ type: "subscribe_team", teamId: ana.teamId });
  await early.next("error");

  const own = await subscribe(ana);
  await ana.buildTask();
  await own.next("task_created");
  foreign.send({ type: "ping" });
  early.send({ type: "ping" });
  await Promise.all([foreign.next("pong"), early.next("pong")]);

  expect([...foreign.heard, ...early.heard].filter(({ type }) => type === "task_created")).toEqual([]);
});

test("a socket needs a session and the server's own origin, and can't claim another user", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  await expect(connect("")).rejects.toThrow("401");
  await expect(connect(ana.cookie, { origin: "https://evil.example" })).rejects.toThrow("403");
  const line = await connect(eve.cookie);
  line.send({ type: "authenticate", userId: ana.user.id, teamId: ana.teamId });
  expect(await line.closed).toBe(4401);
});

test("an unreadable command gets an error, and the connection stays open", async () => {
  const ana = await app.signIn();
  const line = await subscribe(ana);
  line.send("{");
  line.send({ type: "shout" });
  await line.next("error");
  line.send({ type: "ping" });
  await line.next("pong");
});

test("LIVE-2 sign-out closes the session's sockets with 1000, so they don't reconnect", async () => {
  const ana = await app.signIn();
  const line = await subscribe(ana);
  await ana.post("/api/logout", {});
  expect(await line.closed).toBe(1000);
});

test("API-3 a member whom the owner signs out loses the live connections of all their browsers, and nobody else does", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn("Bo")];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`);
  const elsewhere = await signIn(app.url, "Bo", bo.user.email);
  const lines = [await subscribe(bo), await subscribe(elsewhere as Person)];
  const own = await subscribe(ana);
  await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}/sessions`);
  expect(await Promise.all(lines.map(({ closed }) => closed))).toEqual([1000, 1000]);
  own.send({ type: "ping" });
  await own.next("pong");
});

test("API-3 a removed member is disconnected at once and can't subscribe again", async () => {
  const [owner, bo] = [await app.signIn(), await app.signIn()];
  const path = `/api/teams/${owner.teamId}`;
  const { body } = await owner.post<{ token: string }>(`${path}/invitations`, { role: "member" });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  const line = await connect(bo.cookie);
  line.send({ type: "authenticate", userId: bo.user.id, teamId: owner.teamId });
  line.send({ type: "subscribe_team", teamId: owner.teamId });
  await line.next("subscribed");
  // Already open, but not subscribed to any team.
  const waiting = await connect(bo.cookie);
  waiting.send({ type: "authenticate", userId: bo.user.id, teamId: owner.teamId });
  await waiting.next("authenticated");
  const own = await subscribe(bo);

  await owner.delete(`${path}/members/${bo.user.id}`);
  expect(await line.closed).toBe(1000);
  waiting.send({ type: "subscribe_team", teamId: owner.teamId });
  await waiting.next("error");
  own.send({ type: "ping" });
  await own.next("pong");
});

test("ending a session elsewhere closes its sockets, and only those", async () => {
  const ana = await app.signIn();
  const line = await subscribe(ana);
  const other = await subscribe(await app.signIn());
  await ana.delete("/api/sessions");
  expect(await line.closed).toBe(1000);
  other.send({ type: "ping" });
  await other.next("pong");
});

test("API-3 a session or a membership that ends while a socket connects ends the socket too", async () => {
  const { auth, notifications } = app.running.services;
  const [owner, bo] = [await app.signIn(), await app.signIn()];
  await joinTeam(owner, bo);
  const { cookie } = bo;
  const witness = await subscribe({ ...bo, teamId: owner.teamId });
  // What happens after the rights were read, and is announced before the socket is there.
  let meanwhile = async (): Promise<void> => undefined;
  const late = fastify();
  atEnd(() => late.close());
  const authenticate = async () => {
    const actor = await auth.actor(cookie.split("=")[1] as string);
    const happen = meanwhile;
    meanwhile = async () => undefined;
    await happen();
    return actor;
  };
  await startLiveHub(late, notifications, authenticate, () => true);
  await late.listen({ port: 0, host: "127.0.0.1" });
  const url = late.listeningOrigin;

  meanwhile = async () => {
    await owner.delete(`/api/teams/${owner.teamId}/members/${bo.user.id}`);
    await witness.closed;
  };
  const former = await connect(cookie, {}, url);
  former.send({ type: "authenticate", userId: bo.user.id, teamId: bo.teamId });
  await former.next("authenticated");
  former.send({ type: "subscribe_team", teamId: owner.teamId });
  // Either the rights were read again before this, or the subscription ends.
  expect(await Promise.race([former.closed, former.next("error")])).toBeTruthy();

  const other = await subscribe(bo);
  meanwhile = async () => {
    await bo.post("/api/logout", {});
    await other.closed;
  };
  expect(await (await connect(cookie, {}, url)).closed).toBe(1013);
});

test("LIVE-1 an event that only a newer process knows is skipped, and the next one arrives", async () => {
  const ana = await app.signIn();
  const line = await subscribe(ana);
  const publishRaw = (payload: string) =>
    app.running.services.pool.query("select pg_notify('zippy_live', $1)", [payload]);
  await publishRaw(JSON.stringify({ type: "from_the_future", teamId: ana.teamId, id: "1" }));
  await publishRaw("not even JSON");
  const task = await ana.buildTask();
  expect(await line.next("task_created")).toMatchObject({ id: task.id });
  expect(line.heard.map(({ type }) => type)).not.toContain("from_the_future");
});

test("a socket that floods the server is closed, and a session has a limited number of sockets", async () => {
  const ana = await app.signIn();
  const flood = await connect(ana.cookie);
  for (let command = 0; command < 200; command++) flood.send({ type: "ping" });
  expect(await flood.closed).toBe(1008);

  const lines: Line[] = [];
  for (let socket = 0; socket < 50; socket++) lines.push(await connect(ana.cookie));
  expect(await (await connect(ana.cookie)).closed).toBe(1013);
  lines[0]?.send({ type: "ping" });
  await lines[0]?.next("pong");
});

test("one visitor's address has a limited number of sockets over all sessions; others connect", async () => {
  const proxied = await startTestApp({ TRUST_PROXY: "true", ALLOW_LOCAL_IDENTITY: "true" });
  const from = async (person: Person, address: string) =>
    connect(person.cookie, { "x-forwarded-for": address }, proxied.url);
  const people = await Promise.all(Array.from({ length: 11 }, () => proxied.signIn()));
  const [last, ...others] = people as [Person, ...Person[]];
  for (const person of others)
    await Promise.all(Array.from({ length: 50 }, () => from(person, "203.0.113.7")));
  expect(await (await from(last, "203.0.113.7")).closed).toBe(1013);
  const elsewhere = await from(last, "203.0.113.8");
  elsewhere.send({ type: "ping" });
  await elsewhere.next("pong");
});

/** What the server answers to a request for another protocol, and whether it ends the connection. */
function upgrade(path: string, { method = "GET", protocol = "websocket" } = {}): Promise<string> {
  const { hostname, port, host } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname);
    let text = "";
    socket
      .on("data", (part) => {
        text += part;
        // A socket without an owner. What isn't ended at once waits for its end.
        if (text.startsWith("HTTP/1.1 101")) socket.destroy();
      })
      .on("error", reject)
      .on("close", () => resolve(text))
      .write(
        `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      );
  });
}

test("a WebSocket is refused at once wherever it isn't the live connection, and so is any other protocol", async () => {
  const pages = [
    "/",
    "/pricing",
    "/ws/",
    "/wsx",
    "//ws",
    "/api/health",
    "/api/nothing",
    "/manifest.webmanifest",
  ];
  const deliveries = "/api/integrations/webhooks/outlook?validationToken=x";
  for (const path of [...pages, deliveries, "/ws%ff", `/invite/${"a".repeat(300)}`])
    expect(await upgrade(path), path).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input"/s);
  for (const request of [{ method: "POST" }, { protocol: "h2c" }])
    expect(await upgrade("/ws", request)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await upgrade("/ws?x=1")).toMatch(/^HTTP\/1\.1 401 .*"code":"not_signed_in"/s);
});

test("API-3 the name of a built-in property is nobody's team", async () => {
  const ana = await app.signIn();
  const line = await connect(ana.cookie);
  line.send({ type: "authenticate", userId: ana.user.id, teamId: ana.teamId });
  for (const teamId of ["constructor", "__proto__", "toString"]) {
    line.heard.length = 0;
    line.send({ type: "subscribe_team", teamId });
    expect(await line.next("error")).toMatchObject({ message: "Team not found." });
    for (const path of ["tasks", "messages?limit=50", "members", "audit-log"])
      expect([400, 404]).toContain((await ana.get(`/api/teams/${teamId}/${path}`)).status);
  }
});

test("a client that doesn't read is closed at the limit of what waits for it, and holds up nobody else", async () => {
  const ana = await app.signIn();
  const [reading, stuck] = [await subscribe(ana), await subscribe(ana)];
  const slow = sockets.at(-1) as WebSocket;
  slow.pause();
  const stuckHub = [...(app.running.app?.websocketServer.clients ?? [])].at(-1) as WebSocket;
  let published = 0;
  const heardBy = ({ heard }: Line) => heard.filter(({ type }) => type === "task_updated").length;
  const publishMore = async (count: number) => {
    await app.running.services.pool.query(
      `select pg_notify('zippy_live', json_build_object('type', 'task_updated', 'teamId', $1::text,
         'id', n || repeat('x', 7000))::text) from generate_series($2::int, $3::int) n`,
      [ana.teamId, published + 1, published + count],
    );
    published += count;
    await expect.poll(() => heardBy(reading)).toBe(published);
  };
  // The network on this machine takes some megabytes before anything waits here.
  while (stuckHub.readyState === WebSocket.OPEN && published < 8_000) await publishMore(200);
  expect(stuckHub.readyState).toBe(WebSocket.CLOSING);
  const waiting = stuckHub.bufferedAmount;
  expect(waiting).toBeGreaterThan(1024 * 1024);
  expect(waiting).toBeLessThan(1.1 * 1024 * 1024);
  await publishMore(400);
  expect(stuckHub.bufferedAmount).toBeLessThanOrEqual(waiting);
  // When it reads again, it learns why, and reconnects.
  slow.resume();
  expect(await stuck.closed).toBe(1013);
  expect(heardBy(stuck)).toBeLessThan(published);
});
