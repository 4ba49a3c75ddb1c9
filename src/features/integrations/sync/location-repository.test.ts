import { expect, test } from "vitest";
import { inThisThread, mail } from "../../../../test/support/mail-journey";
import { startTestApp } from "../../../../test/support/test-app";
import { accountOf } from "../../inbox/storing/account-messages";
import type { Changes, ProviderMessage } from "../providers/provider";
import { ingestPage } from "./ingest-page";
import { createLocationRepository } from "./location-repository";
import { readMails } from "./mail-message";

const app = await startTestApp();
const { db, jobs } = app.running.services;
const locations = createLocationRepository(db);

const messageAt = async (location: string, id = "one"): Promise<ProviderMessage> => {
  const [message] = await readMails(
    inThisThread,
    [{ bytes: Buffer.from(mail({ id })), receivedAt: null, location, sent: false }],
    [],
  );
  return message as ProviderMessage;
};

/** An account that ingests changes, and the subjects left in its team's inbox. */
async function startAccount() {
  const person = await app.signIn();
  const { teamId } = person;
  const accountId = await accountOf(db, teamId, "gmail", "ana@example.com");
  const receiver = { accountId, teamId, provider: "gmail", visibleTo: null, proof: null };
  const apply = (changes: Partial<Changes>) =>
    db.transaction((tx) => ingestPage(tx, jobs, receiver, { messages: [], removed: [], ...changes }));
  const count = async () =>
    (await person.get<unknown[]>(`/api/teams/${teamId}/messages?limit=50`)).body.length;
  return { apply, count, receiver };
}

test("INT-8 an email in two locations is deleted once it has left both", async () => {
  const { apply, count } = await startAccount();
  await apply({ messages: [await messageAt("inbox"), await messageAt("sent")] });
  expect(await count()).toBe(1);
  await apply({ emptied: ["inbox", "never-heard-of"] });
  expect(await count()).toBe(1);
  await apply({ emptied: ["sent"] });
  expect(await count()).toBe(0);
});

test("INT-8 an email that moves within one change stays, and one restored from the trash returns", async () => {
  const { apply, count } = await startAccount();
  await apply({ messages: [await messageAt("inbox")] });
  await apply({ emptied: ["inbox"], messages: [await messageAt("archive")] });
  expect(await count()).toBe(1);
  await apply({ emptied: ["archive"] });
  expect(await count()).toBe(0);
  await apply({ messages: [await messageAt("inbox")] });
  expect(await count()).toBe(1);
});

test("API-3 one team's locations don't affect another team's account", async () => {
  const [ours, theirs] = [await startAccount(), await startAccount()];
  await ours.apply({ messages: [await messageAt("inbox")] });
  expect(await locations.present(theirs.receiver, ["inbox"])).toEqual(new Set());
  const stranger = { ...ours.receiver, teamId: theirs.receiver.teamId };
  expect(await locations.present(stranger, ["inbox"])).toEqual(new Set());
  await theirs.apply({ emptied: ["inbox"] });
  expect(await ours.count()).toBe(1);
  expect(await locations.present(ours.receiver, ["inbox", "sent"])).toEqual(new Set(["inbox"]));
});
