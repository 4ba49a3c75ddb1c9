import { describe, expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { JournalEntry } from "../journal/contract";
import type { Task } from "../tasks/contract";
import type { AccessToken, NewAccessToken } from "./contract";

const app = await startTestApp({ TOKEN_LIMIT: "60" });
const { pool } = app.running.services;

type CreatedToken = AccessToken & { token: string };

async function createToken(person: Person, given: Partial<NewAccessToken> = {}): Promise<CreatedToken> {
  const { status, body } = await person.post<CreatedToken>(`/api/teams/${person.teamId}/access-tokens`, {
    name: "Script",
    areas: ["tasks"],
    readOnly: false,
    ...given,
  });
  expect(status).toBe(200);
  return body;
}

/** A call with a token and without a cookie. */
async function callWith<T = { message: string; code: string }>(
  token: string,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

describe("BEY-18 access tokens", () => {
  test("a token is shown once, stored hashed, and listed with its last use", async () => {
    const ana = await app.signIn();
    const { token, ...listed } = await createToken(ana, { name: "Nightly report", days: 30 });
    expect(token).toMatch(/^zippy_[\w-]{43}$/);
    expect(listed).toMatchObject({ name: "Nightly report", ending: token.slice(-4), lastUsedAt: null });
    const path = `/api/teams/${ana.teamId}/access-tokens`;
    expect((await ana.get(path)).body).toEqual([listed]);
    const { rows } = await pool.query("select * from access_tokens where id = $1", [listed.id]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(6));

    expect((await callWith(token, "GET", `/api/teams/${ana.teamId}/tasks`)).status).toBe(200);
    const [used] = (await ana.get<AccessToken[]>(path)).body;
    expect(Date.parse(used?.lastUsedAt ?? "")).toBeGreaterThan(Date.parse(listed.createdAt) - 1);
  });

  test("a token works in its own team and areas only, each refusal with the reason", async () => {
    const ana = await app.signIn();
    const bo = await app.signIn();
    const { token } = await createToken(ana);
    const made = await callWith<Task>(token, "POST", `/api/teams/${ana.teamId}/tasks`, {
      title: "From a script",
    });
    expect(made).toMatchObject({ status: 200, body: { title: "From a script" } });
    const undone = async (path: string, method = "GET", body?: unknown) => {
      const { status, body: failure } = await callWith(token, method, path, body);
      return [status, failure.message];
    };
    expect(await undone(`/api/teams/${bo.teamId}/tasks`)).toEqual([404, "Team not found."]);
    expect(await undone(`/api/teams/${ana.teamId}/messages`)).toEqual([
      403,
      "This token doesn't reach Messages. Create one that does.",
    ]);
    const [message] = await ana.buildMessages([{}]);
    expect(await undone(`/api/messages/${message?.id}/create-task`, "POST", { teamId: ana.teamId })).toEqual([
      403,
      "This token doesn't reach Messages. Create one that does.",
    ]);
    for (const [method, path] of [
      ["POST", `/api/teams/${ana.teamId}/access-tokens`],
      ["GET", "/api/sessions"],
      ["DELETE", "/api/sessions"],
      ["POST", "/api/teams"],
      ["PATCH", `/api/teams/${ana.teamId}/analytics/choice`],
      ["DELETE", `/api/meetings/${message?.id}/audio`],
      ["POST", `/api/meetings/${message?.id}/transcript`],
      ["DELETE", `/api/teams/${ana.teamId}/chat/history`],
      ["POST", `/api/teams/${ana.teamId}/muted-senders`],
      ["POST", `/api/teams/${ana.teamId}/muted-senders/remove`],
      ["POST", `/api/teams/${ana.teamId}/saved-filters`],
      ["DELETE", `/api/teams/${ana.teamId}/saved-filters/${message?.id}`],
    ] as const)
      expect(await undone(path, method, method === "GET" ? undefined : {})).toEqual([
        403,
        "An access token can't make this call. Sign in to Zippy to make it.",
      ]);
    expect((await callWith(token, "GET", "/api/teams")).body).toEqual([
      expect.objectContaining({ id: ana.teamId }),
    ]);
  });

  test("the rows behind a figure need the areas whose titles they have", async () => {
    const ana = await app.signIn();
    const rows = `/api/teams/${ana.teamId}/analytics/rows?figure=tasks_completed`;
    const { token } = await createToken(ana, { areas: ["analytics"] });
    expect((await callWith(token, "GET", `/api/teams/${ana.teamId}/analytics/summary`)).status).toBe(200);
    expect(await callWith(token, "GET", rows)).toMatchObject({
      status: 403,
      body: { message: "This token doesn't reach Tasks and Messages. Create one that does." },
    });
    const all = await createToken(ana, { areas: ["analytics", "tasks", "messages"] });
    expect((await callWith(all.token, "GET", rows)).status).toBe(200);
  });

  test("a token that only reads changes nothing", async () => {
    const ana = await app.signIn();
    const task = await ana.buildTask();
    const { token } = await createToken(ana, { readOnly: true });
    expect((await callWith(token, "GET", `/api/tasks/${task.id}`)).status).toBe(200);
    expect(await callWith(token, "PATCH", `/api/tasks/${task.id}`, { title: "Mine" })).toMatchObject({
      status: 403,
      body: { message: "This token only reads. Create one that may also change things." },
    });
    expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe(task.title);
  });

  test("what a token changes is in the journal, and its person can undo it", async () => {
    const ana = await app.signIn();
    const task = await ana.buildTask({ title: "Before" });
    const { token } = await createToken(ana);
    await callWith(token, "PATCH", `/api/tasks/${task.id}`, { title: "After" });
    const undone = await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
    expect(undone).toMatchObject({ status: 200, body: { userId: ana.user.id } });
    expect((await ana.get<Task>(`/api/tasks/${task.id}`)).body.title).toBe("Before");
  });

  test("undo and the journal need the areas of what was changed, not those of the token that asks", async () => {
    const ana = await app.signIn();
    const team = `/api/teams/${ana.teamId}`;
    const rules = { people: [], channels: [], keywords: [], companies: [] };
    const area = await ana.post<{ id: string }>(`${team}/areas`, { name: "Roof", color: "blue", rules });
    await ana.post(`${team}/areas/${area.body.id}/facts`, { text: "The roof leaks." });
    await ana.patch(`${team}/areas/${area.body.id}`, { name: "New roof" });
    const pinned = (await ana.get<JournalEntry[]>(`${team}/journal`)).body;
    expect(pinned).toHaveLength(3);

    const { token } = await createToken(ana, { areas: ["tasks", "messages", "meetings"] });
    for (const { id } of pinned)
      expect(await callWith(token, "POST", `${team}/journal/undo`, { id })).toMatchObject({
        status: 403,
        body: { message: "This token doesn't reach Context Memory. Create one that does." },
      });
    expect((await callWith(token, "POST", `${team}/journal/undo`, {})).status).toBe(403);
    expect((await ana.get<{ name: string }>(`${team}/areas/${area.body.id}`)).body.name).toBe("New roof");
    // Nor does it read their summaries; an undo has no row of its own, so it shows to sessions only.
    await callWith(token, "POST", `${team}/tasks`, { title: "Call the roofer" });
    await callWith(token, "POST", `${team}/journal/undo`, {});
    const listed = await callWith<JournalEntry[]>(token, "GET", `${team}/journal`);
    expect(listed.body.map(({ action, undoneAt }) => [action, undoneAt !== null])).toEqual([
      ["task.created", true],
    ]);

    // A token for tasks alone may take its own task back, and one for Context Memory the area.
    const tasksOnly = await createToken(ana);
    await callWith(tasksOnly.token, "POST", `${team}/tasks`, { title: "Order tiles" });
    expect((await callWith(tasksOnly.token, "POST", `${team}/journal/undo`, {})).status).toBe(200);
    const context = await createToken(ana, { areas: ["context"] });
    const [renamed] = pinned;
    const undone = await callWith(context.token, "POST", `${team}/journal/undo`, { id: renamed?.id });
    expect(undone.status).toBe(200);
    expect((await ana.get<{ name: string }>(`${team}/areas/${area.body.id}`)).body.name).toBe("Roof");
  });

  test("no token undoes an import or the sample data, which only a session may make", async () => {
    const ana = await app.signIn();
    const team = `/api/teams/${ana.teamId}`;
    await ana.post(`${team}/sample-data`);
    const [entry] = (await ana.get<JournalEntry[]>(`${team}/journal`)).body;
    const { token } = await createToken(ana, {
      areas: ["tasks", "messages", "meetings", "context", "analytics"],
    });
    expect(await callWith(token, "POST", `${team}/journal/undo`, { id: entry?.id })).toMatchObject({
      status: 403,
      body: { message: "An access token can't undo this. Sign in to Zippy to undo it." },
    });
  });

  test("a task joins an area, proposals become tasks, and what relates shows only with both areas", async () => {
    const ana = await app.signIn();
    const team = `/api/teams/${ana.teamId}`;
    const rules = { people: [], channels: [], keywords: [], companies: [] };
    const area = await ana.post<{ id: string }>(`${team}/areas`, { name: "Roof", color: "blue", rules });
    const { token } = await createToken(ana);
    const fields = { title: "Order tiles", areaId: area.body.id };
    const refusal = (area: string) => ({
      status: 403,
      body: { message: `This token doesn't reach ${area}. Create one that does.` },
    });
    expect(await callWith(token, "POST", `${team}/tasks`, fields)).toMatchObject(refusal("Context Memory"));
    expect(await callWith(token, "POST", `${team}/tasks/many`, { tasks: [fields] })).toMatchObject(
      refusal("Context Memory"),
    );
    expect((await ana.get(`${team}/tasks`)).body).toEqual([]);
    const both = await createToken(ana, { areas: ["tasks", "context"] });
    const made = await callWith<Task>(both.token, "POST", `${team}/tasks`, fields);
    expect(made.status).toBe(200);
    const related = `/api/tasks/${made.body.id}/context`;
    expect(await callWith(token, "GET", related)).toMatchObject(refusal("Context Memory"));
    expect((await callWith(both.token, "GET", related)).status).toBe(200);
    const meetings = await createToken(ana, { areas: ["meetings"] });
    const proposals = `/api/meetings/${made.body.id}/create-tasks`;
    expect(await callWith(meetings.token, "POST", proposals, {})).toMatchObject(refusal("Tasks"));
  });

  test("a revoked, an expired, and an unknown token are refused", async () => {
    const ana = await app.signIn();
    const revoked = await createToken(ana);
    const expired = await createToken(ana, { days: 30 });
    expect((await ana.delete(`/api/teams/${ana.teamId}/access-tokens/${revoked.id}`)).status).toBe(200);
    await pool.query("update access_tokens set expires_at = now() where id = $1", [expired.id]);
    for (const token of [revoked.token, expired.token, "zippy_unknown", "x", `${revoked.token}x`]) {
      const refused = await callWith(token, "GET", "/api/teams");
      expect(refused.status).toBe(401);
      expect(refused.body.message).toContain("Create one under Settings → Access tokens.");
    }
    // A token in the header counts, whatever cookie comes with it.
    const both = await fetch(`${app.url}/api/teams`, {
      headers: { cookie: ana.cookie, authorization: `Bearer ${revoked.token}` },
    });
    expect(both.status).toBe(401);
  });

  test("the tokens of a removed member end at once, and nobody revokes another's", async () => {
    const ana = await app.signIn();
    const bo = await app.signIn();
    const { body: invitation } = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
      role: "member",
    });
    await bo.post(`/api/invitations/${invitation.token}/accept`, {});
    const bos = await createToken(Object.assign(bo, { teamId: ana.teamId }));
    expect((await callWith(bos.token, "GET", `/api/teams/${ana.teamId}/tasks`)).status).toBe(200);
    // Bo has a team of his own too, which this token doesn't reach.
    const teams = await callWith<{ id: string }[]>(bos.token, "GET", "/api/teams");
    expect(teams.body.map(({ id }) => id)).toEqual([ana.teamId]);
    expect((await ana.delete(`/api/teams/${ana.teamId}/access-tokens/${bos.id}`)).status).toBe(404);
    await ana.delete(`/api/teams/${ana.teamId}/members/${bo.user.id}`);
    expect((await callWith(bos.token, "GET", `/api/teams/${ana.teamId}/tasks`)).status).toBe(401);
    expect((await pool.query("select from access_tokens where id = $1", [bos.id])).rowCount).toBe(0);
  });

  test("BILL-7 the tokens of a deleted team don't work until it is taken back", async () => {
    const ana = await app.signIn("Ana Berg");
    const { token } = await createToken(ana);
    const tasks = `/api/teams/${ana.teamId}/tasks`;
    expect((await callWith(token, "GET", tasks)).status).toBe(200);
    expect((await ana.send("DELETE", `/api/teams/${ana.teamId}`, { name: "Ana's team" })).status).toBe(200);
    expect((await callWith(token, "GET", tasks)).status).toBe(401);
    expect((await callWith(token, "POST", tasks, { title: "x" })).status).toBe(401);
    expect((await ana.post(`/api/deleted-teams/${ana.teamId}/restore`)).status).toBe(200);
    expect((await callWith(token, "GET", tasks)).status).toBe(200);
  });

  test("a token that calls too often is told when to go on; others aren't held up", async () => {
    const ana = await app.signIn();
    const busy = await createToken(ana);
    const calm = await createToken(ana);
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await callWith(busy.token, "GET", "/api/teams")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const { status, headers, body } = await callWith(busy.token, "GET", "/api/teams");
    expect({ status, code: body.code }).toEqual({ status: 429, code: "too_many_requests" });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await callWith(calm.token, "GET", "/api/teams")).status).toBe(200);
  });

  test("what an assistant puts into one request counts as so many calls", async () => {
    const ana = await app.signIn();
    const { token } = await createToken(ana);
    const request = async (messages: number) => {
      const one = { jsonrpc: "2.0", method: "tools/list", params: {} };
      const response = await fetch(`${app.url}/api/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(Array.from({ length: messages }, (_, id) => ({ ...one, id }))),
      });
      return { status: response.status, body: (await response.json()) as { message?: string } };
    };
    // It could never be answered, and uses up nothing.
    expect(await request(61)).toMatchObject({
      status: 413,
      body: {
        code: "too_large",
        message: "This token may make 60 calls a minute, and this request has 61. Send fewer at a time.",
      },
    });
    expect(await request(58)).toMatchObject({ status: 200 });
    expect(await request(3)).toMatchObject({ status: 429 });
    expect(await request(2)).toMatchObject({ status: 200 });
  });

  test("a demo has no tokens, and a person has at most 50 in a team", async () => {
    const ana = await app.signIn();
    await pool.query(
      `insert into access_tokens (team_id, user_id, name, token_hash, ending, areas, read_only)
       select $1, $2, 'n', 'h' || n, 'abcd', '{tasks}', true from generate_series(1, 50) n`,
      [ana.teamId, ana.user.id],
    );
    const refused = await ana.post(`/api/teams/${ana.teamId}/access-tokens`, {
      name: "One more",
      areas: ["tasks"],
    });
    expect(refused.status).toBe(409);
    const demo = await fetch(`${app.url}/api/demo`, { method: "POST" });
    const { teamId } = (await demo.json()) as { teamId: string };
    const cookie = demo.headers.get("set-cookie")?.split(";", 1)[0] as string;
    const asked = await fetch(`${app.url}/api/teams/${teamId}/access-tokens`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ name: "x", areas: ["tasks"] }),
    });
    expect(asked.status).toBe(403);
  });
});
