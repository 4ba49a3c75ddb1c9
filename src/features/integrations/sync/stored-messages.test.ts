import { expect, test } from "vitest";
import { inThisThread, mail } from "../../../../test/support/mail-journey";
import { startTestApp } from "../../../../test/support/test-app";
import { accountOf } from "../../inbox/storing/account-messages";
import type { Changes, ProviderMessage, StoredSelection } from "../providers/provider";
import { ingestPage } from "./ingest-page";
import { readMails } from "./mail-message";
import { storedMessages } from "./stored-messages";

const app = await startTestApp();
const { db, jobs } = app.running.services;
const monthAgo = () => new Date(Date.now() - 30 * 86_400_000);

const messageAt = async (location: string, id: string, daysAgo = 1): Promise<ProviderMessage> => {
  const [message] = await readMails(
    inThisThread,
    [{ bytes: Buffer.from(mail({ id, daysAgo })), receivedAt: null, location, sent: false }],
    [],
  );
  return message as ProviderMessage;
};

/** An account that ingests changes, and the locations of its messages. */
async function startAccount() {
  const { teamId } = await app.signIn();
  const accountId = await accountOf(db, teamId, "imap", "ana@example.com");
  const account = { accountId, teamId, provider: "imap" };
  const apply = (changes: Partial<Changes>) =>
    db.transaction((tx) =>
      ingestPage(
        tx,
        jobs,
        { ...account, visibleTo: null, proof: null },
        { messages: [], removed: [], ...changes },
      ),
    );
  const stored = async (which?: StoredSelection) =>
    (await storedMessages(db, account, monthAgo(), which)).map(({ externalId, locations }) => [
      externalId.split("@")[0],
      [...locations].sort(),
    ]);
  return { account, apply, stored };
}

test("INT-8 stored messages are returned with all locations, newest first, without older or deleted ones", async () => {
  const { apply, stored } = await startAccount();
  const gone = await messageAt("inbox/4", "gone");
  await apply({
    messages: [
      await messageAt("inbox/1", "one", 2),
      await messageAt("sent/1", "one", 2),
      await messageAt("inbox/2", "two", 1),
      await messageAt("inbox/3", "old", 31),
      gone,
    ],
  });
  await apply({ removed: [gone.externalId] });
  const one = ["one", ["inbox/1", "sent/1"]];
  expect(await stored()).toEqual([["two", ["inbox/2"]], one]);
  expect(await stored({ beginning: "one@" })).toEqual([one]);
  expect(await stored({ beginning: "on_@" })).toEqual([]);
  expect(await stored({ threadKey: "one@example.org" })).toEqual([one]);
  expect(await stored({ beginning: "two@", threadKey: "one@example.org" })).toEqual([]);
});

test("INT-8 a message found elsewhere stays, and leaves once that location is empty too", async () => {
  const { apply, stored } = await startAccount();
  const found = await messageAt("inbox/1", "one");
  const { externalId } = found;
  await apply({ messages: [found, await messageAt("inbox/2", "two")] });
  await apply({ emptied: ["inbox/1", "inbox/2"], moved: [{ externalId, location: "archive/1" }] });
  expect(await stored()).toEqual([["one", ["archive/1"]]]);
  await apply({ emptied: ["archive/1"] });
  expect(await stored()).toEqual([]);
});

test("API-3 another team's stored messages can neither be read nor moved", async () => {
  const [ours, theirs] = [await startAccount(), await startAccount()];
  const found = await messageAt("inbox/1", "one");
  await ours.apply({ messages: [found] });
  expect(await theirs.stored()).toEqual([]);
  expect(await storedMessages(db, { ...ours.account, teamId: theirs.account.teamId }, monthAgo())).toEqual(
    [],
  );
  await theirs.apply({
    emptied: ["inbox/1"],
    moved: [{ externalId: found.externalId, location: "archive/1" }],
  });
  expect(await ours.stored()).toEqual([["one", ["inbox/1"]]]);
});
