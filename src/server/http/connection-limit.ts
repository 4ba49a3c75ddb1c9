import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isLoopback } from "../config";

const refusal = JSON.stringify({
  message: "Too many connections from your network. Close some and try again.",
  code: "too_many_requests",
});

/**
 * Whether connections from this address are counted. Those from this machine aren't: they are its own people, or
 * a proxy that carries everybody.
 */
export const isCounted = (address: string): boolean => !isLoopback(address.replace(/^::ffff:/, ""));

/** Refuses connections beyond a number per remote address, so that one visitor can't use up all of them. */
export function limitConnections(server: Server, most: number, counts = isCounted): void {
  const open = new Map<string, number>();
  server.prependListener("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    if (!address || !counts(address)) return;
    const others = open.get(address) ?? 0;
    if (others >= most) {
      socket.end(
        `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(refusal)}\r\nConnection: close\r\n\r\n${refusal}`,
        () => socket.destroy(),
      );
      return;
    }
    open.set(address, others + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
