import { expect, test } from "vitest";
import { mail } from "../../../../test/support/mail-journey";
import { startTestApp } from "../../../../test/support/test-app";
import { accountOf } from "../../inbox/service";
import type { Changes, StoredSelection } from "../providers/provider";
import { ingestPage } from "./ingest-page";
import { readMail } from "./mail-message";
import { storedMessages } from "./stored-messages";

const app = await startTestApp();
const { db, jobs } = app.running.services;
const monthAgo = () => new Date(Date.now() - 30 * 86_400_000);

const standing = (place: string, id: string, daysAgo = 1) =>
  readMail({ bytes: Buffer.from(mail({ id, daysAgo })), receivedAt: null, place, sent: false }, null);

/** An account that takes in what it is told, and where its messages stand. */
async function startAccount() {
  const { teamId } = await app.signIn();
  const accountId = await accountOf(db, teamId, "imap", "ana@example.com");
  const account = { accountId, teamId, provider: "imap" };
  const tell = (changes: Partial<Changes>) =>
    db.transaction((tx) =>
      ingestPage(
        tx,
        jobs,
        { ...account, visibleTo: null, proof: null },
        { messages: [], removed: [], ...changes },
      ),
    );
  const stored = async (which?: StoredSelection) =>
    (await storedMessages(db, account, monthAgo(), which)).map(({ externalId, places }) => [
      externalId.split("@")[0],
      [...places].sort(),
    ]);
  return { account, tell, stored };
}

test("INT-8 what is stored is told with all its places, the newest first; what is older or deleted is not", async () => {
  const { tell, stored } = await startAccount();
  const gone = standing("inbox/4", "gone");
  await tell({
    messages: [
      standing("inbox/1", "one", 2),
      standing("sent/1", "one", 2),
      standing("inbox/2", "two", 1),
      standing("inbox/3", "old", 31),
      gone,
    ],
  });
  await tell({ removed: [gone.externalId] });
  const one = ["one", ["inbox/1", "sent/1"]];
  expect(await stored()).toEqual([["two", ["inbox/2"]], one]);
  expect(await stored({ beginning: "one@" })).toEqual([one]);
  expect(await stored({ beginning: "on_@" })).toEqual([]);
  expect(await stored({ threadKey: "one@example.org" })).toEqual([one]);
  expect(await stored({ beginning: "two@", threadKey: "one@example.org" })).toEqual([]);
});

test("INT-8 a message that was found elsewhere stays, and goes when it has left that place too", async () => {
  const { tell, stored } = await startAccount();
  const found = standing("inbox/1", "one");
  const { externalId } = found;
  await tell({ messages: [found, standing("inbox/2", "two")] });
  await tell({ emptied: ["inbox/1", "inbox/2"], moved: [{ externalId, place: "archive/1" }] });
  expect(await stored()).toEqual([["one", ["archive/1"]]]);
  await tell({ emptied: ["archive/1"] });
  expect(await stored()).toEqual([]);
});

test("API-3 nobody is told what another team's account has stored, and nobody moves it", async () => {
  const [ours, theirs] = [await startAccount(), await startAccount()];
  const found = standing("inbox/1", "one");
  await ours.tell({ messages: [found] });
  expect(await theirs.stored()).toEqual([]);
  expect(await storedMessages(db, { ...ours.account, teamId: theirs.account.teamId }, monthAgo())).toEqual(
    [],
  );
  await theirs.tell({ emptied: ["inbox/1"], moved: [{ externalId: found.externalId, place: "archive/1" }] });
  expect(await ours.stored()).toEqual([["one", ["inbox/1"]]]);
});
