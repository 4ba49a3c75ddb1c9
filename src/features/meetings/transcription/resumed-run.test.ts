import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { missingSpeechEngine, speechDataDir } from "../../../../test/speech/installed-engine";
import { type HeardSegment, startSpeechServer } from "../../../../test/stand-ins/speech-server";
import { dataFolder, onlyIf } from "../../../../test/support/only-if";
import { startTestApp } from "../../../../test/support/test-app";
import { engineFolder } from "../../speech/engine/engine-files";
import { wavOf } from "../../speech/engine/wav-file";
import type { Meeting } from "../contract";

const missing = await missingSpeechEngine();

/** A humming WAV file of 20 seconds without its end. */
const brokenOff = wavOf(
  Float32Array.from({ length: 20 * 16_000 }, (_, at) => 0.3 * Math.sin(at / 20)),
  16_000,
).subarray(0, 6 * 32_000);

/** The product with the installed engine, and a speech server that hears `segments` in everything. */
async function startHearing(segments: HeardSegment[], sound = brokenOff, name = "call.wav") {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-app-"));
  mkdirSync(dirname(engineFolder(dataDir)), { recursive: true });
  symlinkSync(engineFolder(speechDataDir), engineFolder(dataDir));
  const speech = await startSpeechServer(() => segments);
  const app = await startTestApp({ ...speech.settings, STT_ENGINE: "on", DATA_DIR: dataDir });
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/meetings/upload`;
  const sent = await ana.upload<Meeting>(path, [{ name, content: new Uint8Array(sound) }]);
  const { id } = sent.body;
  return {
    ...{ id, speech, pool: app.running.services.pool },
    transcribe: () => ana.post(`/api/meetings/${id}/transcribe`, {}),
    read: async () => (await ana.get<Meeting>(`/api/meetings/${id}`)).body,
  };
}

test("MEET-3 a crash after the last words forgets neither the length nor that the file breaks off", {
  ...onlyIf(missing === null, missing ?? ""),
}, async () => {
  const heard = [{ start: 0, end: 2, text: "Good morning, everybody." }];
  const { id, speech, pool, transcribe, read } = await startHearing(heard);
  await transcribe();
  const before = await read();
  expect(before).toMatchObject({ status: "partly_transcribed", error: expect.stringContaining("0:05") });

  // What the database holds after a crash between the last words and the part's length.
  await pool.query("update meeting_parts set seconds = null where meeting_id = $1", [id]);
  await pool.query("update meetings set status = 'transcribing', error = null where id = $1", [id]);
  await transcribe();
  expect(await read()).toEqual(before);
  expect(speech.calls).toHaveLength(1);
});

test("MEET-3 a file that breaks off before anything is heard isn't called partly transcribed", {
  ...onlyIf(missing === null, missing ?? ""),
}, async () => {
  const { transcribe, read } = await startHearing([]);
  await transcribe();
  expect(await read()).toMatchObject({
    ...{ status: "failed", hasAudio: true, transcript: null },
    error:
      "The recording breaks off at 0:05: the rest of its file is damaged or missing. Zippy heard no words before that.",
  });
});

const withData = missing ?? (dataFolder ? null : "EVAL_DATA isn't set to a folder with recordings");
test("MEET-3 a file that is damaged in the middle is partly transcribed, and says from which second on", {
  ...onlyIf(withData === null, withData ?? ""),
}, async () => {
  const sound = readFileSync(join(dataFolder ?? "", "speech", "formats", "jfk.ogg"));
  sound.fill(0, 20_000, 26_000);
  const heard = [{ start: 0, end: 2, text: "I will send the revised quote to Harbour Street." }];
  const { transcribe, read } = await startHearing(heard, sound, "call.ogg");
  await transcribe();
  expect(await read()).toMatchObject({
    ...{ status: "partly_transcribed", hasAudio: true, extractedTasks: [expect.anything()] },
    error:
      "Some of the recording can't be read, first at 0:05: its file is damaged there. What can be read is transcribed.",
  });
});
