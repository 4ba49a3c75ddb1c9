import { expect, test } from "vitest";
import { incoming, startTestApp } from "../../../test/support/test-app";
import { analyze, engineVersion } from "../triage/engine";
import type { Message, MessageWhy } from "./contract";

const app = await startTestApp();
const content = "Could you send me the signed lease by tomorrow? The landlord is waiting.";
const sentAt = new Date("2026-11-18T10:00:00Z");

/** The engine's own analysis of the message. */
const analyzed = (fields: Partial<ReturnType<typeof incoming>> = {}) => {
  const message = incoming({ content, sentAt, subject: "Lease", ...fields });
  const { timeZone, ...read } = message;
  const analysis = analyze({
    ...read,
    ...(timeZone && { timeZone }),
    from: { name: message.sender, address: message.senderAddress },
    channel: "import",
  });
  return { ...message, analysis };
};

test("BEY-13 the response explains the message with its own words, as the engine analyzes it", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([analyzed()]);

  const { status, body } = await ana.get<MessageWhy>(`/api/messages/${message?.id}/why`);

  expect(status).toBe(200);
  expect(body.taskTitle).toBe(message?.aiAnalysis?.taskTitle);
  expect(body.stored).toEqual({ version: engineVersion, current: true, differs: [] });
  expect(body.conclusions.map(({ field }) => field)).toEqual([
    "task",
    "urgency",
    "importance",
    "dueDate",
    "category",
    "sentiment",
  ]);
  const spans = body.conclusions.flatMap(({ reasons }) => reasons.flatMap((reason) => reason.spans));
  expect(spans.length).toBeGreaterThan(0);
  const texts = { content, subject: "Lease" };
  for (const { part, start, end, quote } of spans) expect(texts[part].slice(start, end)).toBe(quote);
  const due = body.conclusions.find(({ field }) => field === "dueDate");
  expect(due?.conclusion).toBe(message?.aiAnalysis?.dueDate);
  expect(due?.changes[0]).toMatchObject({ outcome: "none" });
  expect(due?.changes[0]).not.toHaveProperty("change");
});

test("BEY-13 API-3 another team's message returns 404, as does a missing one", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const [message] = await ana.buildMessages([{}]);

  expect((await eve.get(`/api/messages/${message?.id}/why`)).status).toBe(404);
  expect((await ana.get("/api/messages/00000000-0000-4000-8000-000000000000/why")).status).toBe(404);
});

test("BEY-13 an analysis by another engine version says so, and names the conclusions that differ now", async () => {
  const ana = await app.signIn();
  const { analysis } = analyzed();
  const older = {
    ...analysis,
    version: "embedded-0",
    dueDate: null,
    sentiment: analysis?.sentiment === "positive" ? ("negative" as const) : ("positive" as const),
  };
  const [message] = await ana.buildMessages([{ ...analyzed(), analysis: older }]);

  const { body } = await ana.get<MessageWhy>(`/api/messages/${message?.id}/why`);

  expect(body.version).toBe(engineVersion);
  expect(body.stored).toEqual({
    version: "embedded-0",
    current: false,
    differs: ["dueDate", "sentiment"],
  });
});

test("BEY-13 a message without an analysis is explained too", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([{ content, analysis: null }]);
  const [message] = (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages`)).body;
  expect(message?.aiAnalysis).toBeNull();

  const { status, body } = await ana.get<MessageWhy>(`/api/messages/${message?.id}/why`);

  expect(status).toBe(200);
  expect(body.stored).toBeNull();
  expect(body.conclusions[0]).toMatchObject({ field: "task", conclusion: "task" });
});

test("BEY-13 a message with a time zone is explained in that zone", async () => {
  const ana = await app.signIn();
  const [far] = await ana.buildMessages([analyzed({ timeZone: "America/New_York" })]);
  const { body } = await ana.get<MessageWhy>(`/api/messages/${far?.id}/why`);
  expect(body.stored?.differs).toEqual([]);
  // Five in the afternoon in New York.
  expect(body.conclusions.find(({ field }) => field === "dueDate")?.conclusion).toBe(
    "2026-11-19T22:00:00.000Z",
  );
});
