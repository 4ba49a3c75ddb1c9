import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { atEnd } from "../../../../test/support/at-end";
import { requestCrm } from "./crm-request";

/** The address of a CRM that answers every request with these bytes, and closes the connection if there are none. */
async function answering(bytes: string): Promise<URL> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => (bytes ? socket.write(bytes) : socket.end()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tasks`);
}

const ask = async (bytes: string) =>
  requestCrm({ name: "Berg", url: await answering(bytes), signal: new AbortController().signal });

test("CRM-3 a CRM that answers with another protocol is refused, and keeps no sync waiting", async () => {
  const answer = ask("HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n");
  await expect(answer).rejects.toMatchObject({ kind: "refused" });
});

test("CRM-3 a CRM that closes the connection without an answer could not be reached", async () => {
  await expect(ask("")).rejects.toMatchObject({ kind: "unavailable" });
});

test("CRM-3 an answer that is nested too deeply is no data, and isn't parsed", async () => {
  const nested = "[".repeat(5e6) + "]".repeat(5e6);
  const answer = ask(`HTTP/1.1 200 OK\r\ncontent-length: ${nested.length}\r\n\r\n${nested}`);
  await expect(answer).rejects.toMatchObject({
    kind: "unavailable",
    message: "Berg answered with something Zippy can't read.",
  });
});
