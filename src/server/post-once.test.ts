import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { atEnd } from "../../test/support/at-end";
import { postOnce } from "./post-once";

async function startReceiver(answer: RequestListener) {
  const sockets = new Set<Socket>();
  const server = createServer(answer);
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const post = (signal = AbortSignal.timeout(30_000)) =>
    postOnce({ url, headers: {}, body: "{}", publicOnly: false, signal });
  return { sockets, post };
}

test("posts to one receiver share a connection; one that it closed meanwhile is opened again", async () => {
  let posts = 0;
  const { sockets, post } = await startReceiver((request, response) => {
    posts++;
    request.resume();
    response.end("accepted");
  });
  for (let n = 0; n < 5; n++) {
    const response = await post();
    expect(response.statusCode).toBe(200);
    // Once the answer has been read to its end, the next post finds the connection free.
    await expect.poll(() => response.closed).toBe(true);
  }
  expect(posts).toBe(5);
  // On a busy machine, one may be closed before the next post.
  expect(sockets.size).toBeLessThan(5);
  for (const socket of sockets) socket.resetAndDestroy();
  expect((await post()).statusCode).toBe(200);
  expect(posts).toBe(6);
});

test("a long or endless answer is ended, and the status still counts", async () => {
  const { sockets, post } = await startReceiver((request, response) => {
    request.resume();
    response.writeHead(202);
    response.write(Buffer.alloc(200_000));
    // It never ends.
  });
  const response = await post();
  expect(response.statusCode).toBe(202);
  await expect.poll(() => response.destroyed).toBe(true);
  await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
});

test("a receiver that hangs is left when the caller says so", async () => {
  const { post } = await startReceiver((request) => void request.resume());
  await expect(post(AbortSignal.timeout(100))).rejects.toThrow();
});

test("a receiver that wants another protocol, or closes without an answer, ends the post", async () => {
  const answers = ["HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n", ""];
  const { sockets, post } = await startReceiver(({ socket }) => void socket.end(answers.shift() ?? ""));
  const { signal } = new AbortController();
  expect((await post(signal)).statusCode).toBe(101);
  await expect(post(signal)).rejects.toThrow();
  await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true);
});
