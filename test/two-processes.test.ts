import { expect, test } from "vitest";
import WebSocket from "ws";
import type { Import } from "../src/features/imports/contract";
import type { Message } from "../src/features/inbox/contract";
import { startTestApp } from "./support/test-app";

// Both share one database and one data folder. The first only serves requests; the second also runs jobs.
const first = await startTestApp({ ROLE: "web" });
const second = await startTestApp({ DATABASE_URL: first.databaseUrl, DATA_DIR: first.dataDir });

test("LIVE-1 a change made through one server reaches clients of the other", async () => {
  const ana = await first.signIn();
  const socket = new WebSocket(`${second.url.replace("http", "ws")}/ws`, { headers: { cookie: ana.cookie } });
  const heard: { type: string; id?: string }[] = [];
  socket.on("message", (data) => heard.push(JSON.parse(String(data))));
  const until = async (type: string) => {
    while (!heard.some((message) => message.type === type))
      await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "authenticate", userId: ana.user.id, teamId: ana.teamId }));
  socket.send(JSON.stringify({ type: "subscribe_team", teamId: ana.teamId }));
  await until("subscribed");

  const task = await ana.buildTask();
  await until("task_created");
  expect(heard.find(({ type }) => type === "task_created")?.id).toBe(task.id);

  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await ana.post("/api/logout", {});
  expect(await closed).toBe(1000);
});

test("an import started on a web-only server is run once by the worker", async () => {
  const ana = await first.signIn();
  const mails = [1, 2, 3].map(
    (n) =>
      `From: Bo <bo@example.org>\nSubject: ${n}\nDate: Mon, 16 Nov 2026 09:00:00 +0000\nMessage-ID: <${n}@x>\n\nPlease call.\n`,
  );
  const { body: counted } = await ana.upload<Import>(
    `/api/teams/${ana.teamId}/imports`,
    mails.map((content, n) => ({ name: `${n}.eml`, content })),
  );
  const path = `/api/teams/${ana.teamId}/imports/${counted.id}`;
  await ana.post(`${path}/start`);
  let state = counted;
  while (state.status !== "completed" && state.status !== "failed") {
    await new Promise((resolve) => setTimeout(resolve, 30));
    state = (await ana.get<Import>(path)).body;
  }
  expect(state).toMatchObject({ status: "completed", stored: 3, processed: 3 });
  expect((await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body).toHaveLength(3);
});
