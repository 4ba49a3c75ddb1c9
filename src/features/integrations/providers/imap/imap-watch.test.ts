import { expect, test } from "vitest";
import { startMailboxes } from "../../../../../test/stand-ins/imap-mailboxes";
import { query, until } from "../../../../../test/support/collecting";
import { mail, storedRows, subjectsOf } from "../../../../../test/support/mail-journey";
import { shortenPauses, startTestApp } from "../../../../../test/support/test-app";

shortenPauses();
const { app, imap, startConnected } = await startMailboxes({ idle: true });

const idling = (count: number) =>
  until(
    async () => imap.idling(),
    (open) => open === count,
  );
const arrived = (person: Parameters<typeof subjectsOf>[0], subject: string) =>
  until(
    () => subjectsOf(person),
    (subjects) => subjects.includes(subject),
  );
/** When the next check is due without a push. */
async function nextCheck(accountId: string): Promise<Date> {
  const [row] = await query<{ next_sync_at: Date }>(
    app,
    "select next_sync_at from connections where account_id = $1",
    [accountId],
  );
  return (row as { next_sync_at: Date }).next_sync_at;
}

test("INT-8 Email: new mail arrives at once over a waiting connection, also after the connection was lost", async () => {
  // Two processes with the same accounts open one connection.
  const other = await startTestApp({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
  const { person, account, deliver, ana, tryToConnect } = await startConnected([mail({ id: "one" })]);
  await idling(1);
  await until(
    () => nextCheck(account.id),
    (at) => at > new Date(Date.now() + 60_000),
  );
  deliver(mail({ id: "two", subject: "Two" }));
  await arrived(person, "Two");

  imap.setPassword(ana, "a new one");
  expect((await tryToConnect({ password: "a new one" })).status).toBe(200);
  imap.cutAll();
  await query(app, "notify zippy_watch");
  await idling(1);
  deliver(mail({ id: "three", subject: "Three" }));
  await arrived(person, "Three");
  expect(await storedRows(app, person)).toHaveLength(3);

  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  await query(app, "notify zippy_watch");
  await idling(0);
  expect([...app.problems, ...other.problems]).toEqual([]);
});
