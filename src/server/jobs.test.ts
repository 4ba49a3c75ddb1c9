import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { atEnd } from "../../test/support/at-end";
import { templateDatabase, withDatabase } from "../../test/support/databases";
import { openDatabase } from "./database";
import { openJobs } from "./jobs";
import { listenToDatabase } from "./notifications";

test("a worker takes waiting jobs one after another, without pausing between them", async () => {
  const name = `jobs_${randomUUID().replaceAll("-", "")}`;
  const url = await withDatabase(inject("postgresUrl"), name, templateDatabase);
  const problems: unknown[] = [];
  const report = (problem: unknown) => void problems.push(problem);
  const { db, pool, close } = openDatabase(url, report);
  const notifications = await listenToDatabase(url, report);
  const queue = { name: "letters", retryLimit: 0 };
  const jobs = await openJobs(pool, notifications, [queue], report);
  atEnd(async () => {
    await jobs.stop(1000);
    await notifications.close();
    await close();
  });
  // With two seconds between them, these would take longer than a test may.
  const list = Array.from({ length: 70 }, (_, n) => ({ n }));
  await jobs.sendAll(db, queue.name, list);

  const done = await new Promise<object[]>((resolve) => {
    const seen: object[] = [];
    const run = async (job: object) => {
      seen.push(job);
      if (seen.length === list.length) resolve(seen);
    };
    void jobs.work([{ ...queue, queue: queue.name, concurrency: 1, run }]);
  });

  expect(new Set(done)).toEqual(new Set(list));
  expect(problems).toEqual([]);
});
