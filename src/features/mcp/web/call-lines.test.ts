import { expect, test } from "vitest";
import type { ToolCall, ToolName } from "../contract";
import { callLines } from "./call-lines";

const start = Date.UTC(2030, 0, 7, 12);
let calls = 0;
/** A call so many minutes before the newest one. */
const call = (tool: ToolName, minutes: number, more: Partial<ToolCall> = {}): ToolCall => ({
  id: `call-${++calls}`,
  tool,
  tokenName: "Claude",
  at: new Date(start - minutes * 60_000).toISOString(),
  outcome: "done",
  ...more,
});

test("BEY-18 what an assistant called within an hour without changing anything is one line of the Activity", () => {
  const lines = callLines([
    call("search", 0, { id: "newest" }),
    call("create_task", 1),
    call("list_tasks", 2),
    call("search", 3),
    call("list_tasks", 10),
    call("list_tasks", 20),
    call("list_tasks", 90),
    call("list_tasks", 91, { tokenName: "Other" }),
  ]);
  expect(lines.map(({ summary, author }) => `${author}: ${summary}`)).toEqual([
    "Your assistant with Claude: Searched tasks and messages twice, listed tasks 3 times",
    "Your assistant with Claude: Listed tasks",
    "Your assistant with Other: Listed tasks",
  ]);
  expect(lines[0]).toMatchObject({ id: "newest", at: new Date(start).toISOString() });
});

test("BEY-18 a change that was refused is a line too, because the journal hasn't got it", () => {
  expect(callLines([call("move_task", 0, { outcome: "refused" }), call("undo", 1)])).toMatchObject([
    { summary: "Moved a task (refused)" },
  ]);
  const calls = [call("search", 0, { outcome: "refused" }), call("list_tasks", 1), call("list_tasks", 2)];
  expect(callLines(calls)).toMatchObject([
    { summary: "Searched tasks and messages (refused), listed tasks twice" },
  ]);
});
