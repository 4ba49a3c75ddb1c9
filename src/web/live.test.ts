import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { changesAnswered, followEvents, goesOnOutside, keysOf } from "./live";

const event = { teamId: "t", id: "1" };
const usage = ["team", "t", "billing", "usage"];
const areas = ["team", "t", "areas"];
// A sync writes what has changed in a task, which the deal on its page says.
const deal = ["team", "t", "crm", "task"];
const figures = [
  ["team", "t", "start"],
  ["team", "t", "analytics"],
];

test.each([
  ["task_created", [["team", "t", "tasks"], ["task"], deal, areas, ...figures]],
  ["task_updated", [["team", "t", "tasks"], ["task"], deal, areas, ...figures]],
  ["new_message", [["team", "t", "messages"], ["message"], areas, ...figures]],
  ["message_updated", [["team", "t", "messages"], ["message"], areas, ...figures]],
  ["import_updated", [["team", "t", "imports"]]],
  ["meeting_updated", [["team", "t", "meetings"], ["meeting"], areas]],
  ["integration_updated", [["team", "t", "integrations"], usage]],
  ["crm_synced", [["team", "t", "crm"], ["team", "t", "messages"], ["message"], areas]],
  ["area_updated", [areas]],
  ["crm_updated", [["team", "t", "crm"]]],
  ["notifications_updated", [["team", "t", "notifications"], ["notification-choice"]]],
  ["focus_updated", [["team", "t", "focus"]]],
  ["corrections_updated", [["team", "t", "corrections"]]],
  ["subscription_updated", [["team", "t", "billing"]]],
  [
    "team_updated",
    [
      ["teams"],
      ["team", "t", "members"],
      ["team", "t", "invitations"],
      // Somebody may have left, which their tasks say.
      ["team", "t", "tasks"],
      ["task"],
      ["team", "t", "privacy"],
      usage,
      ["team", "t", "analytics"],
    ],
  ],
  ["resync", [["teams"], []]],
] as const)("LIVE-1 %s invalidates exactly what it affects", (type, keys) => {
  expect(keysOf({ type, ...event })).toEqual(keys);
});

/** A running change, and a function that answers it. */
function begin(client: QueryClient, meta?: Record<string, unknown>): () => void {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const mutation = new MutationObserver(client, { mutationFn: () => answered, ...(meta && { meta }) });
  void mutation.mutate();
  return answer;
}

test("LIVE-1 INT-4 screens wait for the response to a change, but not for a provider call", async () => {
  const client = new QueryClient();
  const steps: string[] = [];
  const answerSync = begin(client, goesOnOutside);
  await changesAnswered(client);
  const answerChange = begin(client);
  const waiting = changesAnswered(client).then(() => steps.push("loaded"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  steps.push("answered");
  answerChange();
  await waiting;
  expect(steps).toEqual(["answered", "loaded"]);
  answerSync();
});

test("LIVE-1 each row named while changes wait for their answer is fetched once, and the list isn't loaded again", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const taken: string[][] = [];
  let loads = 0;
  const list = new QueryObserver(client, {
    queryKey: ["team", "t", "messages", "list"],
    queryFn: () => ++loads,
    meta: { takeRows: async (rows: string[]) => void taken.push(rows) },
  });
  onTestFinished(list.subscribe(() => undefined));
  await list.refetch();
  loads = 0;

  const answer = begin(client);
  const hear = followEvents(client, () => false);
  for (const id of ["1", "2", "3"]) hear({ type: "message_updated", teamId: "t", id, single: true });
  answer();
  // The first run found one row, and the run that the others started found theirs.
  await vi.waitFor(() => expect(taken).toEqual([["1"], ["2", "3"]]), { timeout: 60_000 });
  expect(loads).toBe(0);
});
