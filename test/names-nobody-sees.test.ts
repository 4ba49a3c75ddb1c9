import { expect, test } from "vitest";
import { addArea } from "./support/teams/areas";
import { type Person, startTestApp } from "./support/test-app";

const app = await startTestApp();

/** A character without width, a direction mark and a Hangul filler. */
const unseen = "\u200b\u202e\u3164";
const inTeam = (rest: string) => (ana: Person) => `/api/teams/${ana.teamId}/${rest}`;

test.each([
  ["task", inTeam("tasks"), { title: unseen }, "Give the task a title."],
  [
    "step",
    inTeam("tasks"),
    { title: "Move", steps: [{ id: crypto.randomUUID(), title: unseen, done: false }] },
    "Give the step a name.",
  ],
  ["team", () => "/api/teams", { name: unseen }, "Give the team a name."],
  ["area", inTeam("areas"), { name: unseen, color: "teal", rules: {} }, "Name the area."],
  [
    "access token",
    inTeam("access-tokens"),
    { name: unseen, areas: ["tasks"], readOnly: true, days: 30 },
    "Give the token a name.",
  ],
  ["saved filter", inTeam("saved-filters"), { name: unseen, query: "" }, "Give the filter a name."],
  ["meeting", inTeam("meetings"), { title: unseen }, "Please enter a title for the meeting."],
] as const)(
  "a %s whose name nobody could see is refused with a sentence",
  async (_, path, body, sentence) => {
    const ana = await app.signIn();
    const refused = await ana.post<{ message: string }>(path(ana), body);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(sentence);
  },
);

test("a comment and a fact of an area that nobody could see are refused too", async () => {
  const ana = await app.signIn();
  const task = await ana.buildTask({ title: "Move" });
  const area = await addArea(ana, {});
  const comment = await ana.post<{ message: string }>(`/api/tasks/${task.id}/comments`, { body: unseen });
  expect([comment.status, comment.body.message]).toEqual([400, expect.stringContaining("Write a comment.")]);
  const fact = await ana.post<{ message: string }>(`/api/teams/${ana.teamId}/areas/${area.id}/facts`, {
    text: unseen,
  });
  expect([fact.status, fact.body.message]).toEqual([400, expect.stringContaining("Write what to remember.")]);
});
