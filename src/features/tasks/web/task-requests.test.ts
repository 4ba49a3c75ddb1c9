import { expect, test } from "vitest";
import type { Task } from "../contract";
import { type DealRequest, onDealRequest, requestForTask } from "./task-requests";

const link = (id: string): DealRequest => ({
  kind: "deal",
  task: { id } as Task,
  deal: { connectionId: "c", dealId: "d" },
});

test("a link to a deal that is asked for before its code has loaded is made once that has", () => {
  requestForTask(link("1"));
  const heard: string[] = [];
  const stop = onDealRequest(({ task }) => heard.push(task.id));
  expect(heard).toEqual(["1"]);
  requestForTask(link("2"));
  expect(heard).toEqual(["1", "2"]);
  stop();
  onDealRequest(({ task }) => heard.push(task.id))();
  expect(heard).toEqual(["1", "2"]);
});
