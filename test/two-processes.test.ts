import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import WebSocket from "ws";
import type { Import } from "../src/features/imports/contract";
import type { Message } from "../src/features/inbox/contract";
import type { Meeting, MeetingPart } from "../src/features/meetings/contract";
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

test("MEET-2 pieces of a recording that reach both servers by turns make one sound, in order, each once", async () => {
  const ana = await first.signIn();
  const servers = [first.url, second.url];
  const post = async <T>(turn: number, path: string, body: unknown) => {
    const response = await fetch(`${servers[turn % 2]}${path}`, {
      method: "POST",
      headers: { cookie: ana.cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  const { body: meeting } = await post<Meeting>(0, `/api/teams/${ana.teamId}/meetings`, {
    ...{ title: "Weekly", status: "recording" },
  });
  // The beginning of a WebM file, so that its content says what it is.
  const head = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);
  const sounds = [head, ...Array.from({ length: 11 }, (_, n) => Buffer.from(`piece ${n + 1};`))];
  const part = randomUUID();
  const send = (turn: number, from: number, count = 1) =>
    post<{ received: number }>(turn, `/api/meetings/${meeting.id}/audio`, {
      ...{ part, format: "webm", from },
      pieces: sounds.slice(from, from + count).map((bytes, n) => ({
        ...{ data: bytes.toString("base64"), level: 20, until: from + n + 1 },
      })),
    });

  for (let n = 0; n < 6; n++) expect((await send(n, n)).body).toEqual({ received: n + 1 });
  // An answer was lost: the same piece again, at the other server, with the next one.
  expect((await send(0, 5, 2)).body).toEqual({ received: 7 });
  // One that overtakes another is refused with where to go on.
  expect((await send(1, 9)).body).toEqual({ received: 7 });
  // The same piece at both at once, and then the rest.
  for (let n = 7; n < 12; n++) {
    const both = await Promise.all([send(0, n), send(1, n)]);
    expect(both.map(({ status, body }) => [status, body.received])).toEqual([
      [200, n + 1],
      [200, n + 1],
    ]);
  }
  const { body: finished } = await post<Meeting>(1, `/api/meetings/${meeting.id}/finish`, {});
  expect(finished).toMatchObject({ status: "recorded", seconds: 12, hasAudio: true });

  const { body: parts } = await ana.get<MeetingPart[]>(`/api/meetings/${meeting.id}/parts`);
  expect(parts.map(({ id }) => id)).toEqual([part]);
  for (const server of servers) {
    const sound = await fetch(`${server}/api/meetings/${meeting.id}/audio/${part}`, {
      headers: { cookie: ana.cookie },
    });
    expect(Buffer.from(await sound.arrayBuffer()).equals(Buffer.concat(sounds))).toBe(true);
  }
});
