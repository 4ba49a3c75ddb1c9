import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { JournalEntry } from "../journal/contract";
import type { Task } from "../tasks/contract";
import type { Meeting, MeetingItem, MeetingNote, MeetingSegment } from "./contract";

const app = await startTestApp();

const weekly = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ana Berg>Good morning. How was the weekend?

00:00:05.000 --> 00:00:11.000
<v Bo Lind>Fine, thanks. I will send the revised quote to Harbour Street by Friday.

00:01:02.000 --> 00:01:09.000
<v Ana Berg>Great. Can you book the room for the workshop on Tuesday?
`;

const base64 = (text: string) => Buffer.from(text).toString("base64");
const addTranscript = (person: Awaited<ReturnType<typeof app.signIn>>, text = weekly, more: object = {}) =>
  person.post<Meeting>(`/api/teams/${person.teamId}/meetings/transcript`, {
    name: "weekly.vtt",
    data: base64(text),
    ...more,
  });

test("MEET-4 a transcript becomes a meeting with proposed tasks that point at the words they come from", async () => {
  const ana = await app.signIn();
  const { status, body: meeting } = await addTranscript(ana, weekly, { title: "  Weekly  " });
  expect(status).toBe(200);
  expect(meeting).toMatchObject({ title: "Weekly", status: "completed", seconds: 69, hasAudio: false });
  expect(meeting.transcript).toContain("Bo Lind: Fine, thanks. I will send the revised quote");
  expect(meeting.extractedTasks.length).toBeGreaterThan(0);

  const segments = (await ana.get<MeetingSegment[]>(`/api/meetings/${meeting.id}/segments`)).body;
  expect(segments.map(({ start, speaker }) => [start, speaker])).toEqual([
    [1, "Ana Berg"],
    [5, "Bo Lind"],
    [62, "Ana Berg"],
  ]);
  for (const { evidence } of meeting.extractedTasks) {
    const segment = segments[evidence.segment] as MeetingSegment;
    expect(segment.text.slice(evidence.start, evidence.end)).toBe(evidence.quote);
    expect(evidence).toMatchObject({ sourceType: "meeting", sourceId: meeting.id });
    expect(evidence.second).toBeGreaterThanOrEqual(segment.start);
    expect(evidence.second).toBeLessThan(segment.end);
  }
  const { rows } = await app.running.services.pool.query(
    "select user_id from events where type = 'meeting_extracted' and subject_id = $1",
    [meeting.id],
  );
  expect(rows).toEqual([{ user_id: ana.user.id }]);
});

test("MEET-4 proposed tasks can be edited, given to somebody or dropped before Create Tasks makes them", async () => {
  const ana = await app.signIn("Ana Berg");
  const { body: meeting } = await addTranscript(ana);
  const [first, second] = meeting.extractedTasks as [MeetingItem, MeetingItem];
  expect(meeting.extractedTasks).toHaveLength(2);
  const item = (id: string) => `/api/meetings/${meeting.id}/items/${id}`;
  const patch = { title: "Send the quote", assigneeId: ana.user.id, urgency: "urgent" };
  expect((await ana.patch<MeetingItem>(item(first.id), patch)).body).toMatchObject(patch);
  await ana.patch(item(second.id), { dropped: true });
  const stranger = await app.signIn();
  expect((await ana.patch(item(first.id), { assigneeId: stranger.user.id })).status).toBe(400);

  const path = `/api/meetings/${meeting.id}/create-tasks`;
  const { status, body: made } = await ana.post<Task[]>(path, { teamId: ana.teamId });
  expect(status).toBe(200);
  expect(made).toEqual([expect.objectContaining({ ...patch, messageId: null, evidence: [first.evidence] })]);
  expect((await ana.post<Task[]>(path, { teamId: ana.teamId })).body).toEqual([]);
  expect((await ana.patch(item(first.id), { title: "Too late" })).status).toBe(409);

  const undone = await ana.post<JournalEntry>(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(undone.body.summary).toContain("Created 1 task from the meeting");
  expect((await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`)).body).toEqual([]);
  const { body: after } = await ana.get<Meeting>(`/api/meetings/${meeting.id}`);
  expect(after.extractedTasks.map(({ taskId, dropped }) => [taskId, dropped])).toEqual([
    [null, false],
    [null, true],
  ]);
});

test("BEY-2 changing and dropping a proposed task is in the journal, and undo takes both back", async () => {
  const ana = await app.signIn("Ana Berg");
  const { body: meeting } = await addTranscript(ana);
  const [first, second] = meeting.extractedTasks as [MeetingItem, MeetingItem];
  const item = (id: string) => `/api/meetings/${meeting.id}/items/${id}`;
  const proposed = async () => (await ana.get<Meeting>(`/api/meetings/${meeting.id}`)).body.extractedTasks;
  const undo = (id?: string) =>
    ana.post<JournalEntry & { message: string }>(`/api/teams/${ana.teamId}/journal/undo`, id ? { id } : {});
  const patch = { title: "Send it", assigneeId: ana.user.id, dueDate: "2026-12-24T18:00:00+01:00" };
  const changed = await ana.patch<MeetingItem>(item(first.id), patch);
  expect(changed.body).toMatchObject({ ...patch, dueDate: "2026-12-24T17:00:00.000Z", assigneeName: null });
  // The same again changes nothing, so there is nothing to undo.
  expect((await ana.patch(item(first.id), patch)).headers.get("journal-entry")).toBeNull();
  await ana.patch(item(second.id), { dropped: true });

  expect((await undo()).body.summary).toBe(`Dropped the proposed task “${second.title}”`);
  const { body: entry } = await undo();
  expect(entry.summary).toBe("Changed the proposed task “Send it”");
  expect(changed.headers.get("journal-entry")).toBe(entry.id);
  expect(await proposed()).toEqual(meeting.extractedTasks);
});

test("BEY-2 a proposed task that has changed since, or is a task by now, keeps what it has", async () => {
  const ana = await app.signIn("Ana Berg");
  const { body: meeting } = await addTranscript(ana);
  const item = `/api/meetings/${meeting.id}/items/${meeting.extractedTasks[0]?.id}`;
  const undone = async (id: string | null) =>
    (await ana.post<{ message: string }>(`/api/teams/${ana.teamId}/journal/undo`, { id })).body.message;
  const entryOf = ({ headers }: { headers: Headers }) => headers.get("journal-entry");
  const first = entryOf(await ana.patch(item, { title: "Send it" }));
  const second = entryOf(await ana.patch(item, { title: "Send it now" }));
  expect(await undone(first)).toBe("“Send it now” has changed since, so this can't be undone.");
  await ana.post(`/api/meetings/${meeting.id}/create-tasks`, { teamId: ana.teamId });
  expect(await undone(second)).toBe("This is a task already. Change the task on the matrix.");
  const { body: after } = await ana.get<Meeting>(`/api/meetings/${meeting.id}`);
  expect(after.extractedTasks[0]?.title).toBe("Send it now");
});

test("MEET-6 a team's meetings are listed newest first in pages of 50, and search covers their transcripts", async () => {
  const ana = await app.signIn();
  for (let n = 1; n <= 51; n++)
    await addTranscript(ana, `Bo: number ${n} of the harbour talks`, { title: `M${n}` });
  const list = (query = "") => ana.get<Meeting[]>(`/api/teams/${ana.teamId}/meetings${query}`);
  const first = (await list()).body;
  expect(first).toHaveLength(50);
  expect(first[0]?.title).toBe("M51");
  expect((await list("?limit=50&offset=50")).body.map(({ title }) => title)).toEqual(["M1"]);
  expect((await list("?q=harbour%20number%2017")).body.map(({ title }) => title)).toContain("M17");
  expect((await list("?q=nothingofthekind")).body).toEqual([]);
  // As the other lists: the beginnings of words, and what is renamed or deleted at once.
  expect((await list("?q=HARB")).body).toHaveLength(50);
  expect((await list("?q=arbour")).body).toEqual([]);
  const path = `/api/meetings/${first[0]?.id}`;
  await ana.patch(path, { title: "Xylophones" });
  expect((await list("?q=xyloph%20number")).body.map(({ title }) => title)).toEqual(["Xylophones"]);
  await ana.delete(path);
  expect((await list("?q=xyloph")).body).toEqual([]);
});

test("a meeting can be renamed and deleted, and both can be undone", async () => {
  const ana = await app.signIn();
  const { body: meeting } = await addTranscript(ana, weekly, { title: "Before" });
  const path = `/api/meetings/${meeting.id}`;
  expect((await ana.patch<Meeting>(path, { title: "After" })).body.title).toBe("After");
  expect((await ana.patch<{ message: string }>(path, { title: " " })).body.message).toBe(
    "title: Please enter a title for the meeting.",
  );
  const removed = await ana.delete(path);
  expect(removed.headers.get("journal-entry")).toMatch(/^[\da-f-]{36}$/);
  expect((await ana.get(path)).status).toBe(404);
  const undo = () => ana.post<JournalEntry>(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect((await undo()).body.summary).toBe("Deleted the meeting “After”");
  expect((await ana.get<Meeting>(path)).body.title).toBe("After");
  await undo();
  expect((await ana.get<Meeting>(path)).body.title).toBe("Before");
});

test("other teams' meetings read as missing", async () => {
  const [ana, eve] = [await app.signIn(), await app.signIn()];
  const { body: meeting } = await addTranscript(ana);
  const path = `/api/meetings/${meeting.id}`;
  const answers = [
    await eve.get(path),
    await eve.get(`${path}/segments`),
    await eve.patch(path, { title: "Mine" }),
    await eve.delete(path),
    await eve.post(`${path}/create-tasks`, { teamId: eve.teamId }),
    await eve.post(`${path}/transcript`, { name: "a.txt", data: base64("Hello") }),
    await eve.patch(`${path}/items/${meeting.extractedTasks[0]?.id}`, { dropped: true }),
    await eve.get(`/api/teams/${ana.teamId}/meetings`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});

test("what isn't a transcript is refused with a sentence, and a meeting with a transcript gets no second one", async () => {
  const ana = await app.signIn();
  const refused = await addTranscript(ana, "\u0000\u0001\u0002\u0003");
  expect(refused.status).toBe(415);
  expect((await addTranscript(ana, "  \n ")).status).toBe(400);
  const { body: meeting } = await addTranscript(ana);
  const again = await ana.post<{ message: string }>(`/api/meetings/${meeting.id}/transcript`, {
    name: "again.txt",
    data: base64("Ana: hello"),
  });
  expect(again).toMatchObject({ status: 409 });
  expect(again.body.message).toMatch(/already has a transcript/);
});

test("speakers can be renamed, merged and given to some lines, and each is undone exactly", async () => {
  const ana = await app.signIn();
  const { body: meeting } = await addTranscript(ana);
  const speakers = async () =>
    (await ana.get<MeetingSegment[]>(`/api/meetings/${meeting.id}/segments`)).body.map(
      ({ speaker }) => speaker,
    );
  const name = (body: object) => ana.post<Meeting>(`/api/meetings/${meeting.id}/speakers`, body);
  const renamed = await name({ from: "Bo Lind", to: "  Bo  " });
  expect(renamed.body.transcript).toContain("Bo: Fine, thanks.");
  expect(await speakers()).toEqual(["Ana Berg", "Bo", "Ana Berg"]);
  await name({ first: 2, last: 2, to: "Chris" });
  expect(await speakers()).toEqual(["Ana Berg", "Bo", "Chris"]);
  const { headers } = await name({ from: "Chris", to: "Bo" });
  expect(await speakers()).toEqual(["Ana Berg", "Bo", "Bo"]);
  await ana.patch(`/api/meetings/${meeting.id}`, { title: "Something else since" });
  const undone = await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {
    id: headers.get("journal-entry"),
  });
  expect(undone.status).toBe(200);
  expect(await speakers()).toEqual(["Ana Berg", "Bo", "Chris"]);
  expect((await name({ to: "Nobody" })).status).toBe(400);
  expect((await name({ from: "Bo", to: " " })).status).toBe(400);
});

test("notes keep their moment, belong to their author, and come back on undo", async () => {
  const ana = await app.signIn("Ana Berg");
  const bo = await app.signIn("Bo Lind");
  const invited = await ana.post<{ token: string }>(`/api/teams/${ana.teamId}/invitations`, {
    role: "member",
  });
  await bo.post(`/api/invitations/${invited.body.token}/accept`, {});
  const { body: meeting } = await addTranscript(ana);
  const path = `/api/meetings/${meeting.id}/notes`;
  await ana.post(path, { text: "For all of it", second: null });
  const { body: note } = await ana.post<MeetingNote>(path, { text: "Check the price", second: 5.5 });
  expect(note).toMatchObject({ text: "Check the price", second: 5.5, author: { id: ana.user.id } });
  const texts = async () => (await bo.get<MeetingNote[]>(path)).body.map(({ text }) => text);
  expect(await texts()).toEqual(["Check the price", "For all of it"]);
  expect((await bo.delete(`${path}/${note.id}`)).status).toBe(403);
  expect((await ana.delete(`${path}/${note.id}`)).status).toBe(200);
  expect(await texts()).toEqual(["For all of it"]);
  await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(await texts()).toEqual(["Check the price", "For all of it"]);
  expect((await (await app.signIn()).get(path)).status).toBe(404);

  // Neither adding nor deleting somebody's note is anybody else's to undo.
  const undo = (person: Person, id: string) => person.post(`/api/teams/${ana.teamId}/journal/undo`, { id });
  const entries = async () =>
    (await bo.get<{ id: string; action: string }[]>(`/api/teams/${ana.teamId}/journal`)).body;
  const added = (await entries()).find(({ action }) => action === "meeting.noted")!;
  expect((await undo(bo, added.id)).status).toBe(403);
  expect(await texts()).toEqual(["Check the price", "For all of it"]);
  await ana.delete(`${path}/${note.id}`);
  const deleted = (await entries()).find(({ action }) => action === "meeting.note_deleted")!;
  expect((await undo(bo, deleted.id)).status).toBe(403);
  expect(await texts()).toEqual(["For all of it"]);
  expect((await undo(ana, deleted.id)).status).toBe(200);
  expect(await texts()).toEqual(["Check the price", "For all of it"]);
});

test("MEET-1 a file whose name can't be stored or seen is added, with what is left of its name", async () => {
  const ana = await app.signIn();
  for (const [name, title] of [
    ["\u0000", "unnamed file"],
    ["stand\u0000up.vtt", "standup"],
    [`${"a".repeat(254)}😀.vtt`, "a".repeat(254)],
  ] as const) {
    const added = await ana.upload<Meeting>(`/api/teams/${ana.teamId}/meetings/upload`, [
      { name, content: weekly },
    ]);
    expect(added).toMatchObject({ status: 200, body: { title } });
  }
});
