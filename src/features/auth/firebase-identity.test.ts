import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { User } from "./contract";

const projectId = "zippy-test";
const google = await generateKeyPair("RS256", { extractable: true });
const stranger = await generateKeyPair("RS256", { extractable: true });
const publicKey = { ...(await exportJWK(google.publicKey)), kid: "k1", alg: "RS256", use: "sig" };

/** Replaces the address where Google publishes its keys. */
let answering = true;
const keyServer: Server = createServer((_request, response) => {
  response
    .writeHead(answering ? 200 : 500, { "content-type": "application/json" })
    .end(JSON.stringify({ keys: [publicKey] }));
});
await new Promise<void>((resolve) => keyServer.listen(0, "127.0.0.1", resolve));
afterAll(() => keyServer.close());
const keysUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`;

const settings = {
  FIREBASE_API_KEY: "AIzaSyD-made-up-for-tests",
  FIREBASE_PROJECT_ID: projectId,
  FIREBASE_APP_ID: "1:1234567890:web:abcdef",
  FIREBASE_JWKS_URL: keysUrl,
};
const app = await startTestApp(settings);

const now = () => Math.floor(Date.now() / 1000);
let people = 0;

/** Claims as Google writes them; `undefined` omits one. */
function claims(changes: Record<string, unknown> = {}): JWTPayload {
  const number = ++people;
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: `google-${number}`,
    iat: now() - 5,
    exp: now() + 3600,
    auth_time: now() - 5,
    email: `person${number}@example.com`,
    email_verified: true,
    name: "Ana Berg",
    picture: "https://lh3.googleusercontent.com/a/picture",
    ...changes,
  };
}

const sign = (payload: JWTPayload, key = google.privateKey, kid = "k1"): Promise<string> =>
  new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid }).sign(key);

async function verify(idToken: string, url = app.url) {
  const response = await fetch(`${url}/api/auth/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ idToken }),
  });
  return { status: response.status, body: (await response.json()) as User & { message: string } };
}

test("a used token isn't valid again with its signature spelled differently", async () => {
  const token = await sign(claims());
  expect((await verify(token)).status).toBe(200);
  for (const spelled of [`${token} `, `${token}==`, `${token}\n`])
    expect((await verify(spelled)).status).toBe(401);
});

test("a renewed token of an old sign-in doesn't count as a fresh one", async () => {
  const old = new Date((now() - 7 * 86_400) * 1000);
  const { body } = await verify(await sign(claims({ auth_time: old.getTime() / 1000 })));
  const { rows } = await app.running.services.pool.query<{ signed_in_at: Date }>(
    "select signed_in_at from sessions where user_id = $1",
    [body.id],
  );
  expect(rows.map(({ signed_in_at }) => signed_in_at.getTime())).toEqual([old.getTime()]);
});

describe("a valid token", () => {
  test("AUTH-1 signs the person in with name and picture, later to the same account", async () => {
    const payload = claims();
    const first = await verify(await sign(payload));
    expect(first).toMatchObject({
      status: 200,
      body: {
        firstName: "Ana",
        lastName: "Berg",
        email: payload.email,
        profileImageUrl: "https://lh3.googleusercontent.com/a/picture",
      },
    });
    const moved = await verify(await sign({ ...payload, email: "new-address@example.com", iat: now() - 4 }));
    expect(moved.body.id).toBe(first.body.id);
  });

  test("works once", async () => {
    const token = await sign(claims());
    expect((await verify(token)).status).toBe(200);
    expect(await verify(token)).toMatchObject({
      status: 401,
      body: { message: "That sign-in has already been used. Sign in again." },
    });
  });
});

describe("an invalid token is rejected with a sentence that doesn't reveal why", () => {
  const bad: [string, () => Promise<string> | string][] = [
    [
      "tampered",
      async () => {
        const [header, , signature] = (await sign(claims())).split(".");
        const other = Buffer.from(JSON.stringify(claims({ email: "boss@example.com" }))).toString(
          "base64url",
        );
        return `${header}.${other}.${signature}`;
      },
    ],
    ["expired", () => sign(claims({ iat: now() - 7200, exp: now() - 3600 }))],
    ["of another project", () => sign(claims({ iss: "https://securetoken.google.com/other", aud: "other" }))],
    ["of another issuer", () => sign(claims({ iss: "https://example.com" }))],
    ["for another audience", () => sign(claims({ aud: "other" }))],
    ["unsigned (alg none)", () => new UnsecuredJWT(claims()).encode()],
    ["signed with a stranger's key", () => sign(claims(), stranger.privateKey)],
    ["signed with a key nobody published", () => sign(claims(), stranger.privateKey, "k2")],
    [
      "signed with the public key as a secret (HS256)",
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: "HS256", kid: "k1" })
          .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
    ],
    ["signed in the future", () => sign(claims({ auth_time: now() + 600 }))],
    ["without a subject", () => sign(claims({ sub: "" }))],
    ["without an address", () => sign(claims({ email: undefined }))],
    ["without auth_time", () => sign(claims({ auth_time: undefined }))],
    ["without an end", () => sign(claims({ exp: undefined }))],
    ["that isn't a token", () => "not a token"],
  ];
  test.each(bad)("%s", async (_, make) => {
    expect(await verify(await make())).toMatchObject({
      status: 401,
      body: { message: "That sign-in is no longer valid. Sign in again." },
    });
  });

  test("an address that the provider hasn't confirmed can't sign in", async () => {
    const payload = claims({ email_verified: false });
    expect(await verify(await sign(payload))).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining("hasn't been confirmed") },
    });
  });

  test("an oversized token is rejected before it is read", async () => {
    expect((await verify("x".repeat(20_001))).status).toBe(400);
    expect((await verify("x".repeat(1_100_000))).status).toBe(413);
  });
});

test("unavailable keys return 503 with a sentence, and sign-in works once they are back", async () => {
  const fresh = await startTestApp(settings);
  answering = false;
  const token = await sign(claims());
  expect(await verify(token, fresh.url)).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining("keys are unavailable") },
  });
  answering = true;
  expect((await verify(token, fresh.url)).status).toBe(200);

  const unreachable = await startTestApp({ ...settings, FIREBASE_JWKS_URL: "http://127.0.0.1:9/keys" });
  expect((await verify(token, unreachable.url)).status).toBe(503);
});

test("AUTH-4 missing settings only disable sign-in, and the log names them", async () => {
  const half = await startTestApp({ FIREBASE_API_KEY: settings.FIREBASE_API_KEY });
  expect(half.problems.splice(0)).toEqual([
    "Nobody can sign in: Firebase Project ID is required (FIREBASE_PROJECT_ID).",
    "Nobody can sign in: Firebase App ID is required (FIREBASE_APP_ID).",
  ]);
  expect(await verify(await sign(claims()), half.url)).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining("Firebase is not properly configured") },
  });
  expect((await fetch(`${half.url}/api/health`)).status).toBe(200);
});

describe("with an emulator", () => {
  test("its unsigned tokens sign in, and those of another project do not", async () => {
    const emulated = await startTestApp({ ...settings, FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9099" });
    expect((await verify(new UnsecuredJWT(claims()).encode(), emulated.url)).status).toBe(200);
    const foreign = claims({ iss: "https://securetoken.google.com/other", aud: "other" });
    expect((await verify(new UnsecuredJWT(foreign).encode(), emulated.url)).status).toBe(401);
    expect((await verify(new UnsecuredJWT(claims({ exp: now() - 60 })).encode(), emulated.url)).status).toBe(
      401,
    );
  });
});

test("the page may load only what the popup needs from Google", async () => {
  const policy = (await fetch(app.url)).headers.get("content-security-policy") ?? "";
  const directive = (name: string) => policy.split(";").find((entry) => entry.startsWith(`${name} `)) ?? "";
  expect(directive("script-src")).toMatch(
    /^script-src 'self' https:\/\/apis\.google\.com 'nonce-[0-9a-f]+'$/,
  );
  expect(directive("frame-src")).toBe(`frame-src https://${projectId}.firebaseapp.com`);
  expect(policy).not.toContain("unsafe-");
  expect(directive("frame-ancestors")).toBe("frame-ancestors 'none'");
});

test("sessions of the embedded identity end when another provider takes its place; demos go on", async () => {
  const local = await startTestApp();
  const ana = await local.signIn();
  const older = await local.signIn();
  await local.running.services.pool.query("update sessions set provider = null where user_id = $1", [
    older.user.id,
  ]);
  const demo = await fetch(`${local.url}/api/demo`, { method: "POST" });
  const demoCookie = demo.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  // Who has signed in with the new provider too must not keep the old session either.
  await local.running.services.pool.query("insert into identities values ('firebase', 'g-1', $1)", [
    ana.user.id,
  ]);

  const google = await startTestApp({ ...settings, DATABASE_URL: local.databaseUrl });
  const statusWith = async (cookie: string) =>
    (await fetch(`${google.url}/api/auth/user`, { headers: { cookie } })).status;
  expect(await statusWith(ana.cookie)).toBe(401);
  expect(await statusWith(older.cookie)).toBe(401);
  expect(await statusWith(demoCookie)).toBe(200);
});
