import { expect, test } from "vitest";
import { endAll, endTogether } from "./end-all";

test.each([
  ["in turns", endAll],
  ["together", endTogether],
])(
  "what can't be ended doesn't keep the rest from its end, and is reported after it (%s)",
  async (_how, end) => {
    const ended: string[] = [];
    const steps = ["calls", "jobs", "database"].map((name) => async () => {
      if (name === "jobs") throw new Error(`${name} failed`);
      await new Promise(setImmediate);
      ended.push(name);
    });
    await expect(end([() => undefined, ...steps])).rejects.toThrow("jobs failed");
    expect(ended).toEqual(["calls", "database"]);
  },
);
