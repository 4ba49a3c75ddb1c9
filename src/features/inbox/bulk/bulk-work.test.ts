import { expect, onTestFinished, test } from "vitest";
import { storeMessages } from "../../../../test/support/store-messages";
import { incoming, type Person, startTestApp } from "../../../../test/support/test-app";
import { searchLimits } from "../../../server/database";
import type { JournalEntry } from "../../journal/contract";
import type { Message, MessageCounts, MessageGroup, MutedSender, SavedFilter } from "../contract";
import { importAccount } from "../storing/account-messages";

const app = await startTestApp();
const { db, pool } = app.running.services;

const path = ({ teamId }: Person, rest: string) => `/api/teams/${teamId}/${rest}`;
const list = async (person: Person, query = "") =>
  (await person.get<Message[]>(path(person, `messages?${query}`))).body;
const counts = async (person: Person, query = "") =>
  (await person.get<MessageCounts>(path(person, `messages/counts?${query}`))).body;
const undo = (person: Person) => person.post<JournalEntry>(path(person, "journal/undo"), {});
const resolve = (person: Person, body: object) =>
  person.post<{ changed: number; entryId: string | null; message?: string }>(
    path(person, "messages/resolve"),
    body,
  );
const base = incoming().analysis;
if (!base) throw new Error("the sample has an analysis");

/** Stores messages, the first the newest. */
async function store(person: Person, amount: number, fields: (n: number) => object = () => ({})) {
  const source = {
    teamId: person.teamId,
    accountId: await importAccount(db, person.teamId),
    channel: "import",
    importId: null,
  };
  const messages = Array.from({ length: amount }, (_, n) =>
    incoming({ subject: `M${n}`, sentAt: new Date(Date.UTC(2026, 10, 18) - n * 60_000), ...fields(n) }),
  );
  await storeMessages(db, source, messages);
}

test("INB-4 BEY-2 everything a filter matches is resolved in one step, beyond the first page, and one undo brings it back", async () => {
  const ana = await app.signIn();
  await store(ana, 120);
  const [first] = await list(ana);
  await ana.post(`/api/messages/${first?.id}/create-task`, { teamId: ana.teamId });
  expect(await counts(ana)).toMatchObject({ all: 120, requires_action: 119 });

  const { body } = await resolve(ana, { filter: { view: "all" }, expected: 120 });

  expect(body.changed).toBe(120);
  expect(await counts(ana)).toMatchObject({ requires_action: 0, resolved: 120 });
  const [entry] = (await ana.get<JournalEntry[]>(path(ana, "journal"))).body;
  expect(entry).toMatchObject({ id: body.entryId, summary: "Resolved 120 messages" });

  expect((await undo(ana)).status).toBe(200);
  expect(await counts(ana)).toMatchObject({ requires_action: 119, resolved: 0 });
  expect((await list(ana, "status=processed")).map(({ id }) => id)).toEqual([first?.id]);
  const { rows } = await pool.query<{ type: string; count: number }>(
    "select type, count(*)::int as count from events where team_id = $1 and type like 'message_re%ed' and type <> 'message_received' group by type",
    [ana.teamId],
  );
  expect(Object.fromEntries(rows.map(({ type, count }) => [type, count]))).toEqual({
    message_resolved: 120,
    message_reopened: 120,
  });
});

test("INB-4 chosen messages are resolved, and those already resolved aren't counted", async () => {
  const ana = await app.signIn();
  await store(ana, 3);
  const [one, two] = await list(ana);
  await ana.send("PATCH", `/api/messages/${one?.id}`, { status: "resolved" });
  const ids = [one?.id, two?.id];
  expect((await resolve(ana, { ids })).body.changed).toBe(1);
  expect((await resolve(ana, { ids })).body).toEqual({ changed: 0, entryId: null });
  expect(await counts(ana)).toMatchObject({ requires_action: 1, resolved: 2 });
});

test("INB-4 messages that came after somebody looked aren't resolved unseen", async () => {
  const ana = await app.signIn();
  await store(ana, 3);
  const { status, body } = await resolve(ana, { filter: { view: "requires_action" }, expected: 2 });
  expect(status).toBe(409);
  expect(body.message).toBe("1 more message matches now. Look at the list, then try again.");
  expect(await counts(ana)).toMatchObject({ requires_action: 3 });
});

test("BEY-2 undo leaves what somebody reopened meanwhile, and says so if nothing is left", async () => {
  const ana = await app.signIn();
  await store(ana, 2);
  const [one, two] = await list(ana);
  await resolve(ana, { filter: { view: "all" }, expected: 2 });
  const bo = await app.signIn();
  const { body: invitation } = await ana.post<{ token: string }>(path(ana, "invitations"), {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`);
  await bo.send("PATCH", `/api/messages/${one?.id}`, { status: "new" });
  expect((await undo(ana)).body.summary).toBe("Resolved 2 messages, except 1 that has changed since");
  expect(await counts(ana)).toMatchObject({ requires_action: 2 });

  await resolve(ana, { ids: [two?.id] });
  await bo.send("PATCH", `/api/messages/${two?.id}`, { status: "new" });
  expect((await undo(ana)).status).toBe(409);
});

test("BEY-2 only the person who resolved many messages can undo it, because some may be private", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const { body: invitation } = await ana.post<{ token: string }>(path(ana, "invitations"), {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`);
  await store(ana, 2);
  const [own] = await list(ana);
  await pool.query("update messages set visible_to = $1 where id = $2", [ana.user.id, own?.id]);
  const { body } = await resolve(ana, { filter: { view: "all" }, expected: 2 });

  expect((await bo.post(path(ana, "journal/undo"), { id: body.entryId })).status).toBe(403);
  expect((await undo(ana)).status).toBe(200);
  expect(await counts(ana)).toMatchObject({ requires_action: 2 });
});

test("INB-4 a search that resolves what it finds may take as long as any search", async () => {
  const { longest } = searchLimits;
  onTestFinished(() => {
    searchLimits.longest = longest;
  });
  searchLimits.longest = 500;
  const ana = await app.signIn();
  await store(ana, 1);
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select from messages where team_id = $1 for update", [ana.teamId]);
    const { status, body } = await resolve(ana, { filter: { view: "all", q: "M0" }, expected: 1 });
    expect(status).toBe(400);
    expect(body.message).toContain("This search took too long.");
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});

test("API-3 nobody resolves another team's messages, or private ones of somebody else", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  await store(ana, 1);
  const [message] = await list(ana);
  expect((await resolve(eve, { ids: [message?.id] })).body.changed).toBe(0);
  expect((await eve.post(path(ana, "messages/resolve"), { ids: [message?.id] })).status).toBe(404);
  await pool.query("update messages set visible_to = $1 where id = $2", [eve.user.id, message?.id]);
  expect((await resolve(ana, { ids: [message?.id] })).body.changed).toBe(0);
});

test("INB-1 the list is filtered by sender, priority, category, due date and snooze, and the counts follow", async () => {
  const ana = await app.signIn();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const kinds = [
    { sender: "Bo", senderAddress: "Bo@example.org", analysis: { ...base, priority: "high", dueDate: null } },
    {
      sender: "Bo",
      senderAddress: "bo@example.org",
      analysis: { ...base, category: "billing", dueDate: soon },
    },
    { sender: "Cy", senderAddress: null, analysis: { ...base, dueDate: "2020-01-01T00:00:00.000Z" } },
  ];
  await store(ana, 3, (n) => kinds[n] as object);
  const subjects = async (query: string) => (await list(ana, query)).map(({ subject }) => subject);

  expect(await subjects("sender=bo@example.org")).toEqual(["M0", "M1"]);
  expect(await subjects("sender=cy")).toEqual(["M2"]);
  expect(await subjects("priority=high")).toEqual(["M0"]);
  expect(await subjects("category=billing")).toEqual(["M1"]);
  expect(await subjects("due=overdue")).toEqual(["M2"]);
  expect(await subjects("due=day")).toEqual(["M1"]);
  expect(await subjects("due=any")).toEqual(["M1", "M2"]);
  expect(await subjects("due=none")).toEqual(["M0"]);
  const [asleep] = await list(ana, "category=billing");
  await ana.post(`/api/messages/${asleep?.id}/snooze`, {
    until: new Date(Date.now() + 60_000).toISOString(),
  });
  expect(await subjects("snooze=snoozed")).toEqual(["M1"]);
  expect(await subjects("snooze=awake")).toEqual(["M0", "M2"]);
  expect(await counts(ana, "snooze=snoozed")).toMatchObject({ all: 1, requires_action: 0 });
  await ana.post(`/api/messages/${asleep?.id}/snooze`, { until: null });
  expect(await subjects("sort=oldest")).toEqual(["M2", "M1", "M0"]);
  expect(await subjects("sort=due")).toEqual(["M2", "M1"]);
  expect(await counts(ana, "sender=bo@example.org")).toMatchObject({ all: 2, requires_action: 2 });
  expect(
    (await resolve(ana, { filter: { view: "all", sender: "bo@example.org" }, expected: 2 })).body.changed,
  ).toBe(2);
});

test("INB-1 the list is filtered by parts of the sender's name or address, whatever their capitals", async () => {
  const ana = await app.signIn();
  const senders = [
    ["Ömer Ågren", "omer@example.org"],
    ["Bo Lind", "BO@Shop.example.com"],
    ["ÅSA 100%", null],
  ] as const;
  await store(ana, 3, (n) => ({ sender: senders[n]?.[0], senderAddress: senders[n]?.[1] }));
  const subjects = async (words: string) =>
    (await list(ana, new URLSearchParams({ senderWords: words }).toString())).map(({ subject }) => subject);

  expect(await subjects("lin")).toEqual(["M1"]);
  expect(await subjects("shop.EX")).toEqual(["M1"]);
  expect(await subjects("lind bo@")).toEqual(["M1"]);
  expect(await subjects("lind omer")).toEqual([]);
  expect(await subjects("ömer")).toEqual(["M0"]);
  expect(await subjects("example")).toEqual(["M0", "M1"]);
  expect(await subjects("0%")).toEqual(["M2"]);
  expect(await subjects("_")).toEqual([]);
  expect(await counts(ana, "senderWords=LIND")).toMatchObject({ all: 1, requires_action: 1 });
  const filter = { view: "all", senderWords: "example" };
  expect((await resolve(ana, { filter, expected: 2 })).body.changed).toBe(2);
});

test("INB-1 messages are grouped by sender and by conversation, and a group is resolved as a whole", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const from = ["bo@example.org", "Cy@example.org", "cy@example.org", "bo@example.org", "bo@example.org"];
  await store(ana, 5, (n) => ({ senderAddress: from[n], threadKey: n < 3 ? "plans" : null }));
  await store(eve, 1, () => ({ senderAddress: "bo@example.org", threadKey: "plans" }));
  const groups = async (query: string) =>
    (await ana.get<MessageGroup[]>(path(ana, `messages/groups?${query}`))).body.map(
      ({ key, size, latest }) => [key, size, latest.subject],
    );

  expect(await groups("by=sender")).toEqual([
    ["bo@example.org", 3, "M0"],
    ["cy@example.org", 2, "M1"],
  ]);
  expect(await groups("by=thread")).toEqual([
    ["plans", 3, "M0"],
    [null, 1, "M3"],
    [null, 1, "M4"],
  ]);
  expect(await groups("by=thread&limit=1&offset=1")).toEqual([[null, 1, "M3"]]);
  expect((await list(ana, "thread=plans")).map(({ subject }) => subject)).toEqual(["M0", "M1", "M2"]);
  await resolve(ana, { filter: { view: "requires_action", thread: "plans" }, expected: 3 });
  expect(await groups("by=sender&view=requires_action")).toEqual([["bo@example.org", 2, "M3"]]);
  const [own] = await list(ana, "view=requires_action");
  await pool.query("update messages set visible_to = $1 where id = $2", [eve.user.id, own?.id]);
  expect(await groups("by=sender&view=requires_action")).toEqual([["bo@example.org", 1, "M4"]]);
  expect((await eve.get(path(ana, "messages/groups?by=sender"))).status).toBe(404);
});

test.each(["", "view=requires_action", "sort=oldest", "sort=due", "view=resolved"])(
  "INB-7 pages continue after the last row, although rows before it left (%s)",
  async (query) => {
    const ana = await app.signIn();
    await store(ana, 12, (n) => ({
      analysis: {
        ...base,
        uncertain: n % 3 === 0,
        dueDate: new Date(Date.UTC(2026, 11, 1 + (n % 4))).toISOString(),
      },
    }));
    if (query === "view=resolved") await resolve(ana, { filter: { view: "all" }, expected: 12 });
    const all = (await list(ana, query)).map(({ id }) => id);
    expect(all).toHaveLength(12);

    const pages = [];
    let after = "";
    for (let page = 0; page < 3; page++) {
      const rows = await list(ana, `${query}&limit=4&offset=${page * 4}${after && `&after=${after}`}`);
      pages.push(...rows.map(({ id }) => id));
      after = rows.at(-1)?.id ?? "";
      await pool.query("update messages set deleted_at = now() where id = $1", [rows[0]?.id]);
    }
    expect(pages).toEqual(all);
  },
);

test("INB-1 a muted sender's messages, old and new, don't require action for the person who muted them", async () => {
  const ana = await app.signIn();
  const bo = await app.signIn();
  const { body: invitation } = await ana.post<{ token: string }>(path(ana, "invitations"), {
    role: "member",
  });
  await bo.post(`/api/invitations/${invitation.token}/accept`);
  await store(ana, 2, (n) => ({ senderAddress: n ? "News@example.org" : "ana@example.org" }));

  const { body } = await ana.post<MutedSender[]>(path(ana, "muted-senders"), {
    sender: "news@example.org",
    name: "News",
  });
  await store(ana, 1, () => ({ senderAddress: "news@example.org" }));
  await store(ana, 1, () => ({ sender: "Cy", senderAddress: null }));

  expect(body).toMatchObject([{ sender: "news@example.org", name: "News" }]);
  expect(await counts(ana)).toMatchObject({ all: 4, requires_action: 2 });
  const left = (await list(ana, "view=requires_action")).map(({ senderAddress }) => senderAddress);
  expect(left.sort()).toEqual(["ana@example.org", null]);
  expect((await list(ana)).filter(({ muted }) => muted)).toHaveLength(2);
  expect((await bo.get<MessageCounts>(path(ana, "messages/counts"))).body.requires_action).toBe(4);
  expect((await resolve(ana, { filter: { view: "requires_action" }, expected: 2 })).body.changed).toBe(2);

  await ana.post(path(ana, "muted-senders/remove"), { sender: "news@example.org" });
  expect((await counts(ana)).requires_action).toBe(2);
});

test("INB-1 a sender without an address is filtered and muted by name, also with capitals beyond A to Z", async () => {
  const ana = await app.signIn();
  await store(ana, 3, (n) => ({ sender: ["Ömer ÅGREN", "Cy", "Bo"][n], senderAddress: null }));
  const named = (query: string) => list(ana, query).then((found) => found.map(({ sender }) => sender));
  const sender = "Ömer Ågren";

  expect(await named(`sender=${encodeURIComponent(sender)}`)).toEqual(["Ömer ÅGREN"]);
  await ana.post(path(ana, "muted-senders"), { sender, name: sender });
  expect((await counts(ana)).requires_action).toBe(2);
  expect((await list(ana)).filter(({ muted }) => muted)).toMatchObject([{ sender: "Ömer ÅGREN" }]);
  await ana.post(path(ana, "muted-senders/remove"), { sender });
  expect((await counts(ana)).requires_action).toBe(3);
});

test("INB-1 a person mutes at most 1,000 senders in a team", async () => {
  const ana = await app.signIn();
  await pool.query(
    "insert into muted_senders (team_id, user_id, sender, name) select $1, $2, 'a' || n, 'A' from generate_series(1, 1000) n",
    [ana.teamId, ana.user.id],
  );
  const mute = (sender: string) =>
    ana.post<{ message: string }>(path(ana, "muted-senders"), { sender, name: "A" });
  const refused = await mute("one.more@example.org");
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe("You can mute 1,000 senders. Unmute one first, in Settings → Inbox.");
  expect((await mute("A7")).status).toBe(200);
});

test("INB-1 filters are saved under a name, each person's own", async () => {
  const ana = await app.signIn();
  const eve = await app.signIn();
  const save = (name: string, query: string) =>
    ana.post<SavedFilter[]>(path(ana, "saved-filters"), { name, query });
  await save("Late", "due=overdue");
  const { body } = await save("Late", "view=requires_action&due=overdue");
  expect(body).toMatchObject([{ name: "Late", query: "view=requires_action&due=overdue" }]);
  expect((await save("  ", "")).status).toBe(400);
  await eve.send("DELETE", path(eve, `saved-filters/${body[0]?.id}`));
  expect((await ana.get<SavedFilter[]>(path(ana, "saved-filters"))).body).toHaveLength(1);
  expect((await ana.send<SavedFilter[]>("DELETE", path(ana, `saved-filters/${body[0]?.id}`))).body).toEqual(
    [],
  );
});
