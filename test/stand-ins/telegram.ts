import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/at-end";

type Json = Record<string, unknown>;

interface Bot {
  id: number;
  username: string;
  webhook: { url: string; secret: string | undefined } | null;
  waiting: Json[];
  lastError: { date: number; message: string } | null;
}

export interface TelegramStandIn {
  url: string;
  /** The names of the called methods, in order. */
  calls: string[];
  /** Creates a bot. @returns its token. */
  addBot(): { token: string; id: number };
  /** Invalidates a token, as when @BotFather replaces it. */
  forget(token: string): void;
  webhookOf(token: string): Bot["webhook"];
  /**
   * Creates an update in a chat. The bot receives it through its webhook or by polling. @returns the update.
   */
  happen(token: string, update: Json): Promise<Json>;
}

/**
 * The Bot API of core.telegram.org/bots/api: getMe, getUpdates, setWebhook (with its secret), getWebhookInfo
 * and deleteWebhook. It stops with the test file.
 */
export async function startTelegram(): Promise<TelegramStandIn> {
  const bots = new Map<string, Bot>();
  const calls: string[] = [];
  let updates = 868_000_000;

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token = "", method = ""] = /^\/bot([^/]*)\/(\w+)/.exec(request.url ?? "") ?? [];
    calls.push(method);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const given = (chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString("utf8")) : {}) as Json;
    const bot = bots.get(token);
    const { code, ...body } = bot ? run(bot, method, given) : refuse(401, "Unauthorized");
    response.writeHead(code, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    addBot() {
      const id = 110_201_543 + bots.size;
      const token = `${id}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw${bots.size}`;
      bots.set(token, { id, username: `zippy_${id}_bot`, webhook: null, waiting: [], lastError: null });
      return { token, id };
    },
    forget: (token) => void bots.delete(token),
    webhookOf: (token) => bots.get(token)?.webhook ?? null,
    async happen(token, update) {
      const posted = { update_id: ++updates, ...update };
      const bot = bots.get(token) as Bot;
      bot.waiting.push(posted);
      await deliver(bot);
      return posted;
    },
  };
}

const succeed = (result: unknown) => ({ code: 200, ok: true, result });
const refuse = (code: number, description: string) => ({ code, ok: false, error_code: code, description });

function run(bot: Bot, method: string, given: Json): { code: number; ok: boolean } {
  switch (method) {
    case "getMe":
      return succeed({ id: bot.id, is_bot: true, first_name: "Zippy's bot", username: bot.username });
    case "setWebhook":
      if (!/^https?:/.test(String(given.url)))
        return refuse(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
      bot.webhook = { url: String(given.url), secret: given.secret_token as string | undefined };
      void deliver(bot);
      return succeed(true);
    case "deleteWebhook":
      bot.webhook = null;
      return succeed(true);
    case "getWebhookInfo":
      return succeed({
        url: bot.webhook?.url ?? "",
        has_custom_certificate: false,
        pending_update_count: bot.waiting.length,
        ...(bot.lastError && {
          last_error_date: bot.lastError.date,
          last_error_message: bot.lastError.message,
        }),
      });
    case "getUpdates":
      if (bot.webhook) return refuse(409, "Conflict: can't use getUpdates method while webhook is active");
      // An offset confirms all earlier updates.
      bot.waiting = bot.waiting.filter(({ update_id }) => Number(update_id) >= Number(given.offset ?? 0));
      return succeed(bot.waiting.slice(0, Number(given.limit ?? 100)));
    default:
      return refuse(404, "Not Found");
  }
}

/** Delivers waiting updates in order. An update stays queued until its delivery succeeds. */
async function deliver(bot: Bot): Promise<void> {
  while (bot.webhook && bot.waiting.length > 0) {
    const { url, secret } = bot.webhook;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(secret && { "x-telegram-bot-api-secret-token": secret }),
      },
      body: JSON.stringify(bot.waiting[0]),
    }).catch(() => undefined);
    if (!response?.ok) {
      const message = response ? `Wrong response from the webhook: ${response.status}` : "Connection refused";
      bot.lastError = { date: Math.floor(Date.now() / 1000), message };
      return;
    }
    bot.waiting.shift();
  }
}

const ana = { id: 1111111, is_bot: false, first_name: "Ana", last_name: "Lopez", username: "ana_lopez" };

/**
 * A message to a bot in a private chat. Source: the examples at core.telegram.org/bots/webhooks (testing your
 * bot with updates).
 */
export function privateMessage(fields: Json = {}): Json {
  return {
    message_id: 1365,
    date: Math.floor(Date.now() / 1000),
    chat: { id: ana.id, type: "private", first_name: "Ana", last_name: "Lopez", username: "ana_lopez" },
    from: ana,
    text: "Please send me the revised quote by Friday.",
    ...fields,
  };
}
