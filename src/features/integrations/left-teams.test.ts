import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../test/stand-ins/telegram";
import { connectDirectly, messagesOf, query, syncSoon, until } from "../../../test/support/collecting";
import { hold, startFaultProxy } from "../../../test/support/fault-proxy";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { HealthMetric } from "./contract";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const app = await startTestApp({ TELEGRAM_BASE_URL: proxy.url });

afterEach(() => proxy.heal());

/** A new user who joins another user's team and works in it. */
async function join(owner: Person): Promise<Person> {
  const person = await app.signIn();
  const path = `/api/teams/${owner.teamId}/invitations`;
  const { body } = await owner.post<{ token: string }>(path, { role: "admin" });
  expect((await person.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  return Object.assign(person, { teamId: owner.teamId });
}

/** An owner, and a member with a private bot. */
async function startTeam() {
  const owner = await app.signIn();
  const bo = await join(owner);
  const { token, id: botId } = telegram.addBot();
  const { id } = await connectDirectly(bo, "telegram", { botToken: token, onlyMe: true });
  await settled(id);
  return { owner, bo, token, botId, id, membership: `/api/teams/${owner.teamId}/members/${bo.user.id}` };
}

const stateOf = async (accountId: string) => {
  const columns = "status, credentials, subscription, next_sync_at, last_sync_at, claimed_by";
  const [row] = await query(app, `select ${columns} from connections where account_id = $1`, [accountId]);
  return row as Record<string, unknown>;
};
const settled = (accountId: string) =>
  until(
    () => stateOf(accountId),
    ({ last_sync_at, claimed_by }) => last_sync_at !== null && claimed_by === null,
  );

/** The Bot API methods called for a bot, in order. */
const calls = (botId: number) =>
  proxy.seen.flatMap(({ path }) => (path.includes(`bot${botId}:`) ? [path.split("/").at(-1)] : []));

const gone = { status: "disconnected", credentials: null, subscription: null, next_sync_at: null };

describe("the private account of a user who leaves a team", () => {
  test("INT-8 is disconnected at once when they are removed, at the provider too", async () => {
    const { owner, token, botId, id, membership } = await startTeam();
    const before = calls(botId).length;
    expect((await owner.delete(membership)).status).toBe(200);
    expect(await stateOf(id)).toMatchObject(gone);
    expect(calls(botId).slice(before)).toEqual(["deleteWebhook"]);
    await telegram.happen(token, { message: privateMessage() });
    await syncSoon(app, id);
    expect(await query(app, "select 1 from messages where account_id = $1", [id])).toEqual([]);
    expect(
      await query(app, "select type from events where subject_id = $1 order by seq desc limit 1", [id]),
    ).toEqual([{ type: "integration_disconnected" }]);
    // The team can connect it now.
    await connectDirectly(owner, "telegram", { botToken: token });
  });

  test("INT-8 is disconnected when they leave; accounts of the team, of others and in other teams stay", async () => {
    const { owner, bo, id, membership } = await startTeam();
    const bot = () => ({ botToken: telegram.addBot().token });
    const kept = [
      await connectDirectly(bo, "telegram", bot()),
      await connectDirectly(owner, "telegram", { ...bot(), onlyMe: true }),
    ];
    const other = await app.signIn();
    const path = `/api/teams/${other.teamId}/invitations`;
    const { body } = await other.post<{ token: string }>(path, { role: "admin" });
    await bo.post(`/api/invitations/${body.token}/accept`, {});
    const elsewhere = { teamId: other.teamId, ...bot(), onlyMe: true };
    kept.push(await connectDirectly(bo, "telegram", elsewhere));
    expect((await bo.delete(membership)).status).toBe(200);
    expect(await stateOf(id)).toMatchObject(gone);
    for (const account of kept)
      expect(await stateOf(account.id)).toMatchObject({
        status: "connected",
        credentials: expect.any(String),
      });
  });

  test("INT-8 is disconnected even if the provider doesn't respond, and its credentials are deleted", async () => {
    const { owner, bo, botId, id, membership } = await startTeam();
    proxy.fail(new RegExp(`bot${botId}:.*deleteWebhook`), { kind: "status", status: 500 });
    expect((await owner.delete(membership)).status).toBe(200);
    expect((await bo.get(`/api/teams/${owner.teamId}/messages`)).status).toBe(404);
    expect(await stateOf(id)).toMatchObject(gone);

    // Its access is kept, encrypted, until Telegram has ended it.
    const kept = "select credentials, failure, attempts from revocations where account_id = $1";
    expect(await query(app, kept, [id])).toEqual([
      { credentials: expect.stringMatching(/^v1\./), failure: expect.any(String), attempts: 1 },
    ]);
    proxy.heal();
    const before = calls(botId).length;
    await query(app, "update revocations set next_at = now() where account_id = $1", [id]);
    await app.running.services.integrations.revocation.runDue();
    expect(calls(botId).slice(before)).toEqual(["deleteWebhook"]);
    expect(await query(app, kept, [id])).toEqual([]);
  });

  test("INT-8 stores nothing more if it is being read at that moment", async () => {
    const { owner, token, botId, id, membership } = await startTeam();
    await telegram.happen(token, { message: privateMessage() });
    proxy.fail(new RegExp(`bot${botId}:.*getUpdates`), { kind: "slow", ms: 600 });
    const before = calls(botId).length;
    await syncSoon(app, id);
    await until(
      async () => calls(botId).length,
      (count) => count > before,
    );
    expect((await owner.delete(membership)).status).toBe(200);
    await until(
      () => stateOf(id),
      ({ claimed_by }) => claimed_by === null,
    );
    expect(await query(app, "select 1 from messages where account_id = $1", [id])).toEqual([]);
    expect(await stateOf(id)).toMatchObject(gone);
  });

  /** Connects a new bot of Bo's; Telegram answers only after something has happened. */
  async function connectAfter(
    happening: () => Promise<{ status: number }>,
    bo: Person,
    choice: { teamId: string; onlyMe?: boolean },
  ) {
    const { token, id: botId } = telegram.addBot();
    const { fault, release } = hold();
    proxy.fail(new RegExp(`bot${botId}:.*getMe`), fault);
    const connecting = bo.post<{ message: string }>("/api/integrations/telegram/connect", {
      ...choice,
      botToken: token,
    });
    await until(
      async () => calls(botId),
      ({ length }) => length > 0,
    );
    expect((await happening()).status).toBe(200);
    release();
    const { status, body } = await connecting;
    expect(await query(app, "select 1 from connections where external_id = $1", [String(botId)])).toEqual([]);
    return [status, body.message];
  }

  test("INT-8 can't be connected afterwards by a consent that started before", async () => {
    const { owner, bo, membership } = await startTeam();
    const leave = () => owner.delete(membership);
    expect(await connectAfter(leave, bo, { teamId: bo.teamId, onlyMe: true })).toEqual([
      404,
      "Team not found.",
    ]);
  });

  test("INT-8 a channel isn't connected by an admin who becomes a member while its provider answers", async () => {
    const { owner, bo, membership } = await startTeam();
    const demote = () => owner.patch(membership, { role: "member" });
    expect(await connectAfter(demote, bo, { teamId: bo.teamId })).toEqual([
      403,
      "Only the owner or admin of a team can do this. Your role is member.",
    ]);
  });

  test("INT-8 waits for a run that is storing its messages, without blocking it", async () => {
    const { owner, id, membership } = await startTeam();
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query("begin");
    await client.query("select from connections where account_id = $1 for update", [id]);
    const removing = owner.delete(membership);
    const blocked =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%connections%'";
    await until(
      () => query(app, blocked),
      ({ length }) => length > 0,
    );
    // Mimics a stored message, which locks its team's row.
    await client.query("select from teams where id = $1 for key share", [owner.teamId]);
    await client.query("commit");
    await client.end();
    expect((await removing).status).toBe(200);
    expect(await stateOf(id)).toMatchObject(gone);
  });
});

test("INT-8 team accounts are still collected after the user who connected them leaves", async () => {
  const owner = await app.signIn();
  const bo = await join(owner);
  const { token } = telegram.addBot();
  const { id } = await connectDirectly(bo, "telegram", { botToken: token });
  await settled(id);
  await owner.delete(`/api/teams/${owner.teamId}/members/${bo.user.id}`);
  await telegram.happen(token, { message: privateMessage() });
  await owner.post(`/api/integrations/${id}/sync`);
  expect(await messagesOf(owner, 1)).toHaveLength(1);
});

test("INT-3 INT-5 Health says that the provider hasn't ended the access, until it has or a week is over", async () => {
  const { owner, bo, botId, id } = await startTeam();
  const health = async (person: Person) =>
    (await person.get<HealthMetric[]>("/api/integrations/health")).body;
  proxy.fail(new RegExp(`bot${botId}:.*deleteWebhook`), { kind: "status", status: 500 }, 2);
  await bo.post(`/api/teams/${bo.teamId}/switch`);
  expect((await bo.delete(`/api/integrations/${id}`)).status).toBe(200);
  expect(await health(bo)).toMatchObject([
    {
      accountId: id,
      healthStatus: "warning",
      healthMessage: expect.stringMatching(/^Disconnected, but Telegram hasn't ended Zippy's access yet: /),
      actionableAdvice: expect.stringMatching(/^Zippy tries again until /),
    },
  ]);
  expect(await health(owner)).toEqual([]);

  await query(app, "update revocations set next_at = now(), created_at = now() - interval '8 days'");
  await app.running.services.integrations.revocation.runDue();
  expect(await health(bo)).toEqual([]);
  expect(await query(app, "select 1 from revocations where account_id = $1", [id])).toEqual([]);
  const log = await owner.get<{ action: string }[]>(`/api/teams/${owner.teamId}/audit-log`);
  expect(log.body.map(({ action }) => action)).toContain("access_not_revoked");
});
