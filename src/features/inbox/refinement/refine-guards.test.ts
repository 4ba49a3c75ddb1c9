import { expect, test } from "vitest";
import { startModelServer } from "../../../../test/support/aimock";
import { type Person, startTestApp } from "../../../../test/support/test-app";
import { createLanguageModel } from "../../../server/language-model/language-model";
import type { Message } from "../contract";
import { createRefinement } from "./refine";

const server = await startModelServer();
const app = await startTestApp(server.environment());
const { db, jobs, privacy } = app.running.services;
const bounds = server.settings("openai-compatible");
const model = createLanguageModel(bounds);
const refine = createRefinement({ db, jobs, privacy, model, bounds, log: () => {} });
const never = new AbortController().signal;

const answer = {
  ...{
    hasTask: true,
    taskTitle: "Send the revised quote by Friday",
    category: "billing",
    sentiment: "positive",
  },
  ...{ urgency: "not_urgent", importance: "important", dueWords: "by Friday" },
  quotes: { task: ["send me the revised quote"], urgency: [], importance: [], category: [], sentiment: [] },
};
const now = async (person: Person, { id }: Message): Promise<Message> =>
  (await person.get<Message>(`/api/messages/${id}`)).body;

test("BEY-14 a correction overrides a language model's analysis, and removing it restores that analysis", async () => {
  const ana = await app.signIn();
  const [message] = (await ana.buildMessages([
    { content: "Please send me the revised quote by Friday." },
  ])) as [Message];
  server.onMessage(/revised quote/, { content: answer });
  expect(await refine({ teamId: ana.teamId, messageId: message.id }, never)).toBe("refined");
  const refined = await now(ana, message);

  await ana.post(`/api/messages/${message.id}/correction`, { hasTask: false, category: "social" });
  const corrected = await now(ana, message);
  expect(corrected.aiAnalysis).toMatchObject({ hasTask: false, taskTitle: null, category: "social" });
  expect(await refine({ teamId: ana.teamId, messageId: message.id }, never)).toBe("kept");
  expect(await now(ana, message)).toEqual(corrected);

  await ana.post(`/api/teams/${ana.teamId}/journal/undo`, {});
  expect(await now(ana, message)).toEqual(refined);
});

test("BEY-17 no part of a secret is sent when a long text is cut", async () => {
  const ana = await app.signIn();
  const filler = (length: number) =>
    "We talked. "
      .repeat(length)
      .slice(0, length - 1)
      .concat(" ");
  const [card, word] = ["4242 4242 4242 4242", "trombone7"];
  const end = `${word}. ${filler(1988)}`;
  const content = `Please review it. ${filler(5975)}${card} ${filler(4000)}The password for the wiki is ${end}`;
  const [message] = (await ana.buildMessages([{ content }])) as [Message];
  server.onMessage(/Please review it/, { content: answer });

  expect(await refine({ teamId: ana.teamId, messageId: message.id }, never)).toBe("refined");

  const sent = JSON.stringify(server.getLastRequest()?.body);
  expect(sent).toContain("[left out]");
  for (const part of ["4242", word]) expect(sent).not.toContain(part);
});
