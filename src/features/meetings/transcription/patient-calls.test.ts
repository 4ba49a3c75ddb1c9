import { expect, test, vi } from "vitest";
import { type HeardSegment, startSpeechServer } from "../../../../test/stand-ins/speech-server";
import { until } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { Meeting, MeetingItem } from "../contract";

/** The speech server answers when this is called. */
let answer: (segments: HeardSegment[]) => void = () => undefined;
let asked: () => void = () => undefined;
const isAsked = new Promise<void>((resolve) => {
  asked = resolve;
});
const speech = await startSpeechServer(() => {
  asked();
  return new Promise((resolve) => {
    answer = resolve;
  });
});
const app = await startTestApp(speech.settings);

const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(2000, 7)]);
const get = async (person: Person, id: string) => (await person.get<Meeting>(`/api/meetings/${id}`)).body;

test("MEET-3 a transcription of more than 25 seconds is answered with 202 without tasks, and goes on", async () => {
  const ana = await app.signIn();
  const { id } = (await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings`, { title: "Weekly" })).body;
  const timers = vi.spyOn(globalThis, "setTimeout");
  const waiting = ana.post<{ status: string; tasks: MeetingItem[] }>(`/api/meetings/${id}/transcribe`, {
    audioData: webm.toString("base64"),
  });
  await isAsked;
  const patience = timers.mock.calls.filter(([, delay]) => delay === 25_000);
  timers.mockRestore();
  expect(patience).toHaveLength(1);
  // 25 seconds have passed.
  (patience[0]![0] as () => void)();
  expect(await waiting).toMatchObject({ status: 202, body: { status: "transcribing", tasks: [] } });
  expect(await get(ana, id)).toMatchObject({ status: "transcribing", extractedTasks: [] });

  answer([{ start: 0, end: 4, text: "I will send the revised quote to Harbour Street by Friday." }]);
  const meeting = await until(
    () => get(ana, id),
    ({ status }) => status === "completed",
  );
  expect(meeting?.extractedTasks).toHaveLength(1);
});
