import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { optimisticMutation } from "./optimistic-mutation";

const queryKey = ["sessions"];

/** A list from which rows are removed, each once its call is answered. */
function start() {
  const client = new QueryClient();
  client.setQueryData(queryKey, ["a", "b", "c"]);
  /** Refuse the call of a row. */
  const refuse = new Map<string, () => void>();
  const remove = async (row: string) => {
    const observer = new MutationObserver(
      client,
      optimisticMutation<string[], string, void>(
        client,
        {
          queryKey,
          send: () => new Promise((_, reject) => refuse.set(row, () => reject(new Error("refused")))),
          change: (rows, removed) => rows.filter((one) => one !== removed),
        },
        () => undefined,
      ),
    );
    void observer.mutate(row).catch(() => undefined);
    await expect.poll(() => refuse.has(row)).toBe(true);
  };
  return { remove, refuse, rows: () => client.getQueryData(queryKey) };
}

test("a change that the server refuses leaves the later ones on screen", async () => {
  const { remove, refuse, rows } = start();
  await remove("a");
  await remove("b");
  expect(rows()).toEqual(["c"]);
  refuse.get("a")?.();
  await expect.poll(rows).toEqual(["a", "c"]);
  // Refused too, the later one doesn't bring the refused one back.
  refuse.get("b")?.();
  await expect.poll(rows).toEqual(["a", "b", "c"]);
});

test("a refused change leaves an earlier one on screen, also once that is refused", async () => {
  const { remove, refuse, rows } = start();
  await remove("a");
  await remove("b");
  refuse.get("b")?.();
  await expect.poll(rows).toEqual(["b", "c"]);
  refuse.get("a")?.();
  await expect.poll(rows).toEqual(["a", "b", "c"]);
});

test("changes of the same fields are on screen at once, and sent one after the answer to the other", async () => {
  const client = new QueryClient();
  client.setQueryData(["hour"], 8);
  const answers: (() => void)[] = [];
  const sent: number[] = [];
  const choose = (hour: number) =>
    new MutationObserver(
      client,
      optimisticMutation<number, number, void>(
        client,
        {
          queryKey: ["hour"],
          send: (one) => {
            sent.push(one);
            return new Promise((resolve) => answers.push(resolve));
          },
          change: (_, one) => one,
          inOrder: true,
        },
        () => undefined,
      ),
    ).mutate(hour);
  const [first, second] = [choose(9), choose(23)];
  await expect.poll(() => client.getQueryData(["hour"])).toBe(23);
  expect(sent).toEqual([9]);
  answers[0]?.();
  await first;
  await expect.poll(() => sent).toEqual([9, 23]);
  answers[1]?.();
  await second;
});
