import { expect, test } from "vitest";
import { startSpeechServer } from "../../../../test/stand-ins/speech-server";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { MeetingEvidence } from "../../../shared/evidence";
import type { Task } from "../../tasks/contract";
import type { Meeting, MeetingItem, MeetingSegment } from "../contract";
import { pairByWords } from "./same-words";

const said = [
  { start: 0, end: 3, text: "Good morning, everybody." },
  { start: 3, end: 8, text: "I will send the revised quote to Harbour Street by Friday." },
  { start: 20, end: 25, text: "I will book the room for the workshop on Tuesday." },
  { start: 40, end: 45, text: "I will call the bank about the loan tomorrow." },
];
/** Said right after each other, with half of their words the same. */
const neighbors = [
  { start: 0, end: 3, text: "I will call Anna tomorrow." },
  { start: 3, end: 6, text: "I will email the bank tomorrow." },
];
let heard = said;
const speech = await startSpeechServer(() => heard);
const app = await startTestApp(speech.settings);
const { pool } = app.running.services;
// Large enough for a minute of sound.
const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(5000, 7)]);

/** A recording of which a part is transcribed. */
async function partly(ana: Person, saying = said, proposed = 3): Promise<Meeting> {
  heard = saying;
  const { id } = (await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings`, { title: "Weekly" })).body;
  await ana.post(`/api/meetings/${id}/transcribe`, { audioData: webm.toString("base64") });
  await pool.query("update meetings set status = 'partly_transcribed' where id = $1", [id]);
  const { body } = await ana.get<Meeting>(`/api/meetings/${id}`);
  expect(body.extractedTasks).toHaveLength(proposed);
  return body;
}

/** Calls with an access token, as a program does. */
async function program(ana: Person) {
  const fields = { name: "Program", areas: ["meetings"], readOnly: false };
  const made = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/access-tokens`, fields);
  return async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${made.body.token}`, "content-type": "application/json" };
    const answer = await fetch(app.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
  };
}

const itemsOf = async (ana: Person, { id }: Meeting) =>
  (await ana.get<Meeting>(`/api/meetings/${id}`)).body.extractedTasks;

test("MEET-4 transcribing on replaces no proposed task that somebody changed or dropped, by token too", async () => {
  const ana = await app.signIn();
  const meeting = await partly(ana);
  const [first, second, third] = meeting.extractedTasks as [MeetingItem, MeetingItem, MeetingItem];
  const item = ({ id }: MeetingItem) => `/api/meetings/${meeting.id}/items/${id}`;
  await ana.patch(item(first), { title: "Send the quote", assigneeId: ana.user.id });
  await ana.patch(item(second), { dropped: true });

  await (await program(ana))(`/api/meetings/${meeting.id}/transcribe`, {});

  const after = await itemsOf(ana, meeting);
  expect(after).toEqual([
    expect.objectContaining({ id: first.id, title: "Send the quote", assigneeId: ana.user.id }),
    expect.objectContaining({ id: second.id, dropped: true }),
    expect.objectContaining({ title: third.title, dropped: false, taskId: null }),
  ]);
  expect(after[2]?.evidence).toEqual(third.evidence);
});

test("MEET-4 a complete transcript from elsewhere keeps what was changed, at the place where it is said now", async () => {
  const ana = await app.signIn();
  const meeting = await partly(ana);
  const [, second] = meeting.extractedTasks as [MeetingItem, MeetingItem];
  await ana.patch(`/api/meetings/${meeting.id}/items/${second.id}`, { title: "Book a room" });
  const whole = `WEBVTT

00:00:21.000 --> 00:00:27.000
<v Ana>So I will book the room for the big workshop on Tuesday.

00:02:00.000 --> 00:02:06.000
<v Ana>I will order the new chairs for the office by Monday.
`;
  const file = { name: "whole.vtt", data: Buffer.from(whole).toString("base64") };
  expect((await ana.post(`/api/meetings/${meeting.id}/transcript`, file)).status).toBe(200);

  const after = await itemsOf(ana, meeting);
  expect(after.map(({ id }) => id).indexOf(second.id)).toBe(0);
  expect(after.map(({ title }) => title)).toEqual(["Book a room", expect.stringMatching(/chairs/)]);
  const { body: segments } = await ana.get<MeetingSegment[]>(`/api/meetings/${meeting.id}/segments`);
  for (const { evidence } of after)
    expect(segments[evidence.segment]?.text.slice(evidence.start, evidence.end)).toBe(evidence.quote);
});

test("MEET-4 what is a task already isn't proposed again by transcribing on", async () => {
  const ana = await app.signIn();
  const meeting = await partly(ana);
  const create = `/api/meetings/${meeting.id}/create-tasks`;
  const { body: made } = await ana.post<Task[]>(create, { teamId: ana.teamId });
  expect(made).toHaveLength(3);

  await ana.post(`/api/meetings/${meeting.id}/transcribe`, {});

  expect((await itemsOf(ana, meeting)).map(({ taskId }) => taskId)).toEqual(made.map(({ id }) => id));
  expect((await ana.post<Task[]>(create, { teamId: ana.teamId })).body).toEqual([]);
});

test("MEET-4 of two neighbors that say almost the same, only the changed one stays, with its own words", async () => {
  const ana = await app.signIn();
  const meeting = await partly(ana, neighbors, 2);
  const [first, second] = meeting.extractedTasks as [MeetingItem, MeetingItem];
  await ana.patch(`/api/meetings/${meeting.id}/items/${second.id}`, { title: "Write to the bank" });

  await ana.post(`/api/meetings/${meeting.id}/transcribe`, {});

  expect(await itemsOf(ana, meeting)).toEqual([
    expect.objectContaining({ title: first.title, evidence: first.evidence }),
    expect.objectContaining({ id: second.id, title: "Write to the bank", evidence: second.evidence }),
  ]);
});

test("MEET-4 a neighbor of what is a task already is proposed again, and the task isn't", async () => {
  const ana = await app.signIn();
  const meeting = await partly(ana, neighbors, 2);
  const [first, second] = meeting.extractedTasks as [MeetingItem, MeetingItem];
  const create = async () =>
    (await ana.post<Task[]>(`/api/meetings/${meeting.id}/create-tasks`, { teamId: ana.teamId })).body;
  const [, taskOfSecond] = await create();
  await pool.query("update meeting_items set task_id = null where id = $1", [first.id]);

  await ana.post(`/api/meetings/${meeting.id}/transcribe`, {});

  expect((await itemsOf(ana, meeting)).map(({ title, taskId }) => [title, taskId])).toEqual([
    [first.title, null],
    [second.title, taskOfSecond?.id],
  ]);
  expect((await create()).map(({ title }) => title)).toEqual([first.title]);
});

test("MEET-4 what was changed and taken back gives way to a new transcript, unless another change stands", async () => {
  const ana = await app.signIn();
  const meeting = await partly(ana);
  const [first, second, third] = meeting.extractedTasks as [MeetingItem, MeetingItem, MeetingItem];
  const change = async ({ id }: MeetingItem, patch: object) =>
    (await ana.patch(`/api/meetings/${meeting.id}/items/${id}`, patch)).headers.get("journal-entry");
  const undo = async (id: string | null) =>
    expect((await ana.post(`/api/teams/${ana.teamId}/journal/undo`, { id })).status).toBe(200);
  const named = await change(first, { title: "Send the quote" });
  const dropped = await change(first, { dropped: true });
  await undo(dropped);
  await undo(named);
  await change(second, { title: "Book a room" });
  await undo(await change(second, { dropped: true }));
  const retitled = await change(third, { title: "Call them" });
  await change(third, { assigneeId: ana.user.id });
  await undo(retitled);

  await ana.post(`/api/meetings/${meeting.id}/transcribe`, {});

  const after = await itemsOf(ana, meeting);
  expect(after.map(({ title }) => title)).toEqual([first.title, "Book a room", third.title]);
  expect(after.map(({ id }) => id)).toEqual([expect.not.stringMatching(first.id), second.id, third.id]);
});

const at = (second: number, quote: string): { evidence: MeetingEvidence } => ({
  evidence: {
    ...{ sourceType: "meeting", sourceId: "m", segment: 0, start: 0, end: quote.length },
    ...{ second, quote },
  },
});

test("MEET-4 two readings of the same words are recognized, and other words nearby are others", () => {
  const one = at(20, "I will send the revised quote to Harbour Street by Friday.");
  const isAgain = (other: { evidence: MeetingEvidence }) => pairByWords([one], [other]).get(one) === other;
  expect(isAgain(at(22, "I'll send the revised quote to Harbor Street by Friday"))).toBe(true);
  expect(isAgain(at(0, "I will send the revised quote to Harbour Street by Friday"))).toBe(true);
  expect(isAgain(at(24, "I will call the bank about the loan tomorrow."))).toBe(false);
  expect(isAgain(at(24, "I will call the bank to send the loan by Friday."))).toBe(false);
  expect(isAgain(at(20, "Send it."))).toBe(false);
  expect(isAgain(at(90, "I'll send the revised quote to Harbor Street by Friday"))).toBe(false);
});

test("MEET-4 equal words choose before similar ones, the nearest first, and nothing is chosen twice", () => {
  const [anna, ben] = [at(10, "I will call Anna tomorrow."), at(12, "I will call Ben tomorrow.")];
  const [annaNow, benNow] = [at(10, "I will call Anna tomorrow"), at(12, "I will call Ben tomorrow")];
  expect([...pairByWords([ben], [annaNow, benNow])]).toEqual([[ben, benNow]]);
  expect([...pairByWords([ben, anna], [annaNow, benNow])]).toEqual([
    [ben, benNow],
    [anna, annaNow],
  ]);
  // Both are like the only one left, and one of them says exactly that.
  expect([...pairByWords([ben, anna], [annaNow])]).toEqual([[anna, annaNow]]);
  // The more alike of two neighbors.
  const heardNow = at(12, "I will call Ben tomorrow morning");
  expect([...pairByWords([ben], [annaNow, heardNow])]).toEqual([[ben, heardNow]]);
  const [early, late] = [at(5, "I will do it."), at(300, "I will do it.")];
  expect([...pairByWords([at(301, "I will do it!")], [early, late])].map(([, now]) => now)).toEqual([late]);
});
