import { beforeAll, expect, test } from "vitest";
import { type MetaStandIn, metaTime, startMeta } from "../../../../../test/stand-ins/meta";
import {
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  until,
} from "../../../../../test/support/collecting";
import { connectMeta, deliver, giveConsent } from "../../../../../test/support/meta-journey";
import type { TestApp } from "../../../../../test/support/test-app";

const hour = 3_600_000;

let meta: MetaStandIn;
let app: TestApp;

beforeAll(async () => {
  meta = await startMeta();
  app = await startReachableApp(meta.settings());
});

type Account = { id: string; username: string };

function addAccount(username: string) {
  const page = meta.addPage({ name: `Page of ${username}`, instagram: { username, name: "Atelier Nord" } });
  return { page, account: page.instagram as Account };
}

/** Source: developers.facebook.com/docs/instagram-platform/webhooks/examples */
const delivery = ({ id }: Account, ...messaging: object[]) => ({
  object: "instagram",
  entry: [{ id, time: Date.now(), messaging }],
});

const said = ({ id }: Account, mid: string, message: object) => ({
  sender: { id: "17841400000000099" },
  recipient: { id },
  timestamp: Date.now(),
  message: { mid, ...message },
});

test("INT-8 Instagram: connect, collect 30 days, receive, disconnect", async () => {
  const { page, account } = addAccount("atelier.nord");
  const mara = { id: "17841400000000042", username: "mara.lind" };
  const owner = { id: account.id, username: account.username };
  meta.addMessages(page, "instagram", "aWdfZAG", [
    {
      id: "mid.1",
      created_time: metaTime(new Date(Date.now() - 50 * hour)),
      from: mara,
      to: { data: [owner] },
      message: "Could you send me the price list?",
      attachments: { data: [{ image_data: { url: "https://example.com/1.jpg", width: 10, height: 10 } }] },
    },
    {
      id: "mid.2",
      created_time: metaTime(new Date(Date.now() - 49 * hour)),
      from: owner,
      to: { data: [mara] },
      message: "Gladly",
    },
  ]);
  const person = await app.signIn();
  const connected = await connectMeta(app, person, "instagram", account.id);
  expect(connected).toMatchObject({ accountName: "Atelier Nord", accountEmail: "@atelier.nord" });

  const [answer, question] = await messagesOf(person, 2);
  expect(question).toMatchObject({
    channel: "instagram",
    sender: "mara.lind",
    senderAddress: "@mara.lind",
    attachments: [{ name: "photo", type: "image/jpeg" }],
    aiAnalysis: { hasTask: true },
  });
  expect(answer).toMatchObject({ sender: "Atelier Nord", senderAddress: "@atelier.nord" });
  const kept = "select from_owner from messages where team_id = $1 and thread_key = $2 order by created_at";
  expect(await query(app, kept, [person.teamId, mara.id])).toEqual([
    { from_owner: false },
    { from_owner: true },
  ]);

  meta.people.set("17841400000000099", { name: "Ole Berg", username: "ole" });
  const text = "Schöne Arbeit 🎨 can you deliver it by Friday?";
  const pushed = said(account, "mid.3", {
    text,
    attachments: [{ type: "image", payload: { url: "https://example.com/2.jpg" } }],
  });
  expect((await deliver(app, meta, "instagram", delivery(account, pushed))).status).toBe(200);
  // The same message, also listed, under the same id.
  meta.addMessages(page, "instagram", "aWdfZAH", [
    {
      id: "mid.3",
      created_time: metaTime(new Date()),
      from: { id: "17841400000000099", username: "ole" },
      to: { data: [owner] },
      message: text,
    },
  ]);
  const [latest] = await until(
    () => messagesOf(person, 3),
    ([one]) => one?.sender === "Ole Berg",
  );
  expect(latest).toMatchObject({
    senderAddress: "@ole",
    content: text,
    attachments: [{ name: "photo" }],
    aiAnalysis: { hasTask: true, dueDate: expect.any(String) },
  });
  expect((await person.post(`/api/integrations/${connected.id}/sync`)).body).toEqual({ stored: 0 });

  await deliver(app, meta, "instagram", delivery(account, said(account, "mid.3", { is_deleted: true })));
  await until(
    async () => (await messagesOf(person, 2)).length,
    (count) => count === 2,
  );
  // An unsent message stays deleted even if it is still listed.
  expect((await person.post(`/api/integrations/${connected.id}/sync`)).body).toEqual({ stored: 0 });
  expect(await messagesOf(person, 2)).toHaveLength(2);

  expect((await person.get(`/api/integrations/${connected.id}/test`)).body).toEqual({
    success: true,
    message: "Instagram responded: @atelier.nord",
  });
  expect((await person.delete(`/api/integrations/${connected.id}`)).status).toBe(200);
  expect(page.subscribedFields).toBeNull();
});

test("INT-8 Instagram: non-text messages are readable, own messages are recognized, and the dashboard's test works", async () => {
  const { account } = addAccount("studio.sud");
  const person = await app.signIn();
  await connectMeta(app, person, "instagram", account.id);
  await healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);
  const share = said(account, "mid.a", {
    attachments: [{ type: "share", payload: { url: "https://example.com/post" } }],
  });
  const story = said(account, "mid.b", {
    attachments: [{ type: "story_mention", payload: { url: "https://x.y" } }],
  });
  const closed = said(account, "mid.c", { is_unsupported: true });
  const echo = {
    ...said(account, "mid.d", { text: "On my way", is_echo: true }),
    sender: { id: account.id },
    recipient: { id: "5" },
  };
  await deliver(app, meta, "instagram", delivery(account, share, story, closed, echo));
  // Source: the same page, "Business Login for Instagram". Its times are in seconds.
  const value = {
    ...said(account, "mid.e", { text: "A test" }),
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const entry = [{ id: account.id, time: 0, changes: [{ field: "messages", value }] }];
  await deliver(app, meta, "instagram", { object: "instagram", entry });

  const messages = await messagesOf(person, 5);
  expect(messages.map(({ content }) => content).sort()).toEqual([
    "(This message can only be read in Instagram.)",
    "(You were mentioned in a story.)",
    "A test",
    "On my way",
    "https://example.com/post",
  ]);
  const test = messages.find(({ content }) => content === "A test");
  expect(Math.abs(Date.parse(test?.createdAt ?? "") - Date.now())).toBeLessThan(hour);
  const own = "select content from messages where team_id = $1 and from_owner";
  expect(await query(app, own, [person.teamId])).toEqual([{ content: "On my way" }]);
});

test("INT-8 Instagram and Messenger share a Page: disconnecting one keeps the other's pushes", async () => {
  const { page, account } = addAccount("shared.page");
  const person = await app.signIn();
  const messenger = await connectMeta(app, person, "facebook_messenger", page.id);
  const instagram = await connectMeta(app, person, "instagram", account.id);
  await until(
    async () => page.subscribedFields,
    (fields) => fields !== null,
  );
  await person.delete(`/api/integrations/${messenger.id}`);
  expect(page.subscribedFields).not.toBeNull();
  await person.delete(`/api/integrations/${instagram.id}`);
  expect(page.subscribedFields).toBeNull();
});

test("Instagram: explains when no Page has a professional account", async () => {
  const pages = meta.pages.splice(0);
  meta.addPage({ name: "Only a Page" });
  const person = await app.signIn();
  const { searchParams } = await giveConsent(app, person, "instagram");
  expect(searchParams.get("problem")).toBe("nothing_shared");
  meta.pages.push(...pages);
});
