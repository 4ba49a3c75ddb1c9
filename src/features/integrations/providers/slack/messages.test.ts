import { describe, expect, test } from "vitest";
import { idsIn, readMessage, SlackMessage, silenceOf } from "./messages";
import type { Names } from "./names";
import { isLater, latest, locationIn, readProgress, secondsBefore } from "./progress";
import { planRecheck, rechecksFor } from "./recheck";

const session = { externalId: "T123ABC456", settings: { installedBy: "U0ANA" }, onlyMe: false };
const people: Record<string, { name: string; email: string | null; bot: boolean }> = {
  U0ANA: { name: "Ana Lopez", email: "ana@example.org", bot: false },
  U0APP: { name: "Calendar", email: null, bot: true },
};
const names: Names = {
  member: (id) => people[id],
  conversation: (id) => (id === "C123ABC456" ? "#general" : null),
};

/** Source of the shape: docs.slack.dev/reference/events/message and its subtypes. */
const message = (fields: Record<string, unknown> = {}): SlackMessage =>
  SlackMessage.parse({
    type: "message",
    user: "U0ANA",
    text: "Hello world",
    ts: "1355517523.000005",
    ...fields,
  });
const read = (fields?: Record<string, unknown>, given = session, conversation = "C123ABC456") =>
  readMessage(given, conversation, message(fields), names);

describe("INT-8 reading a Slack message", () => {
  test("a channel message", () => {
    expect(read()).toEqual({
      externalId: "C123ABC456:1355517523.000005",
      threadKey: "slack:T123ABC456:C123ABC456:1355517523.000005",
      sender: "Ana Lopez",
      senderAddress: "ana@example.org",
      to: ["#general"],
      cc: [],
      subject: null,
      content: "Hello world",
      attachments: [],
      sentAt: new Date("2012-12-14T20:38:43.000Z"),
      editedAt: null,
      bulk: false,
      fromOwner: false,
      problem: null,
    });
  });

  test("a reply shares the key of its thread; an edit has its time", () => {
    expect(read({ thread_ts: "1355517000.000001" })?.threadKey).toBe(
      "slack:T123ABC456:C123ABC456:1355517000.000001",
    );
    expect(read({ edited: { user: "U0ANA", ts: "1355517600.000000" } })?.editedAt).toEqual(
      new Date("2012-12-14T20:40:00Z"),
    );
  });

  test("the owner's messages count as their own only in a private account", () => {
    expect(read({}, { ...session, onlyMe: true })?.fromOwner).toBe(true);
    expect(read({ user: "U0BO" }, { ...session, onlyMe: true })?.fromOwner).toBe(false);
  });

  test("Slack's markup becomes plain text", () => {
    const text =
      "<@U0ANA>, <@U0BO|bo>: see <#C123ABC456>, <!here> and <https://a.example/x?a=1&amp;b=2|the plan> &lt;now&gt; <mailto:a@b.example|a@b.example>";
    expect(read({ text })?.content).toBe(
      "@Ana Lopez, @bo: see #general, @here and the plan (https://a.example/x?a=1&b=2) <now> a@b.example",
    );
    const ids = idsIn("D1", [message({ text: "<@U1> <@W2|w> <#C3> <#C4|> <#C5|named>", user: "U6" })]);
    expect([...ids.people].sort()).toEqual(["U1", "U6", "W2"]);
    expect([...ids.conversations].sort()).toEqual(["C3", "C4", "D1"]);
  });

  test("files have a name and a size, deleted ones are skipped", () => {
    const files = [
      {
        id: "F1",
        name: "quote.pdf",
        title: "Quote",
        mimetype: "application/pdf",
        size: 5120,
        mode: "hosted",
      },
      { id: "F2", mode: "tombstone" },
    ];
    expect(read({ subtype: "file_share", text: "", files })).toMatchObject({
      content: "",
      attachments: [{ name: "quote.pdf", type: "application/pdf", size: 5120 }],
    });
  });

  test("an unknown member is named by the message or shown by id", () => {
    expect(read({ user: "U0X", user_profile: { display_name: "Guest" } })?.sender).toBe("Guest");
    expect(read({ user: "U0X" })?.sender).toBe("U0X");
  });

  test.each([
    ["a join", { subtype: "channel_join" }],
    ["a leave", { subtype: "channel_leave" }],
    ["a topic", { subtype: "channel_topic" }],
    ["an app", { subtype: "bot_message", bot_id: "B1", user: undefined }],
    ["an app that appears as a user", { bot_id: "B1" }],
    ["Slackbot", { user: "USLACKBOT" }],
    ["a tombstone", { subtype: "tombstone" }],
  ])("%s is not a message", (_name, fields) => {
    expect(silenceOf(message(fields))).toMatch(/^(notice of type \w+|written by an app)$/);
  });

  test("a bot that appears as a user isn't one either", () => {
    expect(silenceOf(message())).toBeUndefined();
    expect(silenceOf(message({ subtype: "thread_broadcast" }))).toBeUndefined();
    expect(read({ user: "U0APP" })).toBeNull();
  });
});

describe("INT-8 Slack's timestamps and progress", () => {
  test("timestamps are compared digit by digit", () => {
    expect(isLater("1355517523.000006", "1355517523.000005")).toBe(true);
    expect(isLater("1355517523.000005", "1355517523.000005")).toBe(false);
    expect(isLater("1355517524.000000", "1355517523.999999")).toBe(true);
    expect(latest(["9.1", "10.0", "2.5"])).toBe("10.0");
    expect(secondsBefore("1355517523.000005", 60)).toBe("1355517463.000000");
  });

  test("a round ends with its last conversation and thread", () => {
    const thread = { conversation: "C1", ts: "1.0", after: "0.0", page: null };
    const over = { conversations: [], history: null, threads: [], rechecks: 2 };
    const progress = { ...readProgress({ seen: { C1: "5.0" }, round: null }) };
    expect(locationIn(progress, { ...over, threads: [thread] }).more).toBe(true);
    const end = locationIn(progress, over);
    expect(end).toEqual({ cursor: progress, more: false });
    expect(readProgress(end.cursor)).toEqual(end.cursor);
    expect(readProgress({ other: 1 })).toMatchObject({ seen: {}, round: null });
  });

  test("a recheck continues for a while after a round, then waits for the next one", () => {
    const over = { conversations: [], history: null, threads: [] };
    const recheck = { conversations: ["C1"], threads: [] };
    const progress = { ...readProgress(null), recheck };
    expect(locationIn(progress, { ...over, rechecks: 1 }).more).toBe(true);
    const waiting = locationIn(progress, { ...over, rechecks: 0 });
    expect(waiting).toEqual({ cursor: { ...progress, round: null }, more: false });
  });

  test("a recheck finishes within six hours if Slack's limits allow it", () => {
    const hour = 3_600_000;
    const now = Date.now();
    const ago = (time: number) => new Date(now - time).toISOString();
    const left = (conversations: number, begunAgo: number, lastRound: number | null) =>
      rechecksFor(
        {
          ...readProgress(null),
          recheck: { conversations: Array.from({ length: conversations }, String), threads: [] },
          checked: ago(begunAgo),
          began: lastRound === null ? null : ago(lastRound),
        },
        now,
      );
    const five = hour / 12;
    expect(left(300, 0, five)).toBe(10);
    // 2,000 conversations in the planned 4.8 hours: 58 rounds.
    expect(left(2000, 0, five)).toBe(35);
    expect(left(20_000, 0, five)).toBe(50);
    expect(left(2000, 0, hour / 60)).toBe(10);
    // When late: as many as allowed, and never more.
    expect(left(45, 7 * hour, five)).toBe(45);
    expect(left(500, 7 * hour, five)).toBe(50);
    expect(left(500, 0, null)).toBe(10);
  });

  test("a recheck starts after six hours and skips what is no longer collected", () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const since = (hours: number) => ({ ...readProgress(null), checked: hoursAgo(hours) });
    const early = since(5.9);
    expect(planRecheck(early, ["C1", "C2"])).toEqual(early);
    const begun = planRecheck(since(6.1), ["C1", "C2"]);
    expect(begun.recheck).toEqual({ conversations: ["C1", "C2"], threads: [] });
    expect(planRecheck(begun, ["C1", "C2"])).toEqual(begun);
    const threads = [
      { conversation: "C1", ts: "1.0" },
      { conversation: "C2", ts: "2.0" },
    ];
    const left = { ...begun, recheck: { conversations: ["C1", "C2"], threads } };
    expect(planRecheck(left, ["C2"]).recheck).toEqual({ conversations: ["C2"], threads: threads.slice(1) });
  });
});
