import { afterEach, describe, expect, test, vi } from "vitest";
import { change, holdTime, queueOf } from "./browser-tabs";
import type { QueuedChange } from "./waiting-changes";

holdTime();
// A change that still waits must not meet another file's tests.
afterEach(() => void vi.resetModules());

test("BEY-18 a deletion of what somebody else has deleted already is done", async () => {
  const { sendAll, changes, server } = await queueOf(change("/api/tasks/a", { method: "DELETE" }));
  server.answers = { "/api/tasks/a": 404 };
  await sendAll();
  expect(changes()).toEqual([]);
});

describe("a change of many things", () => {
  const many = (more: Partial<QueuedChange> = {}) =>
    change("/api/teams/t/tasks/change", {
      ...{ method: "POST", key: "many", subject: ["/api/tasks/a", "/api/tasks/draft-1"] },
      ...{ body: { target: { ids: ["a", "draft-1"] } }, expected: { a: {}, "draft-1": {} } },
      ...more,
    });

  test("BEY-18 is sent after what creates or changes one of them, under their new ids, and before what follows", async () => {
    const create = change("/api/teams/t/tasks", { method: "POST", subject: undefined, draftId: "draft-1" });
    const first = change("/api/tasks/a", { key: "first", state: "conflict" });
    const { sendAll, states, removeChange, changes, server } = await queueOf(
      ...[create, first, many(), change("/api/tasks/draft-1", { key: "follows" })],
      change("/api/tasks/other"),
    );
    await sendAll();
    expect(server.made).toEqual(["/api/teams/t/tasks", "/api/tasks/other"]);
    expect(states()).toEqual([
      "/api/tasks/a conflict",
      "/api/teams/t/tasks/change waiting",
      "/api/tasks/made-1 waiting",
    ]);
    expect(changes()[1]).toMatchObject({
      subject: ["/api/tasks/a", "/api/tasks/made-1"],
    });
    expect(JSON.stringify(changes()[1])).not.toContain("draft-1");
    await removeChange(changes()[0] as QueuedChange);
    await vi.waitFor(() => expect(changes()).toEqual([]), { timeout: 60_000 });
    expect(server.made.slice(2)).toEqual(["/api/teams/t/tasks/change", "/api/tasks/made-1"]);
  });

  test.each([
    { choice: "skipChanged", sent: { body: { skipChanged: true }, expected: { a: {} } } },
    { choice: "keepMine", sent: { body: {}, expected: undefined } },
  ] as const)(
    "BEY-18 asks with the server's sentence if it meets newer ones, and is sent as decided ($choice)",
    async ({ choice, sent }) => {
      const { sendAll, changes, server, ...queue } = await queueOf(
        many({ subject: ["/api/tasks/a"], body: {}, expected: { a: {} } }),
      );
      const path = "/api/teams/t/tasks/change";
      const message = "1 of these tasks has changed since.";
      server.body = JSON.stringify({ code: "changed_since", message });
      server.answers = { [path]: 409 };
      await sendAll();
      const [asking] = changes() as [QueuedChange];
      expect(asking).toMatchObject({ state: "conflict", reason: message });
      expect(asking.theirs).toBeUndefined();
      server.isReachable = false;
      await queue[choice](asking);
      expect(changes()).toMatchObject([{ state: "waiting", ...sent }]);
      server.isReachable = true;
      server.answers = {};
      await sendAll();
      expect(server.made).toEqual([path]);
    },
  );
});

test("BEY-18 a snooze that met a newer one is sent over that one if the person keeps theirs", async () => {
  const { keepMine, server, changes } = await queueOf(
    change("/api/messages/m/snooze", {
      ...{ state: "conflict", body: { until: "2031" }, expected: { until: null } },
      theirs: { snoozedUntil: "2030" },
    }),
  );
  server.isReachable = false;
  await keepMine(changes()[0] as QueuedChange);
  expect(changes()).toMatchObject([{ state: "waiting", expected: { until: "2030" } }]);
});
