import { expect, test } from "vitest";
import { type HeardSegment, startSpeechServer } from "../../../../test/stand-ins/speech-server";
import { until } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Meeting, MeetingItem } from "../contract";

const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);
const said = [{ start: 0, end: 4, text: "I will send the revised quote to Harbour Street by Friday." }];

const begin = async (person: Person) =>
  (await person.post<Meeting>(`/api/teams/${person.teamId}/meetings`, { title: "Weekly" })).body.id;
const transcribe = (person: Person, id: string, body: object = {}) =>
  person.post<{ status: string; tasks: MeetingItem[] }>(`/api/meetings/${id}/transcribe`, body);
const withSound = { audioData: webm.toString("base64") };

test("MEET-3 a speech server that says nothing is asked once, and a person may try again", async () => {
  let answers = false;
  const speech = await startSpeechServer(() => (answers ? said : new Promise<never>(() => undefined)));
  const app = await startTestApp({ ...speech.settings, STT_TIMEOUT: "1" });
  const ana = await app.signIn();
  const id = await begin(ana);
  expect((await transcribe(ana, id, withSound)).body).toEqual({ status: "failed", tasks: [] });
  expect((await ana.get<Meeting>(`/api/meetings/${id}`)).body).toMatchObject({
    ...{ status: "failed", hasAudio: true },
    error: "The speech server didn't answer in time. Try again later.",
  });
  expect(speech.calls).toHaveLength(1);

  answers = true;
  expect((await transcribe(ana, id)).body).toMatchObject({ status: "completed", tasks: [{}] });
  expect(speech.calls).toHaveLength(2);
});

test("MEET-3 however often a transcription is asked for while it runs, it runs once", async () => {
  let answer: (segments: HeardSegment[]) => void = () => undefined;
  const speech = await startSpeechServer(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const app = await startTestApp(speech.settings);
  const ana = await app.signIn();
  const id = await begin(ana);
  const asked = [1, 2, 3].map(() => transcribe(ana, id, withSound));
  await until(
    async () => speech.calls.length,
    (calls) => calls > 0,
  );
  asked.push(transcribe(ana, id), transcribe(ana, id, withSound));
  answer(said);
  for (const { body } of await Promise.all(asked))
    expect(body).toMatchObject({ status: "completed", tasks: [{ title: expect.any(String) }] });
  expect((await transcribe(ana, id, withSound)).body.status).toBe("completed");
  expect(speech.calls).toHaveLength(1);
  const stored = await app.running.services.pool.query("select from meeting_parts where meeting_id = $1", [
    id,
  ]);
  expect(stored.rowCount).toBe(1);
});
