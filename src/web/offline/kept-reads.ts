import { hashKey, type QueryKey } from "@tanstack/react-query";
import { reportMissed } from "../missed-queries";
import { followed, loadedAt, outdated } from "./read-marks";

/**
 * A query function that keeps its answer in this browser, and answers with it while the server can't be reached.
 *
 * @param accept - whether kept data may be used now.
 */
export function kept<T, C extends { queryKey: QueryKey }>(
  load: (context: C) => Promise<T>,
  accept: (data: T) => boolean = () => true,
): (context: C) => Promise<T> {
  return async (context) => {
    const hash = hashKey(context.queryKey);
    followed.add(hash);
    try {
      const data = await load(context);
      loadedAt.set(hash, Date.now());
      outdated.delete(hash);
      return data;
    } catch (error) {
      // A TypeError: fetch had no response.
      if (!(error instanceof TypeError)) throw error;
      // Loaded now, because it is rarely needed; the service worker has it.
      const read = await import("./stored-reads").then(({ readOf }) => readOf(hash)).catch(() => undefined);
      const data = read && (pageOf(read.data, context) as T | undefined);
      if (data === undefined || !accept(data)) throw error;
      loadedAt.set(hash, read?.loadedAt ?? 0);
      outdated.add(hash);
      reportMissed(hash);
      return data;
    }
  };
}

/** The page of a list with the parameter of this request; the data itself if it isn't a list of pages. */
function pageOf(data: unknown, context: object): unknown {
  if (!("pageParam" in context)) return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  const wanted = JSON.stringify(context.pageParam);
  return pages[pageParams.findIndex((one) => JSON.stringify(one) === wanted)];
}
