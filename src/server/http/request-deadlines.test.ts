import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { createHttpServer } from "./http-server";
import { defaultDeadlines, headersOptions, type RequestDeadlines } from "./request-deadlines";

interface Calls {
  /** What `/file` answers with. */
  file?: Readable;
  /** What `/late` answers. */
  late?: () => Promise<string>;
  /** What each call waits for before its body is read. */
  before?: () => Promise<void>;
  /** The only short ones: a busy machine may miss any. */
  deadlines?: Partial<RequestDeadlines>;
}

/**
 * A server with a call that takes a body as a whole, one that streams it, one that answers with a stream, and one that
 * answers late. `calls` tells of each call that arrives, with its response, and of each piece of a streamed body.
 */
async function start({ file = Readable.from([]), late = async () => "", before, deadlines }: Calls = {}) {
  const app = await createHttpServer({
    logLevel: "silent",
    trustProxy: 0,
    publicUrl: undefined,
    isOwnOrigin: () => true,
    deadlines: { ...defaultDeadlines, ...deadlines },
  });
  const calls = new EventEmitter();
  app.addHook("onRequest", async (_request, { raw }) => void calls.emit("call", raw));
  if (before) app.addHook("onRequest", before);
  app.post("/whole", async ({ body }) => ({ body }));
  app.addContentTypeParser("multipart/form-data", (_request, payload, done) => done(null, payload));
  app.post("/stream", async ({ raw }) => {
    let bytes = 0;
    for await (const piece of raw) {
      bytes += (piece as Buffer).length;
      calls.emit("piece");
    }
    return { bytes };
  });
  app.get("/file", (_request, reply) => reply.send(file));
  app.get("/late", late);
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = (head: string): Socket => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}\r\nHost: 127.0.0.1\r\n`);
    return socket;
  };
  return Object.assign(open, { app, calls });
}

/** Everything the server sends until it closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  await once(socket, "close");
  return answer;
}

test("headers that drip in byte by byte end with 408, and the connection closes", async () => {
  const open = await start({ deadlines: { headers: 600 } });
  const socket = open("GET /file HTTP/1.1");
  const dripping = setInterval(() => socket.write("X"), 50);
  onTestFinished(() => clearInterval(dripping));
  // A byte that was on its way when the server closed.
  socket.on("error", () => undefined);
  const answer = await answerOf(socket);
  expect(answer).toContain("408");
  expect(answer).toContain("The request took too long to arrive. Try again.");
});

test("by default, headers end within 30 s, counting the time until Node looks", () => {
  const { headersTimeout, connectionsCheckingInterval } = headersOptions(defaultDeadlines);
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
});

test("a body that doesn't arrive ends with 408 and a sentence, and the connection closes", async () => {
  const open = await start({ deadlines: { body: 300 } });
  const socket = open("POST /whole HTTP/1.1");
  socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"title":');
  const answer = await answerOf(socket);
  expect(answer).toContain("408");
  expect(answer).toContain("The request took too long to arrive. Try again.");
});

test("a body that has arrived isn't called late while the server doesn't read it, as when its database hangs", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  let goOn: () => void = () => undefined;
  const before = () =>
    new Promise<void>((resolve) => {
      goOn = resolve;
    });
  const open = await start({ before });
  const called = once(open.calls, "call");
  const socket = open("POST /whole HTTP/1.1");
  const answer = answerOf(socket);
  socket.write("Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
  const [{ req }] = (await called) as [ServerResponse];
  await expect.poll(() => req.complete).toBe(true);
  vi.advanceTimersByTime(2 * defaultDeadlines.body);
  goOn();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("an upload may take its time, but not fall silent", async () => {
  const open = await start();
  // From here on, the server's time passes only when the test lets it.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const almost = defaultDeadlines.idle - 1;
  const head =
    "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 6\r\nConnection: close\r\n\r\n";
  const slow = open("POST /stream HTTP/1.1");
  slow.write(head);
  const answer = answerOf(slow);
  for (const letter of "abcdef") {
    const arrived = once(open.calls, "piece");
    slow.write(letter);
    await arrived;
    vi.advanceTimersByTime(almost);
  }
  expect(await answer).toContain('{"bytes":6}');

  const silent = open("POST /stream HTTP/1.1");
  const arrived = once(open.calls, "piece");
  silent.write(`${head}abc`);
  await arrived;
  // It may have come at the end of one look; the next finds nothing new.
  vi.advanceTimersByTime(2 * defaultDeadlines.idle);
  expect(await answerOf(silent)).toContain("408");
});

test("an answer that nobody reads ends, and what it is read from is closed", async () => {
  const file = new Readable({ read: () => void file.push(Buffer.alloc(64 * 1024)) });
  const open = await start({ file, deadlines: { reader: 300 } });
  const silent = open("GET /file HTTP/1.1");
  onTestFinished(() => void silent.destroy());
  silent.write("\r\n");
  await once(file, "close");
});

test("an answer whose next piece takes long to make doesn't end", async () => {
  const file = new Readable({ read: () => undefined });
  const open = await start({ file, deadlines: { reader: 100 } });
  const called = once(open.calls, "call");
  const reader = open("GET /file HTTP/1.1");
  const answer = answerOf(reader);
  reader.write("Connection: close\r\n\r\n");
  file.push("first");
  const [response] = (await called) as [ServerResponse];
  // The deadline passes twice.
  for (let passed = 0; passed < 2; passed++) await once(response, "timeout");
  file.push("second");
  file.push(null);
  expect(await answer).toMatch(/first[\s\S]*second/);
});

test("a stop waits for an answer, and then ends its connection, which its reader would keep", async () => {
  const answers = new EventEmitter();
  const open = await start({
    async late() {
      answers.emit("begun");
      return String(await once(answers, "answer"));
    },
  });
  // Only the stop ends a connection that is kept.
  open.app.server.keepAliveTimeout = 0;
  const begun = once(answers, "begun");
  const socket = open("GET /late HTTP/1.1");
  socket.write("\r\n");
  const received = answerOf(socket);
  await begun;
  const stopped = open.app.close();
  await expect.poll(() => open.app.server.listening).toBe(false);
  answers.emit("answer", "I am late");
  expect(await received).toContain("I am late");
  await stopped;
});
