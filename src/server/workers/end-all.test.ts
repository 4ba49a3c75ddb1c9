import { expect, test } from "vitest";
import { endAll } from "./end-all";

test("what can't be ended doesn't keep the rest from its end, and is reported after it", async () => {
  const ended: string[] = [];
  const steps = ["calls", "jobs", "database"].map((name) => async () => {
    ended.push(name);
    if (name !== "database") throw new Error(`${name} failed`);
  });
  await expect(endAll([() => undefined, ...steps])).rejects.toThrow("calls failed");
  expect(ended).toEqual(["calls", "jobs", "database"]);
});
