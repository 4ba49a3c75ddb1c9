import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeMessages } from "../../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import type { IncomingMessage } from "../source-message";
import { importAccount, showMessagesTo } from "./account-messages";
import { joinReplies } from "./replies-repository";

const app = await startTestApp();
const { db, pool } = app.running.services;

const anna = "anna@example.org";
const bo = "bo@example.org";
const cy = "cy@example.org";
let sent = 0;

/** A mail that names no other mail, a day after the one before. */
function mail(from: string, to: string[], subject: string, fields: Partial<IncomingMessage> = {}) {
  sent++;
  return incoming({
    ...{ externalId: `<${sent}@x>#1`, threadKey: `<${sent}@x>`, analysis: null },
    ...{ sender: from, senderAddress: from, to, cc: [], subject },
    sentAt: new Date(Date.parse("2026-03-01T10:00:00Z") + sent * 86_400_000),
    ...fields,
  });
}

async function store(person: Person, batches: IncomingMessage[][], visibleTo: string | null = null) {
  const accountId = await importAccount(db, person.teamId);
  const source = { teamId: person.teamId, accountId, channel: "gmail", importId: null, visibleTo };
  for (const batch of batches) await storeMessages(db, source, batch);
}

/** The conversation of each mail, by its own key. */
async function keys(person: Person): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ external_id: string; thread_key: string }>(
    "select external_id, thread_key from messages where team_id = $1",
    [person.teamId],
  );
  return Object.fromEntries(rows.map((row) => [row.external_id.slice(0, -2), row.thread_key]));
}

test.each(["in one batch", "one by one", "the last first"])(
  "INB-5 a reply that names no mail joins its conversation by subject and people, delivered %s",
  async (order) => {
    const ana = await app.signIn();
    const first = mail(anna, [bo], "The roof");
    const reply = mail(bo, [anna], "Re: The  roof".replace("  ", " "));
    const again = mail(anna, [bo, cy], "AW: Re[2]: the ROOF");
    const named = mail(cy, [anna], "Re: The roof", { threadKey: again.threadKey });
    const all = [first, reply, again, named];
    const batches = { "in one batch": [all], "one by one": all.map((one) => [one]) }[order];
    await store(ana, batches ?? all.toReversed().map((one) => [one]));

    expect(new Set(Object.values(await keys(ana)))).toEqual(new Set([first.threadKey]));
    const { rows } = await pool.query<{ id: string }>(
      "select id from messages where team_id = $1 and external_id = $2",
      [ana.teamId, reply.externalId],
    );
    const { body } = await ana.get<{ conversation: unknown[] }>(`/api/messages/${rows[0]?.id}/context`);
    expect(body.conversation).toHaveLength(4);
  },
);

/** A mail whose headers name only the mail that it answers. */
function answer(to: IncomingMessage | null, fields: Partial<IncomingMessage> = {}) {
  const own = mail(anna, [bo], "Roof", fields);
  const id = own.threadKey as string;
  return { ...own, externalId: `${id}#${"h".repeat(22)}`, threadKey: to ? ownIdOf(to) : id, ...fields };
}
const ownIdOf = ({ externalId }: IncomingMessage) => externalId.slice(0, -23);

async function conversations(person: Person): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ thread_key: string | null }>(
    "select distinct thread_key from messages where team_id = $1",
    [person.teamId],
  );
  return rows.map((row) => row.thread_key);
}

test.each(["in one batch", "one by one", "the last first", "every other one first"])(
  "INB-5 mails that name only the mail they answer are one conversation, delivered %s",
  async (order) => {
    const ana = await app.signIn();
    const all = [answer(null)];
    while (all.length < 40) all.push(answer(all.at(-1) as IncomingMessage));
    const [odd, even] = [0, 1].map((rest) => all.filter((_, at) => at % 2 === rest));
    const batches = {
      "in one batch": [all],
      "one by one": all.map((one) => [one]),
      "the last first": all.toReversed().map((one) => [one]),
    }[order] ?? [odd, even];
    await store(ana, batches as IncomingMessage[][]);
    expect(await conversations(ana)).toEqual([all[0]?.threadKey]);
  },
);

test("INB-5 answers to a mail that was never delivered are one conversation, until it is", async () => {
  const ana = await app.signIn();
  const first = answer(null);
  const missing = answer(first);
  const [one, other] = [answer(missing), answer(missing)];
  await store(ana, [[answer(one)], [one], [other]]);
  expect(await conversations(ana)).toEqual([ownIdOf(missing)]);
  await store(ana, [[missing]]);
  expect(await conversations(ana)).toEqual([first.threadKey]);
});

test("INB-5 mails that name each other in a circle, and one with the id of a conversation's first, move nothing else", async () => {
  const ana = await app.signIn();
  const [a, b] = [answer(null), answer(null)];
  await store(ana, [
    [
      { ...a, threadKey: ownIdOf(b) },
      { ...b, threadKey: ownIdOf(a) },
    ],
  ]);
  const [first, elsewhere] = [answer(null), answer(null)];
  await store(ana, [[first, answer(first)], [elsewhere]]);
  await store(ana, [[{ ...answer(elsewhere), externalId: `${ownIdOf(first)}#${"x".repeat(22)}` }]]);
  await store(ana, [[answer(first)]]);
  const { rows } = await pool.query("select from messages where team_id = $1 and thread_key = $2", [
    ana.teamId,
    first.threadKey,
  ]);
  expect(rows).toHaveLength(3);
});

test("INB-5 what answers a mail that only one mailbox shows to all stays in its conversation", async () => {
  const ana = await app.signIn();
  const { rows: accounts } = await pool.query<{ id: string }>(
    "insert into accounts (team_id, provider, external_id) values ($1, 'imap', 'one'), ($1, 'imap', 'two') returning id",
    [ana.teamId],
  );
  const [one, two] = accounts.map(({ id }) => id) as [string, string];
  const into = (accountId: string, visibleTo: string | null) => ({
    ...{ teamId: ana.teamId, channel: "imap", importId: null, accountId, visibleTo },
    siblings: { connected: visibleTo ? [accountId === one ? two : one] : [], disconnected: [] },
  });
  const first = answer(null);
  const reply = answer(first);
  for (const account of [one, two])
    await db.transaction((tx) =>
      storeMessages(tx, into(account, ana.user.id), [account === one ? first : reply, reply]),
    );
  await db.transaction((tx) =>
    showMessagesTo(tx, { teamId: ana.teamId, accountId: two }, { before: ana.user.id, now: null }),
  );
  const late = answer(reply);
  await storeMessages(db, into(two, null), [late]);
  const { rows } = await pool.query(
    "select thread_key from messages where team_id = $1 and visible_to is null and external_id = any($2)",
    [ana.teamId, [reply.externalId, late.externalId]],
  );
  expect(rows).toEqual([{ thread_key: first.threadKey }, { thread_key: first.threadKey }]);
});

test("INB-5 a person who writes again to the same people joins their own mail", async () => {
  const ana = await app.signIn();
  const [first, again] = [mail(anna, [bo], "Keys"), mail(anna, [bo], "Re: Keys")];
  await store(ana, [[first], [again]]);
  expect((await keys(ana))[again.threadKey as string]).toBe(first.threadKey);
});

test("INB-5 the same subject between strangers, long after, in private or in another team stays apart", async () => {
  const ana = await app.signIn("Ana Lopez");
  const other = await app.signIn();
  const first = mail(anna, [bo], "Hello");
  await store(ana, [[first]]);
  await store(other, [[mail(bo, [anna], "Re: Hello")]]);
  expect(Object.values(await keys(other))).not.toContain(first.threadKey);

  await store(ana, [[mail(bo, [anna], "Re: Hello")]], ana.user.id);
  await store(ana, [
    [
      mail(cy, ["di@example.org"], "Re: Hello"),
      mail(cy, [bo], "Re: Hello"),
      mail(cy, [anna], "Re: Hello"),
      mail(anna, [cy], "Re: Hello"),
      mail(bo, [anna], "Hello"),
      mail(bo, [anna], "Re: Hello again"),
      mail(bo, [anna], "Re:"),
      mail(bo, [anna], "Re: Hello", { threadKey: "<elsewhere@x>" }),
      mail(bo, [anna], "Re: Hello", { sentAt: new Date("2026-12-24T10:00:00Z") }),
      mail(bo, [anna], "Re: Hello", { sentAt: new Date("2026-01-24T10:00:00Z") }),
    ],
  ]);
  const found = Object.values(await keys(ana)).filter((key) => key === first.threadKey);
  expect(found).toHaveLength(1);
});

test("INB-5 a conversation in one person's mailbox doesn't change by a mail that only another can see", async () => {
  const ana = await app.signIn();
  const [first, reply] = [mail(anna, [bo], "The key"), mail(bo, [anna], "Re: The key")];
  const { rows: accounts } = await pool.query<{ id: string }>(
    "insert into accounts (team_id, provider, external_id) values ($1, 'imap', 'hers'), ($1, 'imap', 'his') returning id",
    [ana.teamId],
  );
  const [hers, his] = accounts.map(({ id }) => id);
  const { rows: users } = await pool.query<{ id: string }>(
    "insert into users (email, first_name) values ($1, 'Bo') returning id",
    [`bo-${ana.teamId}@example.org`],
  );
  const bosId = users[0]?.id as string;
  const source = { teamId: ana.teamId, channel: "imap", importId: null };
  await storeMessages(db, { ...source, accountId: his as string, visibleTo: bosId }, [reply]);
  await storeMessages(db, { ...source, accountId: hers as string, visibleTo: ana.user.id }, [first, reply]);
  const keyFor = async (reader: string) => {
    const { rows } = await pool.query<{ thread_key: string }>(
      "select thread_key from messages where team_id = $1 and visible_to = $2 and external_id = $3",
      [ana.teamId, reader, reply.externalId],
    );
    return rows.map(({ thread_key }) => thread_key);
  };
  expect(await keyFor(ana.user.id)).toEqual([first.threadKey]);
  expect(await keyFor(bosId)).toEqual([reply.threadKey]);
});

test("INB-5 a flood of strangers' replies with one subject costs a mail no more the longer it lasts", async () => {
  const ana = await app.signIn();
  const start = Date.parse("2026-03-01T10:00:00Z");
  const reply = () =>
    mail(`stranger${sent}@x.org`, [anna], "Re: Offer", { sentAt: new Date(start + sent * 1000) });
  /** How many rows are read to join a mail again. */
  const readsOf = ({ externalId }: IncomingMessage) =>
    db.transaction(async (tx) => {
      const read = async () => {
        const { rows } = await tx.execute<{ count: number }>(
          sql`select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'messages'`,
        );
        return rows[0]?.count ?? 0;
      };
      // Otherwise it depends on the sizes of the tables whether they are read whole.
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute<{ id: string }>(
        sql`select id from messages where team_id = ${ana.teamId} and external_id = ${externalId}`,
      );
      const before = await read();
      await joinReplies(
        tx,
        ana.teamId,
        rows.map(({ id }) => id),
      );
      return (await read()) - before;
    });
  const some = Array.from({ length: 150 }, reply);
  const many = Array.from({ length: 600 }, reply);
  const [first, last] = [some[0], many.at(-1)] as [IncomingMessage, IncomingMessage];
  await store(ana, [some]);
  const early = { first: await readsOf(first), last: await readsOf(some.at(-1) as IncomingMessage) };
  expect(early.first).toBeGreaterThan(150);
  expect(early.last).toBeGreaterThan(100);
  await store(ana, [many]);
  expect(await readsOf(first)).toBeLessThan(early.first * 1.5);
  expect(await readsOf(last)).toBeLessThan(early.last * 1.5);
});
