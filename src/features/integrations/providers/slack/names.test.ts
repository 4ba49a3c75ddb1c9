import { expect, test } from "vitest";
import { slackEvent } from "../../../../../test/stand-ins/slack";
import { healthOf, query, until } from "../../../../../test/support/collecting";
import { hold } from "../../../../../test/support/fault-proxy";
import { daysAgo, ownWord, startSlackJourney } from "../../../../../test/support/slack-journey";
import type { Message } from "../../../inbox/contract";

const { app, slack, proxy, webhook, connect, found, synced, handled, leaveOnly } = await startSlackJourney();
const { ana: anaThere, bo: boThere } = slack.people;

async function start() {
  const word = ownWord();
  const channel = await slack.addChannel(ownWord());
  const person = await app.signIn();
  const id = await connect(person);
  await synced(person);
  await leaveOnly(id);
  const say = (user: string, text: string, ts = daysAgo(0)) =>
    slack.deliver(webhook, slackEvent({ type: "message", channel, user, text: `${word} ${text}`, ts }));
  return { word, channel, person, say };
}

test("INT-8 a message is shown while Slack says nothing about who wrote it; its names follow, also on open screens", async () => {
  const { word, person, say } = await start();
  const updated: string[] = [];
  await app.running.services.notifications.on("zippy_live", (event) => void updated.push(event));
  const hanging = hold();
  proxy.fail(/users\.info/, hanging.fault, Number.POSITIVE_INFINITY);
  await say(boThere.id, `<@${anaThere.id}> can you send me the lease today?`, daysAgo(0, "000100"));
  const [shown] = await found(person, word);
  expect(shown).toMatchObject({
    sender: boThere.id,
    content: `${word} @${anaThere.id} can you send me the lease today?`,
  });
  await until(
    async () => proxy.seen.filter(({ path }) => path.includes("users.info")),
    ({ length }) => length > 0,
  );
  // The same account's next message isn't held up either.
  await say(boThere.id, "and the keys", daysAgo(0, "000200"));
  expect(await found(person, word, 2)).toHaveLength(2);
  expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy" });

  proxy.heal();
  hanging.release();
  await handled();
  const messages = await found(person, word, 2);
  expect(messages.map(({ sender }) => sender)).toEqual(["Bo Lind", "Bo Lind"]);
  expect(messages.find(({ id }) => id === shown?.id)).toMatchObject({
    senderAddress: boThere.email,
    content: `${word} @Ana Lopez can you send me the lease today?`,
    aiAnalysis: { hasTask: true },
  });
  await until(
    async () =>
      updated.filter((event) => event.includes("message_updated") && event.includes(shown?.id ?? "?")),
    ({ length }) => length > 0,
  );
});

test("INT-8 names that arrive late change no text that was edited since, and bring nothing back that was deleted", async () => {
  const { word, channel, person, say } = await start();
  proxy.fail(/users\.info/, { kind: "status", status: 500 }, Number.POSITIVE_INFINITY);
  const [edited, deleted] = [daysAgo(0, "000300"), daysAgo(0, "000400")];
  const message = { type: "message", user: "U0EDITED", ts: edited };
  // The edit comes first, so the words that it replaced are the last to get their names.
  await slack.deliver(
    webhook,
    slackEvent({
      type: "message",
      subtype: "message_changed",
      channel,
      event_ts: daysAgo(0, "000900"),
      message: { ...message, text: `${word} last words`, edited: { user: "U0EDITED", ts: daysAgo(0) } },
      previous_message: { ...message, text: `${word} first words` },
    }),
  );
  await say("U0EDITED", "first words", edited);
  await say("U0DELETED", "not for long", deleted);
  const [one, two] = await found(person, word, 2);
  expect([one?.sender, two?.sender].sort()).toEqual(["U0DELETED", "U0EDITED"]);
  await slack.deliver(
    webhook,
    slackEvent({ type: "message", subtype: "message_deleted", channel, deleted_ts: deleted }),
  );
  const shown = async () =>
    (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?q=${word}`)).body;
  await until(shown, ([only, ...others]) => others.length === 0 && only?.content === `${word} last words`);
  proxy.heal();
  const named = { ok: true, user: { id: "U0EDITED", name: "edith", real_name: "Edith Stern", profile: {} } };
  proxy.fail(/users\.info/, { kind: "status", status: 200, body: named }, Number.POSITIVE_INFINITY);
  await handled();
  proxy.heal();
  expect(await shown()).toMatchObject([{ sender: "Edith Stern", content: `${word} last words` }]);
});

test("INT-8 a message turns out to be an app's once its name is known, and leaves the inbox with a reason", async () => {
  const { word, person, say } = await start();
  const robot = { ok: true, user: { id: "U0ROBOT", name: "robot", is_bot: true, profile: {} } };
  proxy.fail(/users\.info/, { kind: "status", status: 200, body: robot }, Number.POSITIVE_INFINITY);
  await say("U0ROBOT", "build 17 has failed");
  await handled();
  proxy.heal();
  expect((await person.get(`/api/teams/${person.teamId}/messages?q=${word}`)).body).toEqual([]);
  expect((await healthOf(person)).ignored).toMatchObject([{ reason: "written by an app", count: 1 }]);
});

test("INT-8 a name that Slack never tells leaves the message as it is, and the event ends", async () => {
  const { word, person, say } = await start();
  proxy.fail(/users\.info/, { kind: "status", status: 500 }, Number.POSITIVE_INFINITY);
  await say("U0NEVER", "who am I?");
  await found(person, word);
  const waiting = () => query(app, "select failure from webhook_events where handled_at is null");
  await until(waiting, ([event]) => event?.failure !== null);
  await query(app, "update webhook_events set tries = 59, not_before = null where handled_at is null");
  await query(app, "notify zippy_event_names");
  await until(waiting, ({ length }) => length === 0);
  proxy.heal();
  expect(await found(person, word)).toMatchObject([{ sender: "U0NEVER" }]);
  expect(app.problems.splice(0).join()).toContain("stay unknown");
});
