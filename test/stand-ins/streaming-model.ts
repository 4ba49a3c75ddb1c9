import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/at-end";

/** What one request gets, piece by piece. */
export interface ModelStream {
  /** Everything that the model was told, without its instructions. */
  prompt: string;
  write(text: string): void;
  /** @param reason - why the model stopped. */
  end(reason?: string): void;
  /** Disconnects in the middle. */
  cut(): void;
  /** Answers with an error instead. */
  refuse(status: number, headers?: Record<string, string>): void;
  /** Resolves when the caller disconnects. */
  closed: Promise<unknown>;
}

/** A stand-in for a language model that writes while a test decides how. */
export interface StreamingModel {
  /** Settings for a server that uses it. */
  environment: Record<string, string>;
  /** Sets how the next requests are answered. */
  on(answer: (stream: ModelStream) => unknown): void;
  /** The bodies of the requests so far, oldest first. */
  requests: ModelRequest[];
}

interface ModelRequest {
  messages: { role: string; content: string }[];
  tools?: unknown[];
}

/**
 * Starts a server on a free port of this machine. It stops with the test file.
 *
 * It speaks the protocol that its vendor describes in platform.openai.com/docs/api-reference/chat/streaming.
 */
export async function startStreamingModel(): Promise<StreamingModel> {
  let answer: (stream: ModelStream) => unknown = ({ end }) => end();
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as ModelRequest;
    requests.push(body);
    const prompt = body.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    await answer(streamTo(response, prompt.join("\n")));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    environment: {
      LLM_PROVIDER: "openai-compatible",
      LLM_MODEL: "test-model",
      LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
    },
    on: (next) => {
      answer = next;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}

function streamTo(response: ServerResponse, prompt: string): ModelStream {
  const send = (delta: object, finish: string | null = null, more = {}) => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = {
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "test-model",
      choices,
      ...more,
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  return {
    prompt,
    write: (text) => send({ content: text }),
    end(reason = "stop") {
      send({}, reason, { usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 } });
      response.end("data: [DONE]\n\n");
    },
    cut: () => void response.destroy(),
    refuse: (status, headers = {}) =>
      void response.writeHead(status, headers).end('{"error":{"message":"no"}}'),
    closed: once(response, "close"),
  };
}
