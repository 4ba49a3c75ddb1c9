// Loaded before the product with NODE_OPTIONS: as if the network were unplugged. It also reaches the processes
// that the product starts. What tries to leave this machine fails, and is noted in UNPLUGGED_NOTES.
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

// Shows that it was loaded, and by which process.
appendFileSync(process.env.UNPLUGGED_NOTES, `loaded by ${process.pid}\n`);
const here = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given;
  const host = typeof first === "object" && first ? (first.path ? "localhost" : first.host) : given[1];
  if (typeof host === "string" && !here.test(host)) {
    appendFileSync(process.env.UNPLUGGED_NOTES, `${host}\n`);
    queueMicrotask(() => this.destroy(new Error(`unplugged: ${host}`)));
    return this;
  }
  return connect.apply(this, given);
};
