import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { createChangedRows, reloadChanged } from "./changed-rows";
import { createQueryClient } from "./query-client";

const prefix = '[["team","t","messages"]]';

test("LIVE-1 rows that events name are taken once; an event that names none makes it any row", () => {
  const changed = createChangedRows();
  changed.add(prefix, "1");
  changed.add(prefix, "2");
  changed.add(prefix, "1");
  expect(changed.take(prefix)).toEqual(["1", "2"]);
  expect(changed.take(prefix)).toBe(undefined);

  changed.add(prefix, "1");
  changed.add(prefix, undefined);
  changed.add(prefix, "2");
  expect(changed.take(prefix)).toBe(undefined);
});

test("LIVE-1 many changed rows are a reason to load the list again", () => {
  const changed = createChangedRows();
  for (let row = 0; row < 21; row++) changed.add(prefix, String(row));
  expect(changed.take(prefix)).toBe(undefined);
});

/** A client with a list on screen that takes rows, and its counts, which are loaded again. */
async function openList({ broken = false } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const loads = { list: 0, counts: 0 };
  const taken: string[][] = [];
  const watch = (name: "list" | "counts", meta?: Record<string, unknown>) => {
    const queryFn = () => ++loads[name];
    const observer = new QueryObserver(client, { queryKey: ["team", name], queryFn, ...(meta && { meta }) });
    onTestFinished(observer.subscribe(() => undefined));
    return observer.refetch();
  };
  await watch("counts");
  await watch("list", {
    takeRows: async (rows: string[]) => {
      taken.push(rows);
      if (broken) throw new Error("no answer");
    },
  });
  return { client, loads: { ...loads }, now: () => ({ ...loads }), taken };
}

test("LIVE-1 a list that takes rows gets those that have changed; the rest is loaded again", async () => {
  const { client, loads, now, taken } = await openList();
  await reloadChanged(client, ["team"], ["1"]);
  expect(taken).toEqual([["1"]]);
  expect(now()).toEqual({ list: loads.list, counts: loads.counts + 1 });

  // A change made here, whose row comes with its event.
  await reloadChanged(client, ["team"], []);
  expect(taken).toEqual([["1"]]);
  expect(now()).toEqual({ list: loads.list, counts: loads.counts + 2 });
});

test("LIVE-1 a list is loaded again if any row may have changed, or a row can't be fetched", async () => {
  const { client, loads, now, taken } = await openList({ broken: true });
  await reloadChanged(client, ["team"], undefined);
  expect(now().list).toBe(loads.list + 1);
  await reloadChanged(client, ["team"], ["1"]);
  expect(taken).toEqual([["1"]]);
  expect(now().list).toBe(loads.list + 2);
});

test("LIVE-1 a page that a list is fetching arrives, although the list is loaded again meanwhile", async () => {
  const client = createQueryClient();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["team", "list"],
    queryFn: async ({ pageParam }: { pageParam: number }) => {
      if (pageParam === 2) await held;
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
  });
  onTestFinished(observer.subscribe(() => undefined));
  await observer.refetch();
  const more = observer.fetchNextPage();
  const reloaded = reloadChanged(client, ["team"], undefined);
  answer();
  await Promise.all([more, reloaded]);
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
});
