import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startSpeechServer } from "../../../test/stand-ins/speech-server";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Meeting, MeetingPart } from "./contract";

const heard = [{ start: 0, end: 4, text: "I will send the revised quote to Harbour Street by Friday." }];
const speech = await startSpeechServer(() => heard);
const app = await startTestApp({ ...speech.settings, STT_UPLOAD_LIMIT: "60" });

const mega = 1024 ** 2;
/** A WebM file of this size, so that its content says what it is. */
const webm = (size: number) =>
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(size - 4, 7)]);
const begin = async (person: Person) =>
  (await person.post<Meeting>(`/api/teams/${person.teamId}/meetings`, { title: "Weekly" })).body.id;
const transcribe = async (person: Person, sound: Buffer) => {
  const id = await begin(person);
  const body = { audioData: sound.toString("base64"), format: "webm" };
  return {
    id,
    ...(await person.post<Meeting & { message: string }>(`/api/meetings/${id}/transcribe`, body)),
  };
};

test("MEET-3 a body of up to 64 MB is transcribed, and a larger one is refused with a sentence", async () => {
  const ana = await app.signIn();
  const sound = webm(48 * mega - 100);
  const whole = await transcribe(ana, sound);
  expect(whole).toMatchObject({ status: 200, body: { status: "completed" } });
  expect(speech.calls.at(-1)?.includes(sound.subarray(0, 1000))).toBe(true);
  const larger = await transcribe(ana, webm(48 * mega + 100));
  expect(larger).toMatchObject({ status: 413, body: { message: expect.stringMatching(/^[A-Z].*\.$/) } });
  expect((await ana.get<Meeting>(`/api/meetings/${larger.id}`)).body).toMatchObject({
    ...{ status: "recording", hasAudio: false, extractedTasks: [] },
  });
});

test("MEET-3 a transcript of 10 MB is read, and a larger one is refused with a sentence", async () => {
  const ana = await app.signIn();
  const line = `Bo: ${"We talked about the harbour wall for a while. ".repeat(20)}\n`;
  const add = (text: string) =>
    ana.post<Meeting & { message: string }>(`/api/teams/${ana.teamId}/meetings/transcript`, {
      ...{ title: "Weekly", name: "weekly.txt", data: Buffer.from(text).toString("base64") },
    });
  const most = line.repeat(Math.floor((10 * mega) / line.length));
  expect(await add(most)).toMatchObject({ status: 200, body: { status: "completed" } });
  const refused = await add(most + line.repeat(1200));
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.body.message).toMatch(/10 MB/);
});

test("MEET-3 broken times and another encoding lose no words, and make no task out of nothing", async () => {
  const ana = await app.signIn();
  const read = async (text: Buffer) => {
    const { body } = await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings/transcript`, {
      ...{ name: "weekly.vtt", data: text.toString("base64") },
    });
    return body;
  };
  const broken =
    "WEBVTT\n\n00:99:77.x --> 25\nBo: Good morning.\n\n00:00:05.000 --> 00:00:01.000\nAnn: Größe.\n";
  for (const bytes of [
    Buffer.from(broken),
    Buffer.from(`\ufeff${broken}`, "utf16le"),
    Buffer.from(broken, "latin1"),
  ]) {
    const meeting = await read(bytes);
    expect(meeting).toMatchObject({ status: "completed", extractedTasks: [] });
    expect(meeting.transcript).toContain("Good morning.");
    expect(meeting.transcript).toContain("Größe.");
  }
});

const piece = (bytes: Buffer, until: number) => ({ data: bytes.toString("base64"), level: 20, until });
const append = (person: Person, id: string, part: string, from: number, pieces: ReturnType<typeof piece>[]) =>
  person.post<{ received: number }>(`/api/meetings/${id}/audio`, {
    ...{ part, format: "webm", from, pieces },
  });

test("MEET-3 API-3 another team's meeting is missing, also for sound that can't be read", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const meeting = await begin(ana);
  const sent = { audioData: "AAAA", format: "webm" };
  expect((await ana.post(`/api/meetings/${meeting}/transcribe`, sent)).status).toBe(415);
  const { status, body } = await eve.post(`/api/meetings/${meeting}/transcribe`, sent);
  expect({ status, body }).toEqual({
    status: 404,
    body: { message: "Meeting not found.", code: "not_found" },
  });
});

test("MEET-2 API-3 a part of another meeting or team is neither written nor taken over", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const [meeting, other, foreign] = [await begin(ana), await begin(ana), await begin(eve)];
  const part = randomUUID();
  const begun = webm(2000);
  await append(ana, meeting, part, 0, [piece(begun, 1)]);
  const others = [
    [ana, other],
    [eve, foreign],
  ] as const;
  for (const [person, id] of others) {
    expect((await append(person, id, part, 0, [piece(begun, 1)])).status).toBe(409);
    expect((await append(person, id, part, 1, [piece(begun, 1)])).body.received).toBe(0);
  }
  expect((await append(ana, meeting, part, 1, [piece(Buffer.from("next"), 2)])).body.received).toBe(2);
  const { body: parts } = await ana.get<MeetingPart[]>(`/api/meetings/${meeting}/parts`);
  expect(parts).toMatchObject([{ id: part, size: begun.length + "next".length }]);
  for (const [person, id] of others) expect((await person.get(`/api/meetings/${id}/parts`)).body).toEqual([]);
});

test("MEET-2 a recording has at most a day of pieces and a thousand parts, also if they are empty", async () => {
  const ana = await app.signIn();
  const id = await begin(ana);
  const { pool } = app.running.services;
  const part = randomUUID();
  const empty = piece(Buffer.alloc(0), 1);
  await append(ana, id, part, 0, [empty]);
  await pool.query("update meeting_parts set pieces = 99999 where id = $1", [part]);
  expect((await append(ana, id, part, 99_999, [empty])).body.received).toBe(100_000);
  // The code of a full team would make the browser send the rest for ever.
  const refused = { status: 409, body: { message: expect.stringMatching(/a day of sound/) } };
  expect(await append(ana, id, part, 100_000, [empty])).toMatchObject(refused);
  await pool.query(
    `insert into meeting_parts (id, meeting_id, team_id, position, blob, format)
     select gen_random_uuid(), $1, $2, n, 'none', 'webm' from generate_series(1, 999) n`,
    [id, ana.teamId],
  );
  expect(await append(ana, id, randomUUID(), 0, [empty])).toMatchObject(refused);
});
