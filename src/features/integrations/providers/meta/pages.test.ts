import { beforeAll, beforeEach, expect, test } from "vitest";
import { type MetaStandIn, startMeta } from "../../../../../test/stand-ins/meta";
import { healthOf, startReachableApp } from "../../../../../test/support/collecting";
import { type FaultProxy, startFaultProxy } from "../../../../../test/support/fault-proxy";
import { connectMeta, giveConsent } from "../../../../../test/support/meta-journey";
import type { Person } from "../../../../../test/support/person";
import type { TestApp } from "../../../../../test/support/test-app";

let meta: MetaStandIn;
let proxy: FaultProxy;
let app: TestApp;

beforeAll(async () => {
  meta = await startMeta();
  proxy = await startFaultProxy(meta.url);
  app = await startReachableApp(meta.settings(proxy.url));
});

beforeEach(() => {
  proxy.heal();
  proxy.seen.splice(0);
  meta.pages.splice(0);
});

/** Makes an edge return these items on every call. */
const answer = (edge: RegExp, data: object[]) =>
  proxy.fail(edge, { kind: "status", status: 200, body: { data } }, 100);

const asAccount = ({ id, name, token, instagram }: ReturnType<MetaStandIn["addPage"]>) => ({
  id,
  name,
  access_token: token,
  ...(instagram && { instagram_business_account: instagram }),
});

async function offered(person: Person, provider: string): Promise<string[]> {
  const { searchParams } = await giveConsent(app, person, provider);
  const { body } = await person.get<{ accounts: { name: string }[] }>(
    `/api/integrations/choices/${searchParams.get("choose")}`,
  );
  return body.accounts.map(({ name }) => name);
}

/** The requests made to an edge. */
const requestsOf = (edge: RegExp) =>
  proxy.seen.map(({ path }) => new URL(path, meta.url)).filter(({ pathname }) => edge.test(pathname));

/** Source: developers.facebook.com/documentation/ads-commerce/marketing-api/reference/business/owned_pages */
test("INT-8 Messenger: offers Pages from business portfolios too, each once", async () => {
  const [own, owned, client] = ["Own", "Own\u202eed", "Client"].map((name) => meta.addPage({ name }));
  if (!own || !owned || !client) throw new Error("there are three");
  answer(/GET .*me\/accounts/, [asAccount(own)]);
  answer(/GET .*me\/businesses/, [{ id: "77" }, { id: "78" }]);
  answer(/GET .*77\/owned_pages/, [asAccount(owned), { id: "5", name: "Without a token" }, asAccount(own)]);
  answer(/GET .*78\/client_pages/, [asAccount(client)]);
  const person = await app.signIn();
  expect(await offered(person, "facebook_messenger")).toEqual(["Client", "Own", "Own\u202eed"]);
  // Its name turns no words after it.
  const account = await connectMeta(app, person, "facebook_messenger", owned.id);
  expect(account).toMatchObject({ accountName: "Owned" });
});

test("INT-8 Messenger: without access to portfolios, your own Pages are offered; a failure never looks like an empty list", async () => {
  meta.addPage({ name: "One" });
  meta.addPage({ name: "Two" });
  const refusal = { error: { message: "(#200) Requires business_management", type: "OAuth", code: 200 } };
  proxy.fail(/GET .*me\/businesses/, { kind: "status", status: 403, body: refusal });
  const person = await app.signIn();
  expect(await offered(person, "facebook_messenger")).toEqual(["One", "Two"]);

  proxy.fail(/GET .*me\/businesses/, { kind: "status", status: 500 });
  const { searchParams } = await giveConsent(app, person, "facebook_messenger");
  expect(searchParams.get("problem")).toBe("unavailable");
});

/**
 * Source: developers.facebook.com/docs/graph-api/reference/page/subscribed_apps, whose refusal (#200) names
 * pages_messaging
 */
test("INT-8 Instagram: requests every permission its calls need; other channels don't ask for the Instagram account", async () => {
  const page = meta.addPage({ name: "Atelier", instagram: { username: "atelier", name: "Atelier" } });
  const person = await app.signIn();
  await connectMeta(app, person, "instagram", page.instagram?.id);
  const scopes = requestsOf(/dialog\/oauth/)[0]
    ?.searchParams.get("scope")
    ?.split(",");
  expect(scopes).toEqual(expect.arrayContaining(["instagram_manage_messages", "pages_messaging"]));
  expect(scopes).toContain("business_management");
  expect(requestsOf(/me\/accounts/)[0]?.searchParams.get("fields")).toContain("instagram_business_account");
  await healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);
  // Requesting more than the latest 20 messages fails the whole list.
  expect(requestsOf(/conversations$/)[0]?.searchParams.get("fields")).toContain("messages.limit(20)");

  proxy.seen.splice(0);
  await connectMeta(app, await app.signIn(), "facebook_messenger", page.id);
  expect(requestsOf(/me\/accounts/)[0]?.searchParams.get("fields")).toBe("id,name,access_token");
});
