import { expect, test } from "vitest";
import { type Person, startTestApp } from "../../../../../test/support/test-app";
import type { IncomingMessage } from "../../../inbox/source-message";
import { analyze } from "../../../triage/engine";
import type { ChatMessage } from "../../contract";

const app = await startTestApp();

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

/** A message with the analysis that the engine makes of it. */
function mail(
  fields: Partial<Omit<IncomingMessage, "timeZone">> & Pick<IncomingMessage, "content" | "sentAt">,
) {
  const message = {
    ...{ sender: "Anna Berg", senderAddress: "anna@example.com", to: ["ana@example.com"], cc: [] },
    ...{ subject: "Lease", bulk: false, fromOwner: false, threadKey: fields.content },
    ...fields,
  };
  const { sender: name, senderAddress: address } = message;
  return { ...message, analysis: analyze({ ...message, from: { name, address }, channel: "gmail" }) };
}

async function answerTo(person: Person, message: string) {
  const { body } = await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message });
  const { kind, intro, sentences, sources } = body.answer ?? { sentences: [], sources: [] };
  return { kind, intro, texts: sentences.map(({ text }) => text), titles: sources.map(({ title }) => title) };
}

const sign = "Could you please sign the lease and send it back by Friday?";
const call = "Can you call the plumber about the sink tomorrow?";
const mine = "Can you send me the key of the boat house by Monday?";
const own = { sender: "Ana Lopez", to: ["bo@example.com"], fromOwner: true };

test("CTX-2 who waits for the person's reply: open messages that ask, without a later message of the person's", async () => {
  const ana = await app.signIn("Ana Lopez");
  const me = { ...own, senderAddress: ana.user.email };
  const none = await answerTo(ana, "Who is waiting for my reply?");
  expect(none).toEqual({
    ...{ kind: "nothing", texts: [], titles: [] },
    intro:
      "Among your latest open messages, I found none that asks you something and that you haven't answered.",
  });
  const stored = await ana.buildMessages([
    mail({ content: `Hi Ana,\n\n${sign}\n\nAnna`, sentAt: ago(50), threadKey: "lease" }),
    mail({ content: call, sentAt: ago(3), sender: "Bo Lind", senderAddress: "bo@example.com" }),
    mail({ content: "Could you send me the invoice today?", sentAt: ago(30), threadKey: "invoice" }),
    mail({ ...me, content: "Here it is.", sentAt: ago(29), threadKey: "invoice" }),
    mail({ content: "Could you book the room for us today?", sentAt: ago(20) }),
    mail({ content: "Please buy our new chairs by Friday!", sentAt: ago(10), bulk: true }),
    mail({
      ...{ content: "Please confirm your address today.", sentAt: ago(9) },
      senderAddress: "no-reply@example.com",
    }),
    mail({ content: "The weather was fine here yesterday.", sentAt: ago(8) }),
  ]);
  const room = stored.find(({ content }) => content.includes("book the room"));
  await ana.patch(`/api/messages/${room?.id}`, { status: "resolved" });

  expect(await answerTo(ana, "What do I still have to answer?")).toEqual({
    kind: "quotes",
    intro:
      "Bo Lind (3 hours ago) and Anna Berg (2 days ago) are waiting for your reply. You've written nothing in these conversations since, newest first:",
    texts: [call, sign],
    titles: ["Lease", "Lease"],
  });

  // An answer ends it, and only the last question of a conversation counts.
  await ana.buildMessages([
    mail({ ...me, content: "I'll call him.", sentAt: ago(2), threadKey: call }),
    mail({ content: "Did you have time to look at the lease?", sentAt: ago(1), threadKey: "lease" }),
  ]);
  expect(await answerTo(ana, "Who is waiting for my reply?")).toMatchObject({
    intro:
      "Anna Berg (1 hour ago) is waiting for your reply. You've written nothing in these conversations since, newest first:",
    texts: ["Did you have time to look at the lease?"],
  });
});

test("CTX-2 a question that was asked before hundreds of answered ones still waits", async () => {
  const ana = await app.signIn("Ana Lopez");
  const answered = Array.from({ length: 450 }, (_, n) =>
    mail({ content: `Could you send me report ${n} today?`, sentAt: ago(10 + n / 10), threadKey: "reports" }),
  );
  await ana.buildMessages([
    mail({ content: sign, sentAt: ago(100), threadKey: "lease" }),
    ...answered,
    mail({
      ...{ ...own, senderAddress: ana.user.email },
      ...{ content: "All sent.", sentAt: ago(1), threadKey: "reports" },
    }),
  ]);
  expect((await answerTo(ana, "Who is waiting for my reply?")).texts).toEqual([sign]);
});

test("CTX-2 without any message that the person sent, the answer says that it can't know what is answered", async () => {
  const ana = await app.signIn("Ana Lopez");
  await ana.buildMessages([mail({ content: sign, sentAt: ago(72) })]);
  expect((await answerTo(ana, "Who waits for an answer from me?")).intro).toBe(
    "Anna Berg (3 days ago) is waiting for your reply. Zippy has no message that you sent, so you may have answered some already. You've written nothing in these conversations since, newest first:",
  );
});

test("CTX-2 of very many who wait, the answer names the latest and says that there are at least so many", async () => {
  const ana = await app.signIn("Ana Lopez");
  const people = Array.from({ length: 85 }, (_, n) => `Person N${n}`);
  await ana.buildMessages(
    people.map((sender, n) =>
      mail({
        ...{ sender, senderAddress: `n${n}@example.com`, sentAt: ago(2 + n) },
        content: `Could you please send me report ${n} by Friday?`,
      }),
    ),
  );
  const { intro, texts } = await answerTo(ana, "Who is waiting for my reply?");
  expect(intro).toMatch(
    /^Person N0 \(2 hours ago\), .*, and at least 76 others are waiting .* the latest 10:$/,
  );
  expect(texts).toHaveLength(10);
});

test("CTX-2 who owes the person a reply: what they asked, without a later message of anybody else", async () => {
  const ana = await app.signIn("Ana Lopez");
  const me = { ...own, senderAddress: ana.user.email };
  expect((await answerTo(ana, "Who owes me a reply?")).intro).toBe(
    "Among your latest messages, I found none that asks something and that nobody has answered.",
  );
  const bo = { sender: "Bo Lind", senderAddress: "bo@example.com", to: [ana.user.email] };
  await ana.buildMessages([
    mail({ ...bo, content: "Good morning from the boat.", sentAt: ago(100) }),
    mail({ ...me, content: `Hi Bo,\n\n${mine}\n\nAna`, sentAt: ago(50), subject: "Boat" }),
    mail({ ...me, content: "Could you send me the photos by Friday?", sentAt: ago(40), threadKey: "photos" }),
    mail({ ...bo, content: "Here they are.", sentAt: ago(39), threadKey: "photos" }),
    mail({ ...me, content: "The lease is signed, thanks for everything.", sentAt: ago(5) }),
  ]);
  expect(await answerTo(ana, "What am I waiting for?")).toEqual({
    kind: "quotes",
    intro:
      "You're waiting for a reply from Bo Lind (2 days ago). Nobody else has written in these conversations since, newest first:",
    texts: [mine],
    titles: ["Boat"],
  });
});

test("CTX-2 nobody is told of questions to other teams, to somebody else, or that only others may read", async () => {
  const ana = await app.signIn("Ana Lopez");
  const eve = await app.signIn("Eve Stone");
  await ana.buildMessages([
    mail({ content: sign, sentAt: ago(5), to: [ana.user.email] }),
    mail({ content: call, sentAt: ago(4), to: [eve.user.email] }),
    mail({ ...own, senderAddress: ana.user.email, content: mine, sentAt: ago(3) }),
  ]);
  expect((await answerTo(eve, "Who is waiting for my reply?")).kind).toBe("nothing");
  expect((await answerTo(eve, "Who owes me a reply?")).kind).toBe("nothing");
  // Alone, everything in the team is to her.
  expect((await answerTo(ana, "Who is waiting for my reply?")).texts).toEqual([call, sign]);

  const { pool } = app.running.services;
  await pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'member')", [
    ...[ana.teamId, eve.user.id],
  ]);
  expect((await answerTo(ana, "Who is waiting for my reply?")).texts).toEqual([sign]);
  await pool.query("update messages set visible_to = $2 where team_id = $1", [ana.teamId, eve.user.id]);
  expect((await answerTo(ana, "Who is waiting for my reply?")).kind).toBe("nothing");
  expect((await answerTo(ana, "Who owes me a reply?")).kind).toBe("nothing");
});

test("CTX-2 somebody whose messages only another may read is called by the address that the person wrote to", async () => {
  const ana = await app.signIn("Ana Lopez");
  const eve = await app.signIn("Eve Stone");
  const stored = await ana.buildMessages([
    mail({ sender: "Bo Lind", senderAddress: "bo@example.com", content: "Good morning.", sentAt: ago(9) }),
    mail({ ...own, senderAddress: ana.user.email, content: mine, sentAt: ago(3) }),
  ]);
  const theirs = stored.find(({ sender }) => sender === "Bo Lind");
  await app.running.services.pool.query("update messages set visible_to = $2 where id = $1", [
    ...[theirs?.id, eve.user.id],
  ]);
  expect((await answerTo(ana, "Who owes me a reply?")).intro).toMatch(
    /^You're waiting for a reply from bo@example\.com \(3 hours ago\)\./,
  );
});
