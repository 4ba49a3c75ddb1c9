import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestApp } from "../../../../test/support/test-app";
import { openSecrets } from "../../../server/secrets";
import { accountOf } from "../../inbox/storing/account-messages";
import type { Credentials } from "../providers/provider";
import { createConnectionRepository } from "../repository";
import { openSession, sealCredentials } from "./session";

const app = await startTestApp({ ROLE: "web" });
const ana = await app.signIn();
const { db } = app.running.services;
const secrets = await openSecrets(undefined, join(app.dataDir, "secret.key"));

async function session() {
  const { row, open } = await account();
  return open(row);
}

async function account() {
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
  const open = (one: typeof row) => openSession({ db, secrets }, one, new AbortController().signal);
  return { row, open };
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

test("a token endpoint that hangs holds up no other account's renewal, and no database connection", async () => {
  const hanging = await Promise.all(Array.from({ length: 14 }, session));
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let waiting = 0;
  const renewals = hanging.map((one) =>
    one.renew(async () => {
      waiting++;
      await answered;
      return { token: "late" };
    }),
  );
  await expect.poll(() => waiting).toBe(14);
  const other = await session();
  await other.renew(async () => ({ token: "at once" }));
  expect(other.credentials).toEqual({ token: "at once" });
  const open = await db.execute(
    "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
  );
  expect(open.rows).toEqual([]);
  answer();
  await Promise.all(renewals);
});

test("two processes renew an account's token once, and both use the result", async () => {
  const { row, open } = await account();
  const [one, other] = [open(row), open(row)];
  const used: unknown[] = [];
  const change = async (credentials: Credentials) => {
    used.push(credentials.token);
    return { token: "new" };
  };
  await Promise.all([one.renew(change), other.renew(change)]);
  expect(used).toEqual(["old"]);
  expect([one.credentials, other.credentials]).toEqual([{ token: "new" }, { token: "new" }]);
});

test("after a renewal that failed, the next one doesn't wait", async () => {
  const one = await session();
  await expect(one.renew(() => Promise.reject(new Error("down")))).rejects.toThrow("down");
  await one.renew(async () => ({ token: "new" }));
  expect(one.credentials).toEqual({ token: "new" });
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
