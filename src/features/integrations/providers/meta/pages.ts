import pMap from "p-map";
import { z } from "zod";
import { ProviderFailure, type Session, type Subscription } from "../provider";
import { requestGraph } from "./graph";
import type { MetaSettings } from "./settings";

/** A Facebook Page the user has shared, with its linked Instagram account. */
const Page = z.object({
  id: z.string(),
  name: z.string(),
  access_token: z.string(),
  instagram_business_account: z
    .object({ id: z.string(), username: z.string().optional(), name: z.string().optional() })
    .optional(),
});
export type Page = z.infer<typeof Page>;

const Portfolio = z.object({ id: z.coerce.string() });

export const PageCredentials = z.object({ pageId: z.string(), pageToken: z.string() });

const List = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});

/** Limit on lists read per request for Pages. Users who manage more have to share fewer. */
const mostLists = 20;

/** Edges listed at a time. */
const atATime = 4;

/** Whose Pages to list, and with which fields. */
interface PageRequest {
  settings: MetaSettings;
  token: string;
  signal: AbortSignal;
  /**
   * Asks for each Page's Instagram account. Off unless needed, because Meta may refuse it without that
   * permission.
   */
  withInstagram: boolean;
}

/**
 * Returns the Pages a user has shared. Pages reached only through a business portfolio are missing from the
 * user's own list. Sources: developers.facebook.com/docs/pages-api/manage-pages,
 * developers.facebook.com/docs/marketing-api/reference/business/owned_pages
 */
export async function sharedPages(request: PageRequest): Promise<Page[]> {
  const own = await listPages(request, "me/accounts");
  const others = await ofPortfolios(request);
  // A Page can appear in several lists.
  return [...new Map([...others, ...own].map((page) => [page.id, page])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

async function ofPortfolios(request: PageRequest): Promise<Page[]> {
  const portfolios = await listAll(request, "me/businesses", "id").catch(unlessRefused);
  const edges = portfolios.flatMap((given) => {
    const { id } = Portfolio.parse(given);
    return [`${id}/owned_pages`, `${id}/client_pages`];
  });
  const found = await pMap(edges, (edge) => listPages(request, edge).catch(unlessRefused), {
    concurrency: atATime,
  });
  return found.flat();
}

/** A user without access to portfolios, or to one of them, shares the remaining Pages. */
function unlessRefused(error: unknown): [] {
  if (error instanceof ProviderFailure && ["refused", "rejected", "reconnect"].includes(error.kind))
    return [];
  throw error;
}

async function listPages(request: PageRequest, path: string): Promise<Page[]> {
  const instagram = request.withInstagram ? ",instagram_business_account{id,username,name}" : "";
  const listed = await listAll(request, path, `id,name,access_token${instagram}`);
  // Pages that the user can only view have no token.
  return listed.flatMap((page) => Page.safeParse(page).data ?? []);
}

async function listAll(
  { settings, token, signal }: PageRequest,
  path: string,
  fields: string,
): Promise<unknown[]> {
  const found: unknown[] = [];
  let after: string | undefined;
  for (let list = 0; list < mostLists; list++) {
    const query = { fields, limit: "100", ...(after && { after }) };
    const { data, paging } = List.parse(await requestGraph(settings, { path, query, token, signal }));
    found.push(...data);
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  return found;
}

/**
 * The subscribed fields. Messenger and Instagram share them, because a later subscription replaces an earlier
 * one.
 */
const fields = ["messages", "messaging_postbacks", "message_echoes", "message_edits", "standby"].join(",");

/**
 * Subscribes to a Page's conversations. Source:
 * developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
 */
export async function subscribePage(settings: MetaSettings, session: Session): Promise<Subscription> {
  const { pageId, pageToken: token } = PageCredentials.parse(session.credentials);
  await requestGraph(settings, {
    method: "POST",
    path: `${pageId}/subscribed_apps`,
    query: { subscribed_fields: fields },
    token,
    signal: session.signal,
  });
  return { expiresAt: null, data: {} };
}

/**
 * Ends {@link subscribePage}.
 *
 * @throws ProviderFailure, also if the permission is gone.
 */
export async function unsubscribePage(settings: MetaSettings, session: Session): Promise<void> {
  const { pageId, pageToken: token } = PageCredentials.parse(session.credentials);
  await requestGraph(settings, {
    method: "DELETE",
    path: `${pageId}/subscribed_apps`,
    token,
    signal: session.signal,
  });
}
