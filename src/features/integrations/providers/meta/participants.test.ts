import { expect, test } from "vitest";
import { type MetaStandIn, metaTime, startMeta } from "../../../../../test/stand-ins/meta";
import { messagesOf, query, startReachableApp, until } from "../../../../../test/support/collecting";
import { hold, startFaultProxy } from "../../../../../test/support/fault-proxy";
import { connectMeta, deliver } from "../../../../../test/support/meta-journey";

const meta = await startMeta();
const proxy = await startFaultProxy(meta.url);
const app = await startReachableApp(meta.settings(proxy.url));

type Page = ReturnType<MetaStandIn["addPage"]>;

const ofPage = (page: Page) => ({ object: "page", account: page.id, path: "messenger" });
const ofInstagram = (page: Page) => ({
  object: "instagram",
  account: page.instagram?.id as string,
  path: "instagram",
});

/** Delivers a message of somebody to an account. */
function say(to: ReturnType<typeof ofPage>, mid: string, who: string) {
  const messaging = [
    {
      sender: { id: who },
      recipient: { id: to.account },
      timestamp: Date.now(),
      message: { mid, text: mid },
    },
  ];
  const entry = [{ id: to.account, time: Date.now(), messaging }];
  return deliver(app, meta, to.path, { object: to.object, entry });
}

test.each([
  ["Messenger", "facebook_messenger", ofPage, "Messenger user"],
  ["Instagram", "instagram", ofInstagram, "Instagram user"],
] as const)(
  "INT-8 %s: a message is shown while Meta says nothing about who wrote it, and its name follows",
  async (name, provider, accountOf, placeholder) => {
    const instagram = (username: string) => ({ instagram: { username, name: username } });
    const slow = meta.addPage({ name: `Slow ${name}`, ...instagram(`slow.${name}`) });
    const quick = meta.addPage({ name: `Quick ${name}`, ...instagram(`quick.${name}`) });
    const person = await app.signIn();
    await connectMeta(app, person, provider, accountOf(slow).account);
    const other = await app.signIn();
    await connectMeta(app, other, provider, accountOf(quick).account);
    const [stranger, known] = [`77${slow.id}`, `88${quick.id}`];
    meta.people.set(stranger, { name: "Sanna Korhonen" });
    meta.people.set(known, { name: "Jonas Weber" });
    const hanging = hold();
    proxy.fail(new RegExp(`/${stranger}\\?`), hanging.fault, Number.POSITIVE_INFINITY);

    await say(accountOf(slow), `m_slow_${name}`, stranger);
    expect(await messagesOf(person, 1)).toMatchObject([{ sender: placeholder }]);
    await until(
      async () => proxy.seen.filter(({ path }) => path.includes(`/${stranger}?`)),
      ({ length }) => length > 0,
    );
    await say(accountOf(slow), `m_next_${name}`, stranger);
    expect(await messagesOf(person, 2)).toHaveLength(2);
    // Another account's names don't wait for it either.
    await say(accountOf(quick), `m_quick_${name}`, known);
    await until(
      () => messagesOf(other, 1),
      ([message]) => message?.sender === "Jonas Weber",
    );

    proxy.heal();
    hanging.release();
    await query(app, "update webhook_events set not_before = null where handled_at is null");
    await until(
      () => messagesOf(person, 2),
      (messages) => messages.every(({ sender }) => sender === "Sanna Korhonen"),
    );
  },
);

/** Source: developers.facebook.com/documentation/business-messaging/instagram-messaging/features/user-profile */
test("INT-8 Instagram: somebody whose name isn't set is shown by their user name", async () => {
  const page = meta.addPage({ name: "Nameless", instagram: { username: "nameless", name: "Nameless" } });
  const person = await app.signIn();
  const message = { created_time: metaTime(new Date()), to: { data: [] }, message: "Is the lamp in stock?" };
  const from = { id: "9902", name: null, username: "leo.brandt" };
  meta.addMessages(page, "instagram", "aWdfNameless", [{ ...message, id: "m_listed", from }]);
  await connectMeta(app, person, "instagram", ofInstagram(page).account);
  expect(await messagesOf(person, 1)).toMatchObject([{ sender: "leo.brandt" }]);
  meta.people.set("9901", { name: null, username: "ines.mora" });
  await say(ofInstagram(page), "m_nameless", "9901");
  await until(
    () => messagesOf(person, 2),
    (messages) =>
      messages.some(({ sender, senderAddress }) => sender === "ines.mora" && senderAddress === "@ines.mora"),
  );
});
