import { describe, expect, test } from "vitest";
import { connectOver, startProgram, tokenOf, use } from "../../../test/stand-ins/assistant";
import { type Person, startTestApp } from "../../../test/support/test-app";
import { retentionJob } from "../../app/retention";
import type { JournalEntry } from "../journal/contract";
import { type ToolCall, toolNames } from "./contract";

const app = await startTestApp();
const { db, pool, blobs } = app.running.services;

const callsOf = async (person: Person, query = "") =>
  (await person.get<ToolCall[]>(`/api/teams/${person.teamId}/tool-calls${query}`)).body;
const shown = (calls: ToolCall[]) => calls.map(({ tool, outcome }) => [tool, outcome]).reverse();

describe.each(["streamable HTTP", "standard input and output"] as const)(
  "BEY-18 MCP over %s",
  (transport) => {
    test("every call is recorded with its tool, token, time and end, without what it asked or got", async () => {
      const ana = await app.signIn();
      const [message] = await ana.buildMessages([{ subject: "Zinnia", content: "Please send the zinnias." }]);
      const client = await connectOver(transport, app.url, await tokenOf(ana, { name: "My assistant" }));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([...toolNames].sort());
      const begun = Date.now();
      await use(client, "list_tasks");
      await use(client, "search", { words: "zinnia" });
      await use(client, "why", { messageId: message?.id });
      await use(client, "why", { messageId: ana.user.id });
      await use(client, "create_task", { title: "Water the zinnias" });
      await use(client, "create_task", { title: 7 });
      await use(client, "zinnia tool");
      await client.close();

      const calls = await callsOf(ana);
      expect(shown(calls)).toEqual([
        ["list_tasks", "done"],
        ["search", "done"],
        ["why", "done"],
        ["why", "refused"],
        ["create_task", "done"],
        ["create_task", "refused"],
        ["unknown", "refused"],
      ]);
      for (const { tokenName, at } of calls) {
        expect(tokenName).toBe("My assistant");
        // Both clocks are this machine's; the database's may be read a moment earlier.
        expect(Math.abs(Date.parse(at) - begun)).toBeLessThan(600_000);
      }
      const { rows } = await pool.query("select * from tool_calls where team_id = $1", [ana.teamId]);
      expect(JSON.stringify(rows)).not.toMatch(/zinnia/i);
      // What was read doesn't push what can be undone out of the Activity.
      const { body: journal } = await ana.get<JournalEntry[]>(`/api/teams/${ana.teamId}/journal`);
      expect(journal.map(({ action }) => action)).toEqual(["task.created"]);
    });
  },
);

test("BEY-18 each person sees the calls of their own assistants only, page by page, also once a token is revoked", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const { body } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${body.token}/accept`, {});
  const token = await tokenOf(ana);
  const client = await connectOver("streamable HTTP", app.url, token);
  for (let n = 0; n < 5; n++) await use(client, "list_tasks");
  const all = await callsOf(ana);
  expect(all).toHaveLength(5);
  const first = await callsOf(ana, "?limit=2");
  await use(client, "list_tasks");
  expect(await callsOf(ana, `?limit=50&before=${first[1]?.id}`)).toEqual(all.slice(2));
  const inTeam = Object.assign(bo, { teamId: ana.teamId });
  expect(await callsOf(inTeam)).toEqual([]);
  expect((await bo.get(`/api/teams/${ana.teamId}/tool-calls?before=${all[0]?.id}`)).status).toBe(400);
  // No token reads the record, and what isn't a call of a tool isn't in it.
  const read = await fetch(`${app.url}/api/teams/${ana.teamId}/tool-calls`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(read.status).toBe(403);

  const path = `/api/teams/${ana.teamId}/access-tokens`;
  const [listed] = (await ana.get<{ id: string }[]>(path)).body;
  await ana.delete(`${path}/${listed?.id}`);
  await expect(use(client, "list_tasks")).rejects.toThrow(/not_signed_in/);
  expect(await callsOf(ana)).toHaveLength(6);
});

test("BEY-18 a call whose end was never recorded says so, and calls are deleted after 30 days", async () => {
  const ana = await app.signIn();
  const client = await connectOver("streamable HTTP", app.url, await tokenOf(ana));
  for (const tool of ["list_tasks", "search", "why"]) await use(client, tool);
  const at = (tool: string, ago: string, outcome: string | null) =>
    pool.query(
      "update tool_calls set at = now() - $3::interval, outcome = $4 where team_id = $1 and tool = $2",
      [ana.teamId, tool, ago, outcome],
    );
  await at("list_tasks", "31 days", "done");
  await at("search", "29 days", null);
  await at("why", "1 second", null);
  expect(shown(await callsOf(ana))).toEqual([
    ["list_tasks", "done"],
    ["search", "no_answer"],
    ["why", "under_way"],
  ]);
  await retentionJob(db, blobs).run({}, new AbortController().signal);
  expect((await callsOf(ana)).map(({ tool }) => tool)).toEqual(["why", "search"]);
});

test("BEY-18 calls in a request that is refused as a whole are recorded as refused, not as under way", async () => {
  const ana = await app.signIn();
  const authorization = `Bearer ${await tokenOf(ana)}`;
  const call = {
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: { name: "create_task", arguments: { title: "Never made" } },
  };
  const send = async (body: unknown, headers: Record<string, string> = {}) => {
    const { status } = await fetch(`${app.url}/api/mcp`, {
      method: "POST",
      headers: {
        ...{ authorization, "content-type": "application/json" },
        ...{ accept: "application/json, text/event-stream", ...headers },
      },
      body: JSON.stringify(body),
    });
    return status;
  };
  expect(await send(call, { accept: "application/json" })).toBe(406);
  expect(await send(call, { "mcp-protocol-version": "1999-01-01" })).toBe(400);
  expect(await send([call, { jsonrpc: "2.0" }])).toBe(400);
  await expect
    .poll(async () => shown(await callsOf(ana)))
    .toEqual(Array.from({ length: 3 }, () => ["create_task", "refused"]));
  expect((await ana.get(`/api/teams/${ana.teamId}/tasks`)).body).toEqual([]);
});

test("BEY-18 calls sent together are each recorded, and too many are refused before any is made", async () => {
  const ana = await app.signIn();
  const token = await tokenOf(ana);
  const post = async (count: number) => {
    const body = Array.from({ length: count }, (_, id) => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name: "create_task", arguments: { title: `Task ${id}` } },
    }));
    const { status } = await fetch(`${app.url}/api/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
    });
    return status;
  };
  expect(await post(51)).toBe(400);
  expect(await callsOf(ana)).toEqual([]);
  expect(await post(3)).toBe(200);
  expect(shown(await callsOf(ana))).toEqual(Array.from({ length: 3 }, () => ["create_task", "done"]));
  expect((await ana.get<unknown[]>(`/api/teams/${ana.teamId}/tasks`)).body).toHaveLength(3);
});

test("BEY-18 the program says what is wrong when Zippy refuses it later or doesn't answer", async () => {
  const ana = await app.signIn();
  const { client, connected } = await startProgram({ ZIPPY_URL: app.url, ZIPPY_TOKEN: await tokenOf(ana) });
  await connected;
  const path = `/api/teams/${ana.teamId}/access-tokens`;
  const [listed] = (await ana.get<{ id: string }[]>(path)).body;
  await ana.delete(`${path}/${listed?.id}`);
  await expect(use(client, "list_tasks")).rejects.toThrow(
    "This access token isn't valid. It may have expired or been revoked",
  );
  await client.close();
});
