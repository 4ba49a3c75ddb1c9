import { randomUUID } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openSecrets } from "../../src/server/secrets";
import { startHubspot } from "../stand-ins/crm/hubspot";
import { startPushService } from "../stand-ins/push-service";
import { startTelegram } from "../stand-ins/telegram";
import { query } from "../support/collecting";
import { localKey } from "../support/local-key";
import { type Person, startTestApp } from "../support/test-app";
import { hostileTexts, type JsonSchema, type KnownValues, valuesOf } from "./schema-values";

/** Requests per call: half of them the same on every run, half new ones. */
const runs = Number(process.env.FUZZ_RUNS ?? 14);
const fixedSeed = 11;
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(
  `FUZZ_SEED=${seed} repeats the requests of this run; FUZZ_RUNS=1000 makes more of them.\n`,
);

const telegram = await startTelegram();
const hubspot = await startHubspot();
const push = await startPushService();
const app = await startTestApp({
  DEMO_LIMIT: "100000",
  TELEGRAM_BASE_URL: telegram.url,
  HUBSPOT_BASE_URL: hubspot.url,
});

interface Operation {
  parameters?: { in: "path" | "query"; name: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as ApiDocument;
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

interface Cast {
  owner: Person;
  member: Person;
  outsider: Person;
}
const callers = ["owner", "member", "outsider", "signed out"] as const;
type Caller = (typeof callers)[number];

/** What is sent: a path with its query, and a body as text or as an upload. */
interface ApiRequest {
  caller: Caller;
  address: string;
  body: string | FormData | undefined;
  type: string | undefined;
}

describe("API-3 whatever you send to a call, its response is one that the document describes", () => {
  let cast: Cast;
  let fields: KnownValues;
  beforeAll(async () => {
    cast = await newCast();
    fields = await connectFields(cast.owner);
  });

  test.each(calls)("$method $path", async ({ method, path, operation }) => {
    // Calls that end sessions or memberships use their own, because later calls need the others.
    const own =
      (/auth|sessions|logout|members|owner|accept|switch/.test(path) && method !== "GET") ||
      (method === "DELETE" && path === "/api/teams/{teamId}");
    const people = own ? await newCast() : cast;
    const known = { ...fields, ...(await knownFor(path, people)) };
    const answers = new Map(
      Object.entries(operation.responses).map(([status, { content }]) => [
        Number(status),
        z.fromJSONSchema(content?.["application/json"]?.schema ?? {}, { defaultTarget: "openapi-3.0" }),
      ]),
    );
    const property = fc.asyncProperty(requests(path, operation, known), async (sent) => {
      const { status, body } = await send(people, method, sent);
      if (status === 431 && sent.address.length > 15_000) return;
      // A provider may refuse or not be set up, if the document says so; the server itself never fails.
      const providerMayFail = answers.has(502);
      expect(status < 500 || (providerMayFail && [502, 503].includes(status)), `${status} ${body}`).toBe(
        true,
      );
      const schema = answers.get(status);
      expect([...answers.keys()], `the document doesn't name ${status} ${body}`).toContain(status);
      const checked = schema?.safeParse(JSON.parse(body));
      expect(checked?.error?.issues ?? [], `${status} ${body}`).toEqual([]);
      if (status >= 400)
        expect((JSON.parse(body) as { message: string }).message).toMatch(
          /[.!?]$|^syncInterval: Sync interval must be /,
        );
    });
    const half = { numRuns: Math.ceil(runs / 2), endOnFailure: true };
    await fc.assert(property, { ...half, seed: fixedSeed });
    await fc.assert(property, { ...half, seed });
  });
});

function requests(
  path: string,
  { parameters = [], requestBody }: Operation,
  known: KnownValues,
): fc.Arbitrary<ApiRequest> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const schema = requestBody?.content["application/json"]?.schema;
  return fc.record({
    caller: fc.oneof({ weight: 3, arbitrary: fc.constant("owner" as const) }, fc.constantFrom(...callers)),
    address: fc
      .record({
        ids: fc.tuple(...inPath.map(({ name, schema }) => valuesOf(schema, known, name))),
        query: fc.record(
          Object.fromEntries(inQuery.map(({ name, schema }) => [name, valuesOf(schema, known, name)])),
          { requiredKeys: [] },
        ),
      })
      .map(({ ids, query }) => {
        const filled = inPath.reduce(
          (text, { name }, n) => text.replace(`{${name}}`, () => inUrl(ids[n])),
          path,
        );
        const search = Object.entries(query).map(([name, value]) => `${name}=${inUrl(value)}`);
        return search.length > 0 ? `${filled}?${search.join("&")}` : filled;
      }),
    ...bodies(path, schema, known),
  });
}

type Bodies = { body: fc.Arbitrary<ApiRequest["body"]>; type: fc.Arbitrary<ApiRequest["type"]> };

/** A valid body, one that isn't JSON, or one of another type; uploads for the call that takes them. */
function bodies(path: string, schema: JsonSchema | undefined, known: KnownValues): Bodies {
  const json = "application/json";
  const broken = fc.constantFrom(
    "",
    "{",
    "null",
    "[]",
    '"text"',
    '{"__proto__":{"a":1}}',
    "1e400",
    "\ufeff{}",
  );
  if (path.endsWith("/imports") || path.endsWith("/meetings/upload"))
    return { body: fc.oneof(uploads, broken), type: fc.constant(undefined) };
  if (!schema)
    return { body: fc.option(broken, { nil: undefined, freq: 3 }), type: fc.constantFrom(json, undefined) };
  const fitting = valuesOf(schema, known).map((value) => JSON.stringify(value) ?? "");
  return {
    body: fc.oneof({ weight: 15, arbitrary: fitting }, { weight: 1, arbitrary: broken }),
    type: fc.oneof(
      { weight: 15, arbitrary: fc.constant(json) },
      fc.constantFrom("text/csv", "multipart/form-data", "a/b; c"),
    ),
  };
}

const uploads = fc
  .array(
    fc.record({
      name: fc.oneof(
        fc.constantFrom("a.eml", "b.mbox", "c.zip", "d.csv", "e.json", "f.txt"),
        fc.constantFrom(...hostileTexts),
      ),
      content: fc.oneof(
        fc.constantFrom(
          "From: bo@example.org\nSubject: Hello\nDate: Thu, 18 Nov 99999 10:00:00 +0000\n\nHello.\n",
          "From: \0@example.org\nSubject: =?utf-8?q?=00=ED=A0=80?=\n\nCall me \0 by 1.1.0000 or 31.12.99999.\n",
          "date,sender,text\n0000-01-01,constructor,Hello\n99999-01-01,__proto__,Hello\n",
          '{"name":"x","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date":"0000-01-01T00:00:00","date_unixtime":"99999999999999","from":"__proto__","from_id":"constructor","text":"\\u0000\\ud800"}]}',
          "18/11/26, 10:00 - __proto__: Hello\n18/11/99, 10:00 - constructor: \0\n",
        ),
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.uint8Array({ maxLength: 400 }),
      ),
    }),
    { maxLength: 3 },
  )
  .map((files) => {
    const form = new FormData();
    for (const { name, content } of files) form.append("files", new Blob([content as string]), name);
    return form;
  });

/** Percent-encodes a text. Lone surrogates become the bytes they would have, which aren't valid UTF-8. */
function inUrl(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return [...text]
    .map((sign) =>
      /^\p{Surrogate}$/u.test(sign) ? "%ED%A0%80" : encodeURIComponent(sign).replace(/^\.$/, "%2E"),
    )
    .join("")
    .slice(0, 6000)
    .replace(/%.?$/, "");
}

async function send(cast: Cast, method: string, { caller, address, body, type }: ApiRequest) {
  const cookie = caller === "signed out" ? undefined : cast[caller].cookie;
  const withBody = method !== "GET" && body !== undefined;
  const response = await fetch(app.url + address, {
    method,
    headers: { ...(cookie && { cookie }), ...(withBody && type && { "content-type": type }) },
    ...(withBody && { body }),
  });
  return { status: response.status, body: await response.text() };
}

async function newCast(): Promise<Cast> {
  const [owner, member, outsider] = await Promise.all([app.signIn(), app.signIn(), app.signIn()]);
  const { token } = await invite(owner);
  expect((await member.post(`/api/invitations/${token}/accept`, {})).status).toBe(200);
  return { owner, member, outsider };
}

async function invite({ teamId, post }: Person) {
  return (await post<{ id: string; token: string }>(`/api/teams/${teamId}/invitations`, { role: "member" }))
    .body;
}

/** The fields of every provider's connect form, with a value that reaches a stand-in or nobody. */
async function connectFields(owner: Person): Promise<KnownValues> {
  const { body } = await owner.get<{ fields: { name: string }[] }[]>("/api/integrations/providers");
  const names = body.flatMap(({ fields }) => fields.map(({ name }) => name));
  // Hosts that need no DNS lookup.
  const values: KnownValues = {
    botToken: [telegram.addBot().token],
    host: ["127.0.0.1", "::", "", "a\0b", null],
  };
  return Object.fromEntries(
    names.map((name) => [name, values[name] ?? ["1", "+15005550006", ...hostileTexts]]),
  );
}

/** Rows that the call can act on, by the name of the parameter or field. */
async function knownFor(path: string, { owner, member, outsider }: Cast): Promise<KnownValues> {
  const { teamId } = owner;
  const team = { teamId: [teamId, teamId, outsider.teamId], userId: [owner.user.id, member.user.id] };
  const people = { ...team, assigneeId: team.userId };
  const first = path.split("/")[2] as string;
  const kind = path.startsWith("/api/teams/{teamId}/") ? (path.split("/")[4] as string) : first;
  switch (kind) {
    case "tasks":
      return {
        ...people,
        id: (await Promise.all([owner.buildTask(), owner.buildTask()])).map(({ id }) => id),
        ...(path.includes("{commentId}") && (await aComment(owner))),
      };
    case "messages":
      return { ...people, messageId: (await owner.buildMessages([{}, {}])).map(({ id }) => id) };
    case "corrections":
      return { ...people, ...(await corrections(owner)) };
    case "meetings":
      return { ...people, ...(await aMeeting(owner)) };
    case "imports":
      return { ...people, id: [(await anImport(owner)).id] };
    case "invitations": {
      const { id, token } = await invite(owner);
      return { ...people, id: [id], token: [token] };
    }
    case "sessions":
      return { id: (await owner.get<{ id: string }[]>("/api/sessions")).body.map(({ id }) => id) };
    case "journal":
      return {
        ...people,
        id: (await owner.get<{ id: string }[]>(`/api/teams/${teamId}/journal`)).body.map(({ id }) => id),
      };
    case "integrations":
      return { ...people, ...(await accounts(owner)) };
    case "areas":
    case "memory":
      return { ...people, ...(await anArea(owner)), ...(await aChat(owner)) };
    case "chat":
      return { ...people, ...(await aChat(owner)), proposal: [0] };
    case "webhooks":
      return { ...people, ...(await aWebhook(owner)) };
    case "access-tokens":
    case "saved-filters":
    case "notifications":
      return { ...people, id: [await rowOf(kind, owner)] };
    case "focus":
      return { ...people, taskId: [(await owner.buildTask()).id] };
    case "crm":
      return {
        ...people,
        taskId: [(await owner.buildTask()).id],
        id: [(await aCrm(owner)).id],
        apiKey: [hubspot.addToken(), "x", ...hostileTexts],
      };
    case "auth":
      return { ...(await tokens(owner)), key: [localKey] };
    default:
      return people;
  }
}

async function corrections(owner: Person): Promise<KnownValues> {
  const [message] = await owner.buildMessages([{}]);
  await owner.post(`/api/messages/${message?.id}/correction`, { hasTask: false });
  const { body } = await owner.get<{ corrections: { id: string }[] }>(
    `/api/teams/${owner.teamId}/corrections`,
  );
  const ids = body.corrections.map(({ id }) => id);
  return { correctionId: ids, correctionIds: ids };
}

async function aComment(owner: Person): Promise<KnownValues> {
  const { id } = await owner.buildTask();
  const comment = await owner.post<{ id: string }>(`/api/tasks/${id}/comments`, { body: "Done?" });
  return { id: [id], commentId: [comment.body.id] };
}

/** An area with a fact and an item; the ones before are deleted, because a team has only so many. */
async function anArea(owner: Person): Promise<KnownValues> {
  const path = `/api/teams/${owner.teamId}/areas`;
  for (const { id } of (await owner.get<{ id: string }[]>(path)).body) await owner.delete(`${path}/${id}`);
  const given = { name: "Lease", color: "teal", rules: { keywords: ["lease"] } };
  const area = (await owner.post<{ id: string }>(path, given)).body.id;
  const fact = await owner.post<{ id: string }>(`${path}/${area}/facts`, { text: "A fact" });
  const { id } = await owner.buildTask();
  await owner.post(`${path}/${area}/items`, { type: "task", id });
  return { areaId: [area], factId: [fact.body.id], sourceId: [id], id: [id] };
}

async function aChat({ teamId, post, get }: Person): Promise<KnownValues> {
  const question = { message: "Create a task to call Bo" };
  const answer = await post<{ id: string }>(`/api/teams/${teamId}/chat`, question);
  const path = `/api/teams/${teamId}/memory/conversations`;
  const { conversations } = (await get<{ conversations: { id: string }[] }>(path)).body;
  return { messageId: [answer.body.id], conversationId: conversations.map(({ id }) => id) };
}

async function aWebhook({ teamId, post, get, delete: remove }: Person): Promise<KnownValues> {
  const path = `/api/teams/${teamId}/webhooks`;
  for (const { id } of (await get<{ id: string }[]>(path)).body) await remove(`${path}/${id}`);
  // Nobody listens there, so that each delivery fails at once.
  const url = "http://127.0.0.1:9/";
  const { id } = (await post<{ id: string }>(path, { url, types: ["task.created"] })).body;
  const delivery = await post<{ id: string }>(`${path}/${id}/test`);
  return { id: [id], deliveryId: [delivery.body.id], url: [url, "http://a@b:0/", "ftp://x", "http://[::1"] };
}

/** A new row of a kind that has ids and needs no other row. */
async function rowOf(kind: string, { teamId, post }: Person): Promise<string> {
  const given: Record<string, [string, unknown]> = {
    "access-tokens": [`/api/teams/${teamId}/access-tokens`, { name: "Script", areas: ["tasks"] }],
    "saved-filters": [
      `/api/teams/${teamId}/saved-filters`,
      { name: `${Math.random()}`, query: "due=overdue" },
    ],
    notifications: ["/api/notifications/push/browsers", push.subscribe().subscription],
  };
  const [path, body] = given[kind] as [string, unknown];
  const made = (await post<{ id: string } | { id: string }[]>(path, body)).body;
  // Saving a filter answers with all of them.
  return (Array.isArray(made) ? made.at(-1)?.id : made.id) as string;
}

async function anImport(owner: Person): Promise<{ id: string }> {
  const mail = `From: bo@example.org\nSubject: Hello\nMessage-ID: <${Math.random()}@example.org>\n\nHello.\n`;
  const path = `/api/teams/${owner.teamId}/imports`;
  return (await owner.upload<{ id: string }>(path, [{ name: "hello.eml", content: mail }])).body;
}

async function aCrm(owner: Person): Promise<{ id: string }> {
  const syncSettings = { syncContacts: true, syncDeals: true, syncTasks: true };
  const given = { provider: "hubspot", credentials: { apiKey: hubspot.addToken() }, syncSettings };
  return (await owner.post<{ id: string }>(`/api/teams/${owner.teamId}/crm`, given)).body;
}

async function aMeeting(owner: Person): Promise<KnownValues> {
  const data = Buffer.from("Ana: Bo, can you send me the quote?\nBo: I will send it by Friday.").toString(
    "base64",
  );
  const path = `/api/teams/${owner.teamId}/meetings/transcript`;
  const { body } = await owner.post<{ id: string; extractedTasks: { id: string }[] }>(path, {
    name: "a.txt",
    data,
  });
  const note = await owner.post<{ id: string }>(`/api/meetings/${body.id}/notes`, { text: "A", second: 1 });
  const recording = await owner.post<{ id: string }>(`/api/teams/${owner.teamId}/meetings`, { title: "B" });
  return {
    ...{ id: [body.id, body.id, recording.body.id], noteId: [note.body.id], part: [randomUUID()] },
    ...{ itemId: body.extractedTasks.map(({ id }) => id), data: [data, "", "AAAA"] },
  };
}

async function accounts(owner: Person): Promise<KnownValues> {
  const given = { teamId: owner.teamId, botToken: telegram.addBot().token };
  const { body } = await owner.post<{ id: string }>("/api/integrations/telegram/connect", given);
  const secrets = await openSecrets(undefined, join(app.dataDir, "secret.key"));
  const found = [
    { externalId: "1", name: "A bot", address: null, credentials: { botToken: telegram.addBot().token } },
  ];
  const [choice] = await query<{ id: string }>(
    app,
    `insert into connect_attempts (team_id, user_id, provider, only_me, found, expires_at)
     values ($1, $2, 'telegram', false, $3, now() + interval '10 minutes') returning id`,
    [owner.teamId, owner.user.id, secrets.seal(JSON.stringify(found), `connect_attempts/${owner.teamId}`)],
  );
  const provider = ["telegram", "imap", "sms", "gmail", "constructor"];
  return { provider, accountId: [body.id], choiceId: [choice?.id], externalIds: ["1"] };
}

async function tokens(owner: Person): Promise<KnownValues> {
  const { email } = owner.user;
  const { body } = await owner.post<{ idToken: string }>("/api/auth/local/token", {
    email,
    name: "P",
    key: localKey,
  });
  return { idToken: [body.idToken] };
}

test("API-3 NUL, a year that nobody means and a built-in name as a team are refused with a sentence", async () => {
  const { teamId, post, get } = await app.signIn();
  const tasks = `/api/teams/${teamId}/tasks`;
  const refused = await Promise.all([
    post(tasks, { title: "NUL \0" }),
    post(tasks, { title: "Half \ud83d" }),
    post(tasks, { title: "A task", dueDate: "0000-12-31T00:00:00Z" }),
    post(tasks, { title: "A task", dueDate: "9999-12-31T23:59:59-14:00" }),
    get("/api/teams/constructor/tasks"),
    get(`${tasks}?q=%00`),
    get("/api/tasks/%ff"),
  ]);
  const text = "Remove the characters that aren't text, such as NUL or half an emoji.";
  const year = "dueDate: Choose a year from 1000 to 9999.";
  const id = "teamId: This must be an id, such as 6b1f0c5e-0d7a-4f6e-9a51-3c2f8f0a7b11.";
  const sentences = [
    `title: ${text}`,
    `title: ${text}`,
    year,
    year,
    id,
    `q: ${text}`,
    "This address can't be read.",
  ];
  expect(refused.map(({ status, body }) => [status, (body as { message: string }).message])).toEqual(
    sentences.map((sentence) => [400, sentence]),
  );
});
