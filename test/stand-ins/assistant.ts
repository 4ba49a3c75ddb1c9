import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { build } from "esbuild";
import { expect } from "vitest";
import { projectRoot } from "../../src/server/project-root";
import { atEnd } from "../support/at-end";
import type { Person } from "../support/test-app";

/** A new access token of a person: for tasks, messages and Context Memory, also to change them. */
export async function tokenOf(person: Person, given: object = {}): Promise<string> {
  const areas = ["tasks", "messages", "context"];
  const fields = { name: "Assistant", areas, readOnly: false, ...given };
  const { status, body } = await person.post<{ token: string }>(
    `/api/teams/${person.teamId}/access-tokens`,
    fields,
  );
  expect(status).toBe(200);
  return body.token;
}

/** The SDK's own client over streamable HTTP. `errors` collects what it complains about besides failed calls. */
export async function connectOverHttp(url: string, token: string, errors: string[] = []): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  client.onerror = (error) => errors.push(error.message);
  const transport = new StreamableHTTPClientTransport(new URL("/api/mcp", url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

/** Bundles `npm run mcp` as scripts/build.mjs does. */
async function bundleProgram(): Promise<string> {
  const outfile = join(projectRoot, ".cache", `mcp-${randomUUID()}.mjs`);
  atEnd(() => rmSync(outfile, { force: true }));
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ["src/mcp.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "silent",
  });
  return outfile;
}

/** The SDK's own client of `npm run mcp`; `said`: what the program has written for people. */
export async function startProgram(env: Record<string, string>) {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await bundleProgram()],
    env: { PATH: process.env.PATH ?? "", ...env },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  return { client, connected: client.connect(transport), said: () => said };
}

/** The program without a client. `written` is what an assistant would read, `ended` the status that it ends with. */
export async function spawnProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, [await bundleProgram()], {
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  atEnd(() => void child.kill());
  let [written, said] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    written += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  // Whatever is written to it after its end is lost.
  child.stdin.on("error", () => undefined);
  return {
    input: child.stdin,
    output: child.stdout,
    written: () => written,
    said: () => said,
    ended: once(child, "close").then(([status]) => status as number | null),
  };
}

/** The client over either transport. */
export async function connectOver(
  transport: "streamable HTTP" | "standard input and output",
  url: string,
  token: string,
): Promise<Client> {
  if (transport === "streamable HTTP") return connectOverHttp(url, token);
  const { client, connected } = await startProgram({ ZIPPY_URL: url, ZIPPY_TOKEN: token });
  await connected;
  return client;
}

/** What a tool answered. */
export interface ToolAnswer {
  isError: boolean;
  text: string;
  /** What is fenced off as data. */
  data: never;
  /** What programs read. */
  structured: unknown;
}

export async function use(client: Client, name: string, args: object = {}): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [content] = result.content as { type: string; text: string }[];
  const text = content?.text ?? "";
  const json = /<untrusted-data>\n([\s\S]*)\n<\/untrusted-data>$/.exec(text)?.[1];
  return {
    isError: result.isError === true,
    text,
    data: (json ? JSON.parse(json) : undefined) as never,
    structured: result.structuredContent,
  };
}
