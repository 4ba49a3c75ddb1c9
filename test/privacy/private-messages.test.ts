import { beforeAll, describe, expect, test } from "vitest";
import { figureNames } from "../../src/features/analytics/contract";
import type { Message } from "../../src/features/inbox/contract";
import type { JournalEntry } from "../../src/features/journal/contract";
import { connectOverHttp, tokenOf, use } from "../stand-ins/assistant";
import { privateMessage, startTelegram } from "../stand-ins/telegram";
import { startReceiver } from "../stand-ins/webhook-receiver";
import { connectDirectly, messagesOf, query } from "../support/collecting";
import { storeMessages } from "../support/store-messages";
import { downloadExport, joinTeam, unzip } from "../support/teams/team-export";
import { incoming, type Person, shortenPauses, startTestApp } from "../support/test-app";

shortenPauses();
const telegram = await startTelegram();
const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });

const { paths } = (await (await fetch(`${app.url}/api/docs/json`)).json()) as {
  paths: Record<string, Record<string, unknown>>;
};
const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? [path] : []));

/** In each text, name and address of the private account, and nowhere else. */
const secret = "quillwort";
const until = "2099-01-01T09:00:00Z";

describe("INT-8 what belongs to a private account, after its owner has worked with it", () => {
  let owner: Person;
  let bo: Person;
  let team: string;
  let account: string;
  let area: string;
  let webhook: string;
  let hidden: string[];
  let received: { body: string }[];

  beforeAll(async () => {
    owner = await app.signIn("Ana Berg");
    bo = await app.signIn("Bo Lind");
    await joinTeam(owner, bo, "admin");
    Object.assign(bo, { teamId: owner.teamId });
    team = `/api/teams/${owner.teamId}`;
    const receiver = await startReceiver();
    received = receiver.received;
    const types = ["message.received", "message.resolved", "message.reopened", "task.created"];
    webhook = (await owner.post<{ id: string }>(`${team}/webhooks`, { url: receiver.url, types })).body.id;
    await owner.buildMessages([{ content: "Please send the lease by Friday." }]);
    hidden = await storePrivateMessages();
    await workWith(hidden);
  });

  /** One that a bot receives, and mails in the same account. @returns their ids. */
  async function storePrivateMessages(): Promise<string[]> {
    const { token } = telegram.addBot();
    const from = { id: 7, first_name: secret, last_name: "Nursery", username: secret };
    const text = `Could you send the lease of the ${secret} nursery by Friday?`;
    await telegram.happen(token, { message: privateMessage({ text, from }) });
    account = (await connectDirectly(bo, "telegram", { botToken: token, onlyMe: true })).id;
    await messagesOf(bo, 2);
    const mail = () =>
      incoming({
        ...{ sender: `${secret} Nursery`, senderAddress: `ann@${secret}.example`, content: text },
        ...{ to: [`bo@${secret}.example`], subject: `The ${secret} lease`, threadKey: `${secret}-thread` },
        attachments: [{ name: `${secret}.pdf`, type: "application/pdf", size: 9 }],
        sentAt: new Date(),
      });
    const source = { teamId: bo.teamId, accountId: account, channel: "telegram", importId: null };
    const mails = Array.from({ length: 6 }, mail);
    await storeMessages(app.running.services.db, { ...source, visibleTo: bo.user.id }, mails);
    const { body } = await bo.get<Message[]>(`${team}/messages?limit=50`);
    return body.filter(({ onlyMe }) => onlyMe).map(({ id }) => id);
  }

  /** Everything that people do with messages, except that they become tasks of the team. */
  async function workWith([first, second, third, fourth, fifth, sixth]: string[]): Promise<void> {
    const rules = { keywords: ["lease"] };
    const given = { name: "Lease", color: "teal", rules };
    area = (await bo.post<{ id: string }>(`${team}/areas`, given)).body.id;
    const source = { type: "message", id: third };
    const steps: (() => Promise<{ status: number; body: unknown }>)[] = [
      () => bo.post(`/api/messages/${first}/correction`, { hasTask: false }),
      () => bo.post(`/api/messages/${second}/correction`, { urgency: "not_urgent" }),
      () => bo.patch(`/api/messages/${third}`, { status: "resolved" }),
      () => bo.post(`/api/messages/${fourth}/snooze`, { until }),
      () => bo.post(`${team}/messages/snooze`, { ids: [fifth], until }),
      () => bo.post(`${team}/messages/resolve`, { ids: [fifth, sixth] }),
      () => bo.post(`${team}/messages/dismiss`, { ids: [sixth] }),
      async () => {
        const { body } = await bo.get<{ corrections: { id: string }[] }>(`${team}/corrections`);
        return bo.delete(`/api/corrections/${body.corrections[0]?.id}`);
      },
      () => bo.post(`${team}/areas/${area}/items`, { type: "message", id: first }),
      () => bo.delete(`${team}/areas/${area}/items/${second}`),
      () => bo.post(`${team}/areas/${area}/facts`, { text: "A fact", source }),
      () => bo.post(`${team}/muted-senders`, { sender: `ann@${secret}.example`, name: secret }),
      () => bo.post(`${team}/saved-filters`, { name: secret, query: `q=${secret}` }),
      () => bo.post(`${team}/chat`, { message: `What does ${secret} want?` }),
      () => bo.post(`/api/messages/${first}/correction`, { hasTask: true }),
      () => bo.post(`${team}/journal/undo`, {}),
    ];
    for (const step of steps) {
      const { status, body } = await step();
      expect(status, JSON.stringify(body)).toBe(200);
    }
  }

  /** The places where a text names something private. Ids of messages count, because they say how many arrive. */
  function named(text: string, words = [secret, account, ...hidden]): string[] {
    const lower = text.toLowerCase();
    return words.flatMap((word) => {
      const at = lower.indexOf(word);
      return at < 0 ? [] : [text.slice(Math.max(0, at - 200), at + 100)];
    });
  }

  /** Addresses of a call, with ids that exist and words that find the messages for their owner. */
  function addressesOf(path: string): string[] {
    const known = path
      .replace("{teamId}", owner.teamId)
      .replace("{areaId}", area)
      .replace("{accountId}", account)
      .replace("webhooks/{id}", `webhooks/${webhook}`);
    const each = known.includes("{messageId}")
      ? hidden.map((id) => known.replace("{messageId}", id))
      : [known.replaceAll(/\{\w+\}/g, hidden[0] as string)];
    const figures = [`userId=${bo.user.id}`, `userId=${owner.user.id}`, "channel=telegram", ""];
    const queries: Record<string, string[]> = {
      "/messages": ["", `q=${secret}`, "view=resolved", `sender=ann@${secret}.example`],
      "/messages/groups": ["by=sender", "by=thread"],
      "/messages/counts": ["", `sender=ann@${secret}.example`],
      "/search": [`q=${secret}`, "q=lease"],
      "/areas/choices": ["", `q=${secret}`],
      "/analytics/rows": figureNames.flatMap((name) => figures.map((of) => `figure=${name}&${of}`)),
      [`/areas/${area}/items`]: ["type=message", "type=task"],
    };
    const [, variants = [""]] = Object.entries(queries).find(([end]) => known.endsWith(end)) ?? [];
    return each.flatMap((address) => variants.map((one) => (one ? `${address}?${one}` : address)));
  }

  test("is in no answer to another member, who owns the team", async () => {
    expect(hidden).toHaveLength(7);
    const found: string[] = [];
    for (const address of reads.flatMap(addressesOf)) {
      const { status, body } = await owner.get(address);
      // Each figure is about a day, a channel or a member.
      if (!address.includes("/analytics/rows")) expect([200, 404], address).toContain(status);
      for (const text of named(JSON.stringify(body ?? ""))) found.push(`${address}: ${text}`);
    }
    expect(found).toEqual([]);
    const own = await bo.get(`${team}/messages?q=${secret}`);
    expect(named(JSON.stringify(own.body), hidden)).toHaveLength(7);
  });

  test("is in no export of the team", async () => {
    const files = [...(await unzip(await downloadExport(app, owner)))];
    // Where a fact comes from isn't shown, and its id leads nowhere.
    const others = files.filter(([name]) => name !== "tables/area_facts.jsonl");
    expect(others.flatMap(([name, file]) => named(`${name} ${file}`))).toEqual([]);
    expect(files.flatMap(([, file]) => named(file.toString(), [secret, account]))).toEqual([]);
  });

  test("is in no answer of Context or to an assistant, and in no delivery to another program", async () => {
    const found: string[] = [];
    const questions = [`What does ${secret} want?`, `Who is ${secret}?`, "Who asked about the lease?"];
    for (const message of [...questions, "What did people write today?"]) {
      const { status, body } = await owner.post(`${team}/chat`, { message });
      expect(status).toBe(200);
      found.push(...named(JSON.stringify(body).replaceAll(message, "")));
    }
    const client = await connectOverHttp(app.url, await tokenOf(owner));
    const calls: [string, Record<string, unknown>][] = [
      ["list_messages", {}],
      ["search", { words: secret }],
      ["why", { messageId: hidden[0] }],
      ["resolve", { type: "message", id: hidden[0] }],
    ];
    for (const [name, given] of calls) found.push(...named((await use(client, name, given)).text));
    const { tools } = await client.listTools();
    const context = tools.find(({ name }) => name.endsWith("_context"))?.name as string;
    found.push(...named((await use(client, context, { question: "What does the nursery want?" })).text));
    await client.close();
    // Deliveries go out in order, so this one comes after all that could be about private messages.
    const { id } = await owner.buildTask();
    await expect.poll(() => received.some(({ body }) => body.includes(id)), { timeout: 60_000 }).toBe(true);
    found.push(...received.flatMap(({ body }) => named(body)));
    expect(found).toEqual([]);
  });

  test("is changed by nobody else", async () => {
    const stored = () => query(app, "select * from messages where id = any($1) order by id", [hidden]);
    const before = await stored();
    const { body: entries } = await bo.get<JournalEntry[]>(`${team}/journal`);
    const ofMessages = entries.filter(({ action }) => /^(messages?|correction)\./.test(action));
    expect(ofMessages.length).toBeGreaterThan(5);
    const ids = hidden;
    const axes = { urgency: "urgent", importance: "important" };
    const onAccount = `/api/integrations/${account}`;
    const calls: [string, string, unknown?][] = [
      ...hidden.flatMap((id): [string, string, unknown?][] => [
        ["PATCH", `/api/messages/${id}`, { status: "resolved" }],
        ["POST", `/api/messages/${id}/snooze`, { until }],
        ["POST", `/api/messages/${id}/correction`, { hasTask: true }],
        ["POST", `/api/messages/${id}/create-task`, { teamId: owner.teamId }],
        ["POST", `${team}/areas/${area}/items`, { type: "message", id }],
        ["DELETE", `${team}/areas/${area}/items/${id}`],
        ["POST", `${team}/areas/${area}/facts`, { text: "x", source: { type: "message", id } }],
      ]),
      ["PATCH", onAccount, { syncInterval: 300 }],
      ["POST", `${onAccount}/sync`],
      ["POST", `${onAccount}/proof`],
      ["POST", `${onAccount}/quarantine/retry`, {}],
      ["POST", `${onAccount}/quarantine/dismiss`, {}],
      ["DELETE", onAccount],
      ...ofMessages.map(({ id }): [string, string, unknown] => ["POST", `${team}/journal/undo`, { id }]),
    ];
    for (const [method, path, body] of calls) {
      const { status } = await owner.send(method, path, body);
      expect([403, 404, 409], `${method} ${path} ${status}`).toContain(status);
    }
    for (const [name, more] of Object.entries({
      ...{ resolve: {}, dismiss: {}, snooze: { until } },
      "create-tasks": { ...axes, includePrivate: true },
    })) {
      const { body } = await owner.post(`${team}/messages/${name}`, { ids, ...more });
      expect(body).toMatchObject({ changed: 0 });
    }
    expect(await stored()).toEqual(before);
  });
});
