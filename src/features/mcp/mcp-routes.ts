import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalidToken } from "../../server/http/http";
import { AppError } from "../../shared/app-error";
import type { Area } from "../../shared/token-areas";
import { createApiClient, type SendRequest } from "./api-client";
import { readOnlyHeader } from "./contract";
import { createMcpServer } from "./mcp-server";
import { recordCalls } from "./record-calls";
import type { ToolCaller, ToolCallService } from "./service";

/** What the MCP endpoint needs to know of a token; undefined for an invalid one. @param calls - in its request. */
export type ReadToken = (
  token: string,
  calls: number,
) => Promise<(ToolCaller & { readOnly: boolean; areas: Area[] }) | undefined>;

/**
 * MCP over streamable HTTP at /api/mcp, with an access token. Each request is complete in itself, so any process
 * can answer it. The tools make calls of the API with the same token.
 */
export function registerMcp(app: FastifyInstance, readToken: ReadToken, toolCalls: ToolCallService): void {
  app.post("/api/mcp", { schema: { hide: true } }, async (request, reply) => {
    const token = bearerOf(request);
    // A request may hold many messages, and an answer may be a hundred times as long as its message.
    const messages = Array.isArray(request.body) ? request.body.length : 1;
    const found = token && (await readToken(token, Math.max(1, messages)));
    if (!found) {
      reply.header("www-authenticate", "Bearer");
      throw new AppError(
        "not_signed_in",
        token
          ? invalidToken
          : "Send an access token as Authorization: Bearer zippy_…. Create one under Settings → Access tokens.",
      );
    }
    const api = createApiClient(sendThrough(app, token));
    const readOnly = found.readOnly || request.headers[readOnlyHeader] === "1";
    const server = createMcpServer({ api, readOnly, areas: found.areas });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const log = (error: unknown) => request.log.error(error);
    const recorded = await recordCalls(toolCalls, found, request.body, transport, log);
    reply.hijack();
    reply.raw.once("close", () => void server.close());
    // Its declared type doesn't fit exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request.raw, reply.raw, request.body);
    // No call of a request that isn't MCP, such as one with a part that can't be read, is made.
    if (reply.raw.statusCode >= 400) await toolCalls.closed(recorded, "refused").catch(log);
  });
  // There is no stream to listen to, and no session to end. Clients know by this status that they may go on without;
  // a 404 would tell them that their session has ended.
  const refuse = (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(405)
      .header("allow", "POST")
      .send({ message: "Send MCP messages with POST.", code: "not_found" });
  app.get("/api/mcp", { schema: { hide: true } }, refuse);
  app.delete("/api/mcp", { schema: { hide: true } }, refuse);
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** Makes calls of the same server without a connection. */
const sendThrough =
  (app: FastifyInstance, token: string): SendRequest =>
  async ({ method, url, body }) => {
    const response = await app.inject({
      method: method as "GET",
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const get = (name: string) => {
      const value = response.headers[name];
      return value === undefined ? null : String(value);
    };
    return { status: response.statusCode, headers: { get }, body: response.json() };
  };
