import { expect, test } from "vitest";
import { inThisThread, mail } from "../../../../test/support/mail-journey";
import type { Person } from "../../../../test/support/person";
import { startTestApp } from "../../../../test/support/test-app";
import { accountOf } from "../../inbox/ingest";
import { ingestPage } from "./ingest-page";
import { readMails } from "./mail-message";

const app = await startTestApp();
const { db, jobs, pool } = app.running.services;

/** The due date of an email that arrives in an account connected by this person. */
async function dueOf(
  person: Person,
  date: string,
  text = "Could you send me the signed contract by Friday?",
) {
  const { teamId } = person;
  const accountId = await accountOf(db, teamId, "gmail", "ana@example.com");
  await pool.query(
    `insert into connections (account_id, team_id, provider, external_id, name, connected_by, history_since)
     values ($1, $2, 'gmail', gen_random_uuid()::text, 'Mail', $3, now()) on conflict do nothing`,
    [accountId, teamId, person.user.id],
  );
  const id = `${date}-${Math.random()}`;
  const raw = mail({ id, text }).replace(/^Date:.*$/m, `Date: ${date}`);
  const found = { bytes: Buffer.from(raw), receivedAt: new Date(date), location: id, sent: false };
  const messages = await readMails(inThisThread, [found], []);
  const receiver = { accountId, teamId, provider: "gmail", visibleTo: null, proof: null };
  await db.transaction((tx) => ingestPage(tx, jobs, receiver, { messages, removed: [] }));
  const { rows } = await pool.query<{ due: string | null }>(
    "select ai_analysis->>'dueDate' as due from messages where team_id = $1 order by created_at desc, id limit 1",
    [teamId],
  );
  return rows[0]?.due ?? null;
}

/** The wall clock of a time zone at an instant, as "Fri 11/20/2026, 23:59". */
const clockOf = (iso: string | null, timeZone: string) =>
  iso &&
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(new Date(iso));

test.each([
  ["Australia/Sydney", "Thu, 19 Nov 2026 22:30:00 +0000", "Fri, 11/27/2026"],
  ["America/New_York", "Thu, 19 Nov 2026 03:30:00 +0000", "Fri, 11/20/2026"],
  ["Asia/Kathmandu", "Wed, 18 Nov 2026 20:00:00 +0000", "Fri, 11/20/2026"],
  // The clocks change between the message and its deadline.
  ["America/New_York", "Fri, 30 Oct 2026 12:00:00 +0000", "Fri, 11/06/2026"],
  ["Australia/Sydney", "Thu, 1 Oct 2026 02:00:00 +0000", "Fri, 10/02/2026"],
])('INT-8 "by Friday" ends on the reader\'s Friday: %s, sent %s', async (zone, date, friday) => {
  const ana = await app.signIn();
  expect((await ana.patch("/api/auth/user", { timeZone: zone })).status).toBe(200);
  const text =
    friday === "Fri, 11/06/2026" ? "Could you send me the signed contract by next Friday?" : undefined;
  expect(clockOf(await dueOf(ana, date, text), zone)).toBe(friday);
});

test("INT-8 without a known reader's zone, a date counts in the zone of the mail", async () => {
  const ana = await app.signIn();
  const due = await dueOf(ana, "Fri, 20 Nov 2026 01:30:00 +0545", "Could you send me the contract today?");
  expect(clockOf(due, "Asia/Kathmandu")).toBe("Fri, 11/20/2026");
});
