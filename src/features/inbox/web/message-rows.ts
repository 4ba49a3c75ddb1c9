import { type QueryClient, type QueryKey, replaceEqualDeep } from "@tanstack/react-query";
import { ApiError, call } from "../../../web/api";
import { changesAnswered } from "../../../web/live";
import { type PagedList, rowsOf, withoutRow } from "../../../web/paged-list";
import { getMessage, listedContent, type Message } from "../contract";
import { changed, type InboxFilter } from "./message-cache";

/** A message as it is now; undefined: the reader has it no longer. */
type FetchedMessage = [id: string, message: Message | undefined];

/** Fetches messages that have changed and shows each where it belongs in a list, without loading the list again. */
export async function takeMessages(
  queryClient: QueryClient,
  queryKey: QueryKey,
  ids: string[],
): Promise<void> {
  const mutations = queryClient.getMutationCache();
  for (;;) {
    await changesAnswered(queryClient);
    const latest = mutations.getAll().at(-1);
    const fetched = await Promise.all(ids.map(fetchOne));
    await pagesLoaded(queryClient, queryKey);
    // What was fetched before a change made here would undo it on screen.
    if (mutations.getAll().at(-1) !== latest) continue;
    // A reload that became due meanwhile brings these rows too; setting data would count as one.
    if (queryClient.getQueryState(queryKey)?.isInvalidated)
      return queryClient.invalidateQueries({ queryKey, exact: true });
    queryClient.setQueryData<PagedList<Message>>(queryKey, (list) => {
      const next =
        list && fetched.reduce((now, one) => withFetched(now, queryKey[4] as InboxFilter, one), list);
      // What the key has drawn before is mostly what the server has now. Without new data, nothing is drawn again.
      return next === list ? undefined : next;
    });
    return;
  }
}

async function fetchOne(id: string): Promise<FetchedMessage> {
  try {
    return [id, asListed(await call(getMessage, { params: { messageId: id } }))];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [id, undefined];
    throw error;
  }
}

/** As the server's lists have it: a long message's content is cut there, after so many characters (not UTF-16 units). */
function asListed(message: Message): Message {
  if (message.content.length <= listedContent) return message;
  // One character more tells whether any follow; each has at most two units.
  const beginning = [...message.content.slice(0, 2 * (listedContent + 1))];
  if (beginning.length <= listedContent) return message;
  return { ...message, content: beginning.slice(0, listedContent).join(""), contentCut: true };
}

/** A page that is on its way replaces the list, so what is put into it meanwhile would be lost. */
async function pagesLoaded(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  while (query?.state.fetchStatus === "fetching") await query.promise?.catch(() => undefined);
}

function withFetched(list: PagedList<Message>, filter: InboxFilter, [id, message]: FetchedMessage) {
  if (!message) return withoutRow(list, id);
  const before = rowsOf(list).find((row) => row.id === id);
  const row = replaceEqualDeep(before, message);
  return row === before ? list : changed(list, filter, row);
}
