import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Person, startTestApp } from "./support/test-app";

/** The lists that don't need pages, and what keeps each short. */
const short: Record<string, string> = {
  "/api/sessions": "where one person is signed in",
  "/api/teams": "the teams of one person",
  "/api/deleted-teams": "the teams of one person, for 30 days",
  "/api/teams/{teamId}/members": "people whom somebody invited; the plan limits them",
  "/api/teams/{teamId}/invitations": "open invitations, each for seven days",
  "/api/auth/user/consents": "the latest 200",
  "/api/billing/plans": "four plans",
  "/api/billing/invoices": "the latest 100",
  "/api/tasks/{id}": "a task has at most 50 steps",
  "/api/tasks/{id}/context": "a few of each kind",
  "/api/teams/{teamId}/muted-senders": "at most 1,000",
  "/api/teams/{teamId}/saved-filters": "at most 50",
  "/api/teams/{teamId}/messages/groups": "made of the newest 20,000 messages, with `limit` and `offset`",
  "/api/messages/{messageId}": "what one message has",
  "/api/messages/{messageId}/context": "the last 100 of its conversation, and a few related ones",
  "/api/messages/{messageId}/why": "what one message has",
  "/api/teams/{teamId}/imports/{id}": "100 people and the kinds of notes; an import has at most 10,000 files",
  "/api/teams/{teamId}/imports/{id}/problems": "the first 1,000; the import has their number",
  "/api/tasks/{id}/comments/{commentId}": "at most 50 mentions of one comment",
  "/api/meetings/{id}": "what one meeting has",
  "/api/meetings/{id}/parts": "the recordings of one meeting",
  "/api/meetings/{id}/segments": "one transcript: at most 20,000 segments",
  "/api/meetings/{id}/speakers": "who speaks in one meeting",
  "/api/meetings/{id}/notes": "what somebody typed during one meeting",
  "/api/teams/{teamId}/notifications": "the latest 50 items of the bell",
  "/api/notifications/push/browsers": "at most 20",
  "/api/teams/{teamId}/corrections/proposal": "50 messages are listed; all are counted",
  "/api/integrations/providers": "the channels that Zippy knows",
  "/api/integrations/health": "the team's accounts; the plan limits them",
  "/api/integrations/choices/{choiceId}": "the accounts of one sign-in at a provider",
  "/api/integrations/{accountId}/conversations": "what the provider lists, to choose from",
  "/api/integrations/{accountId}/quarantine": "the latest 200",
  "/api/teams/{teamId}/search": "the best 20 of each kind",
  "/api/teams/{teamId}/memory/facts": "the latest facts and those that match",
  "/api/teams/{teamId}/memory/deleted-areas": "the last 100 deleted ones and those that match, for 30 days",
  "/api/teams/{teamId}/memory/conversations": "the latest conversations and those that match",
  "/api/teams/{teamId}/areas": "at most 50",
  "/api/teams/{teamId}/areas/choices": "8 people and 8 companies",
  "/api/teams/{teamId}/areas/{areaId}/facts": "at most 100",
  "/api/teams/{teamId}/areas/{areaId}/digest": "at most 50 lines",
  "/api/teams/{teamId}/areas/{areaId}/deals": "at most 50",
  "/api/teams/{teamId}/crm": "the CRMs that Zippy knows",
  "/api/teams/{teamId}/crm/kept": "the CRMs that Zippy knows",
  "/api/teams/{teamId}/crm/deals": "at most 20",
  "/api/teams/{teamId}/outside-calls/summary": "the services that Zippy knows",
  "/api/teams/{teamId}/analytics":
    "the specification has no pages; Performance Analytics reads /summary and /rows",
  "/api/teams/{teamId}/analytics/summary": "14 days, the channels, and the team's members",
  "/api/teams/{teamId}/access-tokens": "at most 50 of each person",
  "/api/teams/{teamId}/exports": "the latest few",
  "/api/teams/{teamId}/webhooks": "at most 20",
};

interface Schema {
  type?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}
interface Call {
  parameters?: {
    name: string;
    description?: string;
    schema: { maximum?: number; default?: number; format?: string };
  }[];
  responses: Record<
    string,
    { content?: Record<string, { schema?: Schema }>; headers?: Record<string, { description?: string }> }
  >;
}

const app = await startTestApp();
const { pool } = app.running.services;
const document = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
  info: { description: string };
  paths: Record<string, Record<string, Call>>;
};

/** Whether an answer is a list of rows, or has one. */
function hasRows({ type, items, properties = {}, anyOf = [] }: Schema): boolean {
  if (type === "array") return items?.type === "object";
  return [...Object.values(properties), ...anyOf].some(
    (part) => part.type === "array" && part.items?.type === "object",
  );
}

const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const schema = get?.responses["200"]?.content?.["application/json"]?.schema;
  const answer = get?.responses["200"];
  return get && schema && hasRows(schema) ? [{ path, parameters: get.parameters ?? [], answer }] : [];
});

test("BEY-18 every list with pages explains each of their parameters, and the header with the next one", () => {
  const faults = lists.flatMap(({ path, parameters, answer }) => {
    const ofPages = parameters.filter(({ name }) => /^(limit|offset|after|before|cursor)$/.test(name));
    const missing = ofPages.filter(({ description }) => !description).map(({ name }) => name);
    const cursor = ofPages.some(({ name }) => name === "cursor");
    if (cursor && !answer?.headers?.link?.description) missing.push("header link");
    if (!cursor && answer?.headers?.link) missing.push("cursor");
    return missing.map((name) => `${path} says nothing about ${name}`);
  });
  expect(faults).toEqual([]);
  expect(lists.filter(({ answer }) => answer?.headers?.link).length).toBeGreaterThanOrEqual(4);
});

test("BEY-18 every list that can grow is read in pages by key, and every other one says what keeps it short", () => {
  expect(lists.length).toBeGreaterThan(45);
  const faults = lists.flatMap(({ path, parameters }) => {
    const limit = parameters.find(({ name }) => name === "limit")?.schema;
    const key = parameters.find(({ name }) => name === "after" || name === "before")?.schema;
    if (path in short) return key ? [`${path} has pages and isn't short`] : [];
    if (key?.format !== "uuid") return [`${path} has no pages by key`];
    return limit?.maximum && limit.default ? [] : [`${path} has no limit with a maximum and a default`];
  });
  expect(faults).toEqual([]);
  const known = lists.map(({ path }) => path);
  expect(Object.keys(short).filter((path) => !known.includes(path))).toEqual([]);
  expect(known.filter((path) => !(path in short)).length).toBeGreaterThanOrEqual(13);
});

const orders = ["", "-due", "title", "-title", "quadrant", "-quadrant", "assignee", "-status", "-created"];

/** A list with eight rows, the call that reads it, how it continues, and how another row comes in between. */
interface PagedList {
  name: string;
  key: "after" | "before";
  rows: (ana: Person, count: number) => Promise<unknown>;
  path: (ana: Person) => string;
  /** Where the answer isn't the list itself. */
  of?: (body: never) => { id: string }[];
  /** Removes a row for good. */
  remove: (id: string) => Promise<unknown>;
  /** Pages begin with the newest rows and end with the oldest of them, so each page is oldest first. */
  oldestFirst?: boolean;
}

const inTeam = (rest: string) => (ana: Person) => `/api/teams/${ana.teamId}/${rest}`;
const insert = (text: string) => (ana: Person, count: number) =>
  pool.query(text, [ana.teamId, ana.user.id, count]);

const removeFrom = (table: string) => (id: string) => pool.query(`delete from ${table} where id = $1`, [id]);

const addTasks = async (ana: Person, count: number) => {
  // Equal values in every column but the id, and some without a date or an assignee.
  await pool.query(
    `insert into tasks (team_id, title, status, urgency, importance, due_date, assignee_id, created_by, created_at)
     select $1, 'Task ' || n % 2, (array['new', 'blocked'])[1 + n % 2], (array['urgent', 'not_urgent'])[1 + n % 2],
       'important', case when n % 3 > 0 then timestamptz '2031-01-05' + n % 2 * interval '1 day' end,
       case when n % 3 = 1 then $2::uuid end, $2, timestamptz '2026-11-01 09:00:00.123456' + n % 2 * interval '1 us'
     from generate_series(1, $3::int) n`,
    [ana.teamId, ana.user.id, count],
  );
};

const paged: PagedList[] = [
  ...orders.map(
    (sort): PagedList => ({
      name: `tasks ${sort}`,
      key: "after",
      rows: addTasks,
      remove: removeFrom("tasks"),
      path: inTeam(`tasks?${sort && `sort=${sort}`}`),
    }),
  ),
  {
    name: "meetings",
    remove: removeFrom("meetings"),
    key: "after",
    rows: insert(
      `insert into meetings (team_id, created_by, title, status, created_at)
       select $1, $2, 'Weekly', 'completed', now() from generate_series(1, $3::int)`,
    ),
    path: inTeam("meetings?"),
  },
  {
    name: "journal",
    remove: removeFrom("journal"),
    key: "before",
    rows: insert(
      `insert into journal (team_id, user_id, action, summary, changes)
       select $1, $2, 'task.moved', 'Moved', '[]' from generate_series(1, $3::int)`,
    ),
    path: inTeam("journal?"),
  },
  {
    name: "chat",
    remove: removeFrom("chat_messages"),
    key: "before",
    oldestFirst: true,
    rows: insert(
      `insert into chat_messages (team_id, user_id, role, content, created_at)
       select $1, $2, 'user', 'What is due?', now() from generate_series(1, $3::int)`,
    ),
    path: inTeam("chat/history?"),
  },
  {
    name: "corrections",
    remove: removeFrom("corrections"),
    key: "after",
    rows: insert(
      `insert into corrections (team_id, user_id, message_id, field, value, shown, traits, title, sender, answer)
       select $1, $2, gen_random_uuid(), 'urgency', 'urgent', '{"urgency": "none"}',
         '{"sender": null, "list": null, "subject": null}', 'Report', 'Bo', 'applied' from generate_series(1, $3::int)`,
    ),
    path: inTeam("corrections?"),
    of: ({ corrections }: { corrections: { id: string }[] }) => corrections,
  },
  {
    name: "completed tasks",
    remove: removeFrom("tasks"),
    key: "after",
    rows: insert(
      `with done as (insert into tasks (team_id, title, status, created_by)
         select $1, 'Report', 'resolved', $2 from generate_series(1, $3::int) returning id)
       insert into events (team_id, user_id, type, subject_id) select $1, $2, 'task_completed', id from done`,
    ),
    path: inTeam("analytics/rows?figure=tasks_completed&"),
    of: ({ rows }: { rows: { id: string }[] }) => rows,
  },
  {
    name: "focus sessions with a pause",
    remove: (id) => pool.query("delete from events where subject_id = $1", [id]),
    key: "after",
    rows: insert(
      `insert into events (team_id, user_id, type, subject_id, at)
       select $1, $2, (array['focus_started', 'focus_ended'])[1 + part % 2], id, now() + part * interval '1 ms'
       from (select gen_random_uuid() as id from generate_series(1, $3::int)) sessions, generate_series(0, 3) part
       order by part`,
    ),
    path: inTeam("analytics/rows?figure=focus_time&"),
    of: ({ rows }: { rows: { id: string }[] }) => rows,
  },
  {
    name: "tool calls",
    remove: removeFrom("tool_calls"),
    key: "before",
    rows: insert(
      `insert into tool_calls (team_id, user_id, token_name, tool)
       select $1, $2, 'Assistant', 'search' from generate_series(1, $3::int)`,
    ),
    path: inTeam("tool-calls?"),
  },
  {
    name: "imports",
    remove: removeFrom("imports"),
    key: "before",
    rows: insert(
      `insert into imports (team_id, user_id, owner_address, status, files)
       select $1, $2, 'ana@example.com', 'completed', '[]' from generate_series(1, $3::int)`,
    ),
    path: inTeam("imports?"),
  },
  {
    name: "deliveries",
    remove: removeFrom("deliveries"),
    key: "before",
    // One webhook per person, turned off, with the id of its person, so that the path can name it.
    rows: insert(
      `with webhook as (insert into outgoing_webhooks (id, team_id, url, types, secret, created_by, disabled_at)
         values ($2, $1, 'https://example.com/hook', '{task.created}', 'none', $2, now())
         on conflict (id) do update set url = excluded.url returning id)
       insert into deliveries (team_id, webhook_id, type, body, status)
       select $1, id, 'task.created', '{}', 'delivered' from webhook, generate_series(1, $3::int)`,
    ),
    path: (ana) => `/api/teams/${ana.teamId}/webhooks/${ana.user.id}/deliveries?`,
  },
];

test.each(paged)(
  "BEY-18 $name: pages by key list each row once and in order",
  async ({ key, rows, path, of = (body) => body, oldestFirst = false }) => {
    const ana = await app.signIn();
    await rows(ana, 8);
    const read = async (query: string) => {
      const { status, body } = await ana.get(path(ana) + query);
      expect({ status, body }).toMatchObject({ status: 200 });
      const ids = of(body as never).map(({ id }) => id);
      return oldestFirst ? ids.reverse() : ids;
    };
    const all = await read("&limit=20");
    expect(all).toHaveLength(8);
    const pages: string[] = [];
    for (let last = ""; ; ) {
      const page = await read(`&limit=3${last && `&${key}=${last}`}`);
      pages.push(...page);
      if (page.length < 3) break;
      last = page.at(-1) as string;
      // By offset, the rows that come in now would make the next page repeat some.
      if (key === "before") await rows(ana, 1);
    }
    expect(pages).toEqual(all);

    const bo = await app.signIn();
    await rows(bo, 1);
    const [bos] = of((await bo.get(path(bo))).body as never);
    for (const unknown of [bos?.id, randomUUID()])
      expect(await ana.get(`${path(ana)}&${key}=${unknown}`)).toMatchObject({
        status: 400,
        body: {
          message: `${key}: This list has no row with this id. Take the id from the page before, or start again.`,
        },
      });
    // The last row of all is known, although nothing follows.
    expect(await read(`&${key}=${all.at(-1)}`)).toEqual([]);
  },
);

test.each(paged)(
  "BEY-18 $name: rows that come and go between pages leave out no other and repeat none",
  async ({ key, rows, path, of = (body) => body, oldestFirst = false, remove }) => {
    const step = fc.record({ added: fc.nat(3), removed: fc.array(fc.nat(), { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const ana = await app.signIn();
        await rows(ana, 14);
        const read = async (address: string) => {
          const { status, body, headers } = await ana.get(address);
          expect({ status, body }).toMatchObject({ status: 200 });
          const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
          const ids = of(body as never).map(({ id }) => id);
          return { ids: oldestFirst ? ids.reverse() : ids, next };
        };
        const stay = new Set((await read(`${path(ana)}&limit=20`)).ids);
        const listed: string[] = [];
        for (let number = 0, address = `${path(ana)}&limit=3`; address; number++) {
          const { ids, next } = await read(address);
          listed.push(...ids);
          const last = ids.at(-1);
          const { added = 0, removed = [] } = steps[number] ?? {};
          // A list without the header with the next page goes on after a row that it still knows.
          const free = [...stay].filter((id) => next || id !== last);
          for (const id of new Set(removed.map((which) => free[which % free.length]))) {
            if (id === undefined) continue;
            stay.delete(id);
            await remove(id);
          }
          if (added > 0) await rows(ana, added);
          address = next ?? (ids.length < 3 ? "" : `${path(ana)}&limit=3&${key}=${last}`);
        }
        expect(new Set(listed).size, "no row twice").toBe(listed.length);
        expect(
          [...stay].filter((id) => !listed.includes(id)),
          "none left out",
        ).toEqual([]);
      }),
      { numRuns: 8 },
    );
  },
);
