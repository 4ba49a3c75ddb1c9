import { setTimeout as sleep } from "node:timers/promises";
import { GrammyError } from "grammy";
import { z } from "zod";
import {
  addressSetting,
  type Cursor,
  type DirectConnect,
  type Fetched,
  type ProviderAdapter,
  providerModule,
  type Session,
} from "../provider";
import { createBotApi, type TelegramCall, tokenOf } from "./bot-api";
import { createDeliveries, promisedTo } from "./deliveries";
import { readUpdates } from "./messages";
import { updateKinds } from "./update";
import { eventOf, telegramWebhook } from "./webhook";

/**
 * Telegram answers one who asks for a bot's news at a time. Another team of this server that asks in the same moment is
 * done after about so long (milliseconds); another program still asks.
 */
const courtesy = 500;
/** The most updates that Telegram gives at a time. */
const pageSize = 100;

/** Messages to a bot: delivered where Telegram can reach the server, else asked for. */
export const telegram = providerModule({
  settings: { TELEGRAM_BASE_URL: addressSetting("https://api.telegram.org") },
  create: ({ TELEGRAM_BASE_URL }) => createTelegram(createBotApi(TELEGRAM_BASE_URL)),
});

function createTelegram(ask: TelegramCall): ProviderAdapter {
  const deliveries = createDeliveries(ask);
  return {
    missing: [],
    bringsHistory: false,
    connect: connectBot(ask),
    async fetch(session, cursor) {
      const promised = promisedTo(session);
      if (!promised) return fetchUpdates(ask, session, cursor);
      await deliveries.check(session, promised);
      return { messages: [], removed: [], cursor: {}, more: false };
    },
    subscribe: deliveries.subscribe,
    webhook: telegramWebhook,
    test: (session) =>
      ask({ token: tokenOf(session), signal: session.signal }, async (api) => {
        const { username } = await api.getMe();
        return `@${username}`;
      }),
    async revoke(session) {
      await ask({ token: tokenOf(session), signal: session.signal }, (api) => api.deleteWebhook());
    },
  };
}

const Offset = z.object({ offset: z.number() });

/** The next updates; asking for them tells Telegram that those before the offset are kept here. */
async function fetchUpdates(ask: TelegramCall, session: Session, cursor: Cursor | null): Promise<Fetched> {
  const at = Offset.safeParse(cursor).data?.offset;
  const updates = await ask({ token: tokenOf(session), signal: session.signal }, async (api) => {
    // Telegram answers questions for news only while it delivers to nobody.
    if (at === undefined) await api.deleteWebhook();
    const from = at === undefined ? {} : { offset: at };
    const requestOnce = () =>
      api.getUpdates({ ...from, limit: pageSize, timeout: 0, allowed_updates: updateKinds });
    return requestOnce().catch(async (error: unknown) => {
      if (!(error instanceof GrammyError && error.error_code === 409)) throw error;
      await sleep(courtesy * (1 + Math.random()), undefined, { signal: session.signal });
      return requestOnce();
    });
  });
  const next = Math.max(at ?? 0, ...updates.map(({ update_id }) => update_id + 1));
  return {
    ...readUpdates(session, updates),
    events: updates.map((update) => eventOf(session.externalId, update)),
    cursor: { offset: next },
    more: updates.length === pageSize,
  };
}

function connectBot(ask: TelegramCall): DirectConnect {
  const body = z.object({
    botToken: z
      .string({ error: "Enter the bot's token." })
      .trim()
      .regex(/^\d{1,20}:[\w-]{20,100}$/, {
        error: "That is not a bot's token. It looks like 123456789:AAF… and @BotFather shows it.",
      }),
  });
  return {
    kind: "direct",
    fields: [
      {
        name: "botToken",
        label: "Bot token",
        kind: "password",
        placeholder: "123456789:AAF…",
        help: "Write /newbot to @BotFather in Telegram to get one. For all messages of a group, turn the bot's group privacy off there (/setprivacy) before adding it.",
      },
    ],
    body,
    async connect(fields) {
      const { botToken } = body.parse(fields);
      const bot = await ask({ token: botToken }, (api) => api.getMe());
      return {
        externalId: String(bot.id),
        name: bot.first_name,
        address: `@${bot.username}`,
        credentials: { botToken },
      };
    },
  };
}
