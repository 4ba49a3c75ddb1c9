import WebSocket from "ws";
import type { Task } from "../src/features/tasks/contract";
import { median, report, times } from "./measure";
import { fillMessages, type Product } from "./product";

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
      text: `select id, team_id, channel, thread_key, sender, sender_address, subject, left(content, 10000) as content,
               length(content) > 10000 as content_cut, attachments, problem, status, ai_analysis, priority, created_at
             from messages where team_id = $1 and deleted_at is null
             order by created_at desc, id desc limit 50 offset 0`,
      values: [teamId],
    });
    bytes = JSON.stringify(rows).length;
  });
  if (bytes === 0) throw new Error("the bare page was empty");
  return median(measured);
}
