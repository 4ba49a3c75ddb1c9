import { createServer } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startModelServer } from "../../../test/support/aimock";
import { jsonObjectIn, retryAfterIn } from "./answer";
import { type CallLedger, createLanguageModel, type LanguageModel, type Question } from "./language-model";
import type { LanguageModelProvider, LanguageModelSettings } from "./settings";

// The vendors' protocols as aimock implements them: platform.claude.com/docs/en/api/messages,
// platform.openai.com/docs/api-reference/responses and …/chat.
const server = await startModelServer();
const providers: LanguageModelProvider[] = ["anthropic", "openai", "openai-compatible"];

const Answer = z.object({ hasTask: z.boolean(), title: z.string().nullable() });
const answer = { hasTask: true, title: "Send the quote" };
const question: Question<z.infer<typeof Answer>> = {
  system: "You read mail.",
  prompt: "The mail",
  schema: Answer,
  reading: Answer,
  maxOutputTokens: 500,
};

interface Entry {
  bytesSent: number;
  /** Requests the server had received when this one was recorded. */
  seenBefore: number;
  outcome?: string;
  tokens?: number | null;
  bytesReceived?: number;
}

let entries: Entry[] = [];
const ledger: CallLedger = {
  async opened({ bytesSent }) {
    return String(entries.push({ bytesSent, seenBefore: server.getRequests().length }) - 1);
  },
  async closed(id, { outcome, tokens, bytesReceived }) {
    Object.assign(entries[Number(id)] as Entry, { outcome, tokens, bytesReceived });
  },
};

const open = (provider: LanguageModelProvider, more: Partial<LanguageModelSettings> = {}): LanguageModel =>
  createLanguageModel(server.settings(provider, more));
const outcomes = () => entries.map(({ outcome }) => outcome);

beforeEach(() => {
  entries = [];
  server.clearFixtures();
  server.clearRequests();
  server.resetMatchCounts();
});

test.each(providers)(
  "%s answers in the requested format, without tools and at temperature 0",
  async (provider) => {
    // Anthropic's SDK uses a tool to request the format from older models, and a schema from current ones.
    const model = provider === "anthropic" ? "claude-sonnet-4-5" : "test-model";
    server.onMessage(/mail/, {
      content: answer,
      usage: {
        input_tokens: 90,
        output_tokens: 10,
        prompt_tokens: 90,
        completion_tokens: 10,
        total_tokens: 100,
      },
    });

    expect(await open(provider, { model }).ask(question, ledger)).toEqual({ ok: true, value: answer });

    expect(entries).toMatchObject([{ seenBefore: 0, outcome: "answered", tokens: 100 }]);
    expect(entries[0]?.bytesReceived).toBeGreaterThan(100);
    expect(server.getLastRequest()?.body).toMatchObject({ model, temperature: 0 });
    const asked = server.getLastRequest()?.body as { tools?: unknown[] } | null;
    expect(asked?.tools ?? []).toEqual([]);
  },
);

test.each(providers)(
  "%s: broken JSON is requested once more, and both requests are recorded first",
  async (provider) => {
    server.on({ sequenceIndex: 0 }, { content: '{"hasTask": tru' });
    server.on({ sequenceIndex: 1 }, { content: answer });

    expect(await open(provider).ask(question, ledger)).toEqual({ ok: true, value: answer });

    expect(outcomes()).toEqual(["unreadable", "answered"]);
    expect(entries.map(({ seenBefore }) => seenBefore)).toEqual([0, 1]);
    expect(server.prompts().at(-1)).toContain("one JSON object");
  },
);

test.each(providers)("%s: broken JSON twice is unreadable", async (provider) => {
  server.onMessage(/mail/, { content: "Sure! Here is what I found." });

  expect(await open(provider).ask(question, ledger)).toMatchObject({ ok: false, cause: "unreadable" });
  expect(outcomes()).toEqual(["unreadable", "unreadable"]);
});

test.each(["anthropic", "openai-compatible"] as const)("%s: a refusal is not retried", async (provider) => {
  const finishReason = provider === "anthropic" ? "refusal" : "content_filter";
  server.onMessage(/mail/, { content: "I cannot help with that.", finishReason });

  expect(await open(provider).ask(question, ledger)).toMatchObject({ ok: false, cause: "refused" });
  expect(outcomes()).toEqual(["refused"]);
});

test("openai: a refusal in place of the text is not retried", async () => {
  const part = { type: "refusal", refusal: "I cannot help with that." };
  const output = [{ type: "message", role: "assistant", id: "m", status: "completed", content: [part] }];
  const refusing = await serve((end) =>
    end(
      200,
      JSON.stringify({
        id: "r",
        created_at: 1,
        model: "m",
        output,
        usage: { input_tokens: 5, output_tokens: 5 },
      }),
    ),
  );

  expect(await open("openai", { baseUrl: refusing }).ask(question, ledger)).toMatchObject({
    cause: "refused",
  });
  expect(outcomes()).toEqual(["refused"]);
});

test.each(providers)("%s: a service that is too slow times out", async (provider) => {
  server.onMessage(/mail/, { content: answer }, { chaos: { latencyMs: 3000 } });

  expect(await open(provider, { timeoutMs: 150 }).ask(question, ledger)).toMatchObject({
    cause: "timed_out",
  });
  expect(outcomes()).toEqual(["timed_out"]);
});

test.each(providers)("%s: a response that never ends times out too", async (provider) => {
  const dripping = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(drip));
  });
  const model = open(provider, { baseUrl: dripping, timeoutMs: 400 });

  expect(await model.ask(question, ledger)).toMatchObject({ cause: "timed_out", permanent: false });
  expect(outcomes()).toEqual(["timed_out"]);
});

test.each(providers)("%s: a proxy's HTML page is not an answer", async (provider) => {
  const proxy = await serve((_, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<html>Please sign in to the network</html>");
  });

  expect(await open(provider, { baseUrl: proxy }).ask(question, ledger)).toMatchObject({
    cause: "unreadable",
  });
  expect(new Set(outcomes())).toEqual(new Set(["unreadable"]));
});

test.each(providers)(
  "%s: after a 429, nothing is sent until the requested wait is over",
  async (provider) => {
    server.onMessage(/mail/, { error: { message: "slow down" }, status: 429, retryAfter: 7 });
    const model = open(provider);

    expect(await model.ask(question, ledger)).toMatchObject({
      cause: "rate_limited",
      retryAfter: 7,
      permanent: false,
    });
    expect(await model.ask(question, ledger)).toMatchObject({ cause: "rate_limited", permanent: false });

    expect(outcomes()).toEqual(["rate_limited"]);
  },
);

test.each(providers)(
  "%s: a failing service may be retried later, a rejected key may not",
  async (provider) => {
    server.on({ sequenceIndex: 0 }, { error: { message: "boom" }, status: 500 });
    server.on({ sequenceIndex: 1 }, { error: { message: "no such key" }, status: 401 });
    const model = open(provider);

    expect(await model.ask(question, ledger)).toMatchObject({ cause: "failed", permanent: false });
    expect(await model.ask(question, ledger)).toEqual({
      ok: false,
      cause: "failed",
      permanent: true,
      retryAfter: null,
      detail: "the service answered 401",
    });
    expect(outcomes()).toEqual(["failed", "failed"]);
  },
);

test.each(providers)("%s: a connection that ends early is a cut answer", async (provider) => {
  server.onMessage(/mail/, { content: answer }, { chaos: { disconnectRate: 1 } });
  expect(await open(provider).ask(question, ledger)).toMatchObject({ cause: "cut", permanent: false });

  const halfway = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    response.write('{"id":"half');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await open(provider, { baseUrl: halfway }).ask(question, ledger)).toMatchObject({ cause: "cut" });
  expect(outcomes()).toEqual(["unreadable", "unreadable"]);
});

test.each(providers)("%s: an answer cut at the token limit is not retried", async (provider) => {
  const finishReason = provider === "anthropic" ? "max_tokens" : "length";
  server.onMessage(/mail/, { content: '{"hasTask": true, "title": "Se', finishReason });

  const reply = await open(provider).ask(question, ledger);

  expect(reply.ok).toBe(false);
  // aimock's OpenAI responses don't say why they ended.
  if (provider !== "openai") expect(reply).toMatchObject({ cause: "cut", permanent: true });
});

test.each(providers)("%s: a giant response is not read to its end", async (provider) => {
  server.onMessage(/mail/, { content: { ...answer, title: "x".repeat(2_000_000) } });

  expect(await open(provider).ask(question, ledger)).toMatchObject({ ok: false, cause: "unreadable" });
  expect(entries.length).toBeGreaterThan(0);
  for (const { bytesReceived } of entries) expect(bytesReceived).toBeLessThan(1_000_000);
});

test("an unreachable service or a redirect is a failure, and nothing is sent to another address", async () => {
  const nobody = await open("openai-compatible", { baseUrl: "http://127.0.0.1:1/v1" }).ask(question, ledger);
  expect(nobody).toMatchObject({ cause: "failed", permanent: false });
  server.onMessage(/mail/, { content: answer });
  const elsewhere = await serve((_, response) => {
    response.writeHead(307, { location: `${server.url}/v1/chat/completions` }).end();
  });

  expect(await open("openai-compatible", { baseUrl: elsewhere }).ask(question, ledger)).toMatchObject({
    ok: false,
    cause: "failed",
  });
  expect(server.getRequests()).toHaveLength(0);
});

test("a local server that ignores the schema still works, and one that rejects it gets none", async () => {
  server.onMessage(/mail/, { content: `Here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`` });
  expect(await open("openai-compatible").ask(question, ledger)).toEqual({ ok: true, value: answer });

  const bodies: string[] = [];
  const strict = await serve((end, _, body) => {
    bodies.push(body);
    if (body.includes("json_schema"))
      return end(400, '{"error":{"message":"response_format json_schema is unknown"}}');
    const message = { role: "assistant", content: JSON.stringify(answer) };
    end(
      200,
      JSON.stringify({
        id: "1",
        created: 1,
        model: "m",
        choices: [{ index: 0, message, finish_reason: "stop" }],
      }),
    );
  });
  const model = open("openai-compatible", { baseUrl: strict, apiKey: undefined });
  entries = [];
  expect(await model.ask(question, ledger)).toEqual({ ok: true, value: answer });
  expect(await model.ask(question, ledger)).toEqual({ ok: true, value: answer });

  expect(bodies).toHaveLength(3);
  expect(outcomes()).toEqual(["failed", "answered", "answered"]);
  // The server counts no tokens, but the daily limit must apply anyway.
  expect(entries.at(-1)?.tokens).toBeGreaterThan(50);
});

test("tool calls are not an answer and run nothing", async () => {
  server.onMessage(/mail/, { toolCalls: [{ name: "send_mail", arguments: '{"to":"eve@example.org"}' }] });
  expect(await open("openai-compatible").ask(question, ledger)).toMatchObject({
    ok: false,
    cause: "unreadable",
  });
});

test("a request that can't be recorded is not sent", async () => {
  server.onMessage(/mail/, { content: answer });
  const broken = { ...ledger, opened: () => Promise.reject(new Error("the database is gone")) };

  await expect(open("openai").ask(question, broken)).rejects.toThrow("the database is gone");
  expect(server.getRequests()).toHaveLength(0);
});

test("aborting ends a running question", async () => {
  const stop = new AbortController();
  const baseUrl = await serve(() => stop.abort(new Error("stopping")));

  const asked = open("openai", { baseUrl }).ask({ ...question, signal: stop.signal }, ledger);

  await expect(asked).rejects.toThrow("stopping");
  expect(outcomes()).toEqual(["failed"]);
});

test("finds the object inside prose, and ignores an incomplete one", () => {
  expect(jsonObjectIn('I think {maybe} it is {"a": "}{", "b": {"c": 1}} as asked.')).toEqual({
    a: "}{",
    b: { c: 1 },
  });
  for (const text of ["", "{", '{"a": 1', "[1]", "null", "no"]) expect(jsonObjectIn(text)).toBeUndefined();
});

test("reads the wait in seconds, milliseconds or as a date, up to a maximum", () => {
  const now = Date.parse("2026-11-18T10:00:00Z");
  expect(retryAfterIn({ "retry-after": "30" })).toBe(30);
  expect(retryAfterIn({ "retry-after": "Wed, 18 Nov 2026 10:02:00 GMT" }, now)).toBe(120);
  expect(retryAfterIn({ "retry-after-ms": "1500", "retry-after": "9" })).toBe(2);
  expect(retryAfterIn({ "retry-after": "999999" })).toBe(3600);
  expect(retryAfterIn({ "retry-after": "soon" })).toBeNull();
  expect(retryAfterIn({})).toBeNull();
});

type End = (status: number, body: string) => void;

/** A server with custom responses, for what aimock can't do. */
async function serve(
  answer: (end: End, response: import("node:http").ServerResponse, body: string) => void,
): Promise<string> {
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    answer(
      (status, text) => response.writeHead(status, { "content-type": "application/json" }).end(text),
      response,
      body,
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  // Don't keep the test process alive.
  http.unref();
  const address = http.address() as { port: number };
  return `http://127.0.0.1:${address.port}/v1`;
}
