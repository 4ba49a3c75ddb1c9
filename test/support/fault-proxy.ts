import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "./at-end";

/** A fault for a request. */
export type Fault =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** Answers with a web page, as a proxy or a vendor's maintenance does. */
  | { kind: "page"; status: number }
  /** Forwards the request after this many milliseconds. */
  | { kind: "slow"; ms: number }
  /** Forwards the request when the test releases it, see {@link hold}. */
  | { kind: "held"; until: Promise<void> }
  /** Cuts the connection before or in the middle of the response. */
  | { kind: "cut"; when: "before" | "in-answer" };

export interface SeenRequest {
  method: string;
  /** Path and query. */
  path: string;
  authorization: string | undefined;
}

export interface FaultProxy {
  url: string;
  /** Every received request, with or without a fault. */
  seen: SeenRequest[];
  /** Makes the next `times` requests (default 1) whose "METHOD /path" matches fail. */
  fail(matching: RegExp, fault: Fault, times?: number): void;
  /** True while some requests would fail. */
  faulty(): boolean;
  /** Ends all faults. */
  heal(): void;
}

/** Delays a response until the test releases it. */
export function hold(): { fault: Fault; release(): void } {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { fault: { kind: "held", until }, release };
}

interface Rule {
  matching: RegExp;
  fault: Fault;
  left: number;
}

/**
 * A server on this machine that forwards requests to a stand-in, except those with a fault. It stops with the
 * test file.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const rules: Rule[] = [];
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    seen.push({ method, path: url, authorization: headers.authorization });
    const rule = rules.find(({ matching, left }) => left > 0 && matching.test(`${method} ${url}`));
    if (rule) rule.left--;
    const fault = rule?.fault;
    if (fault?.kind === "status") return sendStatus(response, fault);
    if (fault?.kind === "page") {
      response.writeHead(fault.status, { "content-type": "text/html; charset=utf-8" });
      return void response.end("<!doctype html><title>Maintenance</title><p>Back soon.</p>");
    }
    if (fault?.kind === "cut" && fault.when === "before") return void request.socket.destroy();
    if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault?.kind === "held") await fault.until;
    await passOn(request, response, target, fault?.kind === "cut");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fail: (matching, fault, times = 1) => void rules.push({ matching, fault, left: times }),
    faulty: () => rules.some(({ left }) => left > 0),
    heal: () => void rules.splice(0),
  };
}

function sendStatus(response: ServerResponse, { status, body, headers }: Fault & { kind: "status" }): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body ?? { error: `failed on purpose with ${status}` }));
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  cut: boolean,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !["host", "connection", "content-length", "transfer-encoding"].includes(name))
      headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const answer = await fetch(`${target}${request.url}`, {
    method: request.method ?? "GET",
    headers,
    redirect: "manual",
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = [...answer.headers].filter(
    ([name]) => !["content-encoding", "content-length", "transfer-encoding", "connection"].includes(name),
  );
  response.writeHead(answer.status, [...kept.flat(), "content-length", String(body.length)]);
  if (!cut) return void response.end(body);
  response.write(body.subarray(0, Math.floor(body.length / 2)));
  setTimeout(() => response.destroy(), 20);
}
