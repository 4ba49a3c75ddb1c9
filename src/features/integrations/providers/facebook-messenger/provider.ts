import { z } from "zod";
import { metaConsent } from "../meta/consent";
import { requestGraph } from "../meta/graph";
import { pageChannel } from "../meta/page-channel";
import { PageCredentials, sharedPages } from "../meta/pages";
import { type MetaSettings, metaSettings, missingMetaSettings } from "../meta/settings";
import { providerModule } from "../provider";

/**
 * Source: developers.facebook.com/docs/messenger-platform/conversations. The last one covers Pages of a
 * business portfolio.
 */
const scopes = [
  "pages_show_list",
  "pages_messaging",
  "pages_manage_metadata",
  "pages_read_engagement",
  "business_management",
];

/** Conversations of a Facebook Page. */
export const facebookMessenger = providerModule({
  settings: metaSettings,
  create: (settings: MetaSettings) => ({
    missing: missingMetaSettings(settings),
    connect: metaConsent(settings, {
      scopes,
      none: "You didn't share a Facebook Page. Connect again and choose at least one Page that you manage.",
      async find(token, signal) {
        const pages = await sharedPages({ settings, token, signal, withInstagram: false });
        return pages.map(({ id, name, access_token: pageToken }) => ({
          externalId: id,
          name,
          address: null,
          credentials: { pageId: id, pageToken },
          settings: { name, grant: `page ${id}` },
        }));
      },
    }),
    ...pageChannel(settings, {
      name: "Messenger",
      platform: "messenger",
      path: "messenger",
      object: "page",
      personFields: "name",
      unknown: { name: "Messenger user", address: null },
      mostListed: 25,
      fetchesDeeper: true,
    }),
    async test({ externalId, credentials, signal }) {
      const { pageToken: token } = PageCredentials.parse(credentials);
      const query = { fields: "name" };
      return z
        .object({ name: z.string() })
        .parse(await requestGraph(settings, { path: externalId, query, token, signal })).name;
    },
  }),
});
