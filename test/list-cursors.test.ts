import { expect, test } from "vitest";
import type { Area } from "../src/features/areas/contract";
import { addArea, deliver, mail } from "./support/teams/areas";
import { incoming, type Person, startTestApp } from "./support/test-app";

const app = await startTestApp();
const { pool } = app.running.services;

const inTeam = (person: Person, rest: string) => `/api/teams/${person.teamId}/${rest}`;
const { analysis } = incoming();
if (!analysis) throw new Error("the sample has an analysis");
/** The address after which a page's list goes on. */
const nextOf = ({ headers }: { headers: Headers }) =>
  /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];

/** A list whose rows can move in it or leave it. */
interface MovingList {
  name: string;
  /** Stores eight rows. @returns the list's address. */
  fill: (ana: Person) => Promise<string>;
  /** Moves a row to the other end, or out of the list. */
  move: (id: string, ana: Person) => Promise<unknown>;
}

const addTasks = (ana: Person, title: string) =>
  pool.query(
    `insert into tasks (team_id, title, status, urgency, importance, due_date, assignee_id, created_by, created_at)
     select $1, $3 || n % 2, (array['new', 'blocked'])[1 + n % 2], (array['urgent', 'not_urgent'])[1 + n % 2],
       'important', case when n % 3 > 0 then timestamptz '2031-01-05' + n % 2 * interval '1 day' end,
       case when n % 3 = 1 then $2::uuid end, $2, timestamptz '2026-11-01 09:00:00.123456' + n % 2 * interval '1 us'
     from generate_series(1, 8) n`,
    [ana.teamId, ana.user.id, title],
  );

const inArea = async (ana: Person, type: "task" | "message") => {
  const area: Area = await addArea(ana, { keywords: ["lease"] });
  if (type === "task") await addTasks(ana, "Lease ");
  else
    await deliver(
      app,
      ana,
      Array.from({ length: 8 }, () => ({ ...mail("Lease"), sentAt: new Date("2026-11-18T10:00:00Z") })),
    );
  return inTeam(ana, `areas/${area.id}/items?type=${type}`);
};

const messages = (query: string) => async (ana: Person) => {
  await deliver(
    app,
    ana,
    Array.from({ length: 8 }, (_, n) => ({
      ...mail(`Lease ${n}`),
      analysis: { ...analysis, uncertain: n % 2 === 0, dueDate: `2031-01-0${5 + (n % 3)}T09:00:00.000Z` },
    })),
  );
  return inTeam(ana, `messages?${query}`);
};

const orders = ["due", "-due", "title", "-title", "-quadrant", "assignee", "-assignee", "-status", "created"];
const lists: MovingList[] = [
  ...orders.map((sort) => ({
    name: `tasks ${sort}`,
    fill: async (ana: Person) => {
      await addTasks(ana, "Task ");
      return inTeam(ana, `tasks?sort=${sort}`);
    },
    move: (id: string) =>
      pool.query(
        sort.startsWith("-")
          ? `update tasks set title = 'A', status = 'new', urgency = 'urgent', due_date = '1999-01-01', assignee_id = null,
             created_at = '1999-01-01' where id = $1`
          : `update tasks set title = 'zz', status = 'resolved', urgency = 'not_urgent', importance = 'not_important',
             due_date = null, assignee_id = null, created_at = '2099-01-01' where id = $1`,
        [id],
      ),
  })),
  {
    name: "tasks, of which one is deleted for good",
    fill: async (ana) => {
      await addTasks(ana, "Task ");
      return inTeam(ana, "tasks?sort=title");
    },
    move: (id) => pool.query("delete from tasks where id = $1", [id]),
  },
  {
    name: "messages by due date",
    fill: messages("sort=due"),
    move: (id) =>
      pool.query(
        "update messages set ai_analysis = jsonb_set(ai_analysis, '{dueDate}', 'null') where id = $1",
        [id],
      ),
  },
  {
    name: "messages that require action",
    fill: messages("view=requires_action"),
    move: (id) =>
      pool.query(`update messages set ai_analysis = ai_analysis || '{"uncertain": true}' where id = $1`, [
        id,
      ]),
  },
  {
    name: "tasks of an area",
    fill: (ana) => inArea(ana, "task"),
    move: (id, ana) => ana.patch(`/api/tasks/${id}`, { status: "resolved", dueDate: null }),
  },
  {
    name: "messages of an area",
    fill: (ana) => inArea(ana, "message"),
    move: (id) => pool.query("delete from area_items where source_id = $1", [id]),
  },
  {
    name: "imports, of which one is deleted",
    fill: async (ana) => {
      await pool.query(
        `insert into imports (team_id, user_id, owner_address, status, files, created_at)
         select $1, $2, 'ana@example.com', 'ready', '[]', timestamptz '2026-11-01 09:00:00.123456' + n % 3 * interval '1 us'
         from generate_series(1, 8) n`,
        [ana.teamId, ana.user.id],
      );
      return inTeam(ana, "imports?");
    },
    move: (id, ana) => ana.delete(inTeam(ana, `imports/${id}`)),
  },
];

const takesOffset = (path: string): boolean => /\/(?:tasks|messages)\?/.test(path);

test.each(lists)(
  "BEY-18 $name: the next page goes on where the last one ended, although its last row has moved or left",
  async ({ fill, move }) => {
    const ana = await app.signIn();
    const path = await fill(ana);
    const read = async (address: string) => {
      const answer = await ana.get<{ id: string }[]>(address);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return { ids: answer.body.map(({ id }) => id), next: nextOf(answer) };
    };
    const all = await read(`${path}&limit=20`);
    expect(all).toEqual({ ids: expect.any(Array), next: undefined });
    expect(all.ids).toHaveLength(8);

    const listed: string[] = [];
    const offset = takesOffset(path) ? "&offset=0" : "";
    for (let address: string | undefined = `${path}&limit=3${offset}`; address; ) {
      const page = await read(address);
      listed.push(...page.ids);
      if (page.next) await move(page.ids.at(-1) as string, ana);
      address = page.next;
    }
    // A row that has moved behind the cursor may come once more.
    expect([...new Set(listed)]).toEqual(all.ids);
  },
);

test("BEY-18 an item that left its area still says where the list goes on", async () => {
  const ana = await app.signIn();
  const path = await inArea(ana, "message");
  const ids = async (query: string) =>
    (await ana.get<{ id: string }[]>(`${path}${query}`)).body.map(({ id }) => id);
  const all = await ids("");
  await pool.query("delete from area_items where source_id = $1", [all[2]]);
  expect(await ids(`&after=${all[2]}`)).toEqual(all.slice(3));
});

test("BEY-18 a message without a due date ends no list by due date in silence", async () => {
  const ana = await app.signIn();
  const path = await messages("sort=due")(ana);
  const [first] = (await ana.get<{ id: string }[]>(path)).body;
  await pool.query(
    "update messages set ai_analysis = jsonb_set(ai_analysis, '{dueDate}', 'null') where id = $1",
    [first?.id],
  );
  expect(await ana.get(`${path}&after=${first?.id}`)).toMatchObject({
    status: 409,
    body: {
      message: "This message has no due date any more. Follow the header `link` of its page, or start again.",
    },
  });
});

test("BEY-18 a cursor that isn't one of this list is refused with a sentence", async () => {
  const ana = await app.signIn();
  await addTasks(ana, "Task ");
  const { body } = await ana.get<{ id: string }[]>(inTeam(ana, "tasks?limit=1"));
  const refused = async (cursor: unknown) => {
    const text =
      typeof cursor === "string" ? cursor : Buffer.from(JSON.stringify(cursor)).toString("base64url");
    return ana.get(inTeam(ana, `tasks?sort=title&after=${body[0]?.id}&cursor=${text}`));
  };
  const id = body[0]?.id;
  for (const cursor of [
    ...["x", "", 7, null, [], ["a", null, "1"], {}],
    ...[
      ["a", null, "1", "x"],
      ["a", "soon", "1", id],
      ["a", null, "9".repeat(19), id],
      ["\0", null, "1", id],
      [7, null, "1", id],
    ],
  ])
    expect(await refused(cursor), JSON.stringify(cursor)).toMatchObject({
      status: 400,
      body: { message: "cursor: Take the next page's address as it is in the header `link`." },
    });
  expect((await refused(["a", null, "1", id])).status).toBe(200);
});
