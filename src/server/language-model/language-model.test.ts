import { createServer } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { startModelServer } from "../../../test/support/aimock";
import { jsonObjectIn, retryAfterIn } from "./answer";
import { type CallLedger, createLanguageModel, type LanguageModel, type Question } from "./language-model";
import type { LanguageModelProvider, LanguageModelSettings } from "./settings";

// The vendors' protocols as aimock speaks them: platform.claude.com/docs/en/api/messages,
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
  /** Requests the server had seen when this one was written down. */
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
  "%s answers in the form asked for, without tools and at temperature 0",
  async (provider) => {
    // Anthropic's client asks older models for the form by way of a tool; current ones take a schema.
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
  "%s: broken JSON is asked for once more, and both requests are written down first",
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

test.each(["anthropic", "openai-compatible"] as const)(
  "%s: a refusal is not asked again",
  async (provider) => {
    const finishReason = provider === "anthropic" ? "refusal" : "content_filter";
    server.onMessage(/mail/, { content: "I cannot help with that.", finishReason });

    expect(await open(provider).ask(question, ledger)).toMatchObject({ ok: false, cause: "refused" });
    expect(outcomes()).toEqual(["refused"]);
  },
);

test("openai: a refusal in place of the text is not asked again", async () => {
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

test.each(providers)("%s: a service that is too slow is given up", async (provider) => {
  server.onMessage(/mail/, { content: answer }, { chaos: { latencyMs: 3000 } });

  expect(await open(provider, { timeoutMs: 150 }).ask(question, ledger)).toMatchObject({
    cause: "timed_out",
  });
  expect(outcomes()).toEqual(["timed_out"]);
});

test.each(providers)("%s: an answer that never comes to its end is given up, too", async (provider) => {
  const dripping = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(drip));
  });
  const model = open(provider, { baseUrl: dripping, timeoutMs: 400 });

  expect(await model.ask(question, ledger)).toMatchObject({ cause: "timed_out", permanent: false });
  expect(outcomes()).toEqual(["timed_out"]);
});

test.each(providers)("%s: a page of a proxy in the place of an answer is none", async (provider) => {
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

test.each(providers)("%s: 429 says how long to wait, and until then nothing is sent", async (provider) => {
  server.onMessage(/mail/, { error: { message: "slow down" }, status: 429, retryAfter: 7 });
  const model = open(provider);

  expect(await model.ask(question, ledger)).toMatchObject({
    cause: "rate_limited",
    retryAfter: 7,
    permanent: false,
  });
  expect(await model.ask(question, ledger)).toMatchObject({ cause: "rate_limited", permanent: false });

  expect(outcomes()).toEqual(["rate_limited"]);
});

test.each(providers)(
  "%s: a failing service may be asked again later, one that rejects the key may not",
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

test.each(providers)("%s: an answer cut at the most tokens is not asked again", async (provider) => {
  const finishReason = provider === "anthropic" ? "max_tokens" : "length";
  server.onMessage(/mail/, { content: '{"hasTask": true, "title": "Se', finishReason });

  const reply = await open(provider).ask(question, ledger);

  expect(reply.ok).toBe(false);
  // OpenAI's responses as aimock makes them do not say why they ended.
  if (provider !== "openai") expect(reply).toMatchObject({ cause: "cut", permanent: true });
});

test.each(providers)("%s: a giant answer is not read to its end", async (provider) => {
  server.onMessage(/mail/, { content: { ...answer, title: "x".repeat(2_000_000) } });

  expect(await open(provider).ask(question, ledger)).toMatchObject({ ok: false, cause: "unreadable" });
  for (const { bytesReceived } of entries) expect(bytesReceived).toBeLessThan(1_000_000);
});

test("a service that cannot be reached, or sends elsewhere, is a failure; nothing follows to another address", async () => {
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

test("a local server that ignores the schema is read all the same, one that rejects it is asked without", async () => {
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
  // It counts no tokens, and the day's cap has to hold all the same.
  expect(entries.at(-1)?.tokens).toBeGreaterThan(50);
});

test("tool calls in an answer are not an answer, and lead to nothing", async () => {
  server.onMessage(/mail/, { toolCalls: [{ name: "send_mail", arguments: '{"to":"eve@example.org"}' }] });
  expect(await open("openai-compatible").ask(question, ledger)).toMatchObject({
    ok: false,
    cause: "unreadable",
  });
});

test("what cannot be written down is not sent", async () => {
  server.onMessage(/mail/, { content: answer });
  const broken = { ...ledger, opened: () => Promise.reject(new Error("the database is gone")) };

  await expect(open("openai").ask(question, broken)).rejects.toThrow("the database is gone");
  expect(server.getRequests()).toHaveLength(0);
});

test("a stop in the middle of a question ends it", async () => {
  server.onMessage(/mail/, { content: answer }, { chaos: { latencyMs: 3000 } });
  const stop = new AbortController();
  const asked = open("openai").ask({ ...question, signal: stop.signal }, ledger);
  setTimeout(() => stop.abort(new Error("stopping")), 100);

  await expect(asked).rejects.toThrow("stopping");
  expect(outcomes()).toEqual(["failed"]);
});

test("the object is found between prose, and half of one is none", () => {
  expect(jsonObjectIn('I think {maybe} it is {"a": "}{", "b": {"c": 1}} as asked.')).toEqual({
    a: "}{",
    b: { c: 1 },
  });
  for (const text of ["", "{", '{"a": 1', "[1]", "null", "no"]) expect(jsonObjectIn(text)).toBeUndefined();
});

test("the wait is read in seconds, milliseconds or as a date, and is never endless", () => {
  const now = Date.parse("2026-11-18T10:00:00Z");
  expect(retryAfterIn({ "retry-after": "30" })).toBe(30);
  expect(retryAfterIn({ "retry-after": "Wed, 18 Nov 2026 10:02:00 GMT" }, now)).toBe(120);
  expect(retryAfterIn({ "retry-after-ms": "1500", "retry-after": "9" })).toBe(2);
  expect(retryAfterIn({ "retry-after": "999999" })).toBe(3600);
  expect(retryAfterIn({ "retry-after": "soon" })).toBeNull();
  expect(retryAfterIn({})).toBeNull();
});

type End = (status: number, body: string) => void;

/** A server that answers as told, for what aimock does not do. */
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
  // Does not keep the test process alive.
  http.unref();
  const address = http.address() as { port: number };
  return `http://127.0.0.1:${address.port}/v1`;
}
