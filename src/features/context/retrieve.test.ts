import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { importAccount } from "../inbox/storing/account-messages";
import type { ChatMessage, SearchHits } from "./contract";

const app = await startTestApp();
const { db, pool, context } = app.running.services;

test("CTX-2 one sentence is found among five transcripts of many hours", async () => {
  const ana = await app.signIn();
  const viewer = { teamId: ana.teamId, userId: ana.user.id };
  for (let n = 0; n < 5; n++) {
    const { rows } = await pool.query<{ id: string }>(
      "insert into meetings (team_id, title, status, transcript) values ($1, $2, 'completed', 'The budget of the harbour.') returning id",
      [ana.teamId, `Talks ${n}`],
    );
    await pool.query(
      `insert into meeting_segments (meeting_id, position, team_id, start_second, end_second, speaker, text)
       select $1, n, $2, n, n + 1, 'Bo', case when n = 3000 and $3 = 2 then 'The budget of the harbour is nine million.'
         else 'We talk about many other things for a long while, and number ' || n || ' is one of them, so let us go on.' end
       from generate_series(0, 4999) n`,
      [rows[0]?.id, ana.teamId, n],
    );
  }
  const { found } = await context.retrieval.retrieve(
    viewer,
    "What is the budget of the harbour, and many other things?",
  );
  expect(
    found[0]?.window.sentences.map(({ start, end }) => found[0]?.window.of.text.slice(start, end)),
  ).toContain("The budget of the harbour is nine million.");
});

test("CTX-2 words that are all common find an old message that has all of them", async () => {
  const ana = await app.signIn();
  const accountId = await importAccount(db, ana.teamId);
  await pool.query(
    `insert into messages (team_id, account_id, external_id, channel, sender, recipients, subject, content, attachments, created_at)
     select $1, $2, 'm' || n, 'import', 'Bo', '{"to":[],"cc":[]}', 'News',
       case when n = 3000 then 'The harbour has a new crane.' when n % 2 = 0 then 'About the harbour.' else 'About the crane.' end,
       '[]', now() - n * interval '1 minute' from generate_series(1, 3000) n`,
    [ana.teamId, accountId],
  );
  const { found } = await context.retrieval.retrieve(
    { teamId: ana.teamId, userId: ana.user.id },
    "harbour crane",
  );
  expect(found[0]?.window.of.text).toBe("The harbour has a new crane.");
});

test("CTX-2 MEET-6 every passage of a meeting of many hours can be found, however long it is", async () => {
  const ana = await app.signIn("Ana Lopez");
  const add = (title: string, text: string) =>
    ana.post<{ id: string }>(`/api/teams/${ana.teamId}/meetings/transcript`, {
      ...{ title, name: "long.txt", data: Buffer.from(text).toString("base64") },
    });
  const talk = "Bo: We talked about the weather and the harbour again, and about nothing else.\n".repeat(
    2700,
  );
  const long = await add(
    "Marathon",
    `Ana: The agenda names the aqueduct.\n${talk}Ana: The plumber replaces the valve on Tuesday.\n`,
  );
  expect(long.status).toBe(200);
  const listed = async (q: string) =>
    (await ana.get<{ id: string }[]>(`/api/teams/${ana.teamId}/meetings?q=${q}`)).body.map(({ id }) => id);
  expect(await listed("aqueduct%20plumber%20valve")).toEqual([long.body.id]);
  const message = "When does the plumber replace the valve?";
  const { answer } = (await ana.post<ChatMessage>(`/api/teams/${ana.teamId}/chat`, { message })).body;
  expect(answer?.sentences[0]?.text).toBe("The plumber replaces the valve on Tuesday.");

  // More different words than one row of the index holds.
  const words = Array.from({ length: 90_000 }, (_, n) => `word${(n * 7919).toString(36)}x`);
  const wide = await pool.query<{ id: string }>(
    "insert into meetings (team_id, title, status, transcript) values ($1, 'Dictionary', 'completed', $2) returning id",
    [ana.teamId, `Bo: ${words.join(" ")} Bo: xylophone`],
  );
  const id = wide.rows[0]?.id;
  const { rows } = await pool.query("select position from passages where source_id = $1", [id]);
  expect(rows).toEqual([{ position: 0 }, { position: 1 }]);
  for (const word of [words[0], words[45_000], words.at(-1), "xylophone"])
    expect(await listed(word ?? "")).toEqual([id]);
  const hits = (await ana.get<SearchHits>(`/api/teams/${ana.teamId}/search?q=Bo`)).body.meetings;
  expect(hits.map(({ title }) => title).toSorted()).toEqual(["Dictionary", "Marathon"]);
});

test("BEY-7 WORK-3 CTX-2 words are found with and without their accents, and quoted as they were written", async () => {
  const ana = await app.signIn("Ana Lopez");
  const text = "The Cre\u0300me Brûlée of “Café Łódź” costs 9 euros.";
  const [message] = await ana.buildMessages([{ sender: "José Núñez", subject: "Dessert", content: text }]);
  const task = await ana.buildTask({ title: "Call the Straßenmeisterei" });
  const base = `/api/teams/${ana.teamId}`;
  const search = async (q: string) =>
    (await ana.get<SearchHits>(`${base}/search?q=${encodeURIComponent(q)}`)).body;
  for (const q of ["brulee", "BRÛLÉE", "creme brul", "cafe lodz", "from:jose brulee", "from:JOSÉ dessert"])
    expect(
      (await search(q)).messages.map(({ id }) => id),
      q,
    ).toEqual([message?.id]);
  expect((await search("nunez")).people.map(({ title }) => title)).toEqual(["José Núñez"]);
  expect((await search("strassenmeisterei")).tasks.map(({ id }) => id)).toEqual([task.id]);
  expect((await ana.get<{ id: string }[]>(`${base}/tasks?q=STRASSEN`)).body.map(({ id }) => id)).toEqual([
    task.id,
  ]);
  for (const question of ["What does the creme brulee cost?", "What did Jose write about the brûlée?"]) {
    const { content } = (await ana.post<ChatMessage>(`${base}/chat`, { message: question })).body;
    expect(content).toContain(text);
  }
  expect((await search("brulard")).messages).toEqual([]);
});
