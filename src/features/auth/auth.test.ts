import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localKey } from "../../../test/support/local-key";
import { signIn } from "../../../test/support/person";
import { startTestApp } from "../../../test/support/test-app";
import type { Team, TeamMember } from "../teams/contract";
import type { Session, User } from "./contract";
import { openLocalIdentity } from "./local-identity";
import { purgeSessions } from "./service";

const app = await startTestApp();

const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test("AUTH-7 without configuration, a person signs in through the verify call and gets their own team", async () => {
  const ana = await app.signIn("Ana Berg");

  expect((await ana.get("/api/auth/settings")).body).toEqual({ provider: "local" });
  expect((await ana.get("/api/auth/user")).body).toMatchObject({ firstName: "Ana", lastName: "Berg" });
  expect((await ana.get<Team[]>("/api/teams")).body).toMatchObject([{ name: "Ana's team", role: "owner" }]);
  expect((await ana.get<TeamMember[]>(`/api/teams/${ana.teamId}/members`)).body).toMatchObject([
    { role: "owner", user: { id: ana.user.id } },
  ]);
});

test("AUTH-7 an account that an import has made gets its person's name at the first sign-in, and keeps it", async () => {
  const email = "dora@example.com";
  await app.running.services.auth.findOrCreateUser({ email, name: "dora" });
  const dora = await signIn(app.url, "Dora Holm", email);
  expect((await dora.get("/api/auth/user")).body).toMatchObject({ firstName: "Dora", lastName: "Holm" });
  const again = await signIn(app.url, "D.", email);
  expect((await again.get("/api/auth/user")).body).toMatchObject({ firstName: "Dora", lastName: "Holm" });
});

test("a token works once, and forged or foreign ones never work", async () => {
  const { idToken } = (await (
    await send("/api/auth/local/token", { email: "bo@example.com", name: "Bo", key: localKey })
  ).json()) as { idToken: string };
  const [header, payload, signature] = idToken.split(".") as [string, string, string];
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const other = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), email: "ana@example.com" }),
  ).toString("base64url");

  for (const forged of [`${none}.${payload}.`, `${header}.${other}.${signature}`, "not a token"])
    expect((await send("/api/auth/verify", { idToken: forged })).status).toBe(401);
  expect((await send("/api/auth/verify", { idToken })).status).toBe(200);
  expect((await send("/api/auth/verify", { idToken })).status).toBe(401);
});

test("the session cookie is HttpOnly and SameSite, and invalid after sign-out", async () => {
  const ana = await app.signIn();
  const { cookie } = ana;
  const answer = await ana.post("/api/logout", {});

  expect(answer.status).toBe(200);
  const after = await fetch(`${app.url}/api/auth/user`, { headers: { cookie } });
  expect(after.status).toBe(401);
  expect((await fetch(`${app.url}/api/logout`, { method: "POST" })).status).toBe(200);

  const { idToken } = (await (
    await send("/api/auth/local/token", { email: "cy@example.com", name: "Cy", key: localKey })
  ).json()) as { idToken: string };
  const set = (await send("/api/auth/verify", { idToken })).headers.get("set-cookie");
  expect(set).toContain("HttpOnly");
  expect(set).toContain("SameSite=Lax");
});

test("AUTH-7 a token needs the key that only this user can read", async () => {
  const person = { email: "eve@example.com", name: "Eve" };
  for (const key of [undefined, "", "guess", `${localKey}x`]) {
    const response = await send("/api/auth/local/token", { ...person, key });
    const { message } = (await response.json()) as { message: string };
    expect([key, response.status]).toEqual([key, 403]);
    expect(message).toMatch(/sign-in key.*printed when it started.*local-key in its data folder/);
    expect(message).not.toContain(app.dataDir);
  }
  expect((await send("/api/auth/local/token", { ...person, key: `${localKey}\n` })).status).toBe(200);
});

test("AUTH-7 the first start creates a key that only this user can read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "zippy-key-"));
  const { localKey: made } = await openLocalIdentity(folder);
  expect(made).toEqual({ key: readFileSync(made.file, "utf8"), file: join(folder, "local-key") });
  expect(made.key).toMatch(/^[\w-]{32}$/);
  expect((await openLocalIdentity(folder)).localKey.key).toBe(made.key);
  for (const file of readdirSync(folder))
    expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
  rmSync(folder, { recursive: true });
});

test("AUTH-7 a sign-in through a proxy is rejected, including the popup; the demo still works", async () => {
  const body = { email: "eve@example.com", name: "Eve", key: localKey };
  const known = ["x-forwarded-for", "X-Forwarded-Host", "forwarded", "via", "x-real-ip", "cf-connecting-ip"];
  // Those of ingress controllers, load balancers and tunnels, which may leave out the usual ones.
  const others = [
    ...["x-original-forwarded-for", "x-forwarded", "x-forwarded-prefix", "x-original-host", "x-original-url"],
    ...["x-envoy-external-address", "x-amzn-trace-id", "x-azure-clientip", "x-arr-ssl", "cf-ray", "cdn-loop"],
    ...["fly-client-ip", "x-cluster-client-ip", "x-appengine-user-ip", "ngrok-auth-user-email"],
    "tailscale-user-login",
  ];
  for (const header of [...known, ...others]) {
    const response = await send("/api/auth/local/token", body, { [header]: "203.0.113.7" });
    expect([header, response.status]).toEqual([header, 403]);
    const popup = await fetch(`${app.url}/api/auth/local`, { headers: { [header]: "203.0.113.7" } });
    expect([header, popup.status]).toEqual([header, 403]);
  }
  const demo = await fetch(`${app.url}/api/demo`, {
    method: "POST",
    headers: { "x-forwarded-for": "203.0.113.7" },
  });
  expect(demo.status).toBe(200);
});

test("a transfer needs a fresh sign-in as the same person; the session continues with a new token", async () => {
  const [ana, bo] = [await app.signIn("Ana"), await app.signIn("Bo")];
  const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`);
  const handOver = () => ana.post<{ code: string }>(`/api/teams/${ana.teamId}/owner`, { userId: bo.user.id });
  const tokenFor = async ({ email }: { email: string }) =>
    (
      (await (await send("/api/auth/local/token", { email, name: "A", key: localKey })).json()) as {
        idToken: string;
      }
    ).idToken;
  await app.running.services.pool.query(
    "update sessions set signed_in_at = now() - interval '16 minutes' where user_id = $1",
    [ana.user.id],
  );
  expect(await handOver()).toMatchObject({ status: 403, body: { code: "sign_in_again" } });

  expect((await ana.post("/api/auth/confirm", { idToken: await tokenFor(bo.user) })).status).toBe(403);
  expect((await ana.post("/api/auth/confirm", { idToken: "forged" })).status).toBe(401);
  expect((await handOver()).status).toBe(403);

  const { cookie } = ana;
  const [before] = (await ana.get<Session[]>("/api/sessions")).body;
  const idToken = await tokenFor(ana.user);
  expect((await ana.post("/api/auth/confirm", { idToken })).status).toBe(200);
  expect((await ana.get<Session[]>("/api/sessions")).body[0]?.id).toBe(before?.id);
  expect((await fetch(`${app.url}/api/auth/user`, { headers: { cookie } })).status).toBe(401);
  expect((await ana.post("/api/auth/confirm", { idToken })).status).toBe(403);
  expect((await handOver()).status).toBe(200);
});

test("only a hash of the session token is stored", async () => {
  const ana = await app.signIn();
  const token = ana.cookie.split("=")[1];
  const { rows } = await app.running.services.pool.query("select token_hash from sessions");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => row.token_hash)).not.toContain(token);
});

test("a state-changing call from another site's page is rejected", async () => {
  const ana = await app.signIn();
  const from = (origin: string) =>
    send(`/api/teams/${ana.teamId}/tasks`, { title: "x" }, { cookie: ana.cookie, origin });

  expect((await from("https://evil.example")).status).toBe(403);
  expect((await from("null")).status).toBe(403);
  expect((await from(app.url)).status).toBe(200);
});

test("AUTH-5 GET /api/login leads to the sign-in dialog", async () => {
  const response = await fetch(`${app.url}/api/login`, { redirect: "manual" });
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/?signin=1");
});

test("a malformed email address returns a sentence", async () => {
  const response = await send("/api/auth/local/token", { email: "nobody", name: "No", key: localKey });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining("ana@example.com") });
});

test("every call except the public ones requires a session before it checks parameters", async () => {
  const open = new Set([
    "/api/health",
    "/api/invitations/{token}",
    "/api/billing/plans",
    "/api/demo",
    "/api/auth/settings",
    "/api/auth/verify",
    "/api/auth/local/token",
    "/api/logout",
  ]);
  const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method })),
  );
  expect(calls.length).toBeGreaterThan(15);
  for (const { path, method } of calls.filter(({ path }) => !open.has(path))) {
    const response = await fetch(app.url + path.replace(/\{\w+\}/g, "x"), { method: method.toUpperCase() });
    expect([path, response.status]).toEqual([path, 401]);
  }
});

test("signing in again in one browser ends its previous session", async () => {
  const ana = await app.signIn();
  const { cookie } = ana;
  const { idToken } = (await (
    await send("/api/auth/local/token", { email: ana.user.email, name: "Ana", key: localKey })
  ).json()) as { idToken: string };
  const again = await send("/api/auth/verify", { idToken }, { cookie });
  expect(again.headers.get("set-cookie")).not.toContain(cookie);
  expect((await fetch(`${app.url}/api/auth/user`, { headers: { cookie } })).status).toBe(401);
});

test("sessions are listed with their device, and can be ended separately or all at once", async () => {
  const ana = await app.signIn();
  const elsewhere = async (agent: string) => {
    const { idToken } = (await (
      await send("/api/auth/local/token", { email: ana.user.email, name: "Ana", key: localKey })
    ).json()) as { idToken: string };
    const response = await send("/api/auth/verify", { idToken }, { "user-agent": agent });
    return { cookie: response.headers.get("set-cookie")?.split(";")[0] as string };
  };
  const firefox = await elsewhere("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
  const phone = await elsewhere(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  );
  const listed = (await ana.get<Session[]>("/api/sessions")).body;
  expect(listed.map(({ device }) => device)).toEqual(
    expect.arrayContaining(["Firefox on Linux", "Safari on iOS"]),
  );
  expect(listed.filter(({ current }) => current)).toHaveLength(1);

  const signedIn = async (headers: { cookie: string }) =>
    (await fetch(`${app.url}/api/auth/user`, { headers })).status === 200;
  const onFirefox = listed.find(({ device }) => device.startsWith("Firefox"));
  expect((await ana.delete(`/api/sessions/${onFirefox?.id}`)).status).toBe(200);
  expect([await signedIn(firefox), await signedIn(phone)]).toEqual([false, true]);

  const stranger = await app.signIn();
  const [here] = listed.filter(({ current }) => current);
  expect((await stranger.delete(`/api/sessions/${here?.id}`)).status).toBe(404);

  expect((await ana.delete("/api/sessions")).status).toBe(200);
  expect([await signedIn(phone), (await ana.get("/api/auth/user")).status]).toEqual([false, 401]);
});

test("a session ends after two weeks without use, and with it what listens", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { pool, db, notifications } = app.running.services;
  const unused = (days: string) =>
    pool.query("update sessions set last_seen_at = now() - $2::interval where user_id = $1", [
      ana.user.id,
      days,
    ]);
  await unused("13 days 23 hours");
  expect((await ana.get<Session[]>("/api/sessions")).body).toHaveLength(1);
  await unused("14 days 1 hour");
  expect((await ana.get("/api/auth/user")).status).toBe(401);
  const ended: string[] = [];
  await notifications.on("zippy_live", (payload) => void ended.push(payload));
  const { rows } = await pool.query("select id from sessions where user_id = $1", [ana.user.id]);
  await purgeSessions(db);
  await expect.poll(() => ended).toContain(JSON.stringify({ sessionEnded: rows[0].id }));
  expect((await bo.get("/api/auth/user")).status).toBe(200);
});

test("a person has at most 100 sessions: another sign-in ends the one that was unused longest", async () => {
  const ana = await app.signIn("Ana");
  const second = await signIn(app.url, "Ana", ana.user.email);
  const { pool } = app.running.services;
  await pool.query(
    `insert into sessions (user_id, token_hash, expires_at, last_seen_at)
     select $1, 'unused ' || n, now() + interval '1 day', now() - interval '2 hours' from generate_series(1, 98) n`,
    [ana.user.id],
  );
  await pool.query(
    `update sessions set last_seen_at = now() - interval '3 hours' where id = (
       select id from sessions where user_id = $1 and token_hash not like 'unused%' order by created_at limit 1)`,
    [ana.user.id],
  );
  const third = await signIn(app.url, "Ana", ana.user.email);
  expect((await third.get<Session[]>("/api/sessions")).body).toHaveLength(100);
  expect((await ana.get("/api/auth/user")).status).toBe(401);
  expect((await second.get("/api/auth/user")).status).toBe(200);
});

test("a person can change their own time zone, but only to a valid one", async () => {
  const ana = await app.signIn();
  expect((await ana.get<User>("/api/auth/user")).body.timeZone).toBeNull();
  const changed = await ana.patch<User>("/api/auth/user", { timeZone: "Asia/Kathmandu" });
  expect(changed.body).toMatchObject({ id: ana.user.id, timeZone: "Asia/Kathmandu" });
  const refused = await ana.patch<{ message: string }>("/api/auth/user", { timeZone: "Atlantis" });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("Choose a time zone, such as Europe/Berlin.");
  expect((await ana.patch("/api/auth/user", { timeZone: "UTC", email: "eve@example.com" })).status).toBe(400);
  expect((await ana.get<User>("/api/auth/user")).body.timeZone).toBe("Asia/Kathmandu");
});
