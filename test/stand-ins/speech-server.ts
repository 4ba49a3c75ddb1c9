import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../support/at-end";

/** A segment as OpenAI's call returns it with `verbose_json`. */
export interface HeardSegment {
  start: number;
  end: number;
  text: string;
}

/**
 * A stand-in for a speech server with OpenAI's call. Source: platform.openai.com/docs/api-reference/audio
 *
 * `answer` gets the body of each call; what it throws becomes a status 500.
 */
export async function startSpeechServer(answer: (body: Buffer) => HeardSegment[] | Promise<HeardSegment[]>) {
  const calls: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    calls.push(body);
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    try {
      const segments = await answer(body);
      const text = segments.map((segment) => segment.text).join(" ");
      send(200, { text, duration: segments.at(-1)?.end ?? 0, segments });
    } catch (error) {
      send(500, { error: { message: String(error) } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { calls, settings: { STT_BASE_URL: `http://127.0.0.1:${port}/v1` } };
}
