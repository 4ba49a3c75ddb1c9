import { expect, test } from "vitest";
import { query } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import { purgeIntegrations } from "../service";

const app = await startTestApp({
  GOOGLE_CLIENT_ID: "client",
  GOOGLE_CLIENT_SECRET: "secret",
  MICROSOFT_CLIENT_ID: "client",
  MICROSOFT_CLIENT_SECRET: "secret",
  // Nothing listens there.
  GOOGLE_TOKEN_BASE_URL: "http://127.0.0.1:1",
});

async function visit(person: Pick<Person, "cookie">, path: string, headers: Record<string, string> = {}) {
  const url = path.startsWith("/") ? `${app.url}${path}` : path;
  const response = await fetch(url, { headers: { cookie: person.cookie, ...headers }, redirect: "manual" });
  return response.headers.get("location") ?? "";
}

const begin = (person: Person) => `/api/integrations/gmail/connect?teamId=${person.teamId}`;

test("a consent started by another site's link goes to the integrations page instead", async () => {
  const ana = await app.signIn();
  // A neighboring subdomain, or another port of this machine, is the same site to browsers.
  for (const site of ["cross-site", "same-site"])
    expect(await visit(ana, begin(ana), { "sec-fetch-site": site })).toBe("/integrations");
  expect(await query(app, "select from connect_attempts where user_id = $1", [ana.user.id])).toEqual([]);
  for (const site of ["same-origin", "none"])
    expect(await visit(ana, begin(ana), { "sec-fetch-site": site })).toMatch(
      /^https:\/\/accounts\.google\.com\//,
    );
});

test("a callback works once, for the user who started it and for its own provider", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const state = new URL(await visit(ana, begin(ana))).searchParams.get("state") ?? "";
  const back = (provider: string) => `/api/integrations/${provider}/callback?code=c&state=${state}`;
  expect(await visit(eve, back("gmail"))).toBe("/integrations?failed=gmail&problem=expired");
  // It still belongs to Ana, but nothing answers the code exchange. After that it is used up.
  expect(await visit(ana, back("gmail"))).toBe("/integrations?failed=gmail&problem=unavailable");
  expect(await visit(ana, back("gmail"))).toBe("/integrations?failed=gmail&problem=expired");
});

test("INT-5 an exchange that ended without an account is in Health for a week, for those who could have seen the account", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const path = `/api/teams/${ana.teamId}/invitations`;
  const { body } = await ana.post<{ token: string }>(path, { role: "member" });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  await bo.post(`/api/teams/${ana.teamId}/switch`);
  const shown = async (person: Person) =>
    (await person.get<unknown[]>("/api/integrations/health")).body.length;
  const stateOf = async (query = "") =>
    new URL(await visit(ana, `${begin(ana)}${query}`)).searchParams.get("state") ?? "";
  const interrupt = (hours: number) =>
    query(
      app,
      `update connect_attempts set state_hash = null, exchanged_at = now() - interval '${hours} hours',
      expires_at = now() - interval '${hours} hours' + interval '30 minutes' where user_id = $1`,
      [ana.user.id],
    );

  // What the browser said needs no note: a refused exchange, and a return to another provider's address.
  await visit(ana, `/api/integrations/gmail/callback?code=c&state=${await stateOf()}`);
  await visit(ana, `/api/integrations/outlook/callback?code=c&state=${await stateOf()}`);
  await interrupt(1);
  expect([await shown(ana), await shown(bo)]).toEqual([0, 0]);

  await stateOf();
  await stateOf("&onlyMe=true");
  expect([await shown(ana), await shown(bo)]).toEqual([0, 0]);
  await interrupt(1);
  await purgeIntegrations(app.running.services.db);
  expect([await shown(ana), await shown(bo)]).toEqual([2, 1]);
  await interrupt(7 * 24 + 1);
  await purgeIntegrations(app.running.services.db);
  expect([await shown(ana), await shown(bo)]).toEqual([0, 0]);
});

test("a manipulated provider name never leads the browser to another site", async () => {
  const ana = await app.signIn();
  for (const name of ["%2F%2Fevil.example", "..%2F..", "x%26connected=gmail", "%0d%0aset-cookie:a=b"])
    for (const end of ["connect", "callback?state=x", "callback?error=access_denied"]) {
      const leads = await visit(ana, `/api/integrations/${name}/${end}`);
      expect(leads).toMatch(/^\/integrations\?failed=[\w.%-]+&problem=(unknown|team|denied)$/);
    }
});

test("INT-2 the connect address of a channel that doesn't exist says so, not that there is no team", async () => {
  const ana = await app.signIn();
  const path = (provider: string) => `/api/integrations/${provider}/connect?teamId=${ana.teamId}`;
  expect(await visit(ana, path("fax"))).toBe("/integrations?failed=fax&problem=unknown");
  expect(await visit(ana, path("slack"))).toBe("/integrations?failed=slack&problem=settings");
});

test("AUTH-5 INT-2 without a session, connecting and the way back from the provider lead to signing in", async () => {
  for (const path of ["connect", "callback?state=x&code=y"])
    expect(await visit({ cookie: "" }, `/api/integrations/gmail/${path}`)).toBe("/api/login");
});

test("no webhook crashes on invalid requests", async () => {
  const paths = [
    "gmail",
    "outlook",
    "slack",
    "whatsapp",
    "telegram",
    "sms",
    "instagram",
    "messenger",
    "none",
    "",
  ];
  const bodies = [
    "",
    "null",
    "[]",
    "{",
    '{"value":[]}',
    '{"entry":1}',
    "\0\ufffd",
    "x=1&x=2",
    '"'.repeat(100_000),
  ];
  const rests = [
    "",
    "/%zz",
    "/%00",
    "/a%2Fb",
    "/:",
    `/${"a".repeat(5000)}`,
    "?validationToken=a&validationToken=b",
    "?hub.mode=a&hub.mode=b",
  ];
  const failed: string[] = [];
  for (const path of paths)
    for (const rest of rests)
      for (const [method, body] of [["GET", null], ...bodies.map((one) => ["POST", one] as const)] as const) {
        const { status } = await fetch(`${app.url}/api/integrations/webhooks/${path}${rest}`, {
          method,
          body,
        });
        if (status >= 500)
          failed.push(`${method} ${path}${rest.slice(0, 50)} ${body?.slice(0, 20)}: ${status}`);
      }
  expect(failed).toEqual([]);
});
