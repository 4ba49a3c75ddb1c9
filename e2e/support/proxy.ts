import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { inject } from "vitest";
import { atEnd } from "../../test/support/at-end";

/**
 * Puts a proxy in front of the product until the test file ends; it passes on requests, but no WebSockets.
 *
 * @param answers - answers a request itself and returns true, or lets it pass.
 * @returns its address.
 */
export async function startProxy(
  answers: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean,
): Promise<string> {
  const { hostname, port } = new URL(inject("productUrl"));
  const server = createServer((incoming, outgoing) => {
    if (answers(incoming, outgoing)) return;
    const { url: path, method, headers } = incoming;
    const forward = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}
