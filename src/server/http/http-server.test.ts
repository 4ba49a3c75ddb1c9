import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { localKey } from "../../../test/support/local-key";
import { startTestApp } from "../../../test/support/test-app";
import { AppError, type AppErrorCode } from "../../shared/app-error";
import { createHttpServer } from "./http-server";

const app = await startTestApp();

async function post(path: string, body: string, cookie: string, type = "application/json") {
  const response = await fetch(app.url + path, {
    method: "POST",
    headers: { cookie, "content-type": type },
    body,
  });
  return { status: response.status, body: (await response.json()) as { message: string; code: string } };
}

test("a body that is too large, broken or of another type gets a clear error", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/tasks`;

  const large = await post(path, JSON.stringify({ title: "x".repeat(2_000_000) }), ana.cookie);
  expect([large.status, large.body.code]).toEqual([413, "too_large"]);
  const broken = await post(path, '{"title":', ana.cookie);
  expect([broken.status, broken.body.code]).toEqual([400, "invalid_input"]);
  const other = await post(path, "title=x", ana.cookie, "text/csv");
  expect([other.status, other.body.code]).toEqual([415, "unsupported"]);
  for (const { body } of [large, broken, other]) expect(body.message).toMatch(/\.$/);
  expect((await ana.get<unknown[]>(path)).body).toEqual([]);
});

test("API-3 what can't be read as a request gets a clear error, too", async () => {
  const long = await fetch(`${app.url}/api/teams?q=${"x".repeat(20_000)}`);
  expect([long.status, await long.json()]).toEqual([
    431,
    { message: "The address or the headers of this request are too long.", code: "too_large" },
  ]);

  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  const closed = once(socket, "close");
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  socket.write("HELLO\r\n\r\n");
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
    message: "This can't be read as an HTTP request.",
    code: "invalid_input",
  });
});

test("what can't be read behind a request ends its answer, and adds nothing to it", async () => {
  const server = await createHttpServer({
    logLevel: "silent",
    trustProxy: 0,
    publicUrl: undefined,
    isOwnOrigin: () => true,
  });
  onTestFinished(() => server.close());
  server.get("/slow", (_request, reply) => {
    const body = new Readable({ read: () => undefined });
    body.push("The first half");
    return reply.send(body);
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
    if (answer.endsWith("The first half\r\n")) socket.write("HELLO\r\n\r\n");
  });
  socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*The first half\r\n$/);
});

test("an unknown API path returns 404 as JSON; any other path returns the application", async () => {
  const call = await fetch(`${app.url}/api/nothing`);
  expect([call.status, await call.json()]).toEqual([
    404,
    { message: "Nothing found at this address.", code: "not_found" },
  ]);
  const page = await fetch(`${app.url}/matrix`);
  expect(page.headers.get("content-type")).toContain("text/html");
});

test("pages forbid inline scripts and framing, and each gets its own nonce", async () => {
  const nonce = async () => {
    const response = await fetch(app.url);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    const used = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1] as string;
    expect(await response.text()).toContain(used);
    return used;
  };
  expect(await nonce()).not.toBe(await nonce());
});

test("API-1 the OpenAPI document lists every call with its method, and health responds when ready", async () => {
  const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
    paths: Record<string, object>;
  };
  expect(Object.keys(paths["/api/tasks/{id}"] ?? {}).toSorted()).toEqual(["delete", "get", "patch"]);
  expect(paths).toHaveProperty("/api/messages/{messageId}/create-task");
  const page = await fetch(`${app.url}/api/docs`);
  expect(page.status).toBe(200);
  // The client that opens it can make a call at once.
  const text = await page.text();
  expect(text).toContain(`curl -H "Authorization: Bearer zippy_…" ${app.url}/api/teams`);
  expect(text).toContain("<code>idempotency-key</code>");
  const needsOf = (call: string) => text.split(`${call}</code></td>`)[1]?.split("<td>")[2]?.split("</td>")[0];
  expect(needsOf("/api/tasks/{id}/context")).toBe("tasks, context, reading");
  expect(needsOf("/api/messages/{messageId}/create-task")).toBe("messages, tasks, changing");
  expect(needsOf("/api/teams/{teamId}/webhooks")).toBe("–");
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
});

test("BEY-18 a refused body says what to send instead", async () => {
  const ana = await app.signIn();
  const send = async (body: string) => {
    const response = await fetch(`${app.url}/api/teams/${ana.teamId}/tasks`, {
      method: "POST",
      headers: { cookie: ana.cookie, "content-type": "application/json" },
      body,
    });
    return { status: response.status, ...((await response.json()) as { message: string }) };
  };
  const unreadable = "Send the body as JSON. What arrived is empty or can't be read as JSON.";
  expect(await send("{title: 1}")).toMatchObject({ status: 400, message: unreadable });
  expect(await send("")).toMatchObject({ status: 400, message: unreadable });
  expect(await send(JSON.stringify({ title: "x", colour: "red" }))).toMatchObject({
    status: 400,
    message: "body: Leave out “colour”. This call has no such field.",
  });
  expect((await send(JSON.stringify({ title: "x", colour: "red", size: 1 }))).message).toBe(
    "body: Leave out “colour”, “size”. This call has no such fields.",
  );
});

test("BEY-18 a mistyped query parameter is refused by name, instead of listing everything", async () => {
  const ana = await app.signIn();
  await ana.buildTask();
  const tasks = `/api/teams/${ana.teamId}/tasks`;
  expect(await ana.get(`${tasks}?stauts=resolved&limit=5`)).toMatchObject({
    status: 400,
    body: {
      code: "invalid_input",
      message: expect.stringMatching(
        /^querystring: Leave out “stauts”\. This call takes only .*\bstatus\b.*\blimit\b.*\.$/,
      ),
    },
  });
  expect((await ana.get(`${tasks}?status=resolved&limit=5`)).body).toEqual([]);
  expect(await ana.get("/api/teams?page=2")).toMatchObject({
    status: 400,
    body: { message: "querystring: Leave out “page”. This call takes none." },
  });
  expect((await ana.delete(`/api/tasks/${(await ana.buildTask()).id}?forever=true`)).status).toBe(400);
  // Monitors add such things.
  expect((await fetch(`${app.url}/api/health?_=1`)).status).toBe(200);
});

test("BEY-18 a call without a body takes the content type that programs send with every request", async () => {
  const ana = await app.signIn();
  const { id } = await ana.buildTask();
  const send = (method: string, path: string, body?: string) =>
    fetch(app.url + path, {
      method,
      headers: { cookie: ana.cookie, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
  expect((await send("DELETE", `/api/tasks/${id}`)).status).toBe(200);
  expect((await send("DELETE", `/api/tasks/${(await ana.buildTask()).id}`, "")).status).toBe(200);
  expect((await send("DELETE", `/api/tasks/${(await ana.buildTask()).id}`, "{")).status).toBe(400);
  expect((await send("POST", "/api/logout")).status).toBe(200);
});

test("over https, browsers must stay on https and the session cookie is Secure", async () => {
  const secure = await startTestApp({
    PUBLIC_URL: "https://zippy.example.com",
    TRUST_PROXY: "true",
    ALLOW_LOCAL_IDENTITY: "true",
  });
  const proxied = { "x-forwarded-proto": "https", "content-type": "application/json" };
  const send = (path: string, body: object) =>
    fetch(secure.url + path, { method: "POST", headers: proxied, body: JSON.stringify(body) });
  const { idToken } = (await (
    await send("/api/auth/local/token", { email: "ana@example.com", name: "Ana", key: localKey })
  ).json()) as { idToken: string };
  const answer = await send("/api/auth/verify", { idToken });
  expect(answer.headers.get("strict-transport-security")).toContain("max-age=");
  expect(answer.headers.get("set-cookie")).toMatch(/^__Host-zippy_session=.*; Path=\/.*Secure/);
  expect((await fetch(app.url)).headers.get("strict-transport-security")).toBeNull();
});

test("compresses long responses for clients that accept it, and no others", async () => {
  const encoding = async (path: string, accept: string) => {
    const response = await fetch(app.url + path, { headers: { "accept-encoding": accept } });
    expect((await response.text()).length).toBeGreaterThan(0);
    return response.headers.get("content-encoding");
  };
  expect(await encoding("/", "gzip, br")).toBe("gzip");
  expect(await encoding("/api/docs/json", "gzip")).toBe("gzip");
  expect(await encoding("/api/docs/json", "identity")).toBeNull();
  expect(await encoding("/api/health", "gzip")).toBeNull();
});

/** A server, and what it has logged so far. */
async function startLogging() {
  let log = "";
  const server = await createHttpServer({
    logLevel: "info",
    logTo: { write: (line) => (log += line) },
    trustProxy: 0,
    publicUrl: undefined,
    isOwnOrigin: () => true,
  });
  return { server, written: () => log };
}

const linesOf = (log: string) =>
  log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("a log line names the route's pattern, and nothing that somebody typed or holds", async () => {
  const { server, written } = await startLogging();
  server.get("/api/invitations/:token", (request) => {
    request.log.info({ req: request }, "seen");
    throw new Error("broken");
  });
  const { statusCode } = await server.inject("/api/invitations/secret-token?q=searched-word");
  await server.inject("/webhooks/telegram/secret-token?q=searched-word");
  await server.close();
  expect(statusCode).toBe(500);
  expect(linesOf(written())).toMatchObject([
    { msg: "seen", req: { method: "GET", route: "/api/invitations/:token" } },
    { msg: "request failed", method: "GET", route: "/api/invitations/:token", err: { message: "broken" } },
  ]);
  expect(written()).not.toMatch(/secret-token|searched-word/);
});

test("refused calls and failed sign-ins are logged by their route, but no call whose session has ended", async () => {
  const { server, written } = await startLogging();
  const refuse = (code: AppErrorCode) => () => {
    throw new AppError(code, "No.");
  };
  server.get("/api/teams/:teamId", refuse("forbidden"));
  server.get("/api/tasks", refuse("not_signed_in"));
  server.post("/api/auth/verify", refuse("not_signed_in"));
  await server.inject("/api/teams/secret-team");
  await server.inject("/api/tasks");
  await server.inject({ method: "POST", url: "/api/auth/verify" });
  await server.close();
  expect(linesOf(written())).toMatchObject([
    { msg: "request refused", method: "GET", route: "/api/teams/:teamId", code: "forbidden" },
    { msg: "request refused", method: "POST", route: "/api/auth/verify", code: "not_signed_in" },
  ]);
  expect(written()).not.toContain("secret-team");
});

test("a client that leaves within its request is no failure in the log", async () => {
  const { server, written } = await startLogging();
  server.addContentTypeParser("application/octet-stream", async (_request: unknown, body: Readable) => {
    for await (const _piece of body);
  });
  server.post("/upload", () => "stored");
  const address = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(address.port), "127.0.0.1");
  socket.write(
    "POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: 99\r\n\r\nx",
  );
  await once(server.server, "request");
  socket.destroy();
  await expect.poll(written).toContain("client left");
  await server.close();
  expect(written()).not.toContain("request failed");
});

test("a stranger who is refused again and again can't fill the log", async () => {
  const { server, written } = await startLogging();
  server.post("/api/auth/verify", () => {
    throw new AppError("not_signed_in", "No.");
  });
  for (let n = 0; n < 100; n++) await server.inject({ method: "POST", url: "/api/auth/verify" });
  await server.close();
  expect(linesOf(written())).toHaveLength(60);
});

test("a full disk, of the database or of the files, is named as such", async () => {
  const server = await createHttpServer({
    logLevel: "silent",
    trustProxy: 0,
    publicUrl: undefined,
    isOwnOrigin: () => true,
  });
  const codes = ["53100", "ENOSPC", "EDQUOT"];
  for (const code of codes)
    server.get(`/${code}`, () => {
      throw new Error("could not extend file", { cause: Object.assign(new Error("no space"), { code }) });
    });
  for (const code of codes) {
    const { statusCode, body } = await server.inject(`/${code}`);
    expect([statusCode, JSON.parse(body)]).toEqual([
      503,
      {
        message: "The server's disk is full. Nothing was changed. Ask your administrator to make room on it.",
        code: "unavailable",
      },
    ]);
  }
  await server.close();
});
