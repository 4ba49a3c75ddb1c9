import { expect, onTestFinished, test, vi } from "vitest";
import { onMissed, reportMissed } from "./missed-queries";
import { checkServer, onServerBack } from "./server-reach";

test("BEY-18 a query that never has a response is loaded ever more rarely, alone, and not while hidden or the server is lost", async () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  let isWell = true;
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async () => {
    if (!isWell) throw new TypeError("Failed to fetch");
    return new Response("{}");
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const start = performance.now();
  let loads: string[] = [];
  onTestFinished(
    onMissed((queries) => {
      loads.push(`${Math.round((performance.now() - start) / 1_000)} ${[...queries]}`);
      if (queries.has("refused")) reportMissed("refused");
    }),
  );
  let returns = 0;
  onTestFinished(onServerBack(() => returns++));
  const loadedWithin = async (seconds: number) => {
    loads = [];
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return loads;
  };

  reportMissed("refused");
  expect(await loadedWithin(605)).toEqual([0, 10, 30, 70, 150, 310].map((at) => `${at} refused`));
  reportMissed("once");
  expect(await loadedWithin(3)).toEqual(["605 once"]);

  page.visibilityState = "hidden";
  expect(await loadedWithin(1_192)).toEqual([]);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(await loadedWithin(100)).toEqual(["1800 refused"]);

  isWell = false;
  checkServer();
  expect(await loadedWithin(600)).toEqual([]);
  expect(returns).toBe(0);
  isWell = true;
  expect(await loadedWithin(600)).toEqual([]);
  expect(returns).toBe(1);
});
