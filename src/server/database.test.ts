import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseGone, openDatabase } from "./database";

test("a database that accepts connections but never responds fails queries instead of blocking them", async () => {
  const connections = new Set<Socket>();
  const silent = createServer((socket) => connections.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const database = openDatabase(`postgres://zippy@127.0.0.1:${port}/zippy`, () => undefined, 50);
  onTestFinished(async () => {
    await database.close();
    for (const socket of connections) socket.destroy();
    silent.close();
  });

  const failure = await database.pool.query("select 1").catch((error: unknown) => error);

  expect(connections.size).toBe(1);
  expect(isDatabaseGone(failure)).toBe(true);
});
