import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../../support/at-end";

/** What a CRM's stand-in answers. `body` is sent as JSON, unless it is a text. */
export interface CrmReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface CrmCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** JSON, or the fields of a form. */
  body: Record<string, unknown>;
}

/** A CRM on 127.0.0.1 with what tests do to it. */
export interface CrmServer {
  url: string;
  /** Every request, in order. */
  calls: CrmCall[];
  /**
   * Answers the matching requests instead of the CRM, until the returned function is called. `cut`: half of an answer,
   * before the CRM did anything. `lose`: the CRM does it, but its answer is lost.
   */
  interrupt(which: (call: CrmCall) => boolean, reply: CrmReply | "cut" | "lose"): () => void;
  /** Gives a field another value wherever answers to the matching requests have it, until the function is called. */
  retype(which: (call: CrmCall) => boolean, field: string, value: unknown): () => void;
}

/** Starts a server that answers with `answer`. It stops with the test file. */
export async function startCrmServer(answer: (call: CrmCall) => CrmReply): Promise<CrmServer> {
  const calls: CrmCall[] = [];
  const retyped = new Set<{ which: (call: CrmCall) => boolean; field: string; value: unknown }>();
  const interruptions = new Set<{ which: (call: CrmCall) => boolean; reply: CrmReply | "cut" | "lose" }>();

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://crm");
    const call: CrmCall = {
      method: request.method ?? "GET",
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await bodyOf(request),
    };
    calls.push(call);
    const interruption = [...interruptions].find(({ which }) => which(call));
    if (interruption?.reply === "lose") {
      answer(call);
      response.destroy();
      return;
    }
    const reply = interruption?.reply ?? answer(call);
    if (reply === "cut") {
      // Half of a page.
      response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
      response.write('{"results":[{"id":"1","prop');
      setImmediate(() => response.destroy());
      return;
    }
    const changes = [...retyped].filter(({ which }) => which(call));
    const text =
      typeof reply.body === "string"
        ? reply.body
        : JSON.stringify(reply.body ?? null, (key, value: unknown) => {
            const change = changes.find(({ field }) => field === key);
            return change ? change.value : value;
          });
    response.writeHead(reply.status ?? 200, {
      "content-type": typeof reply.body === "string" ? "text/html" : "application/json",
      ...reply.headers,
    });
    response.end(reply.status === 204 ? undefined : text);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    interrupt(which, reply) {
      const interruption = { which, reply };
      interruptions.add(interruption);
      return () => void interruptions.delete(interruption);
    },
    retype(which, field, value) {
      const change = { which, field, value };
      retyped.add(change);
      return () => void retyped.delete(change);
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  if (text === "") return {};
  return request.headers["content-type"]?.includes("form")
    ? Object.fromEntries(new URLSearchParams(text))
    : (JSON.parse(text) as Record<string, unknown>);
}
