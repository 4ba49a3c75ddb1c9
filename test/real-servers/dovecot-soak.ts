import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDirectly, query, until } from "../support/collecting";
import { mail, subjectsOf } from "../support/mail-journey";
import { onlyIf } from "../support/only-if";
import { startTestApp, type TestApp } from "../support/test-app";
import { dovecotPassword, hasDovecot, startDovecot } from "./dovecot";

/** Emails in the large mailbox. */
const many = 20_000;
const minute = 60_000;

const figures: Record<string, number> = {};
// biome-ignore lint/suspicious/noConsole: the table is what the command is for.
afterAll(() => console.table(figures));

describe(
  "INT-8 Dovecot",
  onlyIf(hasDovecot, "Dovecot isn't installed, or the tests don't run as root"),
  () => {
    let dovecot: Awaited<ReturnType<typeof startDovecot>>;
    let app: TestApp;
    beforeAll(async () => {
      dovecot = await startDovecot();
      app = await startTestApp();
    });

    async function connect(user: string) {
      const person = await app.signIn();
      const fields = { host: "127.0.0.1", port: dovecot.port, user, password: dovecotPassword };
      return { person, account: await connectDirectly(person, "imap", fields) };
    }

    test("a large mailbox is read completely, the newest first, with few logins", async () => {
      const user = "large@example.com";
      const mails = Array.from({ length: many }, (_, index) => {
        // One a minute, the last one an hour ago.
        const at = new Date(Date.now() - (many - index + 60) * minute);
        return { raw: mail({ id: `m${index}`, subject: `Mail ${index}`, date: at }), at };
      });
      dovecot.deliver(user, mails);
      const began = Date.now();
      const { person } = await connect(user);
      const first = await until(
        () => subjectsOf(person),
        ({ length }) => length > 0,
      );
      expect(first).toContain(`Mail ${many - 1}`);
      figures["first emails (s)"] = (Date.now() - began) / 1000;
      const count = async () => {
        const [row] = await query<{ count: number }>(
          app,
          "select count(distinct external_id)::int as count from messages where team_id = $1",
          [person.teamId],
        );
        return row?.count ?? 0;
      };
      for (
        let stored = await count(), before = -1;
        stored < many && stored > before;
        stored = await count()
      ) {
        before = stored;
        await until(count, (now) => now === many || now > before + 500);
      }
      expect(await count()).toBe(many);
      figures["20,000 emails (s)"] = (Date.now() - began) / 1000;
      figures.logins = dovecot.logins(user);
      // One to check the password, one to wait for new mail, and one per run of 40 pages.
      expect(figures.logins).toBeLessThanOrEqual(2 + Math.ceil(many / 2000) + 1);
    });

    test("new mail arrives within 5 seconds; deletion, restoring and moving to the trash are followed", async () => {
      const user = "small@example.com";
      const at = new Date(Date.now() - minute);
      dovecot.deliver(user, [{ raw: mail({ id: "one", subject: "One" }), at }]);
      const { person, account } = await connect(user);
      const showing = (...subjects: string[]) =>
        until(
          async () => (await subjectsOf(person)).sort(),
          (now) => now.join() === subjects.join(),
        );
      await showing("One");
      // Waits for new mail now, and nothing is due before the next interval.
      await until(
        () =>
          query<{ watched_by: string | null; soon: boolean }>(
            app,
            "select watched_by, next_sync_at < now() + interval '1 minute' as soon from connections where account_id = $1",
            [account.id],
          ),
        ([row]) => row?.watched_by !== null && row?.soon === false,
      );
      const client = await dovecot.client(user);
      const began = Date.now();
      await client.append(
        "INBOX",
        mail({ id: "two", subject: "Two" }).replaceAll("\n", "\r\n"),
        [],
        new Date(),
      );
      await showing("One", "Two");
      figures["new email (s)"] = (Date.now() - began) / 1000;
      expect(figures["new email (s)"]).toBeLessThan(5);

      const sync = () => person.post(`/api/integrations/${account.id}/sync`);
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1", ["\\Deleted"]);
      await sync();
      await showing("Two");
      await client.messageFlagsRemove("1", ["\\Deleted"]);
      await sync();
      await showing("One", "Two");
      await client.messageMove("2", "Trash");
      await sync();
      await showing("One");
      await client.logout();
    });
  },
);
