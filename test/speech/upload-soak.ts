import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, inject, test } from "vitest";
import type { Meeting } from "../../src/features/meetings/contract";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { atEnd } from "../support/at-end";
import { templateDatabase, withDatabase } from "../support/databases";
import { dataFolder, onlyIf } from "../support/only-if";
import { type Person, signIn } from "../support/person";
import { type ServerProcess, startServerProcess } from "../support/server-process";
import { missingSpeechEngine, speechDataDir } from "./installed-engine";
import { clipsIn } from "./shuffled-clips";
import { wordsOf, wrongWords } from "./wrong-words";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const size = 500 * 1000 ** 2;
const rate = 96_000;
/** Bytes of a second: two channels of 16 bits. */
const second = rate * 4;
/** How often a clip is said, spread over the recording. */
const times = 20;

/** A WAV file of 500 MB (22 minutes) piece by piece: a clip, again and again between long silences. */
function* largeRecording(clip: Float32Array): Generator<Buffer> {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(size - 8, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(second, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(size - 44, 40);
  yield header;
  const often = rate / 16_000;
  const said = Buffer.alloc(clip.length * often * 4);
  for (let at = 0; at < clip.length * often; at++) {
    const value = Math.round(clip[Math.floor(at / often)]! * 32_767);
    said.writeInt16LE(value, at * 4);
    said.writeInt16LE(value, at * 4 + 2);
  }
  const part = Math.floor((size - 44) / times / 4) * 4;
  let sent = 44;
  for (let n = 0; n < times; n++) {
    const end = n === times - 1 ? size : sent + part;
    yield said;
    sent += said.length;
    while (sent < end) {
      const silence = Buffer.alloc(Math.min(second, end - sent));
      yield silence;
      sent += silence.length;
    }
  }
}

/** Uploads without keeping the file in this process. */
async function upload(server: ServerProcess, person: Person, pieces: Iterable<Buffer>) {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="long.wav"\r\ncontent-type: audio/wav\r\n\r\n`;
  const sending = request(`${server.url}/api/teams/${person.teamId}/meetings/upload`, {
    method: "POST",
    headers: { cookie: person.cookie, "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<{ status: number; body: Meeting & { message: string } }>((resolve, reject) => {
    sending.once("error", reject);
    sending.once("response", async (response) => {
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
  });
  function* body(): Generator<Buffer> {
    yield Buffer.from(head);
    yield* pieces;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const sent = pipeline(Readable.from(body()), sending);
  // A refused upload is answered before it is all sent.
  sent.catch(() => undefined);
  return answered;
}

/** The most memory that a process has had so far (megabytes). */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

test("MEET-3 500 MB of sound are uploaded and transcribed in bounded memory, and refused where that is too much", {
  ...onlyIf(
    missing === null && process.platform === "linux",
    missing ?? "it reads the memory of processes from /proc",
  ),
  timeout: 1_800_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-soak-upload-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(dirname(engineFolder(dataDir)), { recursive: true });
  symlinkSync(engineFolder(speechDataDir), engineFolder(dataDir));
  const name = `soak_${randomUUID().replaceAll("-", "")}`;
  const settings = { DATABASE_URL: await withDatabase(inject("postgresUrl"), name, templateDatabase) };
  const [clip] = clipsIn(join(dataFolder!, "speech", "librivox"));
  const server = await startServerProcess(dataDir, settings);
  atEnd(() => server.kill("SIGTERM"));
  const person = await signIn(server.url, "Ana Berg");
  const before = peakOf(server.pid);
  const began = performance.now();
  const { status, body } = await upload(server, person, largeRecording(clip!.samples));
  const took = (performance.now() - began) / 1000;
  expect([status, body.status, body.hasAudio]).toEqual([200, "recorded", true]);
  const uploaded = peakOf(server.pid);

  const get = async () => (await person.get<Meeting>(`/api/meetings/${body.id}`)).body;
  void person.post(`/api/meetings/${body.id}/transcribe`, {}).catch(() => undefined);
  const patience = { timeout: 1_500_000, interval: 500 };
  await expect.poll(async () => (await get()).status, patience).toBe("completed");
  const said = Array.from({ length: times }, () => clip!.said).join(" ");
  const { transcript, seconds } = await get();
  expect(Math.round(seconds ?? 0)).toBe(Math.round((size - 44) / second));
  expect(wrongWords(transcript ?? "", said) / wordsOf(said).length).toBeLessThanOrEqual(0.15);
  const peak = peakOf(server.pid);
  process.stdout.write(
    `500 MB in ${took.toFixed(1)} s; peak memory of the server: ${Math.round(before)} MB before, ` +
      `${Math.round(uploaded)} MB after the upload, ${Math.round(peak)} MB after the transcription\n`,
  );
  expect(peak - before).toBeLessThan(150);

  await server.kill("SIGTERM");
  const small = await startServerProcess(dataDir, { ...settings, UPLOAD_LIMIT: "400" });
  atEnd(() => small.kill("SIGTERM"));
  const refused = await upload(small, person, largeRecording(clip!.samples));
  expect(refused).toMatchObject({ status: 413, body: { message: "A file may have at most 400 MB." } });
  const sizes = readdirSync(join(dataDir, "blobs")).map(
    (file) => statSync(join(dataDir, "blobs", file)).size,
  );
  expect(sizes).toEqual([size]);
});

test("MEET-2 three hours of recording, second by second, take bounded memory", {
  ...onlyIf(process.platform === "linux", "it reads the memory of processes from /proc"),
  timeout: 900_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-soak-hours-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const name = `soak_${randomUUID().replaceAll("-", "")}`;
  const settings = { DATABASE_URL: await withDatabase(inject("postgresUrl"), name, templateDatabase) };
  const server = await startServerProcess(dataDir, settings);
  atEnd(() => server.kill("SIGTERM"));
  const person = await signIn(server.url, "Ana Berg");
  const path = `/api/teams/${person.teamId}/meetings`;
  const { id } = (await person.post<Meeting>(path, { title: "Long" })).body;
  const part = randomUUID();
  const data = Buffer.alloc(6000, 7).toString("base64");
  const hours = 3 * 3600;
  const send = async (from: number, count: number) => {
    const pieces = Array.from({ length: count }, (_, n) => ({ data, level: 20, until: from + n + 1 }));
    const body = { part, format: "webm", from, pieces };
    expect((await person.post(`/api/meetings/${id}/audio`, body)).body).toEqual({ received: from + count });
  };
  // The first minutes one by one, as the recorder sends them; then as after a lost connection.
  let sent = 0;
  for (; sent < 300; sent++) await send(sent, 1);
  const before = peakOf(server.pid);
  for (; sent < hours; sent += 30) await send(sent, 30);
  const peak = peakOf(server.pid);
  process.stdout.write(
    `three hours: ${Math.round(before)} MB after five minutes, ${Math.round(peak)} MB at most\n`,
  );
  expect(peak - before).toBeLessThan(150);
  const { body } = await person.post<Meeting>(`/api/meetings/${id}/finish`);
  expect(body).toMatchObject({ status: "recorded", seconds: hours });
});
