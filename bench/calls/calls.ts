import type { Client } from "pg";
import WebSocket from "ws";
import type { Task } from "../../src/features/tasks/contract";
import { median, report, times } from "../measure";
import { fillMessages, type Product } from "../product";

/** Creates and moves tasks over HTTP with one client, one call after another. */
export async function measureTaskCalls({ person }: Product): Promise<void> {
  const created: string[] = [];
  const create = await times(300, async (run) => {
    const { body } = await person.post<Task>(`/api/teams/${person.teamId}/tasks`, { title: `Task ${run}` });
    created.push(body.id);
  });
  const move = await times(300, async (run) => {
    const urgency = run % 2 ? "urgent" : "not_urgent";
    const { status } = await person.patch(`/api/tasks/${created[Math.abs(run) % created.length]}`, {
      urgency,
      importance: run % 3 ? "important" : "not_important",
    });
    if (status !== 200) throw new Error(`the move returned ${status}`);
  });
  const p50 = { create: median(create), move: median(move) };
  report({
    measure: "create task, HTTP p50",
    value: p50.create,
    unit: "ms",
    goal: "≤ 5 ms",
    met: p50.create <= 5,
  });
  report({ measure: "move task, HTTP p50", value: p50.move, unit: "ms", goal: "≤ 6 ms", met: p50.move <= 6 });
}

/** From sending a write in one client to its event in another. */
export async function measureLiveEvent({ person, server }: Product): Promise<void> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`, {
    headers: { cookie: person.cookie },
  });
  let heard = (): void => undefined;
  const next = (type: string) =>
    new Promise<void>((resolve) => {
      heard = resolve;
      socket.removeAllListeners("message");
      socket.on("message", (data) => {
        if (JSON.parse(String(data)).type === type) heard();
      });
    });
  await new Promise((resolve) => socket.once("open", resolve));
  const subscribed = next("subscribed");
  socket.send(JSON.stringify({ type: "authenticate", userId: person.user.id, teamId: person.teamId }));
  socket.send(JSON.stringify({ type: "subscribe_team", teamId: person.teamId }));
  await subscribed;
  const delays = await times(200, async () => {
    const event = next("task_created");
    await Promise.all([event, person.post(`/api/teams/${person.teamId}/tasks`, { title: "Live" })]);
  });
  socket.close();
  const p50 = median(delays);
  report({
    measure: "write in one client → event in another, p50",
    value: p50,
    unit: "ms",
    goal: "≤ 10 ms",
    met: p50 <= 10,
  });
}

/**
 * The first page of 50 messages, with 1,000 and with 100,000 in the team, next to the same SELECT on a bare
 * connection.
 */
export async function measureFirstPage(product: Product): Promise<void> {
  const client = await product.connect();
  const { person } = product;
  const page = async (): Promise<number> => {
    const path = `/api/teams/${person.teamId}/messages?limit=50&offset=0`;
    return median(
      await times(200, async () => {
        const { body } = await person.get<unknown[]>(path);
        if (body.length !== 50) throw new Error(`the page contained ${body.length} messages`);
      }),
    );
  };
  await fillMessages(client, person.teamId, 1000);
  const small = await page();
  await client.query("delete from messages where team_id = $1", [person.teamId]);
  await fillMessages(client, person.teamId, 100_000);
  const large: number[] = [];
  const bare: number[] = [];
  // Alternate, so that a slow moment of the machine affects both.
  for (let turn = 0; turn < 3; turn++) {
    large.push(await page());
    bare.push(await barePage(client, person.teamId));
  }
  const growth = median(large) / small;
  const overhead = median(large) / median(bare);
  report({
    measure: "first page of 50 messages, HTTP p50, 100,000 in the team",
    value: median(large),
    unit: "ms",
    ratio: growth,
    against: `the same with 1,000 in the team (${small.toFixed(2)} ms)`,
    goal: "ratio ≤ 1.2",
    met: growth <= 1.2,
  });
  report({
    measure: "first page of 50 messages, HTTP p50, compared with its SELECT",
    value: median(large),
    unit: "ms",
    ratio: overhead,
    against: `the same SELECT on a bare connection plus JSON.stringify (${median(bare).toFixed(2)} ms)`,
    goal: "ratio ≤ 4",
    met: overhead <= 4,
  });
  await client.query("delete from messages where team_id = $1", [person.teamId]);
  await client.end();
}

async function barePage(client: Awaited<ReturnType<Product["connect"]>>, teamId: string): Promise<number> {
  let bytes = 0;
  const measured = await times(200, async () => {
    const { rows } = await client.query({
      name: "bare-page",
      text: `select id, team_id, channel, thread_key, sender, sender_address, subject, case when octet_length(content) <= 10000 then content else left(content, 10000) end as content,
               octet_length(content) > 10000 and length(content) > 10000 as content_cut, attachments, problem, status, ai_analysis, priority, created_at
             from messages where team_id = $1 and deleted_at is null
             order by created_at desc, id desc limit 50 offset 0`,
      values: [teamId],
    });
    bytes = JSON.stringify(rows).length;
  });
  if (bytes === 0) throw new Error("the bare page was empty");
  return median(measured);
}

/** Facts of a year: 60,000 messages received, of which a third resolved, and 20,000 tasks made and completed. */
async function fillYear(client: Client, teamId: string, userId: string): Promise<void> {
  await fillMessages(client, teamId, 60_000);
  const messages = `select id, row_number() over (order by id) as n from messages where team_id = $1`;
  const spread = `now() - (n * interval '8 minutes')`;
  await client.query(
    `update messages m set created_at = now() - (o.n * interval '8 minutes'),
       status = case when o.n % 3 = 0 then 'resolved' else 'new' end from (${messages}) o where o.id = m.id`,
    [teamId],
  );
  await client.query(
    `insert into events (team_id, type, subject_id, at) select $1, 'message_received', id, ${spread} from (${messages}) o`,
    [teamId],
  );
  await client.query(
    `insert into events (team_id, user_id, type, subject_id, at)
     select $1, $2, 'message_resolved', id, ${spread} + interval '40 minutes' from (${messages}) o where n % 3 = 0`,
    [teamId, userId],
  );
  await client.query(
    `with made as (insert into tasks (team_id, title, status) select $1, 'Task', 'resolved' from generate_series(1, 20000) returning id),
       numbered as (select id, row_number() over () as n from made)
     insert into events (team_id, user_id, type, subject_id, at)
     select $1, $2, type, id, now() - n * interval '26 minutes' from numbered, unnest(array['task_created', 'task_completed']) type
     where type = 'task_completed' or n % 100 = 0`,
    [teamId, userId],
  );
  await client.query("vacuum analyze");
}

/** The figures of a year, and a call with an access token beside the same with a session. */
export async function measureForMachines(product: Product): Promise<void> {
  const { person, server } = product;
  const client = await product.connect();
  await fillYear(client, person.teamId, person.user.id);
  const { rows } = await client.query("select count(*)::int as facts from events where team_id = $1", [
    person.teamId,
  ]);
  await client.end();
  const path = `/api/teams/${person.teamId}/analytics`;
  const summary = median(
    await times(50, async () => {
      const { status } = await person.get(`${path}/summary`);
      if (status !== 200) throw new Error(`the summary returned ${status}`);
    }),
  );
  report({
    measure: `analytics of a year (${rows[0].facts} facts), HTTP p50`,
    value: summary,
    unit: "ms",
    goal: "≤ 100 ms",
    met: summary <= 100,
  });
  const made = await person.post<{ token: string }>(`/api/teams/${person.teamId}/access-tokens`, {
    name: "Bench",
    areas: ["tasks"],
  });
  const tasks = `${server.url}/api/teams/${person.teamId}/tasks?limit=20`;
  const call = (headers: Record<string, string>) => async () => {
    const response = await fetch(tasks, { headers });
    if (!response.ok) throw new Error(`the call returned ${response.status}`);
    await response.arrayBuffer();
  };
  const [bySession, byToken]: [number[], number[]] = [[], []];
  // Alternating, so that both meet the same machine.
  for (let round = 0; round < 5; round++) {
    bySession.push(...(await times(40, call({ cookie: person.cookie }))));
    byToken.push(...(await times(40, call({ authorization: `Bearer ${made.body.token}` }))));
  }
  const ratio = median(byToken) / median(bySession);
  report({
    measure: "a call with an access token, HTTP p50",
    value: median(byToken),
    unit: "ms",
    ratio,
    against: "the same call by session",
    goal: "≤ 1.2 ×",
    met: ratio <= 1.2,
  });
}
