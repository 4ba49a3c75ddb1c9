import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
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
