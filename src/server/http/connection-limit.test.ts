import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { isCounted, limitConnections } from "./connection-limit";

async function start(counts?: (address: string) => boolean) {
  const server = createServer((_request, response) => response.end("fine"));
  limitConnections(server, 2, counts);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return async () => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const [data] = (await once(socket, "data")) as [Buffer];
    return { socket, answer: String(data) };
  };
}

test("one address gets a limited number of connections, and another one after one has closed", async () => {
  const open = await start(() => true);
  const first = await open();
  expect(first.answer).toContain("fine");
  expect((await open()).answer).toContain("fine");
  const refused = await open();
  expect(refused.answer).toContain("429");
  expect(refused.answer).toContain("Too many connections from your network.");
  first.socket.destroy();
  await expect.poll(async () => (await open()).answer).toContain("fine");
});

test("connections from this machine aren't counted, because a local proxy carries everybody", async () => {
  const open = await start();
  for (let n = 0; n < 4; n++) expect((await open()).answer).toContain("fine");
  expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].filter(isCounted)).toEqual([]);
  expect(["203.0.113.7", "2001:db8::1"].filter(isCounted)).toHaveLength(2);
});
