import TelegramServer from "telegram-test-api";
import { describe, expect, test } from "vitest";
import { privateMessage, startTelegram } from "../../../../../test/stand-ins/telegram";
import { atEnd } from "../../../../../test/support/at-end";
import {
  connectDirectly,
  freePort,
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  syncSoon,
  until,
} from "../../../../../test/support/collecting";
import { startFaultProxy } from "../../../../../test/support/fault-proxy";
import { startTestApp } from "../../../../../test/support/test-app";

const telegram = await startTelegram();
const proxy = await startFaultProxy(telegram.url);
const polling = await startTestApp({ TELEGRAM_BASE_URL: proxy.url });
const reachable = await startReachableApp({ TELEGRAM_BASE_URL: telegram.url });

const sync = (accountId: string) => `/api/integrations/${accountId}/sync`;
const now = () => Math.floor(Date.now() / 1000);

describe("polling, without an address that Telegram can reach", () => {
  test("INT-8 connect, collect, inbox, disconnect", async () => {
    const ana = await polling.signIn();
    const { token, id } = telegram.addBot();
    await telegram.happen(token, { message: privateMessage() });

    const account = await connectDirectly(ana, "telegram", { botToken: token });
    expect(account).toMatchObject({ accountName: "Zippy's bot", accountEmail: `@zippy_${id}_bot` });
    const [message] = await messagesOf(ana, 1);
    expect(message).toMatchObject({
      channel: "telegram",
      sender: "Ana Lopez",
      senderAddress: "@ana_lopez",
      content: "Please send me the revised quote by Friday.",
      aiAnalysis: { hasTask: true },
    });

    telegram.calls.length = 0;
    const { status, body } = await ana.delete(`/api/integrations/${account.id}`);
    expect({ status, body }).toEqual({ status: 200, body: { id: account.id } });
    expect(telegram.calls).toEqual(["deleteWebhook"]);
    expect(await messagesOf(ana, 1)).toHaveLength(1);
    expect((await ana.get("/api/integrations/health")).body).toEqual([]);
  });

  test("INT-8 more than a hundred waiting updates arrive in order, each once", async () => {
    const ana = await polling.signIn();
    const { token } = telegram.addBot();
    for (let n = 0; n < 130; n++)
      await telegram.happen(token, { message: privateMessage({ message_id: n, text: `Report ${n}` }) });
    const { id } = await connectDirectly(ana, "telegram", { botToken: token });
    const { body } = await until(
      () => ana.get<{ all: number }>(`/api/teams/${ana.teamId}/messages/counts`),
      (answer) => answer.body.all >= 130,
    );
    expect(body.all).toBe(130);
    await telegram.happen(token, { message: privateMessage({ message_id: 131 }) });
    expect((await ana.post(sync(id))).body).toEqual({ stored: 1 });
    expect((await ana.post(sync(id))).body).toEqual({ stored: 0 });
  });

  test("INT-8 works with the published test server", async () => {
    const server = new TelegramServer({ port: await freePort(), host: "127.0.0.1" });
    await server.start();
    atEnd(() => server.stop());
    const app = await startTestApp({ TELEGRAM_BASE_URL: server.config.apiURL });
    const ana = await app.signIn();
    const botToken = "666666:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
    const { id } = await connectDirectly(ana, "telegram", { botToken });
    const client = server.getClient(botToken, { firstName: "Bo", userName: "bo" });
    await client.sendMessage(client.makeMessage("Could you review the contract?"));
    await ana.post(sync(id));
    const [message] = await messagesOf(ana, 1);
    expect(message).toMatchObject({
      content: "Could you review the contract?",
      sender: "Bo",
      senderAddress: "@bo",
    });
    expect((await ana.get(`/api/integrations/${id}/test`)).body).toEqual({
      success: true,
      message: "Telegram responded: @TestNameBot",
    });
    expect((await ana.delete(`/api/integrations/${id}`)).status).toBe(200);
  });

  test("INT-8 an edit is followed, even if it arrives before its message", async () => {
    const ana = await polling.signIn();
    const { token } = telegram.addBot();
    const { id } = await connectDirectly(ana, "telegram", { botToken: token });
    const said = privateMessage({ message_id: 7, text: "Lunch?" });
    await telegram.happen(token, { message: said });
    await ana.post(sync(id));
    await telegram.happen(token, {
      edited_message: { ...said, text: "Please pay the invoice.", edit_date: now() },
    });
    await ana.post(sync(id));
    const [message, ...others] = await messagesOf(ana, 1);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ content: "Please pay the invoice.", aiAnalysis: { hasTask: true } });
  });

  test("INT-8 INT-5 a replaced token asks you to reconnect; nothing is lost afterwards", async () => {
    const ana = await polling.signIn();
    const { token, id: botId } = telegram.addBot();
    const { id } = await connectDirectly(ana, "telegram", { botToken: token });
    await healthOf(ana, ({ lastSyncAt }) => lastSyncAt !== null);
    proxy.fail(new RegExp(`bot${botId}:`), { kind: "status", status: 401, body: unauthorized }, 1);
    await telegram.happen(token, { message: privateMessage({ text: "Sent meanwhile." }) });
    const refused = await ana.post<{ message: string }>(sync(id));
    expect(refused.status).toBe(502);
    expect(refused.body.message).toContain("@BotFather");
    const health = await healthOf(ana, ({ healthStatus }) => healthStatus !== "healthy");
    expect(health).toMatchObject({ healthStatus: "warning", needsReconnect: true });

    const again = await connectDirectly(ana, "telegram", { botToken: token });
    expect(again.id).toBe(id);
    expect(await messagesOf(ana, 1)).toMatchObject([{ content: "Sent meanwhile." }]);
    expect(await healthOf(ana)).toMatchObject({
      healthStatus: "healthy",
      healthMessage: "Working: 1 message today.",
    });
  });

  test.each([
    [
      "429",
      {
        kind: "status",
        status: 429,
        body: {
          ok: false,
          error_code: 429,
          description: "Too Many Requests: retry after 900",
          parameters: { retry_after: 900 },
        },
      },
      "Telegram is limiting requests for now.",
    ],
    ["500", { kind: "status", status: 500 }, "Telegram has a problem on its side."],
    [
      "409",
      {
        kind: "status",
        status: 409,
        body: { ok: false, error_code: 409, description: "Conflict: terminated by other getUpdates request" },
      },
      "Another program is receiving this bot's messages. Stop it, or connect a bot that only Zippy uses.",
    ],
    ["a cut connection", { kind: "cut", when: "in-answer" }, "Telegram could not be reached."],
    ["no connection", { kind: "cut", when: "before" }, "Telegram could not be reached."],
  ] as const)(
    "INT-8 INT-5 %s is reported, and the message arrives with the next check",
    async (name, fault, sentence) => {
      const ana = await polling.signIn();
      const { token, id: botId } = telegram.addBot();
      const { id } = await connectDirectly(ana, "telegram", { botToken: token });
      await healthOf(ana, ({ lastSyncAt }) => lastSyncAt !== null);
      await telegram.happen(token, { message: privateMessage() });
      // After a conflict, we retry once, because another team may just have been polling.
      proxy.fail(new RegExp(`bot${botId}:`), fault, name === "409" ? 2 : 1);
      expect((await ana.post(sync(id))).body).toMatchObject({ message: sentence });
      const health = await healthOf(ana);
      expect(health).toMatchObject({ healthStatus: "warning" });
      expect(health.healthMessage).toContain(sentence);
      // The requested wait is longer than the sync interval.
      const wait = Date.parse(health.nextSyncAt as string) - Date.now();
      expect(wait > 600_000).toBe(name === "429");
      proxy.heal();
      await syncSoon(polling, id);
      expect(await messagesOf(ana, 1)).toHaveLength(1);
      expect(await healthOf(ana, ({ healthStatus }) => healthStatus === "healthy")).toBeDefined();
    },
  );

  test("INT-8 waits for a slow response", async () => {
    const ana = await polling.signIn();
    const { token, id: botId } = telegram.addBot();
    await telegram.happen(token, { message: privateMessage() });
    proxy.fail(new RegExp(`bot${botId}:.*getUpdates`), { kind: "slow", ms: 1500 }, 1);
    await connectDirectly(ana, "telegram", { botToken: token });
    expect(await messagesOf(ana, 1)).toHaveLength(1);
  });

  test("INT-2 malformed and unknown tokens are refused with a clear sentence", async () => {
    const ana = await polling.signIn();
    const connect = (botToken?: string) =>
      ana.post<{ message: string }>("/api/integrations/telegram/connect", { teamId: ana.teamId, botToken });
    expect(await connect("hello")).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("@BotFather") },
    });
    expect(await connect()).toMatchObject({
      status: 400,
      body: { message: "Enter the bot token." },
    });
    const unknown = await connect("12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw");
    expect(unknown).toMatchObject({ status: 502 });
    expect(unknown.body.message).toContain("rejected the bot token");
  });
});

const unauthorized = { ok: false, error_code: 401, description: "Unauthorized" };

describe("delivered to the webhook", () => {
  test("INT-8 INT-6 connect, delivery, inbox, disconnect", async () => {
    const ana = await reachable.signIn();
    const { token, id: botId } = telegram.addBot();
    const account = await connectDirectly(ana, "telegram", { botToken: token });
    const webhook = await until(
      async () => telegram.webhookOf(token),
      (set) => set !== null,
    );
    expect(webhook?.url).toBe(`${reachable.url}/api/integrations/webhooks/telegram/${botId}`);
    await telegram.happen(token, { message: privateMessage() });
    expect(await messagesOf(ana, 1)).toMatchObject([{ sender: "Ana Lopez", aiAnalysis: { hasTask: true } }]);
    // A check verifies the deliveries without taking them over.
    expect((await ana.post(sync(account.id))).body).toEqual({ stored: 0 });
    expect(telegram.webhookOf(token)).toEqual(webhook);
    await ana.delete(`/api/integrations/${account.id}`);
    expect(telegram.webhookOf(token)).toBeNull();
  });

  test("INT-8 a delivery with a wrong or missing secret is refused and not stored", async () => {
    const ana = await reachable.signIn();
    const { token, id: botId } = telegram.addBot();
    await connectDirectly(ana, "telegram", { botToken: token });
    const webhook = await until(
      async () => telegram.webhookOf(token),
      (set) => set !== null,
    );
    const post = (rest: string, secret?: string) =>
      fetch(`${reachable.url}/api/integrations/webhooks/telegram/${rest}`, {
        method: "POST",
        body: JSON.stringify({ update_id: 99, message: privateMessage({ message_id: 99 }) }),
        headers: {
          "content-type": "application/json",
          ...(secret && { "x-telegram-bot-api-secret-token": secret }),
        },
      });
    const secret = webhook?.secret as string;
    const otherBot = token.replace(/.$/, "x");
    for (const [rest, given] of [
      [String(botId), undefined],
      [String(botId), "wrong"],
      [String(botId), secret.slice(0, -1)],
      [token, "wrong"],
      [otherBot, undefined],
      ["1", secret],
      ["", secret],
      ["%E0%A4%A", secret],
    ] as const)
      expect((await post(rest, given)).status, `${rest} ${given}`).toBeGreaterThanOrEqual(400);
    const stored = await query(reachable, "select 1 from webhook_events where account = $1", [String(botId)]);
    expect(stored).toEqual([]);

    expect((await post(String(botId), secret)).status).toBe(200);
    expect((await post(token, secret)).status).toBe(200);
    // A webhook someone set by hand, with the address from the dialog.
    expect((await post(token)).status).toBe(200);
    expect(await messagesOf(ana, 1)).toHaveLength(1);
  });

  test("INT-8 repeated and reordered deliveries store each message once, with its latest text", async () => {
    const ana = await reachable.signIn();
    const { token } = telegram.addBot();
    await connectDirectly(ana, "telegram", { botToken: token });
    const webhook = await until(
      async () => telegram.webhookOf(token),
      (set) => set !== null,
    );
    const said = privateMessage({ message_id: 5, text: "First" });
    const updates = [
      { update_id: 1, message: said },
      { update_id: 2, edited_message: { ...said, text: "Second", edit_date: now() + 1 } },
      { update_id: 3, edited_message: { ...said, text: "Third", edit_date: now() + 2 } },
    ];
    for (const update of [...updates].reverse().flatMap((one) => [one, one])) {
      const { status } = await fetch(webhook?.url as string, {
        method: "POST",
        body: JSON.stringify(update),
        headers: {
          "content-type": "application/json",
          "x-telegram-bot-api-secret-token": webhook?.secret as string,
        },
      });
      expect(status).toBe(200);
    }
    await until(
      () => query(reachable, "select 1 from webhook_events where handled_at is null"),
      ({ length }) => length === 0,
    );
    expect(await messagesOf(ana, 1)).toMatchObject([{ content: "Third" }]);
  });

  test("INT-5 Health reports when Telegram can't deliver, and when another program has taken over", async () => {
    const ana = await reachable.signIn();
    const { token } = telegram.addBot();
    const { id } = await connectDirectly(ana, "telegram", { botToken: token });
    const webhook = await until(
      async () => telegram.webhookOf(token),
      (set) => set !== null,
    );
    if (!webhook) throw new Error("no webhook");
    const { url } = webhook;
    webhook.url = url.replace(/\/api.*/, "/nowhere");
    await telegram.happen(token, { message: privateMessage() });
    expect(await ana.post(sync(id))).toMatchObject({
      body: { message: expect.stringContaining("taken over") },
    });
    webhook.url = url;
    const check = await ana.post<{ message: string }>(sync(id));
    expect(check.body.message).toContain("Telegram can't reach Zippy");
    expect(check.body.message).toContain("1 waiting");
    await telegram.happen(token, { message: privateMessage({ message_id: 1366 }) });
    expect(await messagesOf(ana, 2)).toHaveLength(2);
  });
});

test("API-6 the token appears in no response, and is not readable in the database", async () => {
  const ana = await polling.signIn();
  const { token } = telegram.addBot();
  const account = await connectDirectly(ana, "telegram", { botToken: token });
  const secret = token.split(":")[1] as string;
  for (const path of ["providers", "health", `${account.id}/test`]) {
    const { body } = await ana.get(`/api/integrations/${path}`);
    expect(JSON.stringify(body)).not.toContain(secret);
  }
  const [row] = await query(polling, "select c::text as row from connections c where account_id = $1", [
    account.id,
  ]);
  expect(row?.row).toContain("Zippy's bot");
  expect(row?.row).not.toContain(secret);
});
