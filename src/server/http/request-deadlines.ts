import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../shared/app-error";

/** How long a request may take to arrive (milliseconds). */
export interface RequestDeadlines {
  /** For the headers, however slowly they drip in. */
  headers: number;
  /** For a body that is read as a whole. */
  body: number;
  /** For an upload: the longest time without a single byte. */
  idle: number;
  /** For the answer: how long its reader may take nothing while more is there. */
  reader: number;
}

export const defaultDeadlines: RequestDeadlines = {
  headers: 30_000,
  body: 30_000,
  idle: 30_000,
  reader: 120_000,
};
/** Open connections per process. Each costs memory even if it never sends a request. */
export const mostConnections = 5000;
/** The most of them from one remote address. People behind one router share this limit. */
export const connectionsPerAddress = 1000;

/** The options that have Node end a connection whose headers don't arrive in time. */
export function headersOptions({ headers }: RequestDeadlines) {
  // Node only looks now and then, by default every 30 s, so the time until it looks is part of the deadline.
  const connectionsCheckingInterval = Math.floor(headers / 6);
  return { connectionsCheckingInterval, headersTimeout: headers - connectionsCheckingInterval };
}

/**
 * Ends answers that nobody reads any more, so that they don't keep a file open forever. A player that was paused for
 * longer asks again for the rest.
 */
export function endUnreadAnswers(app: FastifyInstance, { reader }: RequestDeadlines): void {
  app.addHook("onSend", (_request, { raw }, payload, done) => {
    if (payload instanceof Readable)
      raw
        .setTimeout(reader)
        // Without unread bytes, the next ones are still being made.
        .on("timeout", () => (raw.writableNeedDrain ? raw.destroy() : raw.setTimeout(reader)));
    done(null, payload);
  });
}

/**
 * Ends each connection whose last answer is sent after a stop began. Fastify only ends those that are idle when it
 * begins; the others would hold up the stop until their browser or its proxy closes them, for more than a minute.
 */
export function endConnectionsOnStop(app: FastifyInstance): void {
  let stopping = false;
  app.addHook("preClose", (done) => {
    stopping = true;
    done();
  });
  app.addHook("onResponse", (_request, _reply, done) => {
    if (stopping) app.server.closeIdleConnections();
    done();
  });
}

/** Ends requests that never finish, so that they don't hold a connection and memory forever. */
export function endUnfinishedRequests(app: FastifyInstance, { body, idle }: RequestDeadlines): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw } = request;
    if (hasBody(request)) {
      const stop = isUpload(request) ? whenSilent(request, idle, end) : whenLate(request, body, end);
      raw.once("end", stop);
      raw.once("close", stop);
    }
    function end(): void {
      if (reply.sent) {
        // The request was rejected before its body arrived.
        raw.socket.destroySoon();
        return;
      }
      const error = new AppError("timeout", "The request took too long to arrive. Try again.");
      void reply.header("connection", "close").send(error);
      reply.raw.once("finish", () => raw.socket.destroySoon());
    }
    done();
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A body above this may take its time, as long as bytes arrive (bytes). */
const largeBody = 1024 * 1024;

const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers["content-type"]?.startsWith("multipart/") || Number(headers["content-length"] ?? 0) > largeBody;

/** What has arrived and waits to be read is late because of us, for example because the database hangs. */
const isOurs = ({ raw }: FastifyRequest): boolean =>
  raw.complete || raw.readableLength >= raw.readableHighWaterMark;

function whenLate(request: FastifyRequest, milliseconds: number, end: () => void): () => void {
  const timer = setInterval(() => {
    if (isOurs(request)) return;
    clearInterval(timer);
    end();
  }, milliseconds).unref();
  return () => clearInterval(timer);
}

/** Watches the socket's count of bytes. Listening to the body would start to consume it. */
function whenSilent({ raw }: FastifyRequest, milliseconds: number, end: () => void): () => void {
  let received = raw.socket.bytesRead;
  const timer = setInterval(() => {
    // Unread bytes mean that we are the slow side, for example because of the disk.
    if (!raw.complete && raw.socket.bytesRead === received && raw.readableLength === 0) {
      clearInterval(timer);
      end();
    }
    received = raw.socket.bytesRead;
  }, milliseconds).unref();
  return () => clearInterval(timer);
}
