import { randomBytes } from "node:crypto";
import { GrammyError } from "grammy";
import { z } from "zod";
import { ProviderFailure, type Session, type Subscription } from "../../provider";
import { type AskTelegram, tokenOf } from "./bot-api";
import { updateKinds } from "./update";

/** What is kept about a webhook that Telegram was asked for. */
const Promised = z.object({ url: z.string(), secret: z.string() });

/** Undefined: none was asked for. */
export function promisedTo({ subscription }: { subscription: Subscription | null }) {
  const promised = Promised.safeParse(subscription?.data);
  return promised.success ? promised.data : undefined;
}

/** How long an error of a delivery counts (seconds): Telegram tries again well within it. */
const errorCounts = 2 * 3600;

/** Deliveries to the webhook: asking for them, and telling whether they arrive. */
export function createDeliveries(ask: AskTelegram) {
  async function setWebhook(session: Session, url: string, secret: string): Promise<boolean> {
    return ask({ token: tokenOf(session), signal: session.signal }, async (api) => {
      try {
        return await api.setWebhook(url, { secret_token: secret, allowed_updates: updateKinds });
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
      const secret = randomBytes(32).toString("base64url");
      return (await setWebhook(session, url, secret)) ? { expiresAt: null, data: { url, secret } } : null;
    },

    /** @throws ProviderFailure when messages wait at Telegram, or go somewhere else. */
    async check(session: Session, { url, secret }: z.infer<typeof Promised>): Promise<void> {
      const info = await ask({ token: tokenOf(session), signal: session.signal }, (api) =>
        api.getWebhookInfo(),
      );
      if (!info.url) return void (await setWebhook(session, url, secret));
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
