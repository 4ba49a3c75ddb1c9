import { describe, expect, test } from "vitest";
import { startGmailMailboxes } from "../../../test/stand-ins/gmail-mailboxes";
import { metaTime, startMeta } from "../../../test/stand-ins/meta";
import { startOutlookMailboxes } from "../../../test/stand-ins/outlook-mailboxes";
import { privateMessage, startTelegram } from "../../../test/stand-ins/telegram";
import { startTwilio } from "../../../test/stand-ins/twilio";
import { consentTo, healthOf, messagesOf, query, until } from "../../../test/support/collecting";
import { type FaultProxy, startFaultProxy } from "../../../test/support/fault-proxy";
import { collect, mail, subjectsOf, syncNow } from "../../../test/support/mail-journey";
import { connectMeta, deliver, giveConsent } from "../../../test/support/meta-journey";
import type { Person } from "../../../test/support/person";
import { startSlackJourney } from "../../../test/support/slack-journey";
import { shortenPauses } from "../../../test/support/test-app";
import type { IntegrationProvider } from "./contract";

/** A web page with status 200, where data was expected. */
const page = { kind: "page", status: 200 } as const;
const always = Number.POSITIVE_INFINITY;

shortenPauses();

const gmail = await startGmailMailboxes();
const outlook = await startOutlookMailboxes();

test.each([
  ["Gmail", gmail, /GET .*\/history/],
  ["Gmail", gmail, /GET .*\/messages\/\w+/],
  ["Outlook", outlook, /GET .*\/delta/],
  ["Outlook", outlook, /GET .*\/\$value/],
])(
  "INT-8 %s: a web page in place of data fails the check and loses no mail, %#",
  async (name, mailboxes, request) => {
    const mailbox = await mailboxes.startConnected([mail({ id: "first", subject: "First" })]);
    const { person, account, proxy, deliver } = mailbox;
    await deliver(mail({ id: "next", subject: "Next" }));
    proxy.fail(request, page);
    expect((await syncNow(person, account)).body.message).toBe(
      `${name} answered with something Zippy can't read.`,
    );
    expect(await subjectsOf(person)).toEqual(["First"]);
    await collect(person, account);
    expect((await subjectsOf(person)).sort()).toEqual(["First", "Next"]);
  },
);

const [meta, telegram, twilio] = await Promise.all([startMeta(), startTelegram(), startTwilio()]);
const proxies = {
  meta: await startFaultProxy(meta.url),
  telegram: await startFaultProxy(telegram.url),
  twilio: await startFaultProxy(twilio.url),
};
const {
  app,
  slack,
  proxy: slackProxy,
  leaveOnly,
} = await startSlackJourney({
  ...meta.settings(proxies.meta.url),
  TELEGRAM_BASE_URL: proxies.telegram.url,
  TWILIO_ACCOUNT_SID: twilio.accountSid,
  TWILIO_AUTH_TOKEN: twilio.authToken,
  TWILIO_BASE_URL: proxies.twilio.url,
});

/** A channel in which every call once gets a web page. */
interface Channel {
  id: string;
  /** As its sentences begin. */
  name: string;
  proxy: FaultProxy;
  /** The requests behind each action, as "METHOD /path". */
  calls: { connect: RegExp; test: RegExp; sync: RegExp; revoke: RegExp };
  /** Connects its account. @returns what the person is told if that fails. */
  connect(person: Person): Promise<string | undefined>;
  /** Has somebody write to the account. */
  write(text: string): Promise<unknown>;
}

/** A form that is posted. @returns the sentence of its refusal. */
async function post(person: Person, provider: string, fields: object): Promise<string | undefined> {
  const body = { teamId: person.teamId, ...fields };
  const answer = await person.post<{ message?: string }>(`/api/integrations/${provider}/connect`, body);
  return answer.status === 200 ? undefined : answer.body.message;
}

const paged = (name: string): string => `${name} answered with something Zippy can't read.`;

async function metaChannel(
  id: "facebook_messenger" | "instagram",
  object: "page" | "instagram",
): Promise<Channel> {
  const owned = meta.addPage({ name: id, instagram: { username: `shop.${id}`, name: id } });
  const account = object === "page" ? owned.id : (owned.instagram?.id as string);
  const platform = object === "page" ? "messenger" : "instagram";
  const visitor = { id: `55${owned.id}`, name: "Anna Schmidt", username: "anna" };
  return {
    id,
    name: "Meta",
    proxy: proxies.meta,
    calls: {
      connect: /access_token/,
      test: new RegExp(`GET /v[\\d.]+/${account}\\?`),
      sync: /conversations/,
      revoke: /DELETE .*subscribed_apps/,
    },
    connect: (person) => byConsent(person, id, account),
    write: async (message) =>
      meta.addMessages(owned, platform, `t_${id}`, [
        {
          id: `m_${id}`,
          created_time: metaTime(new Date()),
          from: visitor,
          to: { data: [{ id: account }] },
          message,
        },
      ]),
  };
}

/** Consents at Meta. @returns the problem that the browser comes back with. */
async function byConsent(person: Person, provider: string, account: string): Promise<string | undefined> {
  if (!proxies.meta.faulty()) return void (await connectMeta(app, person, provider, account));
  const { searchParams } = await giveConsent(app, person, provider);
  return searchParams.get("problem") ?? undefined;
}

const channels: Channel[] = [];
{
  const { token } = telegram.addBot();
  channels.push({
    id: "telegram",
    name: "Telegram",
    proxy: proxies.telegram,
    calls: { connect: /getMe/, test: /getMe/, sync: /getUpdates|getWebhookInfo/, revoke: /deleteWebhook/ },
    connect: (person) => post(person, "telegram", { botToken: token }),
    write: (text) => telegram.happen(token, { message: privateMessage({ text }) }),
  });
  const number = await twilio.addNumber();
  channels.push({
    id: "sms",
    name: "Twilio",
    proxy: proxies.twilio,
    calls: { connect: /PhoneNumbers/, test: /PhoneNumbers/, sync: /Messages/, revoke: /PhoneNumbers/ },
    connect: (person) => post(person, "sms", { phoneNumber: number }),
    write: (body) => twilio.send({ from: number, to: "+15557654321", body }),
  });
  channels.push(await metaChannel("facebook_messenger", "page"), await metaChannel("instagram", "instagram"));
  const business = meta.addBusinessAccount({
    display_phone_number: "+1 555 078 1234",
    verified_name: "Shop",
  });
  const phone = business.numbers[0]?.id as string;
  channels.push({
    id: "whatsapp",
    name: "Meta",
    proxy: proxies.meta,
    calls: {
      connect: /access_token/,
      test: new RegExp(`GET /v[\\d.]+/${phone}\\?`),
      sync: /GET .*subscribed_apps/,
      revoke: /DELETE .*subscribed_apps/,
    },
    connect: (person) => byConsent(person, "whatsapp", phone),
    write: (body) => {
      const message = {
        from: "16505551234",
        id: "wamid.page",
        timestamp: "1749416383",
        type: "text",
        text: { body },
      };
      const value = { metadata: { phone_number_id: phone }, contacts: [], messages: [message] };
      const entry = [{ id: business.id, changes: [{ field: "messages", value }] }];
      return deliver(app, meta, "whatsapp", { object: "whatsapp_business_account", entry });
    },
  });
  let room: string | undefined;
  channels.push({
    id: "slack",
    name: "Slack",
    proxy: slackProxy,
    calls: {
      connect: /oauth\.v2\.access/,
      test: /auth\.test/,
      sync: /users\.conversations|conversations\.history/,
      revoke: /auth\.revoke/,
    },
    async connect(person) {
      room ??= await slack.addChannel("pages");
      const end = await consentTo(app, person, "slack", (authorize) => slack.consent(authorize));
      return new URL(end, app.url).searchParams.get("problem") ?? undefined;
    },
    write: (text) => slack.say("bo", room as string, text),
  });
}

describe.each(channels)("INT-8 $id answers with a web page", ({ id, name, proxy, calls, connect, write }) => {
  const accountOf = async (person: Person) =>
    (await person.get<IntegrationProvider[]>("/api/integrations/providers")).body.find((one) => one.id === id)
      ?.account;

  test("while connecting, testing, syncing and disconnecting: nothing is lost, no account ends, all is tried again", async () => {
    const person = await app.signIn();
    proxy.fail(calls.connect, page, always);
    const refusal = await connect(person);
    expect(["unreadable", paged(name)]).toContain(refusal);
    expect(await accountOf(person)).toBeNull();
    proxy.heal();
    expect(await connect(person)).toBeUndefined();
    const account = (await accountOf(person))?.id as string;
    await healthOf(person, ({ lastSyncAt, fetchingHistory }) => lastSyncAt !== null && !fetchingHistory);
    await leaveOnly(account);

    proxy.fail(calls.test, page, always);
    const tested = await person.get<{ success: boolean; message: string }>(
      `/api/integrations/${account}/test`,
    );
    expect(tested.body).toEqual({ success: false, message: expect.stringContaining(paged(name)) });
    proxy.heal();

    await write("Please send the signed lease by Friday.");
    proxy.fail(calls.sync, page, always);
    const sync = () => person.post<{ message?: string }>(`/api/integrations/${account}/sync`);
    expect((await sync()).body.message).toBe(paged(name));
    const health = await healthOf(person);
    expect(health).toMatchObject({
      healthStatus: "warning",
      healthMessage: expect.stringContaining(paged(name)),
    });
    // The next check follows by itself.
    const later = "select from connections where account_id = $1 and next_sync_at > now()";
    expect(await query(app, later, [account])).toHaveLength(1);
    expect(await accountOf(person)).toMatchObject({ status: "connected" });
    proxy.heal();
    expect((await sync()).status).toBe(200);
    expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy" });
    expect((await messagesOf(person, 1)).map(({ content }) => content)).toEqual([
      "Please send the signed lease by Friday.",
    ]);

    proxy.fail(calls.revoke, page, always);
    expect((await person.delete(`/api/integrations/${account}`)).status).toBe(200);
    const kept = () => query(app, "select from revocations where account_id = $1", [account]);
    expect(await kept()).toHaveLength(1);
    proxy.heal();
    await query(app, "update revocations set next_at = now() where account_id = $1", [account]);
    await until(kept, ({ length }) => length === 0);
  });
});
