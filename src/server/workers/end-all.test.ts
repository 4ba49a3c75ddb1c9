import { expect, test } from "vitest";
import { endAll, endTogether, endWithin } from "./end-all";

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

test("an end that hangs or fails is waited for no longer than allowed", async () => {
  let goOn: () => void = () => undefined;
  const hangs = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
    });
  await endWithin(10, hangs);
  goOn();
  await endWithin(600_000, () => Promise.reject(new Error("failed")));
});
