import { expect, test } from "vitest";
import { query, until } from "../../../../../test/support/collecting";
import { makeRecheckDue } from "../../../../../test/support/recheck-due";
import { daysAgo, ownWord, startSlackJourney } from "../../../../../test/support/slack-journey";
import type { Message } from "../../../inbox/contract";

const { app, slack, proxy, connect, found, synced, leaveOnly } = await startSlackJourney();
const { bo: boThere } = slack.people;

/**
 * A user who has connected the workspace, with a channel of their own. No events are ever delivered.
 *
 * @param days - ages of the messages in the channel. Each reads "<word> <days>".
 */
async function startWith(...days: number[]) {
  const word = ownWord();
  const channel = await slack.addChannel(word);
  const write = (ago: number, fields: object = {}) =>
    slack.put(channel, {
      type: "message",
      user: boThere.id,
      ts: tsOf(ago),
      text: `${word} ${ago}`,
      ...fields,
    });
  for (const ago of days) write(ago);
  const ana = await app.signIn();
  const id = await connect(ana);
  await synced(ana);
  await leaveOnly(id);
  const sync = () => ana.post<{ stored: number; message: string }>(`/api/integrations/${id}/sync`);
  const left = async () => {
    const { body } = await ana.get<Message[]>(`/api/teams/${ana.teamId}/messages?q=${word}&limit=50`);
    return body.map(({ content }) => content.replace(`${word} `, "")).sort();
  };
  /** Selects conversations and waits for the check that follows. */
  async function choose(conversations: string[] | null): Promise<void> {
    await ana.patch(`/api/integrations/${id}`, { conversations });
    await until(
      () =>
        query(
          app,
          "select from connections where account_id = $1 and claimed_by is null and next_sync_at > now()",
          [id],
        ),
      ({ length }) => length === 1,
    );
  }
  const cursor = async () =>
    (await query<{ cursor: Cursor }>(app, "select cursor from connections where account_id = $1", [id]))[0]
      ?.cursor as Cursor;
  /** Runs checks as if hours had passed, until the recheck is complete. */
  async function recheck(): Promise<string[]> {
    await makeRecheckDue(app, id);
    do expect((await sync()).status).toBe(200);
    while (Object.values((await cursor()).recheck).some(({ length }) => length > 0));
    return left();
  }
  /** Makes the next check start with the channel's recheck. */
  const comeTo = (threads: object[] = []) =>
    query(app, "update connections set cursor = cursor || $2::jsonb where account_id = $1", [
      id,
      JSON.stringify({
        round: { conversations: [], history: null, threads: [], rechecks: 10 },
        recheck: { conversations: threads.length > 0 ? [] : [channel], threads },
      }),
    ]);
  return { word, channel, ana, id, write, sync, left, choose, cursor, recheck, comeTo };
}

interface Cursor {
  checked: string;
  recheck: { conversations: string[]; threads: object[] };
}

const started = Date.now();
const tsOf = (days: number): string => `${Math.floor(started / 1000 - days * 86_400)}.000100`;

test("INT-8 without events, deletions and edits of the last 30 days are found within hours", async () => {
  const { word, channel, ana, write, sync, left, recheck } = await startWith(29, 20, 10, 3);
  slack.take(channel, tsOf(20));
  slack.take(channel, tsOf(3));
  write(10, { text: `${word} changed`, edited: { user: boThere.id, ts: daysAgo(9) } });
  slack.calls.length = 0;
  await sync();
  expect(await left()).toEqual(["10", "20", "29", "3"]);
  expect(await recheck()).toEqual(["29", "changed"]);
  // A deleted message with replies leaves a tombstone.
  write(29, { subtype: "tombstone", text: "This message was deleted.", user: "USLACKBOT" });
  expect(await recheck()).toEqual(["changed"]);
  expect((await ana.get(`/api/teams/${ana.teamId}/messages?q=deleted`)).body).toEqual([]);
});

test("INT-8 without events, deleted replies and deleted threads are found", async () => {
  const { word, channel, ana, recheck, sync } = await startWith();
  const question = await slack.say("bo", channel, `${word} question`);
  const answers: string[] = [];
  for (const text of ["one", "two", "three"])
    answers.push(await slack.say("bo", channel, `${word} ${text}`, question));
  await sync();
  await found(ana, word, 4);
  await slack.unsay("bo", channel, answers[1] as string);
  expect(await recheck()).toEqual(["one", "question", "three"]);
  for (const ts of [question, answers[0], answers[2]]) await slack.unsay("bo", channel, ts as string);
  // The response of the real Slack API for a deleted thread, which the emulator doesn't give.
  proxy.fail(/conversations\.replies/, {
    kind: "status",
    status: 200,
    body: { ok: false, error: "thread_not_found" },
  });
  expect(await recheck()).toEqual([]);
});

test("INT-8 a recheck runs in parts, one per check, and ends when all parts are done", async () => {
  for (let n = 0; n < 12; n++) {
    const channel = await slack.addChannel(ownWord());
    await slack.say("bo", channel, "Hello there");
  }
  const { id, ana, sync, cursor } = await startWith(5);
  const { body: all } = await ana.get<unknown[]>(`/api/integrations/${id}/conversations`);
  const recheckCalls = async () => {
    slack.calls.length = 0;
    expect((await sync()).status).toBe(200);
    return slack.calls.filter((method) => method === "conversations.history").length - all.length;
  };
  expect(await recheckCalls()).toBe(0);
  await makeRecheckDue(app, id);
  const before = Date.now();
  expect(await recheckCalls()).toBeLessThanOrEqual(10);
  expect((await cursor()).recheck.conversations).toHaveLength(all.length - 10);
  expect(Date.parse((await cursor()).checked)).toBeGreaterThanOrEqual(before);
  await recheckCalls();
  expect((await cursor()).recheck.conversations).toEqual([]);
  expect(await recheckCalls()).toBe(0);
});

test("INT-8 a conversation that is no longer collected keeps its messages", async () => {
  const { id, channel, sync, left, choose, cursor, recheck } = await startWith(9, 8);
  const other = await slack.addChannel(ownWord());
  slack.take(channel, tsOf(9));
  await choose([other]);
  expect(await recheck()).toEqual(["8", "9"]);
  // A recheck from before the selection changed skips the conversation.
  await query(
    app,
    `update connections set cursor = jsonb_set(cursor, '{recheck,conversations}', $2::jsonb) where account_id = $1`,
    [id, JSON.stringify([channel])],
  );
  expect((await cursor()).recheck.conversations).toEqual([channel]);
  expect((await sync()).status).toBe(200);
  expect((await cursor()).recheck.conversations).toEqual([]);
  expect(await left()).toEqual(["8", "9"]);
  await choose(null);
  expect(await recheck()).toEqual(["8"]);
});

test("INT-8 messages older than 30 days stay, whatever Slack still lists", async () => {
  const { word, ana, channel, recheck } = await startWith(15, 14);
  await query(
    app,
    "update messages set created_at = now() - interval '31 days' where content = $2 and team_id = $1",
    [ana.teamId, `${word} 15`],
  );
  slack.take(channel, tsOf(15));
  expect(await recheck()).toEqual(["14", "15"]);
});

const answered = (body: object) => ({ kind: "status", status: 200, body }) as const;

test.each([
  ["a list with gaps", answered({ ok: true, messages: [], has_more: false }), 1],
  ["a response without a list", answered({ ok: true }), 9],
  ["an unreadable conversation", answered({ ok: false, error: "not_in_channel" }), 9],
  ["a missing permission", answered({ ok: false, error: "missing_scope" }), 9],
])("INT-8 %s removes nothing", async (_name, fault, times) => {
  const { sync, left, comeTo, recheck, channel } = await startWith(7, 6);
  await comeTo();
  proxy.fail(/conversations\.history/, fault, times);
  expect((await sync()).status).toBe(200);
  expect(await left()).toEqual(["6", "7"]);
  proxy.heal();
  slack.take(channel, tsOf(7));
  expect(await recheck()).toEqual(["6"]);
});

test.each([
  ["a refusal between two pages", answered({ ok: false, error: "not_in_channel" })],
  ["an error between two pages", { kind: "status", status: 500 }],
  ["a cut connection", { kind: "cut", when: "in-answer" }],
] as const)("INT-8 %s removes nothing, not even deleted messages", async (_name, fault) => {
  const { sync, left, comeTo, recheck, channel } = await startWith(7, 6);
  slack.take(channel, tsOf(7));
  await comeTo();
  const page = { messages: [], has_more: true, response_metadata: { next_cursor: "next" } };
  proxy.fail(/conversations\.history/, answered({ ok: true, ...page }));
  proxy.fail(/conversations\.history/, fault);
  expect((await sync()).status).toBe(200);
  expect(await left()).toEqual(["6", "7"]);
  proxy.heal();
  expect(await recheck()).toEqual(["6"]);
});

test("INT-8 a list that is too long only covers its own time range", async () => {
  const { sync, left, comeTo, channel } = await startWith(25, 20, 7, 6);
  for (const gone of [25, 7]) slack.take(channel, tsOf(gone));
  await comeTo();
  const messages = [6, 8].map((ago) => ({ type: "message", user: boThere.id, ts: tsOf(ago), text: "x" }));
  const page = { messages, has_more: true, response_metadata: { next_cursor: "next" } };
  proxy.fail(/conversations\.history/, answered({ ok: true, ...page }), 25);
  slack.calls.length = 0;
  expect((await sync()).status).toBe(200);
  expect(await left()).toEqual(["20", "25", "6"]);
  expect(slack.calls).toEqual(["conversations.history"]);
});

test("INT-8 a thread that is refused, or missing while its first message exists, loses no reply", async () => {
  const { word, channel, ana, sync, left, comeTo } = await startWith();
  const ts = await slack.say("bo", channel, `${word} question`);
  await slack.say("bo", channel, `${word} answer`, ts);
  await sync();
  await found(ana, word, 2);
  for (const error of ["thread_not_found", "not_in_channel"]) {
    await comeTo([{ conversation: channel, ts }]);
    proxy.fail(/conversations\.replies/, answered({ ok: false, error }));
    expect((await sync()).status).toBe(200);
    expect(await left()).toEqual(["answer", "question"]);
  }
});

test("INT-8 a thread listed with gaps loses no reply", async () => {
  const { word, channel, ana, sync, left, comeTo } = await startWith();
  const ts = await slack.say("bo", channel, `${word} question`);
  const gone = await slack.say("bo", channel, `${word} gone`, ts);
  await slack.say("bo", channel, `${word} kept`, ts);
  await sync();
  await found(ana, word, 3);
  await slack.unsay("bo", channel, gone);
  await comeTo([{ conversation: channel, ts }]);
  proxy.fail(/conversations\.replies/, answered({ ok: true, messages: [], has_more: false }));
  expect((await sync()).status).toBe(200);
  expect(await left()).toEqual(["kept", "question"]);
});

test("INT-8 when Slack limits a recheck, its findings count, the rest waits, and new messages arrive", async () => {
  const { word, channel, ana, sync, left, recheck, cursor, comeTo } = await startWith(9, 8, 7);
  for (const gone of [9, 8]) slack.take(channel, tsOf(gone));
  await comeTo();
  proxy.fail(/conversations\.history/, answered({ ok: true, messages: [], has_more: false }));
  // Two of the three unlisted messages are verified.
  proxy.fail(/conversations\.history/, { kind: "slow", ms: 1 }, 2);
  const enough = { kind: "status", status: 429, headers: { "retry-after": "30" } } as const;
  proxy.fail(/conversations\.history/, enough);
  expect((await sync()).status).toBe(200);
  expect(await left()).toEqual(["7", "9"]);
  expect((await cursor()).recheck.conversations).toEqual([channel]);
  proxy.heal();
  await slack.say("bo", channel, `${word} new`);
  await sync();
  await found(ana, word, 2);
  expect(await recheck()).toEqual(["7", "new"]);
});
