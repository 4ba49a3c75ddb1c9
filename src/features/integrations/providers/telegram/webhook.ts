import { z } from "zod";
import { sameSecret } from "../../connect/same-secret";
import { deliveredJson } from "../delivered-json";
import type { Webhook } from "../provider";
import { tokenOf } from "./bot-api";
import { secretOf } from "./deliveries";
import { readUpdates } from "./messages";

const Numbered = z.looseObject({ update_id: z.number() });

/**
 * Telegram's deliveries. The end of the address is the bot's id or its complete token.
 *
 * Source: core.telegram.org/bots/api#setwebhook
 */
export const telegramWebhook: Webhook = {
  path: "telegram",
  enteredByHand: true,
  placeholder: "{bot-token}",

  async receive({ method, headers, rest, body }, accounts) {
    const refused = (reason: string) => ({ kind: "refused" as const, reason });
    if (method !== "POST") return refused("not a delivery");
    const [bot = ""] = rest.split(":", 1);
    const given = headers["x-telegram-bot-api-secret-token"];
    const known = (await accounts(bot)).some((account) => {
      if (given !== undefined) return sameSecret(given, secretOf(account));
      // A webhook set by hand has no secret header, but the token in its address is one.
      return rest.includes(":") && sameSecret(rest, tokenOf(account));
    });
    if (!known) return refused("the secret token is missing or wrong");
    const update = Numbered.safeParse(deliveredJson(body));
    if (!update.success) return refused("not an update");
    return { kind: "events", events: [eventOf(bot, update.data)] };
  },

  read: (account, payload) => readUpdates(account, [payload]),
};

/** An update as a webhook event, identical whether it was pushed or polled. */
export const eventOf = (bot: string, update: { update_id: number }) => ({
  id: `${bot}:${update.update_id}`,
  account: bot,
  payload: update,
});
