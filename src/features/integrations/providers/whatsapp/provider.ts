import { z } from "zod";
import { metaConsent } from "../meta/consent";
import { largeDeliveries, receiveDeliveries } from "../meta/deliveries";
import { requestGraph } from "../meta/graph";
import { metaSettings, missingMetaSettings } from "../meta/settings";
import { type MissingSetting, providerModule } from "../provider";
import { NumberCredentials, sharedNumbers } from "./numbers";
import { readWhatsappEvent, whatsappEvents } from "./webhook";

const scopes = ["whatsapp_business_management", "whatsapp_business_messaging", "business_management"];

/** WhatsApp only pushes, so it needs an address that Meta can reach. */
const publicAddress: MissingSetting = {
  name: "PUBLIC_URL",
  where: "The https address where Meta can reach this server; WhatsApp only pushes",
};

const SubscribedApps = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: z.coerce.string() }) })),
});

const RequestedNumber = z.object({ display_phone_number: z.string(), verified_name: z.string().optional() });

/** Messages to a number on the WhatsApp Business Platform (Cloud API). They are only pushed. */
export const whatsapp = providerModule({
  settings: { ...metaSettings, PUBLIC_URL: z.string().optional() },
  create: (settings) => ({
    missing: [...missingMetaSettings(settings), ...(settings.PUBLIC_URL ? [] : [publicAddress])],
    connect: metaConsent(settings, {
      scopes,
      none: "You didn't share a WhatsApp Business number. Connect again and choose the account your number belongs to.",
      find: (token, signal) => sharedNumbers({ settings, token, signal }),
    }),
    fetch: null,
    // Source: developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-webhooks
    async subscribe({ credentials, signal }) {
      const { accessToken: token, businessAccountId } = NumberCredentials.parse(credentials);
      await requestGraph(settings, {
        method: "POST",
        path: `${businessAccountId}/subscribed_apps`,
        token,
        signal,
      });
      return { expiresAt: null, data: {} };
    },
    // Source: .../whatsapp/solution-providers/manage-webhooks. An ended token fails here too.
    async check({ credentials, signal }) {
      const { accessToken: token, businessAccountId } = NumberCredentials.parse(credentials);
      const path = `${businessAccountId}/subscribed_apps`;
      const { data } = SubscribedApps.parse(await requestGraph(settings, { path, token, signal }));
      if (data.some(({ whatsapp_business_api_data: { id } }) => id === settings.META_APP_ID)) return;
      await requestGraph(settings, { method: "POST", path, token, signal });
    },
    async revoke({ credentials, signal }) {
      const { accessToken: token, businessAccountId } = NumberCredentials.parse(credentials);
      await requestGraph(settings, {
        method: "DELETE",
        path: `${businessAccountId}/subscribed_apps`,
        token,
        signal,
      });
    },
    webhook: {
      path: "whatsapp",
      enteredByHand: true,
      large: largeDeliveries,
      receive: receiveDeliveries(settings, "whatsapp_business_account", whatsappEvents),
      read: readWhatsappEvent,
    },
    // The chat with a number. Source: faq.whatsapp.com/5913398998672934
    messageUrl: (_, { threadKey }) =>
      /^\d{7,15}$/.test(threadKey ?? "") ? `https://wa.me/${threadKey}` : null,
    async test({ externalId, credentials, signal }) {
      const { accessToken: token } = NumberCredentials.parse(credentials);
      const query = { fields: "display_phone_number,verified_name" };
      const answer = RequestedNumber.parse(
        await requestGraph(settings, { path: externalId, query, token, signal }),
      );
      return [answer.verified_name, answer.display_phone_number].filter(Boolean).join(", ");
    },
  }),
});
