import { describe, expect, test } from "vitest";
import { signIn } from "../../../test/support/person";
import { startTestApp } from "../../../test/support/test-app";

async function attempt(url: string) {
  const response = await fetch(`${url}/api/auth/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ idToken: "forged" }),
  });
  const { code, message } = (await response.json()) as { code: string; message: string };
  return { status: response.status, retryAfter: response.headers.get("retry-after"), code, message };
}

test("limits direct connects, because each one tests a host and a password", async () => {
  const app = await startTestApp({ SIGN_IN_LIMIT: "3" });
  const ana = await app.signIn();
  const connect = () =>
    ana.post<{ code: string }>("/api/integrations/imap/connect", { teamId: ana.teamId, host: "?" });
  for (let n = 0; n < 3; n++) expect((await connect()).status).toBe(400);
  expect(await connect()).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
});

test("limits one person's calls in all their browsers, but neither other people nor the end of sessions", async () => {
  const app = await startTestApp({ PERSON_LIMIT: "20" });
  const [ana, bo] = [await app.signIn("Ana"), await app.signIn("Bo")];
  const elsewhere = await signIn(app.url, "Ana", ana.user.email);
  const path = `/api/teams/${ana.teamId}/tasks`;
  const next = (n: number) => [ana, elsewhere][n % 2]?.get(path);
  // A minute of the clock may end meanwhile; in each, there is room for 20.
  let calls = 0;
  await expect.poll(async () => (await next(calls++))?.status, { interval: 1 }).toBe(429);
  // Signing in has made a few.
  expect(calls).toBeGreaterThan(15);
  const refused = await elsewhere.post<{ code: string; message: string }>(path, { title: "One more" });
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(refused.body.message).toMatch(/^You may make 20 calls a minute\. Try again in \d+ seconds?\.$/);
  expect((await bo.get(`/api/teams/${bo.teamId}/tasks`)).status).toBe(200);
  expect((await elsewhere.delete("/api/sessions")).status).toBe(200);
});

describe("too many sign-in attempts", () => {
  test("return 429 with the waiting time, in every process, while other calls still work", async () => {
    const one = await startTestApp({ SIGN_IN_LIMIT: "3" });
    const two = await startTestApp({ SIGN_IN_LIMIT: "3", DATABASE_URL: one.databaseUrl });
    for (const { url } of [one, two, one]) expect((await attempt(url)).status).toBe(401);

    for (const { url } of [two, one]) {
      const refused = await attempt(url);
      expect(refused).toMatchObject({ status: 429, code: "too_many_requests" });
      expect(refused.message).toMatch(
        /^Too many attempts from your network\. Try again in \d+ seconds|a minute/,
      );
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
    }
    expect((await fetch(`${one.url}/api/health`)).status).toBe(200);
    expect((await fetch(`${one.url}/api/auth/settings`)).status).toBe(200);
  });

  test("are counted by the address the proxy reports, not the one the visitor claims", async () => {
    const app = await startTestApp({
      SIGN_IN_LIMIT: "2",
      TRUST_PROXY: "true",
      ALLOW_LOCAL_IDENTITY: "true",
    });
    const from = (addresses: string) =>
      fetch(`${app.url}/api/auth/verify`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": addresses },
        body: JSON.stringify({ idToken: "forged" }),
      }).then(({ status }) => status);
    expect(await from("198.51.100.1, 203.0.113.7")).toBe(401);
    expect(await from("198.51.100.2, 203.0.113.7")).toBe(401);
    expect(await from("198.51.100.3, 203.0.113.7")).toBe(429);
    expect(await from("203.0.113.8")).toBe(401);
  });

  test("are allowed again when the window is over", async () => {
    const app = await startTestApp({ SIGN_IN_LIMIT: "1" });
    expect((await attempt(app.url)).status).toBe(401);
    expect((await attempt(app.url)).status).toBe(429);
    await app.running.services.pool.query("update rate_limits set resets_at = now() - interval '1 second'");
    expect((await attempt(app.url)).status).toBe(401);
  });
});
