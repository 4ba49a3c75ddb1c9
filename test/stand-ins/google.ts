import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { atEnd } from "../support/at-end";
import { freePort } from "../support/collecting";

/** Google's URLs for the product's settings, and what tests can do with a mailbox. */
export interface GoogleStandIn {
  url: string;
  /** Consents at the URL the browser was sent to. @returns the URL the browser returns to. */
  consent(authorizeUrl: string, email: string): Promise<string>;
  /** Adds an email to the mailbox. @returns its Gmail id. */
  deliver(email: string, raw: string, labelIds?: string[]): Promise<string>;
  label(
    email: string,
    id: string,
    change: { addLabelIds?: string[]; removeLabelIds?: string[] },
  ): Promise<void>;
  destroy(email: string, id: string): Promise<void>;
  /** Expires all access tokens issued so far. */
  expireTokens(): void;
  /** Makes the user revoke the grant. */
  withdraw(): void;
  /** Makes the history so far unavailable. */
  forgetHistory(email: string): Promise<void>;
  /** The tokens that were revoked. */
  revoked: string[];
  /** The calls of users.watch and users.stop with their bodies, in order. */
  watches: string[];
}

export const googleClient = { id: "zippy.apps.example.com", secret: "client-secret-of-google" };

/**
 * Google's sign-in and Gmail: the emulator, plus the parts it lacks. Paths and responses follow Google's
 * documentation: developers.google.com/identity/protocols/oauth2/web-server (token, revoke),
 * .../gmail/api/reference/rest/v1/users/getProfile, .../gmail/api/guides/sync (404),
 * .../gmail/api/guides/handle-errors (401).
 */
export async function startGoogle(emails: string[], redirectUri: string): Promise<GoogleStandIn> {
  const emulator = await createEmulator({
    service: "google",
    port: await freePort(),
    seed: {
      tokens: Object.fromEntries(emails.map((email) => [tokenOf(email), { login: email }])),
      google: {
        users: emails.map((email) => ({ email, name: "Ana Costa" })),
        oauth_clients: [
          {
            client_id: googleClient.id,
            client_secret: googleClient.secret,
            name: "Zippy",
            redirect_uris: [redirectUri],
          },
        ],
      },
    },
  });
  const valid = new Set<string>();
  const refused = new Set<string>();
  const granted = new Set<string>();
  const revoked: string[] = [];
  const watches: string[] = [];
  /** Per mailbox, the oldest history id that is still available. */
  const oldest = new Map<string, bigint>();

  const call = async (email: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${emulator.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${tokenOf(email)}`, "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? {} : ((await response.json()) as Record<string, string>);
  };
  const historyId = async (authorization: string) => {
    const response = await fetch(`${emulator.url}/gmail/v1/users/me/watch`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ topicName: "projects/stand-in/topics/none" }),
    });
    return ((await response.json()) as { historyId: string }).historyId;
  };

  const emailOf = async (authorization: string) => {
    const response = await fetch(`${emulator.url}/oauth2/v2/userinfo`, { headers: { authorization } });
    return ((await response.json()) as { email: string }).email;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const body = await readBody(request);
    const { authorization = "" } = request.headers;
    if (url.pathname === "/token") return token(response, body);
    if (url.pathname === "/revoke") {
      const given = new URLSearchParams(body.toString()).get("token") ?? "";
      revoked.push(given);
      refused.add(given);
      return send(response, 200, {});
    }
    if (url.pathname.startsWith("/gmail/")) {
      if (!valid.has(authorization)) return send(response, 401, unauthorized);
      if (url.pathname.endsWith("/profile"))
        return send(response, 200, {
          emailAddress: await emailOf(authorization),
          historyId: await historyId(authorization),
        });
      if (url.pathname.endsWith("/history")) {
        const known = oldest.get(await emailOf(authorization)) ?? 0n;
        if (BigInt(url.searchParams.get("startHistoryId") ?? 0) < known) return send(response, 404, notFound);
      }
      if (/\/(watch|stop)$/.test(url.pathname)) watches.push(`${url.pathname} ${body.toString()}`);
    }
    await passOn(response, emulator.url, request, body);
  }

  async function token(response: ServerResponse, body: Buffer): Promise<void> {
    const given = new URLSearchParams(body.toString());
    if (refused.has(given.get("refresh_token") ?? ""))
      return send(response, 400, {
        error: "invalid_grant",
        error_description: "Token has been expired or revoked.",
      });
    const answered = await fetch(`${emulator.url}/oauth2/token`, { method: "POST", body: given });
    const tokens = (await answered.json()) as { access_token?: string; refresh_token?: string };
    if (tokens.access_token) valid.add(`Bearer ${tokens.access_token}`);
    if (tokens.refresh_token) granted.add(tokens.refresh_token);
    send(response, answered.status, tokens);
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    revoked,
    watches,
    async consent(authorizeUrl, email) {
      const page = await fetch(authorizeUrl);
      if (!page.ok) throw new Error(`the consent page answered ${page.status}`);
      const fields = new URLSearchParams(new URL(authorizeUrl).search);
      fields.set("email", email);
      const chosen = await fetch(`${emulator.url}/o/oauth2/v2/auth/callback`, {
        method: "POST",
        body: fields,
        redirect: "manual",
      });
      return chosen.headers.get("location") ?? "";
    },
    async deliver(email, raw, labelIds = ["INBOX", "UNREAD"]) {
      const body = JSON.stringify({ raw: Buffer.from(raw).toString("base64url"), labelIds });
      const message = await call(email, "/gmail/v1/users/me/messages", { method: "POST", body });
      return message.id as string;
    },
    async label(email, id, change) {
      const body = JSON.stringify(change);
      await call(email, `/gmail/v1/users/me/messages/${id}/modify`, { method: "POST", body });
    },
    async destroy(email, id) {
      await call(email, `/gmail/v1/users/me/messages/${id}`, { method: "DELETE" });
    },
    expireTokens: () => valid.clear(),
    withdraw() {
      valid.clear();
      for (const one of granted) refused.add(one);
    },
    async forgetHistory(email) {
      // No mailbox changes while its history is forgotten.
      oldest.set(email, BigInt(await historyId(`Bearer ${tokenOf(email)}`)));
    },
  };
}

const tokenOf = (email: string): string => `owner-of-${email}`;

const unauthorized = {
  error: {
    code: 401,
    message: "Request had invalid authentication credentials.",
    errors: [{ message: "Invalid Credentials", domain: "global", reason: "authError" }],
    status: "UNAUTHENTICATED",
  },
};
const notFound = {
  error: {
    code: 404,
    message: "Requested entity was not found.",
    errors: [{ message: "Requested entity was not found.", domain: "global", reason: "notFound" }],
    status: "NOT_FOUND",
  },
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
  response.end(JSON.stringify(body));
}

async function passOn(
  response: ServerResponse,
  target: string,
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: Buffer,
): Promise<void> {
  const { authorization, "content-type": type } = headers;
  const answered = await fetch(`${target}${url}`, {
    method,
    redirect: "manual",
    headers: {
      ...(authorization ? { authorization } : {}),
      ...(type ? { "content-type": type } : {}),
    },
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  const location = answered.headers.get("location");
  response.writeHead(answered.status, {
    "content-type": answered.headers.get("content-type") ?? "application/json",
    ...(location && { location }),
  });
  response.end(Buffer.from(await answered.arrayBuffer()));
}
