import { createHmac } from "node:crypto";
import { GrammyError } from "grammy";
import { z } from "zod";
import { ProviderFailure, type Session, type Subscription } from "../provider";
import { type TelegramCall, tokenOf } from "./bot-api";
import { updateKinds } from "./update";

/** What we store about a webhook we registered. */
const Promised = z.object({ url: z.string() });

/**
 * The secret Telegram sends with each delivery. It is derived from the bot token, so teams that share a bot
 * use the same one, and none can take over or end the others' deliveries.
 */
export const secretOf = (account: Pick<Session, "credentials">): string =>
  createHmac("sha256", tokenOf(account)).update("secret of the webhook").digest("base64url");

/** The registered webhook; undefined if there is none. */
export function promisedTo({ subscription }: { subscription: Subscription | null }) {
  const promised = Promised.safeParse(subscription?.data);
  return promised.success ? promised.data : undefined;
}

/** How long a delivery error counts (seconds). Telegram retries well within this time. */
const errorCounts = 2 * 3600;

/** Registers the webhook and checks whether deliveries arrive. */
export function createDeliveries(callTelegram: TelegramCall) {
  async function setWebhook(session: Session, url: string): Promise<boolean> {
    return callTelegram({ token: tokenOf(session), signal: session.signal }, async (api) => {
      try {
        return await api.setWebhook(url, { secret_token: secretOf(session), allowed_updates: updateKinds });
      } catch (error) {
        // Telegram only delivers to public https addresses on certain ports.
        if (error instanceof GrammyError && error.error_code === 400) return false;
        throw error;
      }
    });
  }

  return {
    /** Null if Telegram refuses the address. The bot is then polled. */
    async subscribe(session: Session, webhookUrl: string): Promise<Subscription | null> {
      const url = webhookUrl.replace("{bot-token}", session.externalId);
      return (await setWebhook(session, url)) ? { expiresAt: null, data: { url } } : null;
    },

    /** @throws ProviderFailure when messages are stuck at Telegram or go to another program. */
    async check(session: Session, { url }: z.infer<typeof Promised>): Promise<void> {
      const info = await callTelegram({ token: tokenOf(session), signal: session.signal }, (api) =>
        api.getWebhookInfo(),
      );
      if (!info.url) return void (await setWebhook(session, url));
      if (info.url !== url)
        throw new ProviderFailure(
          "refused",
          "Another program has taken over this bot's messages. Stop it and connect the bot again.",
        );
      const failed = (info.last_error_date ?? 0) > Date.now() / 1000 - errorCounts;
      if (failed && info.pending_update_count)
        throw new ProviderFailure(
          "unavailable",
          `Telegram can't reach Zippy at ${new URL(url).host} (${info.last_error_message ?? "no reason given"}); ${info.pending_update_count} waiting.`,
        );
    },
  };
}
