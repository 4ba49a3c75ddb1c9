import { expect, test } from "vitest";
import { startSpeechServer } from "../../../../test/stand-ins/speech-server";
import { startTestApp } from "../../../../test/support/test-app";
import type { Meeting } from "../contract";
import { sweepTranscriptions } from "../jobs";
import { unfinishedMeetings } from "../unfinished";

const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);

test("MEET-3 a stop ends the transcription under way, and begins none of the others that wait", async () => {
  let called: () => void = () => undefined;
  const firstCall = new Promise<void>((resolve) => {
    called = resolve;
  });
  const speech = await startSpeechServer(() => {
    called();
    // The first says nothing for as long as it lasts. Another one would be done at once.
    return speech.calls.length === 1 ? new Promise<never>(() => undefined) : [];
  });
  // No work of its own: the sweep here is the only one.
  const app = await startTestApp({ ...speech.settings, ROLE: "web" });
  const { db, pool, speech: service, transcribeMeeting } = app.running.services;
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/meetings/upload`;
  for (const name of ["one.webm", "two.webm"]) await ana.upload<Meeting>(path, [{ name, content: webm }]);
  await pool.query("update meetings set status = 'transcribing'");
  expect(await unfinishedMeetings(db, service)).toHaveLength(2);

  const stop = await sweepTranscriptions(
    () => unfinishedMeetings(db, service),
    transcribeMeeting,
    (line) => app.problems.push(line),
  );
  await firstCall;
  await stop();
  expect(speech.calls).toHaveLength(1);
  // The next start continues with both.
  const { rows } = await pool.query("select distinct status from meetings");
  expect(rows).toEqual([{ status: "transcribing" }]);

  // A job that begins after the stop began leaves its meeting, too.
  const [next] = await unfinishedMeetings(db, service);
  if (!next) throw new Error("no meeting is left");
  await transcribeMeeting(next.teamId, next.id, AbortSignal.abort());
  expect(speech.calls).toHaveLength(1);
});
