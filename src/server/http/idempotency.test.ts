import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import type { Executor } from "../database";
import { changeOnce, takeCallKey } from "./idempotency";

const { db } = (await startTestApp({ ROLE: "web" })).running.services;

const key = { callKeyHash: "key", callHash: "call" };

/** Something that one transaction waits for until another has reached it. */
function newGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const deadlock = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });

/** Runs a call with the key, whose transactions note with `take` who got it. @returns who did, attempt by attempt. */
async function callWith(
  work: (
    run: (name: string, work: (take: () => void, tx: Executor) => Promise<void>) => Promise<void>,
  ) => Promise<unknown>,
): Promise<string[]> {
  const got: string[] = [];
  await changeOnce(
    key,
    async () => undefined,
    () =>
      work((name, inside) =>
        db.transaction((tx) => inside(() => void got.push(takeCallKey() ? name : `${name}: none`), tx)),
      ),
    () => Promise.reject(new Error("it was not repeated")),
  );
  return got;
}

test("BEY-18 a transaction that fails doesn't take back the key that another of the call has stored", async () => {
  const stored = newGate();
  const began = newGate();
  const got = await callWith((run) => {
    let attempts = 0;
    const first = run("first", async (take) => {
      await began.opened;
      take();
    }).then(stored.open);
    const second = run("second", async (take) => {
      began.open();
      await stored.opened;
      // It fails before it records anything.
      if (++attempts === 1) throw deadlock();
      take();
    });
    return Promise.all([first, second]);
  });
  expect(got).toEqual(["first", "second: none"]);
});

test("BEY-18 a key comes back to the transaction that lost it, also if another began and failed meanwhile", async () => {
  const [taken, began, again, failed] = [newGate(), newGate(), newGate(), newGate()];
  const got = await callWith(async (run) => {
    let attempts = 0;
    const first = run("first", async (take) => {
      if (++attempts === 1) {
        take();
        taken.open();
        await began.opened;
        throw deadlock();
      }
      again.open();
      await failed.opened;
      take();
    });
    await taken.opened;
    const second = run("second", async () => {
      began.open();
      await again.opened;
      throw new Error("not now");
    }).catch(failed.open);
    return Promise.all([first, second]);
  });
  expect(got).toEqual(["first", "first"]);
});

test("a transaction that ends in a deadlock starts once more, and then fails", async () => {
  let attempts = 0;
  const ended = db.transaction(async () => {
    attempts++;
    throw deadlock();
  });
  await expect(ended).rejects.toThrow("deadlock detected");
  expect(attempts).toBe(2);
});
