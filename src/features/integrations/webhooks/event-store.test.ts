import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { query } from "../../../../test/support/collecting";
import { startTestApp, type TestApp } from "../../../../test/support/test-app";
import { createEventStore } from "./event-store";

let app: TestApp;

beforeAll(async () => {
  // A process without the loop that handles events.
  app = await startTestApp({ ROLE: "web" });
});

const event = (id: string) => ({ id, account: "somebody", payload: { text: "Grüße 👋" } });

const stored = (provider: string) =>
  query<{ event_id: string }>(app, "select event_id from webhook_events where provider = $1 order by seq", [
    provider,
  ]);

test("INT-8 simultaneous deliveries are stored in order, each event once", async () => {
  const { store } = createEventStore(app.running.services.db);
  const ids = Array.from({ length: 60 }, (_, index) => `event ${index}`);
  await Promise.all(ids.map((id) => store("together", [event(id), event(id)])));
  await Promise.all([...ids].reverse().map((id) => store("together", [event(id)])));
  expect((await stored("together")).map(({ event_id: id }) => id)).toEqual(ids);
});

test("INT-8 a delivery that can't be stored fails alone", async () => {
  const { store } = createEventStore(app.running.services.db);
  // Larger than the database's limit for indexed values.
  const impossible = randomBytes(20_000).toString("hex");
  const results = await Promise.allSettled(
    ["before", "first", impossible, "last"].map((id) => store("apart", [event(id)])),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect((await stored("apart")).map(({ event_id: id }) => id)).toEqual(["before", "first", "last"]);
});

test("INT-8 an event with names and texts that the database can't store is stored without them", async () => {
  const { store } = createEventStore(app.running.services.db);
  const payload = JSON.parse('{"a\\u0000b":[{"half \\ud83d":"\\udc4d\\u0000"}]}');
  await store("odd", [{ id: "odd", account: "somebody", payload }]);
  const [row] = await query<{ payload: unknown }>(
    app,
    "select payload from webhook_events where provider = 'odd'",
  );
  expect(row?.payload).toEqual({ ab: [{ "half \ufffd": "\ufffd" }] });
});

test("INT-8 the worker waits for deliveries being stored, but not forever", async () => {
  const { store, quiet } = createEventStore(app.running.services.db);
  let done = false;
  const storing = store("quiet", [event("one")]).then(() => {
    done = true;
  });
  await quiet(10_000);
  await storing;
  expect(done).toBe(true);
  await quiet(10_000);

  const never = createEventStore({ execute: () => new Promise(() => undefined) } as never);
  void never.store("quiet", [event("two")]);
  await never.quiet(10);
});
