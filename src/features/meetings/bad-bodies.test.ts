import { expect, test } from "vitest";
import { startSpeechServer } from "../../../test/stand-ins/speech-server";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Meeting } from "./contract";

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
