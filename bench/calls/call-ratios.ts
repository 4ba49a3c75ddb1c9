import { Agent, request } from "node:http";
import type { Task } from "../../src/features/tasks/contract";
import { median, report, times } from "../measure";
import { fillMessages, type Product } from "../product";
import { startBareRoute } from "./bare-route";

const rounds = 6;
const runs = 60;
const messages = 10_000;

/**
 * What the product adds to a query, as ratios of one run: a signed-in read beside a bare Fastify route with the same
 * query, tasks created and moved beside that read, and the first page of messages beside the same bare route. The
 * bare route's INSERT with its commit is the least that a change could cost.
 */
export async function measureCallRatios(product: Product): Promise<void> {
  const { person, server, databaseUrl } = product;
  const client = await product.connect();
  await fillMessages(client, person.teamId, messages);
  await client.end();
  const bare = await startBareRoute("bench/calls/bare-calls.ts", databaseUrl);
  try {
    const create = () => person.post<Task>(`/api/teams/${person.teamId}/tasks`, { title: "Call Bo" });
    const { body: task } = await create();
    const headers = { cookie: person.cookie };
    const send = (method: string, path: string, body?: object) =>
      call(server.url, method, path, { ...headers, origin: server.url }, body);
    const page = `/api/teams/${person.teamId}/messages?limit=50&offset=0`;
    const measured: Record<string, number[]> = {};
    const add = async (name: string, work: (run: number) => Promise<unknown>) => {
      measured[name] = [...(measured[name] ?? []), ...(await times(runs, work))];
    };
    // In turns, so that a slow moment of the machine meets all of them.
    for (let round = 0; round < rounds; round++) {
      await add("bare", () => call(bare.url, "GET", `/api/tasks/${task.id}`, {}));
      await add("read", () => send("GET", `/api/tasks/${task.id}`));
      await add("bareCreate", () =>
        call(bare.url, "POST", `/api/teams/${person.teamId}/tasks`, {}, { title: "Call Bo" }),
      );
      await add("create", () => send("POST", `/api/teams/${person.teamId}/tasks`, { title: "Call Bo" }));
      await add("move", (run) =>
        send("PATCH", `/api/tasks/${task.id}`, { urgency: run % 2 ? "urgent" : "not_urgent" }),
      );
      await add("barePage", () => call(bare.url, "GET", page, {}));
      await add("page", () => send("GET", page));
    }
    const p50 = (name: string) => median(measured[name] ?? []);
    const ratio = (measure: string, name: string, against: [name: string, words: string]) => {
      const value = p50(name) / p50(against[0]);
      report({
        ...{ measure, value: p50(name), unit: "ms", ratio: value, goal: "≤ 2 ×", met: value <= 2 },
        against: `${against[1]} (${p50(against[0]).toFixed(2)} ms)`,
      });
    };
    ratio("signed-in read, HTTP p50", "read", ["bare", "the same query on a bare Fastify route"]);
    ratio("task created, HTTP p50, beside a read", "create", ["read", "a signed-in read"]);
    ratio("task moved, HTTP p50, beside a read", "move", ["read", "a signed-in read"]);
    ratio("task created, HTTP p50, beside a bare INSERT", "create", [
      "bareCreate",
      "an INSERT of a task with its commit on a bare Fastify route",
    ]);
    ratio("first page of messages, HTTP p50, beside a bare route", "page", [
      "barePage",
      "the same SELECT on a bare Fastify route",
    ]);
  } finally {
    bare.stop();
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One call over a kept connection, read to its end; a client as bare as the routes. */
function call(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<void> {
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { agent, method, headers: { ...headers, ...(text && { "content-type": "application/json" }) } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${method} ${path}: ${response.statusCode}`));
        response.once("end", resolve).resume();
      },
    );
    sent.once("error", reject).end(text);
  });
}
