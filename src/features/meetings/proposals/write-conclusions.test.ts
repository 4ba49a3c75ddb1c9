import { beforeEach, expect, test } from "vitest";
import { startModelServer } from "../../../../test/support/aimock";
import { until } from "../../../../test/support/collecting";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import type { LanguageModel } from "../../../server/language-model/language-model";
import type { OutsideCall } from "../../privacy/contract";
import type { Meeting } from "../contract";
import { storeTranscript } from "../store-transcript";
import { createWriteConclusions } from "./write-conclusions";
import { checkedConclusions, linesToSend } from "./written-conclusions";

const model = await startModelServer();
const app = await startTestApp(model.environment());

beforeEach(() => {
  model.clearFixtures();
  model.clearRequests();
});

const transcript = `Ana: The supplier wants more money. Call 030 1234567 if he asks again.
Bo: Then we stay with Miller for another year.
Ana: Fine, agreed. I'll write to Miller by Friday.`;
const summary = "The supplier raised his prices, so the team stays with Miller for another year.";
const decision = { text: "Stay with Miller for another year.", line: 2, quote: "we stay with  miller" };

async function add(person: Person): Promise<Meeting> {
  const data = Buffer.from(transcript).toString("base64");
  const path = `/api/teams/${person.teamId}/meetings/transcript`;
  return (await person.post<Meeting>(path, { name: "weekly.txt", data })).body;
}
const calls = async (person: Person) =>
  (await person.get<OutsideCall[]>(`/api/teams/${person.teamId}/outside-calls`)).body;
const get = async (person: Person, id: string) => (await person.get<Meeting>(`/api/meetings/${id}`)).body;

test("MEET-3 BEY-17 a language model writes summary and decisions with their places, and the call is recorded", async () => {
  const ana = await app.signIn();
  model.onMessage(/./s, { content: JSON.stringify({ summary, decisions: [decision] }) });
  const own = await add(ana);
  expect(own).toMatchObject({ concludedBy: null, summary: expect.stringContaining("talked for") });
  const meeting = await until(
    () => get(ana, own.id),
    ({ concludedBy }) => concludedBy !== null,
  );
  expect(meeting).toMatchObject({ concludedBy: "test-model", summary, extractedTasks: own.extractedTasks });
  expect(meeting.decisions).toEqual([
    {
      text: decision.text,
      evidence: expect.objectContaining({ segment: 1, quote: "we stay with Miller", start: 5, end: 24 }),
    },
  ]);
  expect(model.prompts()).toEqual([expect.stringContaining("2 Bo: Then we stay with Miller")]);
  expect(await calls(ana)).toMatchObject([{ purpose: "meeting", outcome: "answered", subjectId: own.id }]);
});

test("MEET-3 BEY-17 names are replaced before the transcript is sent if the team wants it, and put back afterwards", async () => {
  const eve = await app.signIn("Eve Stone");
  await eve.patch(`/api/teams/${eve.teamId}/privacy`, { redactNames: true });
  const said = `${summary} [person 1] writes to him.`;
  model.onMessage(/./s, { content: JSON.stringify({ summary: said, decisions: [decision] }) });
  const { id } = await add(eve);
  const meeting = await until(
    () => get(eve, id),
    ({ concludedBy }) => concludedBy !== null,
  );
  expect(meeting.summary).toBe(`${summary} Ana writes to him.`);
  const [prompt] = model.prompts();
  expect(prompt).toContain("1 [person 1]: The supplier");
  expect(prompt).not.toMatch(/\b(?:Ana|Bo)\b/);
});

test("MEET-3 what Zippy concluded stays if the model's answer can't be read", async () => {
  const ana = await app.signIn();
  model.onMessage(/./s, { content: "It was a good meeting." });
  const own = await add(ana);
  await until(
    () => calls(ana),
    (all) => all.length > 0 && all.every(({ outcome }) => outcome !== "under_way"),
  );
  expect(await get(ana, own.id)).toEqual(own);
});

const segments = transcript.split("\n").map((line, at) => {
  const [speaker = "", text = ""] = line.split(": ");
  return { start: at * 10, end: at * 10 + 10, speaker, text };
});
const check = (answer: object) =>
  checkedConclusions({ summary, decisions: [decision], ...answer }, segments, "m", (text) => text);

test.each([
  ["the beginning of it", 2, null],
  ["the same", 3, "a-model"],
])(
  "MEET-3 what a model writes about a transcript isn't stored if there is another one by then: %s",
  async (_, lines, by) => {
    const ana = await app.signIn();
    model.onMessage(/./s, { content: "Unreadable." });
    const own = await add(ana);
    await until(
      () => calls(ana),
      (all) => all.length > 0 && all.every(({ outcome }) => outcome !== "under_way"),
    );
    const { db, privacy } = app.running.services;
    const slow = {
      ...{ service: "slow", host: "localhost", model: "a-model" },
      async ask() {
        await storeTranscript(db, { id: own.id, teamId: ana.teamId }, segments.slice(0, lines));
        return { ok: true, value: { summary, decisions: [] } };
      },
    };
    const write = createWriteConclusions({
      ...{ db, privacy, dailyTokens: 1_000_000, isDemo: async () => false },
      model: slow as unknown as LanguageModel,
    });
    await write(ana.teamId, own.id, new AbortController().signal);
    expect((await get(ana, own.id)).concludedBy).toBe(by);
  },
);

test.each([
  ["a link", { summary: `${summary} See https://example.org.` }],
  ["an address that nobody said", { summary: `${summary} Write to pay@example.org.` }],
  ["a site of a new ending that nobody said", { summary: `${summary} Details are on evil.xyz.` }],
  ["a site behind another full stop", { summary: `${summary} Details are on evil。example.` }],
  ["a number that nobody said", { summary: `${summary} Call 040 7654321.` }],
  ["markup", { summary: `<b>${summary}</b>` }],
  ["almost nothing", { summary: "Fine." }],
  ["a novel", { summary: summary.repeat(20) }],
  ["only a decision that nobody said", { decisions: [{ ...decision, quote: "we leave Miller" }] }],
  ["only a decision on a line that isn't there", { decisions: [{ ...decision, line: 40 }] }],
  ["only a decision about something else", { decisions: [{ ...decision, text: "Sell the company." }] }],
])("MEET-3 an answer with %s isn't used", (_, answer) => {
  expect(check(answer)).toBeNull();
});

test("MEET-3 usable decisions are kept in their order, each once, and none are none", () => {
  const first = { text: "The supplier gets no more money.", line: 1, quote: "wants more money" };
  const invented = { ...decision, quote: "sell everything" };
  const written = check({ decisions: [decision, invented, decision, first] });
  expect(written?.decisions.map(({ text }) => text)).toEqual([first.text, decision.text]);
  expect(check({ decisions: [] })).toEqual({ summary, decisions: [] });
  expect(check({ summary: `${summary} His number is 030-1234567.` })).not.toBeNull();
});

test("MEET-3 a transcript of many hours is sent without its shortest lines, up to a limit", () => {
  const many = Array.from({ length: 6000 }, (_, n) => ({
    ...{ start: n, end: n + 1, speaker: "Bo" },
    text: n % 2 ? "Yeah, okay." : `This is sentence number ${n} of a very long talk.`,
  }));
  const sent = linesToSend(many);
  expect(sent.length).toBeLessThanOrEqual(200_000);
  expect(linesToSend(segments).split("\n")).toHaveLength(3);
  const cut = linesToSend([...many, ...many]);
  expect(cut).not.toContain("Yeah");
  expect(cut).toMatch(/ long talk\.$/);
});
