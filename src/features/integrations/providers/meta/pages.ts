import { z } from "zod";
import type { Session, Subscription } from "../../provider";
import { askGraph } from "./graph";
import type { MetaSettings } from "./settings";

/** A Facebook Page that a person has shared, with the Instagram account that is linked to it. */
const Page = z.object({
  id: z.string(),
  name: z.string(),
  access_token: z.string(),
  instagram_business_account: z
    .object({ id: z.string(), username: z.string().optional(), name: z.string().optional() })
    .optional(),
});
export type Page = z.infer<typeof Page>;

export const PageCredentials = z.object({ pageId: z.string(), pageToken: z.string() });

const List = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});

/** Most lists of Pages that are read: a person who manages more has to share fewer. */
const mostLists = 20;

/** The Pages a person shared. Source: developers.facebook.com/docs/pages-api/manage-pages */
export async function sharedPages(
  settings: MetaSettings,
  token: string,
  signal: AbortSignal,
): Promise<Page[]> {
  const pages: Page[] = [];
  const fields = "id,name,access_token,instagram_business_account{id,username,name}";
  let after: string | undefined;
  for (let list = 0; list < mostLists; list++) {
    const query = { fields, limit: "100", ...(after && { after }) };
    const { data, paging } = List.parse(
      await askGraph(settings, { path: "me/accounts", query, token, signal }),
    );
    // Pages on which the person may only look come without a token.
    pages.push(...data.flatMap((page) => Page.safeParse(page).data ?? []));
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  return pages;
}

/** What Meta is asked to push of a Page; the same for both that use it, since the later list replaces the earlier. */
const fields = ["messages", "messaging_postbacks", "message_echoes", "message_edits", "standby"].join(",");

/** Asks Meta to push what happens in a Page's conversations. Source: developers.facebook.com/docs/graph-api/reference/page/subscribed_apps */
export async function subscribePage(settings: MetaSettings, session: Session): Promise<Subscription> {
  const { pageId, pageToken: token } = PageCredentials.parse(session.credentials);
  await askGraph(settings, {
    method: "POST",
    path: `${pageId}/subscribed_apps`,
    query: { subscribed_fields: fields },
    token,
    signal: session.signal,
  });
  return { expiresAt: null, data: {} };
}

export async function unsubscribePage(settings: MetaSettings, session: Session): Promise<void> {
  const { pageId, pageToken: token } = PageCredentials.parse(session.credentials);
  await askGraph(settings, {
    method: "DELETE",
    path: `${pageId}/subscribed_apps`,
    token,
    signal: session.signal,
  });
}
