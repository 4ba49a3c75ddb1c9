import { environmentManager, InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "./api";
import { createQueryClient } from "./query-client";

test("what is invalidated during its first fetch is fetched again", async () => {
  const client = createQueryClient();
  const answers: ((list: string[]) => void)[] = [];
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ["list"], queryFn });
  const stop = observer.subscribe(() => {});
  expect(answers).toHaveLength(1);

  const invalidated = client.invalidateQueries({ queryKey: ["list"] });
  answers[0]?.([]);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(["added meanwhile"]);
  await invalidated;
  expect(observer.getCurrentResult().data).toEqual(["added meanwhile"]);
  stop();
});

test("a further page that is being fetched isn't lost when its list is invalidated", async () => {
  const client = createQueryClient();
  const answers: ((page: string) => void)[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["list"],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_last, all) => all.length,
  });
  const stop = observer.subscribe(() => {});
  answers[0]?.("first");
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual(["first"]);

  const fetching = observer.fetchNextPage();
  await expect.poll(() => answers.length).toBe(2);
  const invalidated = client.invalidateQueries({ queryKey: ["list"] });
  answers[1]?.("second");
  await fetching;
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.("first again");
  await expect.poll(() => answers.length).toBe(4);
  answers[3]?.("second again");
  await invalidated;
  expect(observer.getCurrentResult().data?.pages).toEqual(["first again", "second again"]);
  stop();
});

test("a further page isn't lost when its list was invalidated during its first fetch, and others load longer", async () => {
  const client = createQueryClient();
  const answers: ((page: string) => void)[] = [];
  const list = new InfiniteQueryObserver(client, {
    queryKey: ["screen", "list"],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialPageParam: 0,
    getNextPageParam: (_last, all) => all.length,
  });
  const sums: ((sum: number) => void)[] = [];
  const sum = new QueryObserver(client, {
    queryKey: ["screen", "sum"],
    queryFn: () => new Promise<number>((resolve) => sums.push(resolve)),
  });
  const stops = [list.subscribe(() => {}), sum.subscribe(() => {})];

  const invalidated = client.invalidateQueries({ queryKey: ["screen"] });
  answers[0]?.("first");
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual(["first"]);
  const fetching = list.fetchNextPage();
  await expect.poll(() => answers.length).toBe(2);
  sums[0]?.(1);
  await expect.poll(() => sums.length).toBe(2);
  sums[1]?.(1);
  answers[1]?.("second");
  await fetching;
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.("first again");
  await expect.poll(() => answers.length).toBe(4);
  answers[3]?.("second again");
  await invalidated;
  expect(list.getCurrentResult().data?.pages).toEqual(["first again", "second again"]);
  for (const stop of stops) stop();
});

test.each([
  [30, 30_000, undefined],
  [undefined, 10_000, undefined],
  [30, 30_000, 700],
  [3_000_000, 3_600_000, () => 700],
])(
  "what was refused for too many calls says so, and is fetched again once they may go on (%s)",
  async (wait, ms, polled) => {
    vi.useFakeTimers();
    // Without a window, the library sets no timers.
    environmentManager.setIsServer(() => false);
    onTestFinished(() => {
      vi.useRealTimers();
      environmentManager.setIsServer(() => true);
    });
    const tooMany = new ApiError(429, '{"message":"Try again in 30 seconds."}', "", wait);
    let calls = 0;
    const queryFn = async () => {
      if (calls++ === 0) throw tooMany;
      return "there";
    };
    const options = { queryKey: ["list"], queryFn, ...(polled && { refetchInterval: polled }) };
    const observer = new QueryObserver(createQueryClient(), options);
    const stop = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(observer.getCurrentResult().error).toBe(tooMany);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(observer.getCurrentResult().data).toBe("there");
    // Afterwards, only what is polled goes on.
    await vi.advanceTimersByTimeAsync(7000);
    expect(calls).toBe(polled ? 12 : 2);
    stop();
  },
);
