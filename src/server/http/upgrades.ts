import { EventEmitter } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

const refusal = JSON.stringify({
  message: "Only a live connection can be upgraded. Send this request without Upgrade.",
  code: "invalid_input",
});

/**
 * The requests for a WebSocket at one address, for the plugin that answers them. All others that want another protocol
 * are refused: the plugin upgrades any route of any visitor first and then waits half a minute for the end of the
 * socket, and forever at an address that can't be decoded.
 */
export function upgradesAt(server: Server, path: string): Server {
  const wanted = new EventEmitter();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isWanted = isForWebSocket(request) && request.url?.split("?", 1)[0] === path;
    // Nobody listens any more once a stop began.
    if (!isWanted || !wanted.emit("upgrade", request, socket, head)) refuse(socket);
  });
  return wanted as Server;
}

const isForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";

function refuse(socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(refusal)}\r\nConnection: close\r\n\r\n${refusal}`,
    () => socket.destroy(),
  );
}
