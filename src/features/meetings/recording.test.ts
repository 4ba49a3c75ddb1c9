import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type HeardSegment, startSpeechServer } from "../../../test/stand-ins/speech-server";
import { until } from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Meeting, MeetingItem, MeetingPart, MeetingSegment } from "./contract";

const heard: HeardSegment[] = [
  { start: 0, end: 4, text: "Good morning, everybody." },
  { start: 4, end: 10, text: "I will send the revised quote to Harbour Street by Friday." },
];
/** What the speech server answers next. */
let answer: () => HeardSegment[] | Promise<HeardSegment[]> = () => heard;
const speech = await startSpeechServer(() => answer());
const app = await startTestApp(speech.settings);
/** The same product without a speech engine. */
const silent = await startTestApp();

/** The beginning of a WebM file, so that its content says what it is. */
const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);

interface Outcome {
  status: string;
  tasks: MeetingItem[];
  message?: string;
}

const begin = async (person: Person) =>
  (
    await person.post<Meeting>(`/api/teams/${person.teamId}/meetings`, {
      title: "Weekly",
      status: "recording",
    })
  ).body;
const piece = (bytes: Buffer, until: number, level = 20) => ({
  data: bytes.toString("base64"),
  level,
  until,
});
const append = (person: Person, id: string, part: string, from: number, pieces: ReturnType<typeof piece>[]) =>
  person.post<{ received: number; message?: string }>(`/api/meetings/${id}/audio`, {
    ...{ part, format: "webm", from, pieces },
  });
const get = async (person: Person, id: string) => (await person.get<Meeting>(`/api/meetings/${id}`)).body;
const transcribe = (person: Person, id: string, body: object = {}) =>
  person.post<Outcome>(`/api/meetings/${id}/transcribe`, body);
const soundOf = async (person: Person, id: string) => {
  const { body: parts } = await person.get<MeetingPart[]>(`/api/meetings/${id}/parts`);
  const all = await Promise.all(
    parts.map((part) =>
      fetch(`${app.url}/api/meetings/${id}/audio/${part.id}`, { headers: { cookie: person.cookie } }),
    ),
  );
  return { parts, bytes: await Promise.all(all.map(async (one) => Buffer.from(await one.arrayBuffer()))) };
};

test("MEET-1 a recording needs a title", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/meetings`;
  for (const title of ["", "   ", undefined])
    expect(await ana.post(path, { title, status: "recording" })).toMatchObject({
      status: 400,
      body: { message: "title: Please enter a title for the meeting." },
    });
});

test("MEET-2 sound arrives piece by piece, in order, each once, however often it is sent", async () => {
  const ana = await app.signIn();
  const meeting = await begin(ana);
  expect(meeting).toMatchObject({ title: "Weekly", status: "recording", hasAudio: false });
  const part = randomUUID();
  const [a, b, c] = [webm, Buffer.from("second"), Buffer.from("third")];
  expect((await append(ana, meeting.id, part, 0, [piece(a, 1, 5)])).body).toEqual({ received: 1 });
  // The answer was lost, so the browser repeats what it sent, with one more.
  expect((await append(ana, meeting.id, part, 0, [piece(a, 1, 5), piece(b, 2, 35)])).body.received).toBe(2);
  // Nothing is skipped: the server says where to continue.
  expect((await append(ana, meeting.id, part, 5, [piece(c, 6)])).body).toEqual({ received: 2 });
  expect((await append(ana, meeting.id, part, 2, [piece(c, 3, 0)])).body).toEqual({ received: 3 });

  const { parts, bytes } = await soundOf(ana, meeting.id);
  expect(parts).toEqual([expect.objectContaining({ id: part, seconds: 3, levels: "5z0" })]);
  expect(bytes).toEqual([Buffer.concat([a, b, c])]);
  expect((await ana.post<Meeting>(`/api/meetings/${meeting.id}/finish`)).body).toMatchObject({
    ...{ status: "recorded", seconds: 3, hasAudio: true },
  });
  expect((await append(ana, meeting.id, part, 3, [piece(c, 4)])).status).toBe(409);
});

test("MEET-2 a second tab continues in a part of its own, and the first one is told", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  const [first, second] = [randomUUID(), randomUUID()];
  await append(ana, id, first, 0, [piece(webm, 1)]);
  // Vanished pieces don't become a hole: an unknown part begins with its first piece.
  expect((await append(ana, id, second, 3, [piece(webm, 4)])).body).toEqual({ received: 0 });
  expect((await append(ana, id, second, 0, [piece(webm, 2)])).body).toEqual({ received: 1 });
  expect((await append(ana, id, first, 1, [piece(webm, 2)])).body.message).toMatch(/another tab/);
  expect(await get(ana, id)).toMatchObject({ seconds: 3, status: "recording" });
});

test("MEET-2 only the person who records can add to it, finish it or delete it meanwhile", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const invitation = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.body.token}/accept`, {});
  const { id } = await begin(ana);
  const others = await transcribe(bo, id, { audioData: webm.toString("base64") });
  expect(others.status).toBe(409);
  expect((await soundOf(ana, id)).parts).toEqual([]);
  await append(ana, id, randomUUID(), 0, [piece(webm, 1)]);
  expect((await append(bo, id, randomUUID(), 0, [piece(webm, 1)])).status).toBe(403);
  expect((await bo.post(`/api/meetings/${id}/finish`)).status).toBe(403);
  expect((await bo.delete(`/api/meetings/${id}`)).status).toBe(403);
  expect((await ana.delete(`/api/meetings/${id}`)).status).toBe(200);
  expect((await append(ana, id, randomUUID(), 0, [piece(webm, 1)])).status).toBe(404);
});

test("MEET-2 a demo records, but can't fill the disk", async () => {
  const demo = await fetch(`${app.url}/api/demo`, { method: "POST" });
  const { teamId } = (await demo.json()) as { teamId: string };
  const cookie = demo.headers.get("set-cookie")?.split(";", 1)[0] as string;
  const post = async (path: string, body: object) => {
    const headers = { cookie, "content-type": "application/json" };
    const sent = await fetch(app.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: sent.status, body: (await sent.json()) as { id: string; message: string } };
  };
  const start = async () => (await post(`/api/teams/${teamId}/meetings`, { title: "Weekly" })).body.id;
  const id = await start();
  const part = randomUUID();
  const send = (from: number) =>
    post(`/api/meetings/${id}/audio`, { part, format: "webm", from, pieces: [piece(webm, from + 1)] });
  expect((await send(0)).status).toBe(200);
  await app.running.services.pool.query("update meeting_parts set size = $2 where id = $1", [
    part,
    50 * 1024 ** 2 - webm.length,
  ]);
  expect((await send(1)).status).toBe(200);
  expect(await send(2)).toMatchObject({ status: 403, body: { message: expect.stringContaining("50 MB") } });
  const whole = { audioData: webm.toString("base64") };
  expect((await post(`/api/meetings/${await start()}/transcribe`, whole)).status).toBe(403);
});

test("MEET-2 a demo never uses the configured speech server, which may cost money", async () => {
  const demo = await fetch(`${app.url}/api/demo`, { method: "POST" });
  const { teamId } = (await demo.json()) as { teamId: string };
  const headers = {
    cookie: demo.headers.get("set-cookie")?.split(";", 1)[0] as string,
    "content-type": "application/json",
  };
  const send = async (path: string, body: object) => {
    const sent = await fetch(app.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await sent.json()) as { id: string; status: string };
  };
  const calls = speech.calls.length;
  const { id } = await send(`/api/teams/${teamId}/meetings`, { title: "Weekly" });
  const outcome = await send(`/api/meetings/${id}/transcribe`, { audioData: webm.toString("base64") });
  expect(outcome.status).toBe("needs_transcript");
  const state = await fetch(`${app.url}/api/teams/${teamId}/speech`, { headers });
  expect(await state.json()).toMatchObject({ engine: null, server: null });
  // A run that finds it transcribing, as after a restart with other settings, sends nothing either.
  const { pool, transcribeMeeting } = app.running.services;
  await pool.query("update meetings set status = 'transcribing' where id = $1", [id]);
  await transcribeMeeting(teamId, id, new AbortController().signal);
  const { rows } = await pool.query("select status from meetings where id = $1", [id]);
  expect([rows, speech.calls.length]).toEqual([[{ status: "needs_transcript" }], calls]);
});

test("MEET-2 a team keeps as much sound as the settings allow, however it arrives", async () => {
  const small = await startTestApp({ ...speech.settings, TEAM_SOUND_LIMIT: "1" });
  const ana = await small.signIn();
  const { id } = await begin(ana);
  const part = randomUUID();
  const large = Buffer.concat([webm, Buffer.alloc(400_000, 7)]);
  expect((await append(ana, id, part, 0, [piece(large, 1), piece(large, 2)])).status).toBe(200);
  const refused = {
    status: 413,
    body: { message: expect.stringMatching(/at most 1 MB\. Delete the audio/) },
  };
  expect(await append(ana, id, part, 2, [piece(large, 3)])).toMatchObject(refused);
  const other = await begin(ana);
  expect(await transcribe(ana, other.id, { audioData: large.toString("base64") })).toMatchObject(refused);
  const form = new FormData();
  form.append("file", new Blob([large]), "call.webm");
  const upload = () =>
    fetch(`${small.url}/api/teams/${ana.teamId}/meetings/upload`, {
      ...{ method: "POST", headers: { cookie: ana.cookie }, body: form },
    });
  expect((await upload()).status).toBe(413);
  // What was recorded before is kept, and deleting sound makes room.
  expect((await transcribe(ana, id)).body.status).toBe("completed");
  expect((await ana.delete(`/api/meetings/${id}/audio`)).status).toBe(200);
  expect((await upload()).status).toBe(200);
});

test("MEET-2 a recording without sound can't be finished, and a full disk is said in a sentence", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  expect((await ana.post(`/api/meetings/${id}/finish`)).status).toBe(409);
  const { blobs } = app.running.services;
  const write = blobs.writeAt;
  blobs.writeAt = async () => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
  };
  const part = randomUUID();
  const full = await append(ana, id, part, 0, [piece(webm, 1)]);
  const sent = await transcribe(ana, id, { audioData: webm.toString("base64") });
  blobs.writeAt = write;
  expect(sent).toMatchObject({ status: 503, body: { message: expect.stringMatching(/disk is full/) } });
  expect(full).toMatchObject({ status: 503, body: { message: expect.stringMatching(/disk is full/) } });
  expect((await append(ana, id, part, 0, [piece(webm, 1)])).body).toEqual({ received: 1 });
});

test("MEET-3 transcribing sound in base64 answers with its tasks, and the meeting is completed", async () => {
  const ana = await app.signIn("Ana Berg");
  const { id } = await begin(ana);
  answer = () => heard;
  const { status, body } = await transcribe(ana, id, { audioData: webm.toString("base64"), format: "webm" });
  expect(status).toBe(200);
  expect((await ana.get(`/api/teams/${ana.teamId}/outside-calls`)).body).toEqual([
    expect.objectContaining({ purpose: "speech", subjectId: id, outcome: "answered" }),
  ]);
  expect(body).toMatchObject({ status: "completed", tasks: [{ title: expect.stringMatching(/quote/i) }] });
  expect(await get(ana, id)).toMatchObject({
    ...{ status: "completed", hasAudio: true, seconds: 10, error: null },
    transcript: heard.map(({ text }) => text).join("\n"),
  });
  const { body: segments } = await ana.get<MeetingSegment[]>(`/api/meetings/${id}/segments`);
  expect(segments.map(({ start, end }) => [start, end])).toEqual([
    [0, 4],
    [4, 10],
  ]);
});

test("MEET-3 a recording in two parts is transcribed on one time line", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  await append(ana, id, randomUUID(), 0, [piece(webm, 10)]);
  await append(ana, id, randomUUID(), 0, [piece(webm, 10)]);
  await ana.post(`/api/meetings/${id}/finish`);
  answer = () => heard;
  expect((await transcribe(ana, id)).body.status).toBe("completed");
  const { body: segments } = await ana.get<MeetingSegment[]>(`/api/meetings/${id}/segments`);
  expect(segments.map(({ start }) => start)).toEqual([0, 4, 10, 14]);
});

test("MEET-3 a failed transcription keeps the sound and can be tried again", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  answer = () => {
    throw new Error("broken");
  };
  expect((await transcribe(ana, id, { audioData: webm.toString("base64") })).body).toMatchObject({
    ...{ status: "failed", tasks: [] },
  });
  const failed = await get(ana, id);
  expect(failed).toMatchObject({ status: "failed", hasAudio: true });
  expect(failed.error).toMatch(/\.$/);
  answer = () => heard;
  expect((await transcribe(ana, id)).body.status).toBe("completed");
});

test("MEET-3 silence gives no task, and the meeting is completed", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  answer = () => [];
  const { body } = await transcribe(ana, id, { audioData: webm.toString("base64") });
  expect(body).toMatchObject({ status: "completed", tasks: [] });
});

test("MEET-3 a cancelled transcription stops at once, and can be started again", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  let release: (segments: HeardSegment[]) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const called = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  answer = () => {
    arrived();
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const running = transcribe(ana, id, { audioData: webm.toString("base64") });
  await called;
  expect((await get(ana, id)).status).toBe("transcribing");
  expect((await ana.post<Meeting>(`/api/meetings/${id}/cancel`)).body.status).toBe("recorded");
  expect((await running).body).toMatchObject({ status: "recorded", tasks: [] });
  release(heard);
  answer = () => heard;
  expect((await transcribe(ana, id)).body.status).toBe("completed");
});

test("MEET-3 sound that is empty or isn't sound is refused, and so is a meeting without any", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  expect((await transcribe(ana, id, { audioData: "" })).status).toBe(400);
  expect((await transcribe(ana, id, { audioData: Buffer.from("text").toString("base64") })).status).toBe(415);
  expect((await transcribe(ana, id)).status).toBe(409);
  const later = () => new Date(Date.now() + 60_000);
  const before = await app.running.services.blobs.unchangedSince("audio", later());
  expect((await transcribe(ana, randomUUID(), { audioData: webm.toString("base64") })).status).toBe(404);
  expect(await app.running.services.blobs.unchangedSince("audio", later())).toEqual(before);
});

test("MEET-3 without a speech engine the sound waits, and a transcript from elsewhere completes the meeting", async () => {
  const ana = await silent.signIn();
  const { id } = await begin(ana);
  const { body } = await transcribe(ana, id, { audioData: webm.toString("base64") });
  expect(body).toEqual({ status: "needs_transcript", tasks: [] });
  expect(await get(ana, id)).toMatchObject({ status: "needs_transcript", hasAudio: true });
  const data = Buffer.from("Ana: I will call the bank tomorrow.").toString("base64");
  const read = await ana.post<Meeting>(`/api/meetings/${id}/transcript`, { name: "notes.txt", data });
  expect(read.body).toMatchObject({ status: "completed", transcribedBy: "notes.txt", hasAudio: true });
});

test("MEET-3 a recording that waits for an engine is transcribed once there is one", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  await append(ana, id, randomUUID(), 0, [piece(webm, 10)]);
  answer = () => heard;
  await app.running.services.pool.query("update meetings set status = 'needs_transcript' where id = $1", [
    id,
  ]);
  await until(
    () => get(ana, id),
    ({ status }) => status === "completed",
  );
});

test("an uploaded recording or transcript becomes a meeting, and other files are refused", async () => {
  const ana = await app.signIn();
  const upload = (name: string, content: Buffer | string) =>
    ana.upload<Meeting & { message: string }>(`/api/teams/${ana.teamId}/meetings/upload`, [
      { name, content: typeof content === "string" ? content : new Uint8Array(content) },
    ]);
  expect((await upload("Board meeting.webm", webm)).body).toMatchObject({
    ...{ title: "Board meeting", status: "recorded", hasAudio: true },
  });
  expect((await upload("call.txt", "Ana: I will call the bank tomorrow.")).body).toMatchObject({
    ...{ title: "call", status: "completed", hasAudio: false },
  });
  expect((await upload("empty.webm", "")).status).toBe(400);
  // Text that calls itself sound is neither a recording nor a transcript.
  const text = await upload("board.mp3", "Ana: I will call the bank tomorrow.");
  const photo = await upload("photo.png", Buffer.from([0x89, 0x50, 0, 1, 2, 3]));
  expect(text).toMatchObject({ status: 415, body: { message: photo.body.message } });
  expect([photo.status, photo.body.message]).toEqual([
    415,
    expect.stringMatching(/a recording .+ or a transcript/),
  ]);
});

test("the sound is sent in ranges, only to its team, and can be deleted without the transcript", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const { id } = await begin(ana);
  answer = () => heard;
  await transcribe(ana, id, { audioData: webm.toString("base64") });
  const { body: parts } = await ana.get<MeetingPart[]>(`/api/meetings/${id}/parts`);
  const address = `${app.url}/api/meetings/${id}/audio/${parts[0]?.id}`;
  const listen = (person: Person | undefined, range?: string) =>
    fetch(address, { headers: { ...(person && { cookie: person.cookie }), ...(range && { range }) } });
  const some = await listen(ana, "bytes=2-5");
  expect([some.status, some.headers.get("content-range")]).toEqual([206, `bytes 2-5/${webm.length}`]);
  expect(Buffer.from(await some.arrayBuffer())).toEqual(webm.subarray(2, 6));
  expect((await listen(ana, "bytes=999999-")).status).toBe(416);
  expect([(await listen(eve)).status, (await listen(undefined)).status]).toEqual([404, 401]);

  const { rows } = await app.running.services.pool.query<{ blob: string }>(
    "select blob from meeting_parts where meeting_id = $1",
    [id],
  );
  const path = app.running.services.blobs.path(rows[0]?.blob as string);
  expect(readFileSync(path)).toEqual(webm);
  expect((await ana.delete<Meeting>(`/api/meetings/${id}/audio`)).body).toMatchObject({
    ...{ hasAudio: false, status: "completed", transcript: expect.stringContaining("quote") },
  });
  expect((await listen(ana)).status).toBe(404);
  expect(() => readFileSync(path)).toThrow();
});

test("a stored file that has vanished fails with a sentence", async () => {
  const ana = await app.signIn();
  const { id } = await begin(ana);
  await append(ana, id, randomUUID(), 0, [piece(webm, 1)]);
  const { rows } = await app.running.services.pool.query<{ blob: string }>(
    "select blob from meeting_parts where meeting_id = $1",
    [id],
  );
  // Emptied, as by a full disk or a restored backup.
  writeFileSync(app.running.services.blobs.path(rows[0]?.blob as string), "");
  const { body } = await transcribe(ana, id);
  expect(body).toMatchObject({ status: "failed" });
  expect((await get(ana, id)).error).toMatch(/\.$/);
});
