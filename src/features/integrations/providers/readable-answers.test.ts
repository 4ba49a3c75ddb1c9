import { expect, test } from "vitest";
import { ProviderFailure } from "./provider";
import { logUnexpected, unreadableAnswer } from "./readable-answers";

test("INT-8 the log has the cause of an answer that can't be read, which may be a fault of ours, and no ordinary failure", () => {
  const lines: string[] = [];
  const failures = [
    unreadableAnswer("Slack", { cause: new TypeError("cursor is undefined") }),
    new ProviderFailure("unavailable", "Slack could not be reached."),
    new Error("a fault"),
  ];
  for (const failure of failures) logUnexpected((line) => lines.push(line), "sync of slack", failure);
  expect(lines).toEqual([
    "sync of slack: Slack answered with something Zippy can't read. cursor is undefined",
    "sync of slack: a fault",
  ]);
});
