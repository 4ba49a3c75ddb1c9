import { describe, expect, test } from "vitest";
import { slackEvent } from "../../../../../test/stand-ins/slack";
import { healthOf, query, until } from "../../../../../test/support/collecting";
import { daysAgo, ownWord, startSlackJourney } from "../../../../../test/support/slack-journey";
import type { Message } from "../../../inbox/contract";

const { app, slack, proxy, webhook, connect, found, synced, handled, leaveOnly } = await startSlackJourney();
const { bo: boThere } = slack.people;

describe("events", () => {
  test("INT-8 a pushed message, its edit and its deletion are followed; pushed and fetched, it is stored once", async () => {
    const word = ownWord();
    // Not the same word, because a search also finds messages by where they were sent.
    const channel = await slack.addChannel(ownWord());
    await slack.say("bo", channel, "Known from before.");
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    const ts = await slack.say("bo", channel, `${word} as said`);
    const message = { type: "message", user: boThere.id, text: `${word} as said`, ts };
    await leaveOnly(id);
    slack.calls.length = 0;
    expect(
      (await slack.deliver(webhook, slackEvent({ ...message, channel, channel_type: "channel" }))).status,
    ).toBe(200);
    const [pushed] = await found(ana, word);
    // All names are cached, so nothing is requested.
    expect(slack.calls).toEqual([]);
    await ana.post(`/api/integrations/${id}/sync`);
    expect(await found(ana, word)).toMatchObject([
      { id: pushed?.id, sender: "Bo Lind", content: `${word} as said` },
    ]);

    const edited = {
      ...message,
      text: `${word} please sign`,
      edited: { user: boThere.id, ts: `${Math.floor(Number(ts)) + 2}.000000` },
    };
    const change = {
      type: "message",
      subtype: "message_changed",
      hidden: true,
      channel,
      ts: daysAgo(0),
      event_ts: daysAgo(0),
      message: edited,
      previous_message: message,
    };
    await slack.deliver(webhook, slackEvent(change));
    await until(
      () => found(ana, word),
      ([one]) => one?.content === `${word} please sign`,
    );

    const deleted = {
      type: "message",
      subtype: "message_deleted",
      hidden: true,
      channel,
      ts: daysAgo(0),
      deleted_ts: ts,
    };
    await slack.deliver(webhook, slackEvent(deleted));
    await until(
      async () => (await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?q=${word}`)).body,
      ({ length }) => length === 0,
    );
    // Neither a late delivery nor the next check restores it.
    await slack.deliver(webhook, slackEvent({ ...message, channel }));
    await handled();
    expect((await ana.get(`/api/teams/${ana.teamId}/messages?q=${word}`)).body).toEqual([]);
  });

  test("INT-8 repeated and reordered deliveries store each message once, with its latest text", async () => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const ana = await app.signIn();
    await connect(ana);
    await synced(ana);
    const base = Math.floor(Date.now() / 1000);
    const events = Array.from({ length: 30 }, (_, n) => {
      const message = {
        type: "message",
        user: boThere.id,
        text: `${word} ${n} first`,
        ts: `${base - 60 + n}.000100`,
      };
      const edited = {
        ...message,
        text: `${word} ${n} last`,
        edited: { user: boThere.id, ts: `${base}.000000` },
      };
      return [
        slackEvent({ ...message, channel }),
        slackEvent({
          type: "message",
          subtype: "message_changed",
          channel,
          ts: `${base}.000200`,
          event_ts: `${base}.000200`,
          message: edited,
          previous_message: message,
        }),
      ];
    }).flat();
    const twice = [...events, ...events].reverse();
    const answers = await Promise.all(twice.map((event) => slack.deliver(webhook, event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await handled();
    const messages = await found(ana, word, 30);
    expect(messages).toHaveLength(30);
    expect(messages.every(({ content }) => content.endsWith("last"))).toBe(true);
  });

  test("INT-8 answers the challenge after checking its signature; refuses wrong, missing and stale ones and stores nothing", async () => {
    const challenge = {
      token: "Jhj5dZrVaK7ZwHHjRyZWjbDl",
      challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
      type: "url_verification",
    };
    const answer = await slack.deliver(webhook, challenge);
    expect(await answer.text()).toBe(challenge.challenge);
    expect((await slack.deliver(webhook, challenge, { secret: "wrong" })).status).toBe(401);

    const now = Math.floor(Date.now() / 1000);
    const event = slackEvent({ type: "message", channel: "C1", user: "U1", text: "forged", ts: daysAgo(0) });
    for (const signed of [{ secret: "wrong" }, { timestamp: now - 301 }, { timestamp: now + 3600 }])
      expect((await slack.deliver(webhook, event, signed)).status).toBe(401);
    const unsigned = await fetch(webhook, { method: "POST", body: JSON.stringify(event) });
    expect(unsigned.status).toBe(401);
    expect(await query(app, "select 1 from webhook_events where event_id = $1", [event.event_id])).toEqual(
      [],
    );
    // Accepted but ignored: nobody has connected that workspace.
    expect(
      (await slack.deliver(webhook, { ...event, authorizations: undefined, team_id: "T999" })).status,
    ).toBe(200);
  });

  test("INT-8 a signed event with 20,000 lists inside each other is left out and acknowledged, so that Slack doesn't repeat it", async () => {
    const given = JSON.stringify(slackEvent({ type: "message", blocks: "HERE" }));
    const deep = given.replace('"HERE"', "[".repeat(20_000) + "]".repeat(20_000));
    const { event_id: id } = JSON.parse(given) as { event_id: string };
    expect((await slack.deliver(webhook, deep)).status).toBe(200);
    expect(await query(app, "select 1 from webhook_events where event_id = $1", [id])).toEqual([]);
  });

  test("INT-8 INT-5 a removed app asks you to reconnect, and missed messages arrive afterwards", async () => {
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const ana = await app.signIn();
    const id = await connect(ana);
    await synced(ana);
    proxy.fail(/users\.conversations/, {
      kind: "status",
      status: 200,
      body: { ok: false, error: "token_revoked" },
    });
    await leaveOnly(id);
    await slack.deliver(webhook, slackEvent({ type: "app_uninstalled" }));
    const health = await healthOf(ana, ({ healthStatus }) => healthStatus === "error");
    expect(health.healthMessage).toContain("no longer accepts the access");
    await slack.say("bo", channel, `${word} meanwhile`);
    await slack.deliver(
      webhook,
      slackEvent({ type: "message", channel, user: boThere.id, text: "x", ts: daysAgo(0) }),
    );
    await handled();
    expect(await connect(ana)).toBe(id);
    expect(await found(ana, word)).toHaveLength(1);
    expect(await healthOf(ana, ({ healthStatus }) => healthStatus === "healthy")).toBeDefined();
  });
});
