import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/at-end";

interface ReceivedPost {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of outgoing webhooks on this machine, until the end of the tests; `answer` decides what it says to each delivery. */
export async function startReceiver(
  answer: (response: ServerResponse, nth: number) => void = (response) => response.end(),
) {
  const received: ReceivedPost[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?team=1`, received };
}
