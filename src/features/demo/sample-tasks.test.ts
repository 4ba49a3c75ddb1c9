import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { Task } from "../tasks/contract";

const app = await startTestApp({ DEMO_LIMIT: "1000" });

test("WORK-3 the demo has a task that repeats every week at the visitor's hour, and one with comments", async () => {
  const started = await fetch(`${app.url}/api/demo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ timeZone: "America/New_York" }),
  });
  const cookie = started.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const get = async <T>(path: string) =>
    (await (await fetch(app.url + path, { headers: { cookie } })).json()) as T;
  const { teamId } = (await started.json()) as { teamId: string };
  const tasks = await get<Task[]>(`/api/teams/${teamId}/tasks?limit=100`);
  const weekly = tasks.find(({ recurrence }) => recurrence !== null);
  const hour = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    hour: "numeric",
    hourCycle: "h23",
  }).format(new Date(weekly?.dueDate ?? 0));
  expect(weekly?.recurrence).toMatchObject({
    rule: expect.stringMatching(
      new RegExp(`^FREQ=WEEKLY;BYDAY=(MO|TU|WE|TH|FR|SA|SU);BYHOUR=${Number(hour)};`),
    ),
    timeZone: "America/New_York",
  });
  const commented = tasks.find(({ commentCount }) => commentCount > 0);
  const comments = await get<{ body: string }[]>(`/api/tasks/${commented?.id}/comments`);
  expect(comments).toHaveLength(commented?.commentCount as number);
  expect(comments[0]?.body).toContain("Cover is uploaded.");
});
