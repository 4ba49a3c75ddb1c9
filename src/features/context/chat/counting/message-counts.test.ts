import { expect, test } from "vitest";
import { incoming, type Person, startTestApp } from "../../../../../test/support/test-app";
import { askedCompany } from "../../../search/speakers";
import type { ChatMessage } from "../../contract";

const app = await startTestApp();

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);
const { analysis: asks } = incoming();
const quiet = asks && { ...asks, hasTask: false, priority: "low" as const };
const from = (sender: string, senderAddress: string | null, days: number, subject = "The lease") => ({
  ...{ sender, senderAddress, subject, content: "The weather was fine here.", sentAt: ago(days) },
  analysis: quiet,
});

async function answerTo(person: Person, message: string, areaId?: string) {
  const { body } = await person.post<ChatMessage>(`/api/teams/${person.teamId}/chat`, { message, areaId });
  const { kind, intro, sentences, sources } = body.answer ?? { sentences: [], sources: [] };
  return { kind, intro, texts: sentences.map(({ text }) => text), ids: sources.map(({ id }) => id) };
}

async function withMails(): Promise<Person> {
  const ana = await app.signIn("Ana Lopez");
  await ana.patch("/api/auth/user", { timeZone: "UTC" });
  await ana.buildMessages([
    ...[1, 2, 3, 40, 41, 42].map((days) => from("Anna Berg", "anna@example.com", days, `Day ${days}`)),
    from("Anna Stone", "stone@acme.com", 50),
    from("Bo Lind", "bo@acme.com", 60),
    from("Hannah Annas", "hannah@example.org", 70),
  ]);
  return ana;
}

test("CTX-2 the messages of somebody are counted, all of them, with the latest as sources", async () => {
  const ana = await withMails();
  const berg = await answerTo(ana, "How many messages did I get from Anna Berg?");
  expect(berg).toMatchObject({ kind: "list", intro: "There are 6 messages from Anna Berg. The latest 5:" });
  const label = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "UTC", weekday: "short", month: "short", day: "numeric" },
    ...(ago(1).getUTCFullYear() !== new Date().getUTCFullYear() && { year: "numeric" }),
  });
  expect(berg.texts[0]).toBe(`Day 1 (${label.format(ago(1))})`);
  expect(berg.ids).toHaveLength(5);
  expect(await answerTo(ana, "How many messages from Anna?")).toMatchObject({
    intro: "There are 7 messages from Anna: 6 from Anna Berg and 1 from Anna Stone. The latest 5:",
  });
  expect(await answerTo(ana, "How many mails did bo send me?")).toMatchObject({
    intro: "There is 1 message from Bo Lind:",
  });
  expect(await answerTo(ana, "How many messages from ANNA@example.com?")).toMatchObject({
    intro: "There are 6 messages from Anna Berg. The latest 5:",
  });
  expect(await answerTo(ana, "How many messages from Acme?")).toMatchObject({
    intro: "There are 2 messages from Acme: 1 from Anna Stone and 1 from Bo Lind:",
  });
  expect(await answerTo(ana, "How many messages do I have?")).toMatchObject({
    intro: "There are 9 messages. The latest 5:",
  });
  expect(await answerTo(ana, "How many messages from Zed?")).toEqual({
    ...{ kind: "nothing", intro: "No sender is called Zed.", texts: [], ids: [] },
  });
});

test("CTX-2 a time limits the count, and where there is none then, the latest messages come nearest", async () => {
  const ana = await withMails();
  expect(await answerTo(ana, "How many messages from Anna Berg in the last 7 days?")).toMatchObject({
    intro: "In the last 7 days, there were 3 messages from Anna Berg:",
  });
  expect(await answerTo(ana, "How many unresolved messages from Anna over the last 30 days?")).toMatchObject({
    intro: "There are 3 unresolved messages from Anna Berg that came over the last 30 days:",
  });
  const bo = await answerTo(ana, "How many messages from Bo today?");
  expect(bo).toMatchObject({
    kind: "nothing",
    intro: "Today, there was no message from Bo. Nearest to it:",
  });
  expect(bo.ids).toHaveLength(1);
  // The same of somebody else, and of another time.
  expect((await answerTo(ana, "And from Anna Berg?")).intro).toBe(
    "After “How many messages from Bo today?”: Today, there was no message from Anna Berg. Nearest to it:",
  );
  expect((await answerTo(ana, "And last week?")).intro).toBe(
    "After “How many messages from Bo today?”: Last week, there was no message from Bo. Nearest to it:",
  );
});

test("CTX-2 nobody knows what was read, so what requires action is counted instead, and the answer says so", async () => {
  const ana = await withMails();
  const asking = await ana.buildMessages([
    { ...from("Bo Lind", "bo@acme.com", 1), analysis: asks },
    { ...from("Bo Lind", "bo@acme.com", 2), analysis: asks },
    { ...from("Cy Roe", "cy@example.com", 3), analysis: asks },
  ]);
  const untracked = "Zippy doesn't keep track of what you've read.";
  expect((await answerTo(ana, "How many unread messages do I have?")).intro).toBe(
    `${untracked} 3 messages require action:`,
  );
  expect((await answerTo(ana, "How many unread messages from Bo?")).intro).toBe(
    `${untracked} 2 messages from Bo Lind require action:`,
  );
  await ana.patch(`/api/messages/${asking[0]?.id}`, { status: "resolved" });
  await ana.post(`/api/messages/${asking[1]?.id}/snooze`, { until: ago(-2).toISOString() });
  expect((await answerTo(ana, "How many messages require action?")).intro).toBe("1 message requires action:");
  expect((await answerTo(ana, "How many messages are resolved?")).intro).toBe("There is 1 resolved message:");
  expect((await answerTo(ana, "How many unread messages from Anna?")).intro).toBe(
    `${untracked} No message from Anna requires action. Nearest to it:`,
  );
});

test("CTX-2 nobody's count has another team's messages, or those that only others may read", async () => {
  const ana = await withMails();
  const eve = await app.signIn("Eve Stone");
  expect((await answerTo(eve, "How many messages from Anna?")).intro).toBe("No sender is called Anna.");
  await eve.buildMessages([from("Anna Berg", "anna@example.com", 5)]);
  expect((await answerTo(eve, "How many messages from Anna?")).intro).toBe(
    "There is 1 message from Anna Berg:",
  );
  const { pool } = app.running.services;
  await pool.query("update messages set visible_to = $2 where team_id = $1 and subject <> 'Day 1'", [
    ...[ana.teamId, eve.user.id],
  ]);
  expect((await answerTo(ana, "How many messages from Anna?")).intro).toBe(
    "There is 1 message from Anna Berg:",
  );
  expect((await answerTo(ana, "How many messages are there?")).intro).toBe("There is 1 message:");
  await pool.query("update messages set deleted_at = now() where team_id = $1", [ana.teamId]);
  expect((await answerTo(ana, "How many messages from Anna?")).intro).toBe("No sender is called Anna.");
});

test("CTX-2 nobody learns who has written to somebody else only, by name, by company or by address", async () => {
  const ana = await withMails();
  const eve = await app.signIn("Eve Stone");
  const stored = await ana.buildMessages([
    from("Zed Quill", "zed@initech.com", 4),
    from("Zed Brook", "brook@example.com", 3),
  ]);
  const { pool } = app.running.services;
  await pool.query("update messages set visible_to = $2 where id = any($1)", [
    ...[stored.map(({ id }) => id), eve.user.id],
  ]);
  for (const name of ["Zed", "Zed Quill", "Initech"])
    expect(await answerTo(ana, `How many messages from ${name}?`)).toEqual({
      ...{ kind: "nothing", intro: `No sender is called ${name}.`, texts: [], ids: [] },
    });
  // Those who wrote to everybody too are named, with what everybody may read.
  await pool.query("update messages set visible_to = null where id = $1", [
    stored.find(({ sender }) => sender === "Zed Brook")?.id,
  ]);
  expect((await answerTo(ana, "How many messages from Zed?")).intro).toBe(
    "There is 1 message from Zed Brook:",
  );
});

test("CTX-2 an area's chat counts what belongs to the area", async () => {
  const ana = await withMails();
  const { body: area } = await ana.post<{ id: string }>(`/api/teams/${ana.teamId}/areas`, {
    ...{ name: "Boats", color: "blue", rules: {} },
  });
  const [message] = await ana.buildMessages([from("Anna Berg", "anna@example.com", 4, "Boats")]);
  await ana.post(`/api/teams/${ana.teamId}/areas/${area.id}/items`, { type: "message", id: message?.id });
  expect(await answerTo(ana, "How many messages from Anna?", area.id)).toMatchObject({
    ...{ intro: "There is 1 message from Anna Berg:", ids: [message?.id] },
  });
  expect((await answerTo(ana, "How many messages do I have?", area.id)).intro).toBe("There is 1 message:");
});

test("CTX-2 a name that is longer than any, or that only looks like another, changes no count", async () => {
  const ana = await withMails();
  await ana.buildMessages([from(`Zoe ${"Z".repeat(5000)}`, "zoe@example.com", 1)]);
  expect((await answerTo(ana, "How many messages from Zoe?")).intro).toBe("No sender is called Zoe.");
  expect((await answerTo(ana, "How many messages from Ann?")).intro).toBe("No sender is called Ann.");
});

test("CTX-2 a company in very many messages is counted by its domain, wherever else its name is", async () => {
  const ana = await withMails();
  await app.running.services.pool.query(
    `insert into messages (team_id, account_id, external_id, channel, sender, sender_address, recipients, content, attachments, created_at)
     select $1, id, 'n' || n, 'import', 'Sender ' || n % 3, case when n % 2 = 0 then 'x@acme.com' else 'y@example.org' end,
       '{"to":[],"cc":[]}', 'Acme is here.', '[]', now() - n * interval '1 minute'
     from accounts, generate_series(1, 2100) n where team_id = $1`,
    [ana.teamId],
  );
  expect((await answerTo(ana, "How many messages from Acme?")).intro).toBe(
    "There are 1,052 messages from Acme: 350 from Sender 0, 350 from Sender 1, 350 from Sender 2, and 2 from 2 others. The latest 5:",
  );
});

test("CTX-2 the database reads the same company out of an address as the search for what somebody said", async () => {
  const domains =
    "acme.com ACME.com mail.acme.com acme.co.uk mail.acme.co.uk ac-me.de co.uk acme.co co.acme.com acme.com.com acme x.org acme. .com".split(
      " ",
    );
  const addresses = [
    "Acme",
    ...domains.map((domain) => `bo@${domain}`),
    "bo@example.com@acme.com",
    "@acme.com",
  ];
  const { rows } = await app.running.services.pool.query<{ address: string; company: string | null }>(
    "select address, company_of(address) as company from unnest($1::text[]) address",
    [addresses],
  );
  const isAcme = (address: string) => askedCompany("What did Acme say?", { address, company: null }) !== null;
  for (const { address, company } of rows) expect(company === "acme", address).toBe(isAcme(address));
  expect(rows.filter(({ company }) => company === "acme").length).toBeGreaterThan(7);
});

test("CTX-2 of a company's messages, those that only somebody else may read aren't counted", async () => {
  const ana = await withMails();
  const { pool } = app.running.services;
  await pool.query(
    "update messages set visible_to = gen_random_uuid() where team_id = $1 and sender_address = 'bo@acme.com'",
    [ana.teamId],
  );
  expect((await answerTo(ana, "How many messages from Acme?")).intro).toBe(
    "There is 1 message from Anna Stone:",
  );
  await pool.query("update messages set visible_to = gen_random_uuid() where team_id = $1", [ana.teamId]);
  expect((await answerTo(ana, "How many messages from Acme?")).intro).toBe("No sender is called Acme.");
});
