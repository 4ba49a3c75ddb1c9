import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApp } from "../../../../test/support/test-app";
import { openSecrets } from "../../../server/secrets";
import { accountOf } from "../../inbox/ingest";
import type { Credentials } from "../providers/provider";
import { createConnectionRepository } from "../repository";
import { openSession, sealCredentials } from "./session";

const app = await startTestApp({ ROLE: "web" });
const ana = await app.signIn();
const { db } = app.running.services;
const secrets = await openSecrets(undefined, join(app.dataDir, "secret.key"));

async function session() {
  const { teamId } = ana;
  const externalId = randomUUID();
  const accountId = await accountOf(db, teamId, "gmail", externalId);
  const row = await createConnectionRepository(db).insert({
    accountId,
    teamId,
    provider: "gmail",
    externalId,
    name: "A mailbox",
    credentials: sealCredentials(secrets, accountId, { token: "old" }),
    historySince: new Date(),
  });
  return openSession({ db, secrets }, row, new AbortController().signal);
}

test("people get responses while many tokens are refreshed at a slow provider", async () => {
  const sessions = await Promise.all(Array.from({ length: 14 }, session));
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const renewals = sessions.map((one) =>
    one.renew(async () => {
      await answered;
      return { token: "new" };
    }),
  );
  expect((await ana.get(`/api/teams/${ana.teamId}/messages`)).status).toBe(200);
  answer();
  await Promise.all(renewals);
  expect(sessions.map(({ credentials }) => credentials)).toEqual(sessions.map(() => ({ token: "new" })));
});

test("parallel refused calls of one session refresh the token once", async () => {
  const one = await session();
  const used: Credentials[] = [];
  const change = async (credentials: Credentials) => {
    used.push(credentials);
    return { token: `after ${String(credentials.token)}` };
  };
  await Promise.all(Array.from({ length: 6 }, () => one.renew(change)));
  expect(used).toEqual([{ token: "old" }]);
  await one.renew(change);
  expect(one.credentials).toEqual({ token: "after after old" });
});
