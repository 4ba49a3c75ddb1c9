import { setTimeout as sleep } from "node:timers/promises";
import { GrammyError } from "grammy";
import { z } from "zod";
import { addressSetting } from "../../../../server/address-setting";
import {
  type Cursor,
  type DirectConnect,
  type FetchedPage,
  type ProviderAdapter,
  providerModule,
  type Session,
} from "../provider";
import { createBotApi, type TelegramCall, tokenOf } from "./bot-api";
import { createDeliveries, promisedTo } from "./deliveries";
import { readUpdates, telegramUrl } from "./messages";
import { updateKinds } from "./update";
import { eventOf, telegramWebhook } from "./webhook";

/**
 * Wait before polling again after a conflict (milliseconds). Telegram allows one poll per bot at a time.
 * Another team on this server finishes within this time; another program keeps polling.
 */
const courtesy = 500;
/** Telegram's maximum per request. */
const pageSize = 100;

/** Messages to a bot. Telegram delivers them if it can reach the server; otherwise we poll. */
export const telegram = providerModule({
  settings: { TELEGRAM_BASE_URL: addressSetting("https://api.telegram.org") },
  create: ({ TELEGRAM_BASE_URL }) => createTelegram(createBotApi(TELEGRAM_BASE_URL)),
});

function createTelegram(callTelegram: TelegramCall): ProviderAdapter {
  const deliveries = createDeliveries(callTelegram);
  return {
    missing: [],
    bringsHistory: false,
    connect: connectBot(callTelegram),
    async fetch(session, cursor) {
      const promised = promisedTo(session);
      if (!promised) return fetchUpdates(callTelegram, session, cursor);
      await deliveries.check(session, promised);
      return { messages: [], removed: [], cursor: {}, more: false };
    },
    subscribe: deliveries.subscribe,
    webhook: telegramWebhook,
    messageUrl: (_, message) => telegramUrl(message),
    test: (session) =>
      callTelegram({ token: tokenOf(session), signal: session.signal }, async (api) => {
        const { username } = await api.getMe();
        return `@${username}`;
      }),
    disconnectNote:
      "Telegram stops sending Zippy messages, and Zippy deletes the bot's token here. To make the token useless everywhere, revoke it with @BotFather.",
    async revoke(session) {
      await callTelegram({ token: tokenOf(session), signal: session.signal }, (api) => api.deleteWebhook());
    },
  };
}

const Offset = z.object({ offset: z.number() });

/** Fetches the next updates. The offset confirms to Telegram that all earlier ones are stored. */
async function fetchUpdates(
  callTelegram: TelegramCall,
  session: Session,
  cursor: Cursor | null,
): Promise<FetchedPage> {
  const at = Offset.safeParse(cursor).data?.offset;
  const updates = await callTelegram({ token: tokenOf(session), signal: session.signal }, async (api) => {
    // Telegram only allows polling while no webhook is set.
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

function connectBot(callTelegram: TelegramCall): DirectConnect {
  const body = z.object({
    botToken: z
      .string({ error: "Enter the bot token." })
      .trim()
      .regex(/^\d{1,20}:[\w-]{20,100}$/, {
        error: "That's not a bot token. It looks like 123456789:AAF… and @BotFather shows it.",
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
        help: "Send /newbot to @BotFather in Telegram to get one. To receive all messages of a group, turn off the bot's group privacy there (/setprivacy) before you add it.",
      },
    ],
    body,
    async connect(fields) {
      const { botToken } = body.parse(fields);
      const bot = await callTelegram({ token: botToken }, (api) => api.getMe());
      return {
        externalId: String(bot.id),
        name: bot.first_name,
        address: `@${bot.username}`,
        credentials: { botToken },
      };
    },
  };
}
