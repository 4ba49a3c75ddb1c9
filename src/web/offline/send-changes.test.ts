import { describe, expect, test, vi } from "vitest";
import { browserTabs, change, holdTime, nextAttempt, queueOf } from "./browser-tabs";
import type { QueuedChange } from "./waiting-changes";

holdTime();

test("BEY-18 a change that the server fails on each time is set aside after a few attempts, and others pass it", async () => {
  const { sendAll, tryAgain, states, rows, server } = await queueOf(
    change("/api/tasks/bad"),
    change("/api/tasks/good"),
    change("/api/tasks/bad", { key: "follows" }),
  );
  const { sent } = server;
  server.answers = { "/api/tasks/bad": 500 };
  await sendAll();
  // What doesn't follow on it is sent at once; what does waits.
  expect(sent).toEqual(["/api/tasks/bad", "/api/tasks/good"]);
  expect(states()).toEqual(["/api/tasks/bad waiting", "/api/tasks/bad waiting"]);
  for (let attempt = 2; attempt <= 4; attempt++) await nextAttempt();
  expect(sent.filter((path) => path === "/api/tasks/bad")).toHaveLength(4);
  expect(states()).toEqual(["/api/tasks/bad stuck", "/api/tasks/bad waiting"]);
  expect([...rows.values()][0]?.reason).toContain("Try again, or remove it.");
  for (let wait = 0; wait < 10; wait++) await nextAttempt();
  expect(sent).toHaveLength(5);

  // Once the server can make it, both are sent in their order.
  server.answers = {};
  await tryAgain([...rows.values()][0] as QueuedChange);
  expect(sent.slice(5)).toEqual(["/api/tasks/bad", "/api/tasks/bad"]);
  expect(states()).toEqual([]);
});

test("BEY-18 a change for which a proxy gives up each time is set aside too; while the server is away, it waits", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/bad"), change("/api/tasks/good"));
  server.answers = { "/api/tasks/bad": 504 };
  Object.assign(server, { body: "<h1>Gateway Timeout</h1>", contentType: "text/html", isWell: false });
  await sendAll();
  for (let wait = 0; wait < 20; wait++) await nextAttempt();
  expect(states()).toEqual(["/api/tasks/bad waiting", "/api/tasks/good waiting"]);
  server.isWell = true;
  for (let attempt = 1; attempt <= 4; attempt++) await nextAttempt();
  expect(states()).toEqual(["/api/tasks/bad stuck"]);
});

test("BEY-18 a change whose connection breaks although the server is well is sent again by itself, and others pass it", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/lost"), change("/api/tasks/good"));
  server.answers = { "/api/tasks/lost": 0 };
  await sendAll();
  expect(states()).toEqual(["/api/tasks/lost waiting"]);
  server.answers = {};
  await nextAttempt();
  expect(server.made).toEqual(["/api/tasks/good", "/api/tasks/lost"]);
  expect(states()).toEqual([]);
});

test("BEY-18 a change whose connection breaks often, also in between, doesn't count as one that the server fails on", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/lost"));
  server.answers = { "/api/tasks/lost": 500 };
  await sendAll();
  server.answers = { "/api/tasks/lost": 0 };
  for (let attempt = 0; attempt < 20; attempt++) await nextAttempt();
  expect(server.sent).toHaveLength(22);
  expect(states()).toEqual(["/api/tasks/lost waiting"]);
  server.answers = {};
  await nextAttempt();
  expect(server.made).toEqual(["/api/tasks/lost"]);
  expect(states()).toEqual([]);
});

test("BEY-18 a change whose own call never gets through is set aside after 30 delays, doesn't blame the server, and others go on", async () => {
  const { sendAll, tryAgain, states, changes, server } = await queueOf(
    change("/api/tasks/lost"),
    change("/api/tasks/lost", { key: "follows" }),
    change("/api/tasks/good"),
  );
  server.answers = { "/api/tasks/lost": 0 };
  await sendAll();
  expect(server.made).toEqual(["/api/tasks/good"]);
  for (let attempt = 0; attempt < 100; attempt++) await nextAttempt();
  expect(server.sent.filter((path) => path === "/api/tasks/lost")).toHaveLength(31);
  expect(states()).toEqual(["/api/tasks/lost stuck", "/api/tasks/lost waiting"]);
  expect(changes()[0]?.reason).toMatch(/^The connection breaks.*Try again, or remove it\.$/);

  // It gets as many attempts again.
  await tryAgain(changes()[0] as QueuedChange);
  expect(states()).toEqual(["/api/tasks/lost waiting", "/api/tasks/lost waiting"]);
  server.answers = {};
  await nextAttempt();
  expect(states()).toEqual([]);
});

test("BEY-18 a change that a well server asks to wait each time is set aside too, and those after it are sent", async () => {
  const { sendAll, states, changes, server } = await queueOf(
    change("/api/tasks/late"),
    change("/api/tasks/good"),
  );
  server.answers = { "/api/tasks/late": 429 };
  await sendAll();
  for (let attempt = 0; attempt < 100; attempt++) await nextAttempt();
  expect(server.sent.filter((path) => path === "/api/tasks/late")).toHaveLength(30);
  expect(server.made).toEqual(["/api/tasks/good"]);
  expect(states()).toEqual(["/api/tasks/late stuck"]);
  expect(changes()[0]?.reason).toMatch(/Try again, or remove it\.$/);
});

test("BEY-18 a change that the server has refused can be tried again, and those after it were sent meanwhile", async () => {
  const { sendAll, tryAgain, states, changes, server } = await queueOf(
    change("/api/tasks/refused"),
    change("/api/tasks/good"),
  );
  server.answers = { "/api/tasks/refused": 403 };
  server.body = JSON.stringify({ message: "Ask an administrator.", code: "forbidden" });
  await sendAll();
  expect(states()).toEqual(["/api/tasks/refused failed"]);
  expect(changes()[0]?.reason).toBe("Ask an administrator.");
  server.answers = {};
  await tryAgain(changes()[0] as QueuedChange);
  expect(server.made).toEqual(["/api/tasks/good", "/api/tasks/refused"]);
  expect(states()).toEqual([]);
});

describe("a change that met a newer one", () => {
  /** Asks for the newest version of a task each time, which can't be read. */
  const metUnreadable = async (status: number) => {
    const queue = await queueOf(change("/api/tasks/met"), change("/api/tasks/good"));
    const { server } = queue;
    const answers = [409, status];
    server.body = JSON.stringify({ message: "Not possible.", code: "changed_since" });
    server.answers = {
      get "/api/tasks/met"() {
        const [next = 409] = answers;
        answers.push(answers.shift() as number);
        return next;
      },
    };
    await queue.sendAll();
    for (let attempt = 0; attempt < 100; attempt++) await nextAttempt();
    return queue;
  };

  test.each([403, 404])(
    "BEY-18 is set aside at once if what it changes can't be read (%i), and those after it are sent",
    async (status) => {
      const { states, changes, server } = await metUnreadable(status);
      expect(server.sent).toEqual(["/api/tasks/met", "/api/tasks/met", "/api/tasks/good"]);
      expect(states()).toEqual(["/api/tasks/met failed"]);
      expect(changes()[0]?.reason).toBe("Not possible.");
    },
  );

  test.each([500, 0])(
    "BEY-18 is set aside after a few attempts if reading that fails (%i)",
    async (status) => {
      const { states, server } = await metUnreadable(status);
      expect(server.made).toEqual(["/api/tasks/good"]);
      expect(states()).toEqual(["/api/tasks/met stuck"]);
    },
  );
});

test("BEY-18 without a connection, nothing counts as a failure of the server", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/a"));
  server.isReachable = false;
  for (let attempt = 0; attempt < 10; attempt++) await sendAll();
  server.isReachable = true;
  await sendAll();
  expect(states()).toEqual([]);
});

test("BEY-18 while the server itself is away, nothing counts as a failure, however long", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/a"), change("/api/tasks/b"));
  server.answers = { "/api/tasks/a": 503, "/api/tasks/b": 503 };
  server.isWell = false;
  await sendAll();
  for (let wait = 0; wait < 20; wait++) await nextAttempt();
  expect(new Set(server.sent)).toEqual(new Set(["/api/tasks/a"]));
  expect(states()).toEqual(["/api/tasks/a waiting", "/api/tasks/b waiting"]);
  server.answers = {};
  server.isWell = true;
  await nextAttempt();
  expect(states()).toEqual([]);
});

test("BEY-18 a server that asks for a pause gets one, and changes stay in their order", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/a"), change("/api/tasks/b"));
  const { sent } = server;
  server.answers = { "/api/tasks/a": 429 };
  await sendAll();
  expect(sent).toEqual(["/api/tasks/a"]);
  server.answers = {};
  await nextAttempt();
  expect(sent.slice(1)).toEqual(["/api/tasks/a", "/api/tasks/b"]);
  expect(states()).toEqual([]);
});

test("BEY-18 many set-aside changes, each with one that follows on it, don't keep the browser busy", async () => {
  const tasks = Array.from({ length: 24 }, (_, n) => `/api/tasks/${n}`);
  const pairs = tasks.flatMap((path) => [
    change(path, { state: "conflict" }),
    change(path, { key: "follows" }),
  ]);
  const { sendAll, states, server } = await queueOf(...pairs, change("/api/tasks/last"));
  const before = process.cpuUsage().user;
  await sendAll();
  expect(server.sent).toEqual(["/api/tasks/last"]);
  expect(states()).toEqual(tasks.flatMap((path) => [`${path} conflict`, `${path} waiting`]));
  // Looking back from every other change would take several seconds, and twice as many with each further task.
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(2);
});

describe("a change that has waited for longer than the server knows its key", () => {
  const days = (count: number) => Date.now() - count * 24 * 60 * 60 * 1000;

  test("BEY-18 asks instead of being sent, as does one that a wrong clock has made; others are sent", async () => {
    const { sendAll, states, server, changes } = await queueOf(
      change("/api/tasks/old", { at: days(29.1) }),
      change("/api/tasks/old", { key: "follows" }),
      change("/api/tasks/weeks", { at: days(28.9) }),
      change("/api/tasks/future", { at: days(-2) }),
    );
    await sendAll();
    expect(server.sent).toEqual(["/api/tasks/weeks"]);
    expect(states()).toEqual(["/api/tasks/old old", "/api/tasks/old waiting", "/api/tasks/future old"]);
    expect(changes()[0]?.reason).toMatch(/waited for more than 29 days.*Check, then send or remove it\.$/);
  });

  test("BEY-18 is sent under a new key if the person wants it, and then what follows on it", async () => {
    const { sendAll, sendAnyway, states, server, changes, rows } = await queueOf(
      change("/api/tasks/old", { at: days(40) }),
      change("/api/tasks/old", { key: "follows" }),
    );
    await sendAll();
    server.isReachable = false;
    await sendAnyway(changes()[0] as QueuedChange);
    const key = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect([...rows.values()][0]).toMatchObject({ state: "waiting", key, at: Date.now() });
    server.isReachable = true;
    await sendAll();
    expect(server.made).toEqual(["/api/tasks/old", "/api/tasks/old"]);
    expect(states()).toEqual([]);
  });

  test("BEY-18 is sent if it met a newer change and the person has just decided for theirs", async () => {
    const { keepMine, server, changes } = await queueOf(
      change("/api/tasks/a", {
        ...{ state: "conflict", at: days(40), body: { status: "resolved" } },
        theirs: { status: "blocked" },
      }),
    );
    await keepMine(changes()[0] as QueuedChange);
    expect(server.made).toEqual(["/api/tasks/a"]);
    expect(changes()).toEqual([]);
  });
});

/** A task is created, moved and resolved, and something else changes in between. */
const dayOfChanges = () => [
  change("/api/teams/t/tasks", { method: "POST", subject: undefined, draftId: "draft-1" }),
  change("/api/tasks/draft-1", { key: "move" }),
  change("/api/messages/m"),
  change("/api/tasks/draft-1", { key: "resolve" }),
];
const allInOrder = ["/api/teams/t/tasks", "/api/tasks/made-1", "/api/messages/m", "/api/tasks/made-1"];

describe.each([
  { pages: "secure pages", secure: true },
  { pages: "pages without locks", secure: false },
])("two tabs on $pages", ({ secure }) => {
  test("BEY-18 replaying at the same time make each change once, in order", async () => {
    for (const slowness of [0, 1, 5, 30]) {
      const { server, leave, openTab, rows } = browserTabs({ secure });
      leave(...dayOfChanges());
      const [one, other] = [await openTab(), await openTab()];
      server.beforeAnswer = async () => {
        for (let turn = 0; turn < (server.sent.length % 2) * slowness; turn++) await null;
      };
      await Promise.all([one.run(one.sendAll), other.run(other.sendAll)]);
      await vi.waitFor(() => expect([...rows.values()]).toEqual([]), { timeout: 60_000 });
      expect(server.made).toEqual(allInOrder);
      if (secure) expect(server.sent).toEqual(allInOrder);
    }
  });

  test("BEY-18 a tab killed at any moment of a replay loses nothing and doubles nothing: the next one goes on", async () => {
    let killedBefore = 0;
    for (let killed = true; killed; killedBefore++) {
      const { server, leave, openTab, rows } = browserTabs({ secure });
      leave(...dayOfChanges());
      const first = await openTab({ killedBefore });
      await first.run(first.sendAll);
      killed = first.tab.killed;
      const next = await openTab();
      await next.run(next.sendAll);
      expect({ killedBefore, made: server.made }).toEqual({ killedBefore, made: allInOrder });
      expect([...rows.values()]).toEqual([]);
    }
    expect(killedBefore).toBeGreaterThan(30);
  });

  test.each(["same", "other"])(
    "BEY-18 a change made in the %s tab at any moment of a replay is sent after what it follows, without waiting for another sign",
    async (which) => {
      let moment = 0;
      for (let reached = true; reached; moment++) {
        reached = false;
        const { server, leave, openTab, rows } = browserTabs({ secure });
        leave(...dayOfChanges());
        const [one, other] = [await openTab(), await openTab()];
        one.tab.onStep = (step) => {
          if (step !== moment) return;
          reached = true;
          leave(change("/api/messages/m", { key: "later" }));
          const tab = which === "same" ? one : other;
          void tab.run(tab.sendAll);
        };
        await one.run(one.sendAll);
        const expected = reached ? [...allInOrder, "/api/messages/m"] : allInOrder;
        await vi.waitFor(() => expect([...rows.values()]).toEqual([]), { timeout: 60_000 });
        expect({ moment, made: server.made }).toEqual({ moment, made: expected });
      }
      expect(moment).toBeGreaterThan(30);
    },
  );
});

test("BEY-18 a change that is removed in another tab at any moment of a replay doesn't come back", async () => {
  let moment = 0;
  for (let reached = true; reached; moment++) {
    reached = false;
    const { server, leave, openTab, rows } = browserTabs({ secure: true });
    leave(...dayOfChanges());
    const tab = await openTab();
    const [, moved] = [...rows.keys()] as [number, number];
    const cameBack: number[] = [];
    tab.tab.onStep = (step) => {
      if (step === moment) {
        reached = true;
        rows.delete(moved);
      } else if (step > moment && rows.has(moved)) cameBack.push(step);
    };
    await tab.run(tab.sendAll);
    expect({ moment, cameBack, left: [...rows.values()] }).toEqual({ moment, cameBack: [], left: [] });
    expect(server.made.at(-1)).toBe("/api/tasks/made-1");
    expect((await import("../api")).urlOf("/api/tasks/draft-1")).toBe("/api/tasks/made-1");
  }
  expect(moment).toBeGreaterThan(20);
});

test("BEY-18 a change that is removed in another tab while the server refuses it doesn't come back", async () => {
  const { sendAll, server, rows } = await queueOf(change("/api/tasks/a"));
  server.answers = {
    get "/api/tasks/a"() {
      rows.clear();
      return 400;
    },
  };
  await sendAll();
  expect(server.sent).toEqual(["/api/tasks/a"]);
  expect([...rows.values()]).toEqual([]);
});
