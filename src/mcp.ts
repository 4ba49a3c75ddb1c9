import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { createApiClient, RefusedCall } from "./features/mcp/api-client";
import { readOnlyHeader } from "./features/mcp/contract";
import { listTeams } from "./features/teams/contract";
import { ConfigError, readConfig } from "./server/config";
import { bodyLimit } from "./server/http/body-limit";

const usage = `Set ZIPPY_TOKEN to an access token (Settings → Access tokens), and ZIPPY_URL to the address of Zippy
unless it's http://127.0.0.1:3000. ZIPPY_READ_ONLY=1 leaves out the tools that change something.`;

// Standard output belongs to the protocol; everything for people goes to standard error.
try {
  const { given } = readConfig();
  const { ZIPPY_TOKEN: token, ZIPPY_URL: url = "http://127.0.0.1:3000", ZIPPY_READ_ONLY: readOnly } = given;
  if (!token) throw new RefusedCall(usage);
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new RefusedCall(`ZIPPY_URL must be an address such as http://127.0.0.1:3000, not “${url}”.`);
  if (!/^[\x21-\x7e]+$/.test(token.trim()))
    throw new RefusedCall(
      "ZIPPY_TOKEN has characters that no access token has. Create one under Settings → Access tokens, and copy it whole.",
    );
  const notZippy = `What answers at ${url} isn't Zippy. Set ZIPPY_URL to the address of Zippy.`;
  const notAnswering = (cause: unknown): never => {
    throw new RefusedCall(`Zippy doesn't answer at ${url}. Start it with npm start.`, { cause });
  };
  // An assistant that took this for “not done” would do it twice.
  const brokenOff = (cause: unknown): never => {
    throw new RefusedCall(
      `The connection to Zippy at ${url} broke before its answer. The call may have been made: look before you repeat it.`,
      { cause },
    );
  };
  const api = createApiClient(async ({ method, url: path, body }) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch(notAnswering);
    const answered = await response.json().catch(() => null);
    // Zippy answers each call with JSON. A proxy says in its own words that there is no Zippy behind it.
    if (answered === null && response.status < 500) throw new RefusedCall(notZippy);
    return { status: response.status, headers: response.headers, body: answered };
  });
  // A wrong token or address shows now, not at the first tool.
  const { answer } = await api.call(listTeams);
  if (!Array.isArray(answer)) throw new RefusedCall(notZippy);
  await passOn(async (message) => {
    const body = JSON.stringify(message);
    // The server would end the connection while it is still being told, which looks as if it weren't there.
    if (Buffer.byteLength(body) > bodyLimit)
      throw new RefusedCall("This message is larger than 1 MB, the most that Zippy takes.");
    const response = await fetch(new URL("/api/mcp", url), {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(readOnly === "1" && { [readOnlyHeader]: "1" }),
      },
      body,
      signal: AbortSignal.timeout(10 * 60_000),
    }).catch((cause: Error) => (neverArrived(cause) ? notAnswering(cause) : brokenOff(cause)));
    return response.status === 202 ? null : response.json().catch(() => null);
  });
} catch (error) {
  const known = error instanceof RefusedCall || error instanceof ConfigError;
  console.error(known ? error.message : error);
  process.exit(1);
}

/** Whether a request surely didn't reach the server: there was no connection. */
function neverArrived({ cause }: Error): boolean {
  const { code } = (cause ?? {}) as { code?: string };
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(
    code ?? "",
  );
}

/**
 * Passes on what the assistant says to the server, which records its calls, and the answers back. What isn't an answer
 * of MCP is a refusal with a sentence.
 */
async function passOn(send: (message: JSONRPCMessage) => Promise<unknown>): Promise<void> {
  const assistant = new StdioServerTransport();
  assistant.onmessage = async (message) => {
    const answer = await send(message).catch((error: Error) => ({ message: error.message }));
    if (answer && typeof answer === "object" && "jsonrpc" in answer)
      await assistant.send(answer as JSONRPCMessage);
    else if ("method" in message && "id" in message) {
      const sentence = (answer as { message?: string } | null)?.message ?? "Zippy gave no answer.";
      await assistant.send({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: sentence } });
    }
  };
  // Nobody could know which call such a line was, so it has no answer.
  assistant.onerror = ({ message }) =>
    console.error(`Zippy can't read what the assistant wrote: ${message.slice(0, 200)}`);
  // It gives up reading at a line that is too long.
  assistant.onclose = () => {
    console.error("The assistant wrote a line of more than 10 MB, so nothing more is read from it.");
    process.exitCode = 1;
  };
  // The assistant has ended without closing what it writes.
  process.stdout.on("error", () => process.exit(1));
  await assistant.start();
}
