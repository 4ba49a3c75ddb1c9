import { expect, test } from "vitest";
import { change, holdTime, nextAttempt, queueOf } from "./browser-tabs";

holdTime();

test("BEY-18 a change that was lost just before the connection came back is sent again at once, so that no screen loads without it", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/lost"), change("/api/tasks/lost"));
  const answers = [0];
  server.answers = {
    get "/api/tasks/lost"() {
      return answers.shift() as number;
    },
  };
  await sendAll();
  expect(states()).toEqual([]);
});

test("BEY-18 a change that the server failed on is sent with the others after the connection was lost meanwhile", async () => {
  const { sendAll, leave, states, server } = await queueOf(change("/api/tasks/failed"));
  server.answers = { "/api/tasks/failed": 500 };
  await sendAll();
  // Before its pause is over, the connection is lost, and another change with it.
  const { checkServer } = await import("../server-reach");
  server.isReachable = false;
  checkServer();
  leave(change("/api/tasks/lost"));
  await sendAll();
  await nextAttempt();
  server.isReachable = true;
  server.answers = {};
  await sendAll();
  expect(states()).toEqual([]);
});

test("BEY-18 a change is sent by itself after a connection that only its own call and the check after it missed", async () => {
  const { sendAll, states, server } = await queueOf(change("/api/tasks/a"));
  server.isReachable = false;
  await sendAll();
  // No page has noticed anything: their own calls came through before and after.
  server.isReachable = true;
  await nextAttempt();
  expect(server.made).toEqual(["/api/tasks/a"]);
  expect(states()).toEqual([]);
});
