import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atEnd } from "../../../test/support/at-end";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Meeting } from "./contract";

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const heard = JSON.stringify({
  segments: [{ start: 0, end: 3, text: "I will send the revised quote to Harbour Street by Friday." }],
});
/** What the speech server answers next, one after the other; the last one stays. */
let answers: Answer[] = [];
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    const { status, body, headers } = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
    response.writeHead(status, headers).end(body);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
atEnd(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
const { port } = server.address() as AddressInfo;
const app = await startTestApp({ STT_BASE_URL: `http://127.0.0.1:${port}/v1`, UPLOAD_LIMIT: "1" });

const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);

async function upload(person: Person, bytes: Buffer) {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "call.webm");
  const headers = { cookie: person.cookie };
  const path = `${app.url}/api/teams/${person.teamId}/meetings/upload`;
  const sent = await fetch(path, { method: "POST", headers, body: form });
  return { status: sent.status, body: (await sent.json()) as Meeting & { message: string } };
}

async function outcomeOf(person: Person, given: Answer[]): Promise<Meeting> {
  answers = given;
  const { id } = (await upload(person, webm)).body;
  await person.post(`/api/meetings/${id}/transcribe`, {});
  return (await person.get<Meeting>(`/api/meetings/${id}`)).body;
}

test.each([
  ["nonsense", { status: 200, body: "<html>Sign in to the network</html>" }],
  ["429", { status: 429, body: "{}", headers: { "retry-after": "0" } }],
  ["500", { status: 500, body: "boom" }],
])("MEET-3 a speech server that answers %s leaves the sound, a sentence and no task", async (_, answer) => {
  const meeting = await outcomeOf(await app.signIn(), [answer]);
  expect(meeting).toMatchObject({ status: "failed", hasAudio: true, transcript: null, extractedTasks: [] });
  expect(meeting.error).toMatch(/^The speech server .+\.$/);
});

test("MEET-3 a busy speech server is asked again after the time it names", async () => {
  const busy = { status: 429, body: "{}", headers: { "retry-after": "1" } };
  const meeting = await outcomeOf(await app.signIn(), [busy, { status: 200, body: heard }]);
  expect(meeting).toMatchObject({ status: "completed", error: null });
  expect(meeting.extractedTasks).toHaveLength(1);
  expect(answers).toHaveLength(1);
});

test("MEET-3 an upload to a full disk is refused with a sentence, and can be repeated", async () => {
  const ana = await app.signIn();
  const { blobs } = app.running.services;
  const { write } = blobs;
  blobs.write = async () => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  };
  const refused = await upload(ana, webm);
  blobs.write = write;
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringMatching(/disk is full/) } });
  expect((await ana.get<Meeting[]>(`/api/teams/${ana.teamId}/meetings`)).body).toEqual([]);
  expect((await upload(ana, webm)).status).toBe(200);
});

test("MEET-3 a file that is too large is refused with a sentence, and nothing of it is kept", async () => {
  const ana = await app.signIn();
  const blobs = () => readdirSync(join(app.dataDir, "blobs"), { recursive: true }).map(String);
  const before = blobs().sort();
  const refused = await upload(ana, Buffer.concat([webm, Buffer.alloc(1_200_000, 7)]));
  expect(refused).toMatchObject({ status: 413, body: { message: "A file may have at most 1 MB." } });
  expect(blobs().sort()).toEqual(before);
  expect((await ana.get<Meeting[]>(`/api/teams/${ana.teamId}/meetings`)).body).toEqual([]);
});
