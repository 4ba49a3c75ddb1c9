import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createApiClient, RefusedCall } from "./features/mcp/api-client";
import { createMcpServer } from "./features/mcp/mcp-server";
import { listTeams } from "./features/teams/contract";
import { ConfigError, readConfig } from "./server/config";

const usage = `Set ZIPPY_TOKEN to an access token (Settings → Access tokens), and ZIPPY_URL to the address of Zippy
unless it's http://127.0.0.1:3000. ZIPPY_READ_ONLY=1 leaves out the tools that change something.`;

// Standard output belongs to the protocol; everything for people goes to standard error.
try {
  const { given } = readConfig();
  const { ZIPPY_TOKEN: token, ZIPPY_URL: url = "http://127.0.0.1:3000", ZIPPY_READ_ONLY: readOnly } = given;
  if (!token) throw new RefusedCall(usage);
  const api = createApiClient(async ({ method, url: path, body }) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch((error: unknown) => {
      throw new RefusedCall(`Zippy doesn't answer at ${url}. Start it with npm start.`, { cause: error });
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json().catch(() => null),
    };
  });
  // A wrong token or address shows now, not at the first tool.
  await api.call(listTeams);
  const server = createMcpServer({ api, readOnly: readOnly === "1" });
  await server.connect(new StdioServerTransport());
} catch (error) {
  const known = error instanceof RefusedCall || error instanceof ConfigError;
  console.error(known ? error.message : error);
  process.exit(1);
}
