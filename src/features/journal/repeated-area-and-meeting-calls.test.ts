import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { keyedCalls } from "../../../test/support/calls/keyed-call";
import { startTestApp } from "../../../test/support/test-app";
import type { Area } from "../areas/contract";
import type { Meeting, MeetingItem, SpeakerLines } from "../meetings/contract";
import type { Task } from "../tasks/contract";

const app = await startTestApp();
const keyed = keyedCalls(app);

test("BEY-18 MEET-4 proposed tasks are changed and made tasks once under their keys; an unexpected value is a conflict", async () => {
  const ana = await app.signIn();
  const data = Buffer.from("Bo: I will send the report.\nCem: I will book the room.").toString("base64");
  const { body: meeting } = await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings/transcript`, {
    ...{ title: "Old", name: "old.txt", data },
  });
  const [one, two] = meeting.extractedTasks as [MeetingItem, MeetingItem];
  const path = `/api/meetings/${meeting.id}/items/${one.id}`;
  const change = (title: string, expected: string, key: string = randomUUID()) =>
    keyed<MeetingItem>(ana, "PATCH", path, { title, expected: { title: expected } }, key);
  const key = randomUUID();
  const changed = await change("Send it", one.title, key);
  expect(changed).toMatchObject({ status: 200, body: { title: "Send it" }, entry: expect.any(String) });
  expect(await change("Send it", one.title, key)).toEqual(changed);
  expect(await change("Sent", one.title)).toMatchObject({ status: 409, body: { code: "changed_since" } });
  // Nothing conflicts, because the title is already what the caller wants.
  expect((await change("Send it", one.title)).status).toBe(200);
  expect((await ana.get<MeetingItem>(path)).body).toEqual(changed.body);
  const bob = await app.signIn();
  expect((await bob.get(path)).status).toBe(404);
  expect((await ana.get(`/api/meetings/${meeting.id}/items/${randomUUID()}`)).status).toBe(404);

  const make = (items: string[], own: string = randomUUID()) =>
    keyed<Task[]>(
      ana,
      "POST",
      `/api/meetings/${meeting.id}/create-tasks`,
      { teamId: ana.teamId, items },
      own,
    );
  const made = await make([one.id], key + 1);
  expect(made.body).toMatchObject([{ title: "Send it" }]);
  expect(await make([one.id], key + 1)).toEqual(made);
  expect((await ana.get<Task[]>(`/api/teams/${ana.teamId}/tasks`)).body.map(({ title }) => title)).toEqual([
    "Send it",
  ]);
  expect(await change("Late", "Send it")).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await make([one.id, two.id])).body).toMatchObject([{ title: two.title }]);
});

test("BEY-18 an area is added, changed and deleted once under its keys; an unexpected name or rule is a conflict", async () => {
  const ana = await app.signIn();
  const path = `/api/teams/${ana.teamId}/areas`;
  const none = { people: [], companies: [], keywords: [], channels: [] };
  const twice = async (method: string, at: string, body: object) => {
    const key = randomUUID();
    const first = await keyed<Area>(ana, method, at, body, key);
    expect(first).toMatchObject({ status: 200, entry: expect.any(String) });
    expect(await keyed<Area>(ana, method, at, { ...body, expected: undefined }, key)).toEqual(first);
    return first.body;
  };
  const { id } = await twice("POST", path, { name: "Hamburg", color: "blue", rules: none });
  expect((await ana.get<Area[]>(path)).body).toHaveLength(1);
  const one = `${path}/${id}`;
  await twice("PATCH", one, { name: "Hamburg office", expected: { name: "Hamburg" } });
  const people = [
    { key: "zoe@example.com", name: "Zoe" },
    { key: "ben@example.com", name: "Ben" },
  ];
  const rules = { ...none, people, keywords: ["shelf", "lease"] };
  await twice("PATCH", one, { rules, expected: { rules: none } });
  const refused = { status: 409, body: { code: "changed_since" } };
  // Nothing conflicts, because the title is already what the caller wants.
  expect(await ana.patch(one, { rules, expected: { rules: none } })).toMatchObject({ status: 200 });
  const keywords = { ...none, keywords: ["key"] };
  expect(await ana.patch(one, { rules: keywords, expected: { rules: none } })).toMatchObject(refused);
  expect(await ana.patch(one, { name: "Bremen", expected: { name: "Hamburg" } })).toMatchObject(refused);
  // The order in which rules were entered is no change, and what nobody expects isn't looked at.
  const entered = { ...rules, people: people.toReversed(), keywords: ["lease", "shelf"] };
  expect(await ana.patch(one, { color: "red", expected: { rules: entered } })).toMatchObject({ status: 200 });
  expect(await ana.send("DELETE", one, { expected: { name: "Hamburg" } })).toMatchObject(refused);
  await twice("DELETE", one, { expected: { name: "Hamburg office" } });
  expect((await ana.get<Area[]>(path)).body).toEqual([]);
});

test("BEY-18 a speaker is named once under its key; who speaks otherwise by now is a conflict", async () => {
  const ana = await app.signIn();
  const data = Buffer.from("Speaker 1: Hello.\nSpeaker 2: Hi.\nSpeaker 1: Shall we?").toString("base64");
  const { body: meeting } = await ana.post<Meeting>(`/api/teams/${ana.teamId}/meetings/transcript`, {
    ...{ title: "Weekly", name: "weekly.txt", data },
  });
  const path = `/api/meetings/${meeting.id}/speakers`;
  const speakers = async () => (await ana.get<{ speakers: SpeakerLines[] }>(path)).body.speakers;
  const seen = await speakers();
  expect(seen).toEqual([
    { speaker: "Speaker 1", lines: 2 },
    { speaker: "Speaker 2", lines: 1 },
  ]);
  const name = (change: object, key: string = randomUUID()) => keyed<Meeting>(ana, "POST", path, change, key);
  const key = randomUUID();
  const first = await name({ from: "Speaker 1", to: "Ana", expected: { speakers: seen } }, key);
  expect(first).toMatchObject({ status: 200, entry: expect.any(String) });
  expect(await name({ from: "Speaker 1", to: "Ana" }, key)).toEqual(first);
  const refused = { status: 409, body: { code: "changed_since" } };
  expect(await name({ from: "Speaker 1", to: "Eve", expected: { speakers: seen } })).toMatchObject(refused);
  expect(await name({ first: 2, to: "Eve", expected: { speakers: seen } })).toMatchObject(refused);
  // Lines that have the name already are fine.
  expect(await name({ first: 2, to: "Ana", expected: { speakers: seen } })).toMatchObject({ status: 200 });
  expect(await name({ first: 2, to: "Eve", expected: { speakers: await speakers() } })).toMatchObject({
    status: 200,
  });
  expect((await speakers()).map(({ speaker }) => speaker)).toEqual(["Ana", "Speaker 2", "Eve"]);
});
