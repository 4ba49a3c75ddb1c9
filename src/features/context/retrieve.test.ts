import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { importAccount } from "../inbox/ingest";

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
