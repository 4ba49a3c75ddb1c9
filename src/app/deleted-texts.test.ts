import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startTestApp } from "../../test/support/test-app";
import { readCatalogue } from "../server/catalogue";
import { retentionJob } from "./retention";

const app = await startTestApp();
const { blobs, db, pool } = app.running.services;
const word = "quillwort";

/** The tables in which a word stands somewhere, in whatever column. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await readCatalogue(pool)) {
    const { rowCount } = await pool.query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

/** Moves what was deleted, and the journal, 31 days into the past. */
async function letTimePass(): Promise<void> {
  for (const { name, columns } of await readCatalogue(pool)) {
    if (columns.some((column) => column.name === "deleted_at"))
      await pool.query(`update "${name}" set deleted_at = deleted_at - interval '31 days'`);
    if (["journal", "notifications"].includes(name))
      await pool.query(`update "${name}" set created_at = created_at - interval '31 days'`);
  }
}

test("BILL-7 a deleted message, task, comment, meeting, area or fact leaves its text only in the audit log", async () => {
  const ana = await app.signIn("Ana Berg");
  const team = `/api/teams/${ana.teamId}`;
  const mail = `From: Bo ${word} <bo@example.org>\nSubject: Send the ${word}\n\nPlease send the ${word} by Friday.\n`;
  const { body: upload } = await ana.upload<{ id: string }>(`${team}/imports`, [
    { name: "a.eml", content: mail },
  ]);
  await ana.post(`${team}/imports/${upload.id}/start`);
  await expect
    .poll(async () => (await ana.get<{ status: string }>(`${team}/imports/${upload.id}`)).body.status)
    .toBe("completed");
  const task = await ana.buildTask({
    title: `Buy ${word}`,
    description: word,
    steps: [{ id: randomUUID(), title: word, done: false }],
  });
  await ana.patch(`/api/tasks/${task.id}`, { title: `Buy more ${word}` });
  await ana.post(`/api/tasks/${task.id}/comments`, { body: `Which ${word}?` });
  const { body: meeting } = await ana.post<{ id: string }>(`${team}/meetings/transcript`, {
    name: "weekly.txt",
    title: `About ${word}`,
    data: Buffer.from(`Ana: I will send the ${word} by Friday.`).toString("base64"),
  });
  const rules = { keywords: [word] };
  const { body: area } = await ana.post<{ id: string }>(`${team}/areas`, {
    name: word,
    color: "teal",
    rules,
  });
  await ana.post(`${team}/areas/${area.id}/facts`, { text: `We grow ${word}.` });
  const { body: garden } = await ana.post<{ id: string }>(`${team}/areas`, {
    name: "Garden",
    color: "teal",
    rules: {},
  });
  const facts = `${team}/areas/${garden.id}/facts`;
  const { body: fact } = await ana.post<{ id: string }>(facts, {
    text: `The gardener sells ${word} by the pot.`,
  });
  // Answers quote each of them.
  for (const message of [
    "What did Bo say?",
    "What did Ana Berg say?",
    "What is blocked?",
    "What do we grow?",
    "What does the gardener sell?",
  ])
    await ana.post(`${team}/chat`, { message });
  const before = await tablesWith(word);
  expect(before).toEqual(
    expect.arrayContaining([
      "messages",
      "tasks",
      "meetings",
      "areas",
      "journal",
      "passages",
      "chat_messages",
    ]),
  );

  expect((await ana.delete(`/api/tasks/${task.id}`)).status).toBe(200);
  expect((await ana.delete(`/api/meetings/${meeting.id}`)).status).toBe(200);
  expect((await ana.delete(`${team}/areas/${area.id}`)).status).toBe(200);
  expect((await ana.delete(`${facts}/${fact.id}`)).status).toBe(200);
  await pool.query("update messages set deleted_at = now() where team_id = $1", [ana.teamId]);
  expect(await tablesWith(word)).not.toContain("passages");
  await letTimePass();
  await retentionJob(db, blobs).run({}, new AbortController().signal);

  expect(await tablesWith(word)).toEqual(["audit_log"]);
});
