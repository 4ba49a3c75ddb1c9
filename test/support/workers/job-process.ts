import { openDatabase } from "../../../src/server/database";
import { openJobs } from "../../../src/server/jobs";
import { listenToDatabase } from "../../../src/server/notifications";

// A process of its own that begins one job and never ends it. Started with the database's address.

const [, , url = ""] = process.argv;
const report = (problem: unknown) => console.error(problem);
const { pool } = openDatabase(url, report);
const letters = { name: "letters", retryLimit: 3 };
const jobs = await openJobs(pool, await listenToDatabase(url, report), [letters], report);
const run = (job: object) => {
  process.send?.(job);
  return new Promise<void>(() => undefined);
};
await jobs.work([{ ...letters, queue: letters.name, concurrency: 1, run }]);
