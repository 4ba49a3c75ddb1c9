// A reverse proxy as a separate process: node scripts/run.mjs bench/scale/round-robin.ts http://… http://…
// Without stickiness: each request and each WebSocket goes to the next server, from every client.
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";

const servers = process.argv.slice(2).map((url) => new URL(url));
const agent = new Agent({ keepAlive: true });
let turn = 0;

function next(): { host: string; port: number } {
  const { hostname, port } = servers[turn++ % servers.length] as URL;
  return { host: hostname, port: Number(port) };
}

const proxy = createServer((incoming, outgoing) => {
  const { method = "GET", url = "/", headers } = incoming;
  const passed = request({ ...next(), agent, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.once("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.pipe(passed);
});

proxy.on("upgrade", (incoming: IncomingMessage, browser, head) => {
  const server = connect(next(), () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let n = 0; n < incoming.rawHeaders.length; n += 2)
      lines.push(`${incoming.rawHeaders[n]}: ${incoming.rawHeaders[n + 1]}`);
    server.write(`${lines.join("\r\n")}\r\n\r\n`);
    server.write(head);
    server.pipe(browser).pipe(server);
  });
  server.once("error", () => browser.destroy());
  browser.once("error", () => server.destroy());
});

proxy.listen(0, "127.0.0.1", () =>
  console.log(`ready at http://127.0.0.1:${(proxy.address() as AddressInfo).port}`),
);
