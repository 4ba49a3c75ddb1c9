import { expect, test } from "vitest";
import { slackEvent } from "../../../../../test/stand-ins/slack";
import { healthOf, query } from "../../../../../test/support/collecting";
import { daysAgo, ownWord, startSlackJourney } from "../../../../../test/support/slack-journey";
import type { Person } from "../../../../../test/support/test-app";
import type { Message } from "../../../inbox/contract";

const { app, slack, webhook, connect, found, synced, handled } = await startSlackJourney();
const { ana: anaThere, bo: boThere } = slack.people;

test("INT-8 connect, collect with names and threads, inbox, disconnect", async () => {
  const word = ownWord();
  const channel = await slack.addChannel(word);
  const parent = await slack.say(
    "bo",
    channel,
    `Please send me the ${word} quote by Friday, <@${anaThere.id}> &amp; team.`,
  );
  await slack.say("ana", channel, `Will do: ${word} <https://a.example/quote|the quote>`, parent);
  await slack.say("bo", channel, `Lunch at noon? ${word} <#${channel}>`);

  const ana = await app.signIn();
  const id = await connect(ana);
  const messages = await found(ana, word, 3);
  const by = (name: string) =>
    messages
      .filter(({ sender }) => sender === name)
      .map(({ senderAddress, content }) => [senderAddress, content]);
  expect(by("Ana Lopez")).toEqual([[anaThere.email, `Will do: ${word} the quote (https://a.example/quote)`]]);
  expect(new Set(by("Bo Lind"))).toEqual(
    new Set([
      [boThere.email, `Lunch at noon? ${word} #${word}`],
      [boThere.email, `Please send me the ${word} quote by Friday, @Ana Lopez & team.`],
    ]),
  );
  const question = messages.find(({ content }) => content.startsWith("Please"));
  expect(question).toMatchObject({ channel: "slack", aiAnalysis: { hasTask: true } });
  const { body: context } = await ana.get<{ conversation: Message[] }>(
    `/api/messages/${question?.id}/context`,
  );
  expect(context.conversation).toHaveLength(2);
  // Messages appear before the check that fetches them has ended.
  expect(await synced(ana)).toMatchObject({ healthStatus: "healthy", accountEmail: "emulate.slack.com" });
  expect((await ana.get(`/api/integrations/${id}/test`)).body).toMatchObject({ success: true });

  slack.calls.length = 0;
  expect((await ana.delete(`/api/integrations/${id}`)).status).toBe(200);
  expect(slack.calls).toEqual(["auth.revoke"]);
  await slack.say("bo", channel, `After it ${word}`);
  await slack.deliver(
    webhook,
    slackEvent({ type: "message", channel, user: boThere.id, text: word, ts: daysAgo(0) }),
  );
  await handled();
  expect(await found(ana, word, 3)).toHaveLength(3);
});

test("INT-8 the first sync fetches the last 30 days page by page with original times, and nothing older", async () => {
  const word = ownWord();
  const channel = await slack.addChannel(word);
  for (let n = 0; n < 230; n++)
    slack.put(channel, {
      type: "message",
      user: boThere.id,
      ts: daysAgo(29 - n / 10, "000200"),
      text: `${word} ${n}`,
    });
  slack.put(channel, { type: "message", user: boThere.id, ts: daysAgo(31), text: `${word} too old` });
  for (let n = 0; n < 400; n++)
    slack.put(channel, { type: "message", user: boThere.id, ts: daysAgo(40 + n), text: `${word} too old` });
  const ana = await app.signIn();
  slack.calls.length = 0;
  const id = await connect(ana);
  const health = await healthOf(ana, ({ fetchingHistory }) => !fetchingHistory);
  expect(health).toMatchObject({ healthStatus: "healthy" });
  const [row] = await query<{ count: number; oldest: string }>(
    app,
    "select count(*)::int, min(content) filter (where content like '%too old') as oldest from messages where team_id = $1 and content like $2",
    [ana.teamId, `${word}%`],
  );
  expect(row).toEqual({ count: 230, oldest: null });
  // Two pages of this conversation and one of each other. Older messages are not even requested.
  const requests = slack.calls.filter((method) => method === "conversations.history");
  const { body: all } = await ana.get<unknown[]>(`/api/integrations/${id}/conversations`);
  expect(requests).toHaveLength(all.length + 1);
});

test("INT-8 a check fetches new messages, replies to older ones and edits, each once", async () => {
  const word = ownWord();
  const channel = await slack.addChannel(word);
  const ana = await app.signIn();
  const first = await slack.say("bo", channel, `${word} one`);
  const id = await connect(ana);
  await found(ana, word);
  await synced(ana);
  const sync = async () => (await ana.post<{ stored: number }>(`/api/integrations/${id}/sync`)).body.stored;
  expect(await sync()).toBe(0);
  await slack.say("ana", channel, `${word} answer`, first);
  expect(await sync()).toBe(1);
  await slack.edit("bo", channel, first, `${word} changed: please call me back.`);
  expect(await sync()).toBe(0);
  expect(new Set((await found(ana, word, 2)).map(({ content }) => content))).toEqual(
    new Set([`${word} answer`, `${word} changed: please call me back.`]),
  );
});

test("INT-8 only the selected conversations are collected", async () => {
  const [kept, left] = [ownWord(), ownWord()];
  const [wanted, unwanted] = [await slack.addChannel(kept), await slack.addChannel(left)];
  const outside = ownWord();
  await slack.addChannel(outside, false);
  const ana = await app.signIn();
  const id = await connect(ana);
  await synced(ana);
  const { body } = await ana.get<{ id: string; name: string }[]>(`/api/integrations/${id}/conversations`);
  expect(body).toContainEqual({ id: wanted, name: `#${kept}` });
  expect(body.map(({ name }) => name)).not.toContain(`#${outside}`);
  await ana.patch(`/api/integrations/${id}`, { conversations: [wanted] });
  await slack.say("bo", wanted, `${kept} here`);
  await slack.say("bo", unwanted, `${left} there`);
  const pushed = {
    type: "message",
    user: boThere.id,
    text: `${left} pushed`,
    ts: daysAgo(0),
    channel: unwanted,
  };
  await slack.deliver(webhook, slackEvent(pushed));
  await ana.post(`/api/integrations/${id}/sync`);
  await found(ana, kept);
  await handled();
  expect((await ana.get(`/api/teams/${ana.teamId}/messages?q=${left}`)).body).toEqual([]);
  // When it is selected again, reading resumes where it stopped.
  await ana.patch(`/api/integrations/${id}`, { conversations: null });
  await ana.post(`/api/integrations/${id}/sync`);
  expect(await found(ana, left)).toHaveLength(1);
});

test("INT-2 a consent that was denied, reused or completed by someone else returns with the reason", async () => {
  const [ana, bo] = [await app.signIn(), await app.signIn()];
  const visit = (person: Person, address: string) =>
    fetch(address, { headers: { cookie: person.cookie }, redirect: "manual" }).then((r) =>
      r.headers.get("location"),
    );
  const begin = `${app.url}/api/integrations/slack/connect?teamId=${ana.teamId}`;
  const back = await slack.consent((await visit(ana, begin)) as string);
  expect(await visit(bo, back)).toBe("/integrations?failed=slack&problem=expired");
  expect(await visit(ana, back)).toBe("/integrations?connected=slack");
  expect(await visit(ana, back)).toBe("/integrations?failed=slack&problem=expired");
  expect(await visit(ana, `${app.url}/api/integrations/slack/callback?error=access_denied&state=x`)).toBe(
    "/integrations?failed=slack&problem=denied",
  );
  expect(await visit(bo, begin)).toBe("/integrations?failed=slack&problem=team");
});

test("API-6 no token appears in a response, or readable in the database", async () => {
  const ana = await app.signIn();
  const id = await connect(ana);
  const answers = await Promise.all(
    ["providers", "health", `${id}/test`, `${id}/conversations`].map((path) =>
      ana.get(`/api/integrations/${path}`),
    ),
  );
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/xox|e1b9e11dfcd19c1982d5de12921e17e8/);
  const [row] = await query(app, "select c::text as row from connections c where account_id = $1", [id]);
  expect(row?.row).toContain("Emulate");
  expect(row?.row).not.toMatch(/xox/);
});
