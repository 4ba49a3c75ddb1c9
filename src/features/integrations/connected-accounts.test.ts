import { describe, expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../test/stand-ins/telegram";
import {
  connectDirectly,
  endCheckPause,
  messagesOf,
  query,
  syncSoon,
  until,
} from "../../../test/support/collecting";
import { type Person, startTestApp } from "../../../test/support/test-app";
import type { Message } from "../inbox/contract";
import type { IntegrationAccount, IntegrationProvider } from "./contract";
import { purgeIntegrations } from "./service";
import { createEventRepository } from "./webhooks/event-repository";

const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });

/** A new user who joins another user's team and works in it. */
async function join(owner: Person, role: "admin" | "member"): Promise<Person> {
  const person = await app.signIn();
  const { body } = await owner.post<{ token: string }>(`/api/teams/${owner.teamId}/invitations`, { role });
  expect((await person.post(`/api/invitations/${body.token}/accept`, {})).status).toBe(200);
  expect((await person.post(`/api/teams/${owner.teamId}/switch`, {})).status).toBe(200);
  return Object.assign(person, { teamId: owner.teamId });
}

const listed = async (person: Person): Promise<IntegrationProvider> => {
  const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  return body.find(({ id }) => id === "telegram") as IntegrationProvider;
};

/** Connects a bot that has received one message with this text, in its own chat. */
async function connectedBy(person: Person, text: string, onlyMe: boolean) {
  const { token } = telegram.addBot();
  await telegram.happen(token, { message: privateMessage({ text }) });
  const account = await connectDirectly(person, "telegram", { botToken: token, onlyMe });
  const [message] = await messagesOf(person, 1);
  return { token, account, message: message as Message };
}

describe("a private account", () => {
  test("INT-8 its messages are invisible to the rest of the team, in every call", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { message } = await connectedBy(bo, "Please send me the secret quote by Friday.", true);
    const { teamId } = bo;
    const path = `/api/messages/${message.id}`;

    const mine = await bo.get<Message>(path);
    expect(mine).toMatchObject({
      status: 200,
      body: { content: "Please send me the secret quote by Friday." },
    });
    for (const other of [owner, await join(owner, "member")]) {
      expect((await other.get(`/api/teams/${teamId}/messages`)).body).toEqual([]);
      for (const filter of ["q=secret", "channel=telegram", "view=requires_action", "status=new"])
        expect((await other.get(`/api/teams/${teamId}/messages?${filter}`)).body).toEqual([]);
      expect((await other.get(`/api/teams/${teamId}/messages/counts`)).body).toMatchObject({
        all: 0,
        requires_action: 0,
        resolved: 0,
        channels: {},
      });
      const refused = await Promise.all([
        other.get(path),
        other.get(`${path}/context`),
        other.get(`${path}/why`),
        other.patch(path, { status: "resolved" }),
        other.post(`${path}/create-task`, { teamId }),
        other.post(`${path}/correction`, { hasTask: false }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
      expect(JSON.stringify(refused.map(({ body }) => body))).not.toContain("secret");
    }
    expect((await bo.get<Message>(path)).body.status).toBe("new");
  });

  test("INT-8 its owner's actions don't reveal what its messages say", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { message } = await connectedBy(
      bo,
      "Please send me the papers of the merger by Friday, and tell nobody.",
      true,
    );
    await bo.patch(`/api/messages/${message.id}`, { status: "resolved" });
    await bo.post(`/api/messages/${message.id}/correction`, { hasTask: false });
    const { body: fromCorrections } = await bo.get<{ corrections: { id: string }[] }>(
      `/api/teams/${bo.teamId}/corrections`,
    );
    expect((await bo.delete(`/api/corrections/${fromCorrections.corrections[0]?.id}`)).status).toBe(200);
    const seen = await Promise.all(
      ["journal", "corrections", "corrections/proposal", "tasks"].map((part) =>
        owner.get(`/api/teams/${owner.teamId}/${part}`),
      ),
    );
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain("merger");
    // Others can't undo these actions either.
    const entries = seen[0]?.body as { id: string }[];
    expect(entries.length).toBeGreaterThan(0);
    for (const { id } of entries)
      expect((await owner.post(`/api/teams/${owner.teamId}/journal/undo`, { id })).status).toBe(409);
    expect((await bo.get<Message>(`/api/messages/${message.id}`)).body.status).toBe("resolved");
    // A task for the team reveals only that much. The message stays private.
    const { body: task } = await bo.post<{ id: string }>(`/api/messages/${message.id}/create-task`, {
      teamId: bo.teamId,
    });
    const context = await owner.get(`/api/tasks/${task.id}/context`);
    expect(JSON.stringify(context.body)).not.toContain("tell nobody");
  });

  test("INT-8 the account, its health and its actions are hidden from the team too", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { account, token } = await connectedBy(bo, "Please call me.", true);
    expect(await listed(bo)).toMatchObject({ connected: true, account: { id: account.id, onlyMe: true } });
    expect(await listed(owner)).toMatchObject({ connected: false, account: null, accounts: [] });
    expect((await owner.get("/api/integrations/health")).body).toEqual([]);
    const path = `/api/integrations/${account.id}`;
    const refused = await Promise.all([
      owner.delete(path),
      owner.patch(path, { syncInterval: 600 }),
      owner.post(`${path}/sync`),
      owner.get(`${path}/test`),
      owner.get(`${path}/conversations`),
      owner.post(`${path}/proof`),
      owner.get(`${path}/proof`),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    // Others can't take it over either.
    const taken = await owner.post<{ message: string }>("/api/integrations/telegram/connect", {
      teamId: owner.teamId,
      botToken: token,
    });
    expect(taken.status).toBe(409);
    expect(await listed(bo)).toMatchObject({ connected: true });
  });

  test("INT-8 its messages stay private when the team connects it later, however often", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { account, token, message } = await connectedBy(bo, "Please keep this to yourself.", true);
    await bo.delete(`/api/integrations/${account.id}`);
    for (let n = 0; n < 3; n++) {
      await connectDirectly(owner, "telegram", { botToken: token });
      expect((await owner.get(`/api/teams/${owner.teamId}/messages`)).body).toEqual([]);
    }
    expect(await messagesOf(bo, 1)).toMatchObject([{ id: message.id }]);
    // What the team has seen stays the team's. Messages that arrive while the account is private come back with
    // it.
    await telegram.happen(token, { message: privateMessage({ message_id: 2, text: "To all" }) });
    await owner.post(`/api/integrations/${account.id}/sync`);
    await messagesOf(owner, 1);
    await connectDirectly(owner, "telegram", { botToken: token, onlyMe: true });
    await telegram.happen(token, { message: privateMessage({ message_id: 3, text: "To the owner" }) });
    await owner.post(`/api/integrations/${account.id}/sync`);
    await messagesOf(owner, 2);
    const seenByBo = async (count: number) =>
      (await messagesOf(bo, count)).map(({ content }) => content).sort();
    expect(await seenByBo(2)).toEqual(["Please keep this to yourself.", "To all"]);
    await connectDirectly(owner, "telegram", { botToken: token });
    expect(await seenByBo(3)).toEqual(["Please keep this to yourself.", "To all", "To the owner"]);
  });

  test("INT-8 an admin who reconnects the team's account with Only me takes away nothing that the team has seen", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { account, token, message } = await connectedBy(owner, "The team's history.", false);
    await connectDirectly(bo, "telegram", { botToken: token, onlyMe: true });
    expect(await messagesOf(owner, 1)).toMatchObject([{ id: message.id, onlyMe: false }]);
    // A disconnect in between doesn't change that.
    await bo.delete(`/api/integrations/${account.id}`);
    await connectDirectly(bo, "telegram", { botToken: token, onlyMe: true });
    expect(await messagesOf(owner, 1)).toMatchObject([{ id: message.id }]);
    await telegram.happen(token, { message: privateMessage({ message_id: 2, text: "Bo's own." }) });
    await bo.post(`/api/integrations/${account.id}/sync`);
    expect((await messagesOf(bo, 2)).map(({ onlyMe }) => onlyMe).sort()).toEqual([false, true]);
    expect(await messagesOf(owner, 1)).toMatchObject([{ id: message.id }]);
  });

  test("INT-8 corrections from its messages don't name them to the team", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { message } = await connectedBy(bo, "The merger closes on Friday; please call.", true);
    await bo.post(`/api/messages/${message.id}/correction`, { hasTask: false });
    const correctionsOf = async (person: Person) =>
      (
        await person.get<{ total: number; corrections: { id: string; title: string }[] }>(
          `/api/teams/${bo.teamId}/corrections`,
        )
      ).body;
    expect(await correctionsOf(owner)).toEqual({ total: 0, corrections: [] });
    const { total, corrections } = await correctionsOf(bo);
    expect(total).toBe(1);
    expect((await owner.delete(`/api/corrections/${corrections[0]?.id}`)).status).toBe(404);
  });

  test("INT-8 nothing is collected for a user who is not in the team, however they left it", async () => {
    const owner = await app.signIn();
    const bo = await join(owner, "admin");
    const { account, token } = await connectedBy(bo, "Please call me.", true);
    await query(app, "delete from team_members where team_id = $1 and user_id = $2", [
      owner.teamId,
      bo.user.id,
    ]);
    await telegram.happen(token, { message: privateMessage({ message_id: 2, text: "Later" }) });
    await syncSoon(app, account.id);
    const botId = token.split(":")[0] as string;
    const update = { update_id: 70_000_000, message: privateMessage({ message_id: 3, text: "Pushed" }) };
    await createEventRepository(app.running.services.db).store([
      { provider: "telegram", id: `${botId}:left`, account: botId, payload: update },
    ]);
    await until(
      () =>
        query(app, "select 1 from webhook_events where event_id = $1 and handled_at is not null", [
          `${botId}:left`,
        ]),
      ({ length }) => length === 1,
    );
    expect(await query(app, "select content from messages where account_id = $1", [account.id])).toEqual([
      { content: "Please call me." },
    ]);
    await purgeIntegrations(app.running.services.db);
    const [row] = await query(app, "select status, credentials from connections where account_id = $1", [
      account.id,
    ]);
    expect(row).toEqual({ status: "disconnected", credentials: null });
    // The team can connect it now.
    await connectDirectly(owner, "telegram", { botToken: token });
  });

  test("INT-8 everyone in the team sees a team account", async () => {
    const owner = await app.signIn();
    const member = await join(owner, "member");
    const { account, message } = await connectedBy(owner, "Please call me.", false);
    expect(await messagesOf(member, 1)).toMatchObject([{ id: message.id }]);
    expect(await listed(member)).toMatchObject({ account: { id: account.id, onlyMe: false } });
    // But only administrators manage connections.
    const refused = [
      await member.delete(`/api/integrations/${account.id}`),
      await member.patch(`/api/integrations/${account.id}`, { syncInterval: 600 }),
      await member.post("/api/integrations/telegram/connect", { teamId: member.teamId, botToken: "1:x" }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe("the plan's limit", () => {
  test("LIM-1 applies to connecting, even two at once; reconnecting counts once", async () => {
    const ana = await app.signIn();
    await query(app, "update subscriptions set tier = 'free', status = 'active' where team_id = $1", [
      ana.teamId,
    ]);
    const connect = (token: string) =>
      ana.post<IntegrationAccount & { message: string }>("/api/integrations/telegram/connect", {
        teamId: ana.teamId,
        botToken: token,
      });
    const tokens = Array.from({ length: 6 }, () => telegram.addBot().token);
    const answers = await Promise.all(tokens.map(connect));
    const connected = answers.filter(({ status }) => status === 200);
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 402,
      body: { message: "You've reached your Integrations limit. Upgrade now to continue." },
    });
    expect((await listed(ana)).accounts).toHaveLength(connected.length);
    const again = tokens[answers.findIndex(({ status }) => status === 200)] as string;
    expect((await connect(again)).status).toBe(200);
    expect((await listed(ana)).accounts).toHaveLength(connected.length);
    // Disconnecting makes room again.
    await ana.delete(`/api/integrations/${connected[0]?.body.id}`);
    expect((await connect(tokens[answers.findIndex(({ status }) => status === 402)] as string)).status).toBe(
      200,
    );
  });
});

describe("disconnecting", () => {
  test("INT-3 keeps messages and tasks, deletes the credentials, and stops collecting", async () => {
    const ana = await app.signIn();
    const { account, token, message } = await connectedBy(ana, "Please send me the quote by Friday.", false);
    const { body: task } = await ana.post<{ id: string }>(`/api/messages/${message.id}/create-task`, {
      teamId: ana.teamId,
    });
    expect((await ana.delete(`/api/integrations/${account.id}`)).status).toBe(200);
    expect((await ana.delete(`/api/integrations/${account.id}`)).status).toBe(404);
    await telegram.happen(token, { message: privateMessage({ message_id: 2, text: "Later" }) });
    expect(await messagesOf(ana, 1)).toMatchObject([{ id: message.id }]);
    expect((await ana.get(`/api/tasks/${task.id}`)).status).toBe(200);
    const [row] = await query(
      app,
      "select status, credentials, subscription, next_sync_at from connections where account_id = $1",
      [account.id],
    );
    expect(row).toEqual({
      status: "disconnected",
      credentials: null,
      subscription: null,
      next_sync_at: null,
    });
    // Reconnecting resumes where it stopped: no duplicates, no gaps.
    expect((await connectDirectly(ana, "telegram", { botToken: token })).id).toBe(account.id);
    expect((await messagesOf(ana, 2)).map(({ content }) => content).sort()).toEqual([
      "Later",
      "Please send me the quote by Friday.",
    ]);
  });

  test("INT-3 doesn't end the access of another team with the same bot", async () => {
    const [ana, bo] = [await app.signIn(), await app.signIn()];
    const { token } = telegram.addBot();
    const one = await connectDirectly(ana, "telegram", { botToken: token });
    const other = await connectDirectly(bo, "telegram", { botToken: token });
    expect(other.id).not.toBe(one.id);
    await until(
      async () => (await listed(bo)).account?.lastSyncAt ?? null,
      (at) => at !== null,
    );
    telegram.calls.length = 0;
    await ana.delete(`/api/integrations/${one.id}`);
    expect(telegram.calls).not.toContain("deleteWebhook");
    await bo.delete(`/api/integrations/${other.id}`);
    expect(telegram.calls).toContain("deleteWebhook");
  });
});

test("BEY-15 a round trip reports when its message has arrived", async () => {
  const ana = await app.signIn();
  const { token } = telegram.addBot();
  const { id } = await connectDirectly(ana, "telegram", { botToken: token });
  const path = `/api/integrations/${id}/proof`;
  expect((await ana.get(path)).body).toBeNull();
  const { body: proof } = await ana.post<{ code: string; arrivedAt: null }>(path);
  expect(proof).toMatchObject({ arrivedAt: null, messageId: null });
  await telegram.happen(token, { message: privateMessage({ message_id: 1, text: "Another message" }) });
  await telegram.happen(token, {
    message: privateMessage({ message_id: 2, text: `Here it is: ${proof.code}` }),
  });
  await endCheckPause(app, id);
  const arrived = await until(
    async () => (await ana.get<{ arrivedAt: string | null; messageId: string | null }>(path)).body,
    ({ arrivedAt }) => arrivedAt !== null,
  );
  const message = await ana.get<Message>(`/api/messages/${arrived.messageId}`);
  expect(message.body.content).toContain(proof.code);
});

test("API-6 credentials are sealed for their own row and don't open in another one", async () => {
  const ana = await app.signIn();
  const one = await connectedBy(ana, "Please call me.", false);
  const other = await connectDirectly(ana, "telegram", { botToken: telegram.addBot().token });
  await query(
    app,
    "update connections set credentials = (select credentials from connections where account_id = $1) where account_id = $2",
    [one.account.id, other.id],
  );
  const { body } = await ana.post<{ message: string }>(`/api/integrations/${other.id}/sync`);
  expect(body.message).toContain("Zippy can't read this account's stored credentials.");
  expect(await listed(ana)).toMatchObject({ connected: true });
});

test("INT-2 a channel with missing settings names them and where to find each", async () => {
  const ana = await app.signIn();
  const { body } = await ana.get<IntegrationProvider[]>("/api/integrations/providers");
  const slack = body.find(({ id }) => id === "slack");
  expect(slack).toMatchObject({ connected: false, requiresOAuth: true, choosesConversations: true });
  expect(slack?.missing.map(({ name }) => name)).toEqual([
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "SLACK_SIGNING_SECRET",
  ]);
  for (const { where } of slack?.missing ?? []) expect(where).toContain("api.slack.com/apps");
  const response = await fetch(`${app.url}/api/integrations/slack/connect?teamId=${ana.teamId}`, {
    headers: { cookie: ana.cookie },
    redirect: "manual",
  });
  expect(response.headers.get("location")).toBe("/integrations?failed=slack&problem=settings");
});

test("INT-6 only webhooks that you enter at the provider have an address to copy", async () => {
  const { body } = await (await app.signIn()).get<IntegrationProvider[]>("/api/integrations/providers");
  const shown = body.filter(({ webhookUrl }) => webhookUrl).map(({ id }) => id);
  expect(shown).toEqual(["whatsapp", "instagram", "facebook_messenger", "telegram", "sms"]);
});

test("INT-6 the address of Telegram's webhook has a placeholder for the bot token", async () => {
  const ana = await app.signIn();
  expect(await listed(ana)).toMatchObject({
    webhookUrl: `${app.url}/api/integrations/webhooks/telegram/{bot-token}`,
    missing: [],
    requiresOAuth: false,
    fields: [{ name: "botToken", kind: "password" }],
  });
});
