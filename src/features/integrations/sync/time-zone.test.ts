import { expect, test } from "vitest";
import { inThisThread, mail } from "../../../../test/support/mail-journey";
import type { Person } from "../../../../test/support/person";
import { incoming, startTestApp } from "../../../../test/support/test-app";
import { clockChanges } from "../../../../test/support/time/clock-changes";
import { accountOf } from "../../inbox/storing/account-messages";
import type { ProviderMessage } from "../providers/provider";
import { ingestPage } from "./ingest-page";
import { readMails } from "./mail-message";

const app = await startTestApp();
const { db, jobs, pool } = app.running.services;

/** A page arrives in an account connected by this person. @returns the due date of its only message. */
async function dueOfPage(person: Person, provider: string, messages: ProviderMessage[]) {
  const { teamId } = person;
  const accountId = await accountOf(db, teamId, provider, "ana@example.com");
  await pool.query(
    `insert into connections (account_id, team_id, provider, external_id, name, connected_by, history_since)
     values ($1, $2, $4, gen_random_uuid()::text, 'Mail', $3, now()) on conflict do nothing`,
    [accountId, teamId, person.user.id, provider],
  );
  const receiver = { accountId, teamId, provider, visibleTo: null, proof: null };
  await db.transaction((tx) => ingestPage(tx, jobs, receiver, { messages, removed: [] }));
  const { rows } = await pool.query<{ due: string | null }>(
    "select ai_analysis->>'dueDate' as due from messages where team_id = $1 and external_id = $2",
    [teamId, messages[0]?.externalId],
  );
  return rows[0]?.due ?? null;
}

/** The due date of a chat message, which has no zone of its own. */
function dueOfChat(person: Person, sentAt: string, content: string) {
  const { analysis: _, ...message } = incoming({ sentAt: new Date(sentAt), subject: null, content });
  return dueOfPage(person, "telegram", [message]);
}

/** The due date of an email. */
async function dueOf(
  person: Person,
  date: string,
  text = "Could you send me the signed contract by Friday?",
) {
  const id = `${date}-${Math.random()}`;
  const raw = mail({ id, text }).replace(/^Date:.*$/m, `Date: ${date}`);
  const found = { bytes: Buffer.from(raw), receivedAt: new Date(date), location: id, sent: false };
  const messages = await readMails(inThisThread, [found], []);
  return dueOfPage(person, "gmail", messages);
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
])('INT-8 "by Friday" ends on the reader\'s Friday: %s, sent %s', async (zone, date, friday) => {
  const ana = await app.signIn();
  expect((await ana.patch("/api/auth/user", { timeZone: zone })).status).toBe(200);
  expect(clockOf(await dueOf(ana, date), zone)).toBe(friday);
});

test.each(clockChanges)(
  "INT-8 a change of the clock between a live message and its deadline moves no hour: $zone, $change",
  async ({ zone, friday, mondayNine, mondayEnd }) => {
    const ana = await app.signIn();
    expect((await ana.patch("/api/auth/user", { timeZone: zone })).status).toBe(200);
    // The sender's own zone doesn't matter.
    const date = new Date(friday).toUTCString().replace("GMT", "+0000");
    expect(await dueOf(ana, date, "Could you send me the signed contract by Monday at 9am?")).toBe(
      mondayNine,
    );
    expect(await dueOf(ana, date, "Could you send me the signed contract by Monday?")).toBe(mondayEnd);
    expect(await dueOfChat(ana, friday, "Could you send me the signed contract by Monday at 9am?")).toBe(
      mondayNine,
    );
  },
);

test("INT-8 without a known reader's zone, a date counts in the zone of the mail", async () => {
  const ana = await app.signIn();
  const due = await dueOf(ana, "Fri, 20 Nov 2026 01:30:00 +0545", "Could you send me the contract today?");
  expect(clockOf(due, "Asia/Kathmandu")).toBe("Fri, 11/20/2026");
});
