import { z } from "zod";
import { metaConsent } from "../meta/consent";
import { requestGraph } from "../meta/graph";
import { pageChannel } from "../meta/page-channel";
import { type Page, PageCredentials, sharedPages } from "../meta/pages";
import { type MetaSettings, metaSettings, missingMetaSettings } from "../meta/settings";
import { type FoundAccount, providerModule } from "../provider";

/**
 * Source: developers.facebook.com/docs/messenger-platform/conversations. Meta requires `pages_messaging` to
 * subscribe to a Page's messages, and Instagram pushes arrive through its Page. The last one covers Pages of
 * a business portfolio.
 */
const scopes = [
  "instagram_basic",
  "instagram_manage_messages",
  "pages_show_list",
  "pages_messaging",
  "pages_manage_metadata",
  "pages_read_engagement",
  "business_management",
];

/** Direct messages of a professional Instagram account linked to a Facebook Page. */
export const instagram = providerModule({
  settings: metaSettings,
  create: (settings: MetaSettings) => ({
    missing: missingMetaSettings(settings),
    connect: metaConsent(settings, {
      scopes,
      none: "None of the Facebook Pages you shared has a professional Instagram account. Link the account to its Page, then connect again and choose that Page.",
      find: async (token, signal) =>
        (await sharedPages({ settings, token, signal, withInstagram: true })).flatMap(accountOf),
    }),
    ...pageChannel(settings, {
      name: "Instagram",
      platform: "instagram",
      path: "instagram",
      object: "instagram",
      personFields: "name,username",
      unknown: { name: "Instagram user", address: null },
      mostListed: 20,
      fetchesDeeper: false,
    }),
    async test({ externalId, credentials, signal }) {
      const { pageToken: token } = PageCredentials.parse(credentials);
      const query = { fields: "username" };
      const answer = await requestGraph(settings, { path: externalId, query, token, signal });
      return `@${z.object({ username: z.string() }).parse(answer).username}`;
    },
  }),
});

function accountOf({
  id: pageId,
  name,
  access_token: pageToken,
  instagram_business_account: linked,
}: Page): FoundAccount[] {
  if (!linked) return [];
  const shown = linked.name || linked.username || name;
  return [
    {
      externalId: linked.id,
      name: shown,
      address: linked.username ? `@${linked.username}` : null,
      credentials: { pageId, pageToken },
      settings: { name: shown, grant: `page ${pageId}` },
    },
  ];
}
