import { expect, test } from "vitest";
import type { Task } from "../src/features/tasks/contract";
import { signIn } from "./support/person";
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

test("a name keeps the words around it in their direction, and right-to-left letters keep their marks", async () => {
  const turning = (name: string) => `\u202e${name}\u2066 שלום\u200f\u2069`;
  const ana = await signIn(app.url, turning("Ana"), "ana.turning@example.com");
  expect([ana.user.firstName, ana.user.lastName]).toEqual(["Ana", "שלום\u200f"]);
  const { body: team } = await ana.post<{ id: string; name: string }>("/api/teams", {
    name: turning("Team"),
  });
  expect(team.name).toBe("Team שלום\u200f");
  expect(
    (await ana.post<Task>(`/api/teams/${ana.teamId}/tasks`, { title: turning("Move") })).body.title,
  ).toBe("Move שלום\u200f");
  const { body: upload } = await ana.upload<{ fileNames: string[] }>(`/api/teams/${ana.teamId}/imports`, [
    { name: "invoice\u202efdp.csv", content: "date,text\n2026-01-01,Hello" },
  ]);
  expect(upload.fileNames).toEqual(["invoicefdp.csv"]);
});
