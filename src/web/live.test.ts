import { expect, test } from "vitest";
import { keysOf } from "./live";

const event = { teamId: "t", id: "1" };

test.each([
  ["task_created", [["team", "t", "tasks"], ["task"]]],
  ["task_updated", [["team", "t", "tasks"], ["task"]]],
  ["new_message", [["team", "t", "messages"], ["message"]]],
  ["message_updated", [["team", "t", "messages"], ["message"]]],
  ["import_updated", [["team", "t", "imports"]]],
  ["integration_updated", [["team", "t", "integrations"]]],
  [
    "team_updated",
    [["teams"], ["team", "t", "members"], ["team", "t", "invitations"], ["team", "t", "privacy"]],
  ],
  ["resync", [["teams"], []]],
] as const)("LIVE-1 %s makes exactly what it concerns old", (type, keys) => {
  expect(keysOf({ type, ...event })).toEqual(keys);
});
