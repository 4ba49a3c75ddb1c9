import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../../test/support/test-app";
import type { Answer, ChatMessage } from "../../contract";
import { readMeetingQuestion } from "./meeting-question";

const app = await startTestApp();

async function ask(person: Person, message: string): Promise<Answer | null> {
  return (await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message })).body.answer;
}
const quotesOf = (answer: Answer | null) => answer?.sentences.map(({ text }) => text);

async function meet(person: Person, title: string, lines: string[]): Promise<void> {
  const cues = lines.map((line, n) => `00:00:${10 + n * 5}.000 --> 00:00:${14 + n * 5}.000\n${line}\n`);
  const data = Buffer.from(`WEBVTT\n\n${cues.join("\n")}`).toString("base64");
  const body = { title, name: "meeting.vtt", data };
  expect((await person.post(`/api/teams/${person.teamId}/meetings/transcript`, body)).status).toBe(200);
}

const promise = "I will send the revised quote to Harbour Street by Friday.";
const decision = "We agreed to hire a second designer in January.";

test("CTX-2 what was said or agreed in a meeting is quoted from the meeting that has the title", async () => {
  const ana = await app.signIn();
  // Two weeks aren't weekly.
  const content = "I am very unhappy, the delivery is two weeks late and nobody answers.";
  await ana.buildMessages([{ sender: "Eve Stone", subject: "Complaint", content }]);
  await meet(ana, "Weekly", [`<v Bo Lind>${promise}`, `<v Ana Berg>${decision}`]);
  await meet(ana, "Kitchen", ["<v Mia Chen>The tiles of the kitchen are delivered on the seventh."]);

  for (const question of [
    "What was agreed in the weekly meeting?",
    "What did we decide at the Weekly call?",
  ]) {
    const answer = await ask(ana, question);
    expect(answer?.intro, question).toBe("What was decided in the meeting “Weekly”:");
    expect(quotesOf(answer)).toEqual([decision]);
  }
  for (const question of ["Summarize the weekly meeting", "What happened in our last weekly meeting?"]) {
    const answer = await ask(ana, question);
    expect(answer?.intro, question).toBe("From what was said in the meeting “Weekly”:");
    expect(quotesOf(answer)).toEqual([promise, decision]);
  }
  const latest = await ask(ana, "What was decided in the last meeting?");
  expect(latest?.intro).toBe(
    "I found no decision in the meeting “Kitchen”. From what was said in the meeting “Kitchen”:",
  );
  const other = await app.signIn();
  expect(await ask(other, "What was agreed in the weekly meeting?")).toMatchObject({ kind: "nothing" });
});

test("CTX-2 a question about a meeting's time, or a meeting nobody had, isn't one about what was said in it", async () => {
  expect(readMeetingQuestion("When is the weekly meeting?")).toBeNull();
  expect(readMeetingQuestion("What was said about the meeting room?")).toBeNull();
  expect(readMeetingQuestion("What was the result of the call?")).toBeNull();
  expect(readMeetingQuestion("Give me a recap of the Q3 planning call")).toEqual({
    ...{ title: "Q3 planning", decided: false },
  });
  const ana = await app.signIn();
  await meet(ana, "Weekly", [`<v Bo Lind>${promise}`]);
  expect((await ask(ana, "What was agreed in the budget meeting?"))?.intro).not.toContain("“Weekly”");
});
