import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { incoming, startTestApp } from "../../../../test/support/test-app";
import { createMessageRepository } from "../repository";
import { createCountsRepository, sumCounts } from "./counts-repository";

const app = await startTestApp();
const { db } = app.running.services;

/** Statements that change what is counted, each over the messages whose number falls into a class. */
const changes = {
  resolve: sql`status = 'resolved'`,
  reopen: sql`status = 'new'`,
  snooze: sql`snoozed_until = now() + interval '1 hour'`,
  "snooze until a past time": sql`snoozed_until = now() - interval '1 hour'`,
  wake: sql`snoozed_until = null`,
  remove: sql`deleted_at = now()`,
  restore: sql`deleted_at = null`,
  "make urgent": sql`priority = 'high'`,
  "leave to All Messages": sql`left_to_all = true`,
  "move to another channel": sql`channel = 'gmail'`,
  doubt: sql`ai_analysis = jsonb_set(ai_analysis, '{uncertain}', 'true')`,
};

test("INB-1 the counts equal the messages after any changes, for each reader", {
  timeout: 60_000,
}, async () => {
  const analysis = incoming().analysis as NonNullable<ReturnType<typeof incoming>["analysis"]>;
  const names = [...(Object.keys(changes) as (keyof typeof changes)[]), "delete", "add up"] as const;
  const step = fc.record({ what: fc.constantFrom(...names), modulus: fc.integer({ min: 1, max: 5 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const ana = await app.signIn();
      const bo = await app.signIn();
      const { teamId } = ana;
      const built = await ana.buildMessages(
        Array.from({ length: 12 }, (_, n) => ({
          subject: `Message ${n}`,
          sender: `Sender ${n % 3}`,
          senderAddress: `sender${n % 3}@Example.com`,
          analysis: { ...analysis, hasTask: n % 2 === 0, priority: n % 5 === 0 ? "high" : "low" },
        })),
      );
      const [, privateOne, ofBo] = built;
      await db.execute(sql`update messages set visible_to = ${ana.user.id} where id = ${privateOne?.id}`);
      await db.execute(sql`update messages set visible_to = ${bo.user.id} where id = ${ofBo?.id}`);
      await db.execute(
        sql`insert into muted_senders (team_id, user_id, sender, name) values (${teamId}, ${ana.user.id}, 'sender1@example.com', 'S')`,
      );
      const some = (modulus: number) =>
        sql`team_id = ${teamId} and substr(subject, 9)::int % ${modulus}::int = 0`;
      for (const { what, modulus } of steps) {
        if (what === "add up") await addUpAll(teamId);
        else if (what === "delete") await db.execute(sql`delete from messages where ${some(modulus)}`);
        else await db.execute(sql`update messages set ${changes[what]} where ${some(modulus)}`);
      }
      const messages = createMessageRepository(db);
      for (const { user } of [ana, bo])
        expect(await messages.count(teamId, user.id, {})).toEqual(
          sumCounts(await messages.countMatching(teamId, user.id, {})),
        );
    }),
    { numRuns: 25 },
  );
});

test("INB-1 the rows of the counts are added up, also while others write", async () => {
  const ana = await app.signIn();
  const [message] = await ana.buildMessages([{}]);
  const flips = Array.from({ length: 140 }, (_, n) => (n % 2 === 0 ? "resolved" : "new"));
  const writing = flips.reduce(
    (before, status) =>
      before.then(
        async () =>
          void (await db.execute(sql`update messages set status = ${status} where id = ${message?.id}`)),
      ),
    Promise.resolve(),
  );
  const counts = createCountsRepository(db);
  await Promise.all([writing, counts.addUp(), counts.addUp()]);
  await counts.addUp();
  const { rows } = await db.execute(sql`select from message_counts where team_id = ${ana.teamId}`);
  expect(rows.length).toBeLessThan(70);
  expect((await ana.get(`/api/teams/${ana.teamId}/messages/counts`)).body).toMatchObject({
    all: 1,
    requires_action: 1,
    resolved: 0,
  });
});

test("a team that is deleted takes its counts along", async () => {
  const ana = await app.signIn();
  await ana.buildMessages([{}, {}]);
  await db.execute(sql`delete from teams where id = ${ana.teamId}`);
  const { rows } = await db.execute(sql`select from message_counts where team_id = ${ana.teamId}`);
  expect(rows).toEqual([]);
});

/** As the scheduled job does once a team has many rows. */
async function addUpAll(teamId: string): Promise<void> {
  await db.execute(sql`
    insert into message_counts (team_id, channel, stored, requires_action, uncertain, resolved)
    select ${teamId}, 'import', n % 2 * 2 - 1, 0, 0, 0 from generate_series(1, 80) n`);
  await createCountsRepository(db).addUp();
}
