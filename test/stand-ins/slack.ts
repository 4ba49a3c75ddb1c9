import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { atEnd } from "../support/at-end";
import { freePort } from "../support/collecting";

type Json = Record<string, unknown>;
type Answer = Json & { ok: boolean };

/** The product's app at Slack. */
export const slackApp = {
  SLACK_CLIENT_ID: "2141029472.691202649728",
  SLACK_CLIENT_SECRET: "e1b9e11dfcd19c1982d5de12921e17e8",
  SLACK_SIGNING_SECRET: "8f742231b10e8888abcd99yyyzzz85a5",
};

/** The workspace and its administrator. */
const team = "T000000001";
const admin = "U000000001";
/** The scopes of the people who write messages. */
const everything =
  "chat:write channels:read channels:write channels:manage channels:history groups:write groups:read groups:history im:write im:read mpim:write mpim:read users:read users:read.email";

export interface Person {
  id: string;
  name: string;
  email: string;
}

export interface SlackStandIn {
  url: string;
  team: string;
  people: Record<"ana" | "bo", Person>;
  /** The methods the product called, in order. */
  calls: string[];
  /** Makes tokens expire after this many seconds and requires refreshing them. Null: tokens don't expire. */
  rotateAfter(seconds: number | null): void;
  /** Creates a channel with both people and, by default, the bot. @returns its id. */
  addChannel(name: string, bot?: boolean): Promise<string>;
  /** Removes the bot from every channel that was added. */
  leaveChannels(): void;
  /** Posts a message. @returns its timestamp. */
  say(who: "ana" | "bo", channel: string, text: string, thread?: string): Promise<string>;
  edit(who: "ana" | "bo", channel: string, ts: string, text: string): Promise<void>;
  /** Deletes the author's own message. */
  unsay(who: "ana" | "bo", channel: string, ts: string): Promise<void>;
  /** Adds a message of any shape and time to a channel. Replaces an existing one with the same timestamp. */
  put(channel: string, message: Json & { ts: string }): void;
  /** Removes a message added with `put`. */
  take(channel: string, ts: string): void;
  /** Follows the product's redirect to Slack and consents. @returns the URL the browser returns to. */
  consent(authorize: string, who?: "ana" | "bo"): Promise<string>;
  /** Delivers JSON to a webhook, as Slack does. */
  deliver(
    webhook: string,
    body: Json | string,
    signed?: { secret?: string; timestamp?: number },
  ): Promise<Response>;
}

/**
 * Slack, from the package emulate. Adds what that lacks, following Slack's documentation:
 * users.conversations, auth.revoke, `latest_reply`, token rotation and past messages. It stops with the test
 * file.
 */
export async function startSlack(redirectUri: string): Promise<SlackStandIn> {
  const emulator = await createEmulator({
    service: "slack",
    // The default port is the same for every test file.
    port: await freePort(),
    seed: {
      slack: {
        users: [person("ana"), person("bo")],
        oauth_apps: [
          {
            client_id: slackApp.SLACK_CLIENT_ID,
            client_secret: slackApp.SLACK_CLIENT_SECRET,
            name: "Zippy",
            redirect_uris: [redirectUri],
            bot_name: "zippy",
          },
        ],
        tokens: [
          { token: "xoxp-admin", user: admin, scopes: everything },
          { token: "xoxp-ana", user: "ana", scopes: everything },
          { token: "xoxp-bo", user: "bo", scopes: everything },
        ],
      },
    },
  });
  const additions = createAdditions(emulator.url);
  const server = createServer((request, response) => {
    void additions.answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await emulator.close();
  });

  const as = async (who: string, method: string, body: Json): Promise<Answer> => {
    const answer = await callSlack(emulator.url, method, `xoxp-${who}`, body);
    if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { members } = (await as("admin", "users.list", {})) as unknown as {
    members: (Person & { profile: Person })[];
  };
  const find = (name: string): Person => {
    const found = members.find((member) => member.name === name);
    return { id: found?.id ?? "", name: found?.profile.name ?? name, email: found?.profile.email ?? "" };
  };
  const people = { ana: find("ana"), bo: find("bo") };
  const added: string[] = [];

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    team,
    people,
    calls: additions.calls,
    rotateAfter: additions.rotateAfter,
    put: additions.put,
    take: additions.take,
    async addChannel(name, bot = true) {
      const { channel } = (await as("admin", "conversations.create", { name })) as unknown as {
        channel: { id: string };
      };
      const users = [people.ana.id, people.bo.id, ...(bot ? [find("zippy").id] : [])].join(",");
      await as("admin", "conversations.invite", { channel: channel.id, users });
      added.push(channel.id);
      return channel.id;
    },
    leaveChannels() {
      for (const channel of added.splice(0)) additions.leave(channel);
    },
    async say(who, channel, text, thread_ts) {
      return String(
        (await as(who, "chat.postMessage", { channel, text, ...(thread_ts && { thread_ts }) })).ts,
      );
    },
    async edit(who, channel, ts, text) {
      await as(who, "chat.update", { channel, ts, text });
    },
    async unsay(who, channel, ts) {
      await as(who, "chat.delete", { channel, ts });
    },
    async consent(authorize, who = "ana") {
      const query = new URL(authorize).searchParams;
      const page = await fetch(authorize);
      if (page.status !== 200) throw new Error(`${page.status}: ${await page.text()}`);
      const form = new URLSearchParams({ ...Object.fromEntries(query), user_id: people[who].id });
      const back = await fetch(`${emulator.url}/oauth/v2/authorize/callback`, {
        method: "POST",
        body: form,
        redirect: "manual",
      });
      return back.headers.get("location") ?? "";
    },
    deliver(webhook, body, { secret = slackApp.SLACK_SIGNING_SECRET, timestamp = now() } = {}) {
      const raw = typeof body === "string" ? body : JSON.stringify(body);
      // Source: docs.slack.dev/authentication/verifying-requests-from-slack
      const signature = createHmac("sha256", secret).update(`v0:${timestamp}:${raw}`).digest("hex");
      return fetch(webhook, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-slack-request-timestamp": String(timestamp),
          "x-slack-signature": `v0=${signature}`,
        },
        body: raw,
      });
    },
  };
}

const now = (): number => Math.floor(Date.now() / 1000);

const person = (name: string) => ({
  name,
  real_name: name === "ana" ? "Ana Lopez" : "Bo Lind",
  email: `${name}@example.org`,
  profile: { display_name: name === "ana" ? "Ana Lopez" : "Bo Lind", email: `${name}@example.org` },
});

/** An event in Slack's envelope. Source: docs.slack.dev/reference/events/message */
export function slackEvent(event: Json, fields: Json = {}): Json {
  return {
    token: "XXYYZZ",
    team_id: team,
    api_app_id: "A123ABC456",
    event,
    type: "event_callback",
    authorizations: [{ team_id: team, user_id: admin, is_bot: true, is_enterprise_install: false }],
    event_context: "EC123ABC456",
    event_id: `Ev${randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase()}`,
    event_time: now(),
    ...fields,
  };
}

async function callSlack(url: string, method: string, token: string, body: Json): Promise<Answer> {
  const response = await fetch(`${url}/api/${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

interface Message {
  ts: string;
  thread_ts?: string;
  reply_count?: number;
}

/** What we add in front of the emulator. */
function createAdditions(emulator: string) {
  const calls: string[] = [];
  const past = new Map<string, Message[]>();
  const left = new Set<string>();
  /** The app's tokens and the emulator's token behind each; undefined if it has expired. */
  const tokens = new Map<string, { own: string; ends: number }>();
  const refreshTokens = new Map<string, string>();
  let rotation: number | null = null;

  const putIn = (channel: string): Message[] => past.get(channel) ?? [];

  async function latestReplies(channel: string, token: string, messages: Message[]): Promise<void> {
    for (const message of messages) {
      if (!message.reply_count) continue;
      const { messages: thread } = (await callSlack(emulator, "conversations.replies", token, {
        channel,
        ts: message.ts,
      })) as unknown as { messages: Message[] };
      Object.assign(message, { latest_reply: thread.at(-1)?.ts });
    }
  }

  /** A channel's messages, newest first. Like the emulator, it ignores `oldest` unless `latest` is given. */
  async function history(
    token: string,
    { channel = "", limit = "100", cursor, oldest = "0", latest, inclusive }: Record<string, string>,
  ): Promise<Answer> {
    const answer = await callSlack(emulator, "conversations.history", token, { channel, limit: 1000 });
    if (!answer.ok) return answer;
    const own = answer.messages as Message[];
    await latestReplies(channel, token, own);
    const within = ({ ts }: Message): boolean =>
      latest === undefined ||
      (ts > oldest && ts < latest) ||
      (inclusive === "true" && (ts === oldest || ts === latest));
    const all = [...own, ...putIn(channel)].filter(within).sort((a, b) => Number(b.ts) - Number(a.ts));
    const from = cursor ? all.findIndex(({ ts }) => `before:${ts}` === cursor) : 0;
    if (from < 0) return { ok: false, error: "invalid_cursor" };
    const next = all[from + Number(limit)];
    return {
      ok: true,
      messages: all.slice(from, from + Number(limit)),
      has_more: next !== undefined,
      response_metadata: { next_cursor: next ? `before:${next.ts}` : "" },
    };
  }

  async function exchange(given: Record<string, string>): Promise<Answer> {
    const { grant_type, refresh_token = "", client_id, client_secret, code = "", redirect_uri = "" } = given;
    if (grant_type === "refresh_token") {
      const own = refreshTokens.get(refresh_token);
      refreshTokens.delete(refresh_token);
      return own
        ? { ok: true, team: { id: team }, ...grant(own) }
        : { ok: false, error: "invalid_refresh_token" };
    }
    const answer = await callSlack(emulator, "oauth.v2.access", "", {
      client_id,
      client_secret,
      code,
      redirect_uri,
    });
    return rotation === null || !answer.ok ? answer : { ...answer, ...grant(String(answer.access_token)) };
  }

  /** Source: docs.slack.dev/authentication/using-token-rotation */
  function grant(own: string): Json {
    const [access_token, refresh_token] = [random("xoxe.xoxb-1-"), random("xoxe-1-")];
    tokens.set(access_token, { own, ends: now() + (rotation ?? 0) });
    refreshTokens.set(refresh_token, own);
    return { access_token, refresh_token, expires_in: rotation };
  }

  async function run(
    method: string,
    token: string,
    given: Record<string, string>,
  ): Promise<Answer | undefined> {
    if (method === "oauth.v2.access") return exchange(given);
    if (method === "auth.revoke") return { ok: true, revoked: true };
    if (method === "conversations.history") return history(token, given);
    if (method !== "users.conversations") return undefined;
    const answer = await callSlack(emulator, "conversations.list", token, given);
    const channels = (answer.channels ?? []) as { id: string; is_member: boolean }[];
    return { ...answer, channels: channels.filter(({ id, is_member }) => is_member && !left.has(id)) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = /^\/api\/([\w.]+)/.exec(request.url ?? "")?.[1] ?? "";
    if (method) calls.push(method);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const bearer = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const rotated = tokens.get(bearer);
    if (rotated && rotated.ends <= now()) return send(response, { ok: false, error: "token_expired" });
    const token = rotated?.own ?? bearer;
    const own = await run(method, token, Object.fromEntries(new URLSearchParams(body)));
    if (own) return send(response, own);
    const passed = await fetch(`${emulator}${request.url}`, {
      method: request.method ?? "GET",
      redirect: "manual",
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(request.headers["content-type"] && { "content-type": request.headers["content-type"] }),
      },
      ...(chunks.length > 0 && { body }),
    });
    const location = passed.headers.get("location");
    response.writeHead(passed.status, {
      "content-type": passed.headers.get("content-type") ?? "text/plain",
      ...(location && { location }),
    });
    response.end(await passed.text());
  }

  return {
    calls,
    answer,
    leave: (channel: string): void => void left.add(channel),
    rotateAfter(seconds: number | null): void {
      rotation = seconds;
    },
    put(channel: string, message: Json & { ts: string }): void {
      past.set(channel, [...putIn(channel).filter(({ ts }) => ts !== message.ts), message]);
    },
    take: (channel: string, ts: string): void =>
      void past.set(
        channel,
        putIn(channel).filter((message) => message.ts !== ts),
      ),
  };
}

const random = (prefix: string): string => prefix + randomBytes(16).toString("base64url");

function send(response: ServerResponse, body: Json): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
