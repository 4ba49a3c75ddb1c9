import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startSpeechServer } from "../../../test/stand-ins/speech-server";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Meeting } from "./contract";

const speech = await startSpeechServer(() => [{ start: 0, end: 1, text: "Never asked." }]);
const app = await startTestApp(speech.settings);
const soundOf = (seconds: number) => Buffer.alloc(seconds * 32_000).toString("base64");

test("MEET-2 captions need a running recording of one's own, and never go to the speech server", async () => {
  const ana = await app.signIn();
  const { id } = (await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings`, { title: "Weekly" })).body;
  const caption = (person: Person, samples: string) =>
    person.post<{ text: string | null }>(`/api/meetings/${id}/captions`, { samples });
  expect(await caption(ana, soundOf(1))).toMatchObject({ status: 200, body: { text: null } });
  expect(speech.calls).toEqual([]);
  expect((await caption(ana, soundOf(16))).status).toBe(400);
  expect((await caption(await app.signIn(), soundOf(1))).status).toBe(404);
  const pieces = [{ data: soundOf(1), level: 20, until: 1 }];
  await ana.post(`/api/meetings/${id}/audio`, { part: randomUUID(), format: "webm", from: 0, pieces });
  await ana.post(`/api/meetings/${id}/finish`);
  expect((await caption(ana, soundOf(1))).status).toBe(409);
});
