import { createHmac } from "node:crypto";
import { GrammyError } from "grammy";
import { z } from "zod";
import { ProviderFailure, type Session, type Subscription } from "../provider";
import { type TelegramCall, tokenOf } from "./bot-api";
import { updateKinds } from "./update";

/** What is kept about a webhook that Telegram was asked for. */
const Promised = z.object({ url: z.string() });

/**
 * What Telegram sends with each delivery. It follows from the bot's token, so that of several teams that have connected
 * the bot none takes the deliveries from the others by asking last, nor by leaving.
 */
export const secretOf = (account: Pick<Session, "credentials">): string =>
  createHmac("sha256", tokenOf(account)).update("secret of the webhook").digest("base64url");

/** Undefined: none was asked for. */
export function promisedTo({ subscription }: { subscription: Subscription | null }) {
  const promised = Promised.safeParse(subscription?.data);
  return promised.success ? promised.data : undefined;
}

/** How long an error of a delivery counts (seconds): Telegram tries again well within it. */
const errorCounts = 2 * 3600;

/** Deliveries to the webhook: asking for them, and telling whether they arrive. */
export function createDeliveries(ask: TelegramCall) {
  async function setWebhook(session: Session, url: string): Promise<boolean> {
    return ask({ token: tokenOf(session), signal: session.signal }, async (api) => {
      try {
        return await api.setWebhook(url, { secret_token: secretOf(session), allowed_updates: updateKinds });
      } catch (error) {
        // Telegram delivers only to https addresses of certain ports that the internet knows.
        if (error instanceof GrammyError && error.error_code === 400) return false;
        throw error;
      }
    });
  }

  return {
    /** Null: Telegram will not deliver to this address, so it is asked for news instead. */
    async subscribe(session: Session, webhookUrl: string): Promise<Subscription | null> {
      const url = webhookUrl.replace("{bot-token}", session.externalId);
      return (await setWebhook(session, url)) ? { expiresAt: null, data: { url } } : null;
    },

    /** @throws ProviderFailure when messages wait at Telegram, or go somewhere else. */
    async check(session: Session, { url }: z.infer<typeof Promised>): Promise<void> {
      const info = await ask({ token: tokenOf(session), signal: session.signal }, (api) =>
        api.getWebhookInfo(),
      );
      if (!info.url) return void (await setWebhook(session, url));
      if (info.url !== url)
        throw new ProviderFailure(
          "refused",
          "Another program has taken over this bot's messages. Stop it there and connect the bot again.",
        );
      const failed = (info.last_error_date ?? 0) > Date.now() / 1000 - errorCounts;
      if (failed && info.pending_update_count)
        throw new ProviderFailure(
          "unavailable",
          `Telegram cannot reach Zippy at ${new URL(url).host} (${info.last_error_message ?? "no reason given"}); ${info.pending_update_count} waiting.`,
        );
    },
  };
}
