import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { listenToDatabase } from "./notifications";

/** Forwards connections to the database. `freeze` lets the open ones hang, without closing them. */
async function startLine() {
  const target = new URL(inject("postgresUrl"));
  const sockets = new Set<Socket>();
  let onConnection = (): void => undefined;
  const server = createServer((near) => {
    onConnection();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  /** Resolves when somebody connects. */
  const nextConnection = () =>
    new Promise<void>((resolve) => {
      onConnection = resolve;
    });
  return { url: url.href, sockets, freeze, cut, nextConnection };
}

test("a listening connection that hangs without an error is replaced", async () => {
  const line = await startLine();
  const notifications = await listenToDatabase(line.url, () => undefined, { every: 50, answer: 300 });
  onTestFinished(() => notifications.close());
  const received: string[] = [];
  let wake = (): void => undefined;
  await notifications.on("pulse_test", (payload) => {
    received.push(payload);
    wake();
  });
  const back = new Promise<void>((resolve) => notifications.onReconnect(resolve));

  line.freeze();
  await back;

  const heard = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const sender = new pg.Client({ connectionString: inject("postgresUrl") });
  await sender.connect();
  await sender.query("select pg_notify('pulse_test', 'still here')");
  await heard;
  await sender.end();
  expect(received).toEqual(["still here"]);
});

test("a listening connection that is closed while it is opened again stays closed", async () => {
  const line = await startLine();
  const notifications = await listenToDatabase(line.url, () => undefined);
  let isBack = false;
  notifications.onReconnect(() => {
    isBack = true;
  });
  const again = line.nextConnection();
  line.cut();
  await again;
  await notifications.close();
  await expect.poll(() => line.sockets.size, { timeout: 20_000 }).toBe(0);
  expect(isBack).toBe(false);
});
