import { describe, expect, test } from "vitest";
import { slackEvent } from "../../../../../test/stand-ins/slack";
import { consentTo, healthOf, query, syncSoon, until } from "../../../../../test/support/collecting";
import { daysAgo, ownWord, startSlackJourney } from "../../../../../test/support/slack-journey";

const { app, slack, proxy, webhook, connect, found, synced, handled, leaveOnly } = await startSlackJourney();
const { bo: boThere } = slack.people;

describe("faults", () => {
  test.each([
    ["ahead", 3600],
    ["behind", -3600],
  ])("INT-8 with Slack's clock an hour %s, nothing is lost or duplicated", async (_name, skew) => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const write = (seconds: number, text: string) =>
      slack.put(channel, {
        type: "message",
        user: boThere.id,
        ts: `${Math.floor(Date.now() / 1000) + skew + seconds}.000100`,
        text: `${word} ${text}`,
      });
    write(0, "one");
    const ana = await app.signIn();
    const id = await connect(ana);
    await found(ana, word);
    await synced(ana);
    write(2, "two");
    expect((await ana.post(`/api/integrations/${id}/sync`)).body).toEqual({ stored: 1 });
    expect(await found(ana, word, 2)).toHaveLength(2);
  });

  test("INT-8 an event that can't be read yet is retried later, without delaying others", async () => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    await leaveOnly(id);
    // Fails once for the batch of both events, and once for the single event.
    proxy.fail(/users\.info/, { kind: "status", status: 429, headers: { "retry-after": "1" } }, 2);
    const event = (user: string, text: string) =>
      slackEvent({
        type: "message",
        channel,
        user,
        text: `${word} ${text}`,
        ts: daysAgo(0, text.padStart(6, "0")),
      });
    const unread = event("U0STRANGER", "1");
    const answers = [
      await slack.deliver(webhook, unread),
      await slack.deliver(webhook, event(boThere.id, "2")),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await handled();
    const messages = await found(ana, word, 2);
    expect(messages.map(({ sender }) => sender).sort()).toEqual(["Bo Lind", "U0STRANGER"]);
    const [row] = await query(app, "select tries from webhook_events where event_id = $1", [unread.event_id]);
    expect(row?.tries).toBeGreaterThan(1);
  });

  test("INT-8 characters that the database can't store are removed from the text", async () => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    const text = `${word} please \0call \ud83d me`;
    const event = slackEvent({ type: "message", channel, user: boThere.id, text, ts: daysAgo(0) });
    expect((await slack.deliver(webhook, event)).status).toBe(200);
    expect((await found(ana, word))[0]?.content).toBe(`${word} please call \ufffd me`);
    slack.put(channel, { type: "message", user: boThere.id, ts: daysAgo(0, "000200"), text: `${text} too` });
    expect((await ana.post(`/api/integrations/${id}/sync`)).body).toEqual({ stored: 1 });
    const contents = (await found(ana, word, 2)).map(({ content }) => content);
    expect(contents).toContain(`${word} please call \ufffd me too`);
  });

  test.each([
    [
      "429",
      { kind: "status", status: 429, headers: { "retry-after": "1200" } },
      "Slack is limiting requests for now.",
    ],
    ["500", { kind: "status", status: 500 }, "Slack has a problem on its side (500)."],
    [
      "an error of Slack's own",
      { kind: "status", status: 200, body: { ok: false, error: "fatal_error" } },
      "Slack has a problem on its side (fatal_error).",
    ],
    [
      "a missing scope",
      { kind: "status", status: 200, body: { ok: false, error: "missing_scope", needed: "channels:read" } },
      "Zippy's Slack app lacks the permission channels:read.",
    ],
    ["a cut connection", { kind: "cut", when: "in-answer" }, "Slack could not be reached."],
    ["no connection", { kind: "cut", when: "before" }, "Slack could not be reached."],
  ] as const)("INT-8 INT-5 %s is reported, and nothing is lost", async (name, fault, sentence) => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    await leaveOnly(id);
    await slack.say("bo", channel, word);
    proxy.fail(/users\.conversations/, fault);
    const { body } = await ana.post<{ message: string }>(`/api/integrations/${id}/sync`);
    expect(body.message).toContain(sentence);
    const health = await healthOf(ana);
    expect(health).toMatchObject({ healthStatus: "warning" });
    const wait = Date.parse(health.nextSyncAt as string) - Date.now();
    expect(wait > 1_000_000).toBe(name === "429");
    proxy.heal();
    await syncSoon(app, id);
    expect(await found(ana, word)).toHaveLength(1);
  });

  test("INT-5 Health names a channel that Slack doesn't let Zippy read, until it does", async () => {
    const word = ownWord();
    const names = [word, `${word}b`];
    const channels = [await slack.addChannel(word), await slack.addChannel(`${word}b`)];
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    await leaveOnly(id);
    await ana.patch(`/api/integrations/${id}`, { conversations: channels });
    await healthOf(ana, ({ nextSyncAt }) => Date.parse(nextSyncAt ?? "") > Date.now() + 60_000);
    for (const channel of channels)
      slack.put(channel, { type: "message", user: boThere.id, ts: daysAgo(0), text: `${word} news` });
    const body = { ok: false, error: "missing_scope", needed: "groups:history" };
    proxy.fail(/conversations\.history/, { kind: "status", status: 200, body });
    const sync = () => ana.post<{ stored: number }>(`/api/integrations/${id}/sync`);

    expect((await sync()).body).toEqual({ stored: 1 });
    expect(await healthOf(ana)).toMatchObject({ healthStatus: "warning", quarantined: 1 });
    const entries = `/api/integrations/${id}/quarantine`;
    const [entry] = (await ana.get<{ reason: string }[]>(entries)).body;
    expect(entry?.reason).toMatch(
      /^#\w+ can't be read\. Zippy's Slack app lacks the permission groups:history\. Add it at api\.slack\.com\/apps, then reconnect the account\.$/,
    );
    expect(names).toContain(entry?.reason.slice(1, entry.reason.indexOf(" ")));
    expect((await sync()).body).toEqual({ stored: 1 });
    expect((await ana.get(entries)).body).toEqual([]);
  });

  test("INT-8 an invalid page cursor restarts the history without duplicates; a deleted conversation is skipped", async () => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    for (let n = 0; n < 210; n++)
      slack.put(channel, {
        type: "message",
        user: boThere.id,
        ts: daysAgo(2 - n / 1000, "000300"),
        text: `${word} ${n}`,
      });
    proxy.fail(/conversations\.history/, {
      kind: "status",
      status: 200,
      body: { ok: false, error: "channel_not_found" },
    });
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    await query(
      app,
      `update connections set cursor = jsonb_set(jsonb_set(cursor, '{seen}', '{}'), '{round}', $2::jsonb) where account_id = $1`,
      [
        id,
        JSON.stringify({
          conversations: [channel],
          history: { page: "before:0", newest: daysAgo(0) },
          threads: [],
        }),
      ],
    );
    await query(app, "update connections set history_done = false where account_id = $1", [id]);
    await syncSoon(app, id);
    const count = () =>
      query<{ count: number }>(
        app,
        "select count(*)::int from messages where team_id = $1 and content like $2",
        [ana.teamId, `${word}%`],
      );
    await until(count, ([row]) => row?.count === 210);
  });

  test.each([
    ["an error status", { kind: "status", status: 500 }],
    ["an error in the body", { kind: "status", status: 200, body: { ok: false, error: "internal_error" } }],
  ] as const)(
    "INT-8 a conversation that fails with %s doesn't delay the others, and arrives later",
    async (_name, fault) => {
      const word = ownWord();
      const channels = [await slack.addChannel(word), await slack.addChannel(`${word}b`)];
      const ana = await app.signIn();
      const id = await connect(ana);
      await synced(ana);
      await leaveOnly(id);
      await ana.patch(`/api/integrations/${id}`, { conversations: channels });
      await healthOf(ana, ({ nextSyncAt }) => Date.parse(nextSyncAt ?? "") > Date.now() + 60_000);
      for (const channel of channels)
        slack.put(channel, { type: "message", user: boThere.id, ts: daysAgo(0), text: `${word} news` });
      // The first conversation read fails four times.
      proxy.fail(/conversations\.history/, fault, 4);
      const sync = () => ana.post<{ stored: number; message: string }>(`/api/integrations/${id}/sync`);
      for (let check = 0; check < 3; check++)
        expect((await sync()).body.message).toMatch(/^Slack has a problem on its side/);
      expect((await sync()).body).toEqual({ stored: 1 });
      expect((await sync()).body).toEqual({ stored: 1 });
      expect(await found(ana, word, 2)).toHaveLength(2);
    },
  );

  test("INT-2 a server that Slack doesn't recognize gets a clear error and connects nothing", async () => {
    const ana = await app.signIn();
    const body = { ok: false, error: "bad_client_secret" };
    proxy.fail(/oauth\.v2\.access/, { kind: "status", status: 200, body });
    const end = await consentTo(app, ana, "slack", (authorize) => slack.consent(authorize));
    expect(end).toBe("/integrations?failed=slack&problem=client");
    expect((await ana.get("/api/integrations/health")).body).toEqual([]);
  });

  test("INT-8 expiring tokens are refreshed; a refused refresh asks you to reconnect", async () => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    slack.rotateAfter(2);
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    slack.rotateAfter(43_200);
    await slack.say("bo", channel, `${word} refreshed`);
    const sync = () => ana.post<{ message: string }>(`/api/integrations/${id}/sync`);
    expect((await sync()).status).toBe(200);
    expect(await found(ana, word)).toHaveLength(1);
    // Revoked before it expires.
    proxy.fail(/users\.conversations/, {
      kind: "status",
      status: 200,
      body: { ok: false, error: "invalid_auth" },
    });
    expect((await sync()).status).toBe(200);
    proxy.fail(/users\.conversations/, {
      kind: "status",
      status: 200,
      body: { ok: false, error: "token_expired" },
    });
    proxy.fail(/oauth\.v2\.access/, {
      kind: "status",
      status: 200,
      body: { ok: false, error: "invalid_refresh_token" },
    });
    expect((await sync()).body.message).toContain("no longer accepts the access");
    await slack.say("bo", channel, `${word} meanwhile`);
    slack.rotateAfter(null);
    await connect(ana);
    expect(await found(ana, word, 2)).toHaveLength(2);
  });
});
