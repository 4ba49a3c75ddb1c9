import { expect } from "vitest";
import type { IntegrationAccount } from "../../src/features/integrations/contract";
import { type MetaStandIn, signDelivery } from "../stand-ins/meta";
import type { Person } from "./person";
import type { TestApp } from "./test-app";

/** Follows a browser through Facebook's page and back. @returns its final URL on the integrations page. */
export async function giveConsent(app: TestApp, person: Person, provider: string): Promise<URL> {
  const go = async (address: string) => {
    const headers = address.startsWith(app.url) ? { cookie: person.cookie } : {};
    const answer = await fetch(address, { redirect: "manual", headers });
    return new URL(answer.headers.get("location") ?? "", address).href;
  };
  const dialog = await go(`${app.url}/api/integrations/${provider}/connect?teamId=${person.teamId}`);
  const back = await go(dialog);
  expect(new URL(back).pathname).toBe(`/api/integrations/${provider}/callback`);
  return new URL(await go(back));
}

/** Connects the only account that can be shared, or the chosen one of several. */
export async function connectMeta(
  app: TestApp,
  person: Person,
  provider: string,
  externalId?: string,
): Promise<IntegrationAccount> {
  const { searchParams } = await giveConsent(app, person, provider);
  const choice = searchParams.get("choose");
  if (choice) {
    const { status } = await person.post(`/api/integrations/choices/${choice}`, {
      externalIds: [externalId],
    });
    expect(status).toBe(200);
  } else expect(searchParams.get("connected")).toBe(provider);
  const { body } = await person.get<{ id: string; account: IntegrationAccount | null }[]>(
    "/api/integrations/providers",
  );
  return body.find(({ id }) => id === provider)?.account as IntegrationAccount;
}

/** Delivers to a webhook, as Meta does. `signature`: replaces the valid one. */
export function deliver(
  app: TestApp,
  meta: MetaStandIn,
  path: string,
  body: unknown,
  signature?: string | null,
): Promise<Response> {
  // Meta escapes all non-ASCII characters. Re-encoding the JSON would not.
  const raw = JSON.stringify(body).replace(
    /[\u0080-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const header = signature === undefined ? signDelivery(meta.appSecret, raw) : signature;
  return fetch(`${app.url}/api/integrations/webhooks/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(header && { "x-hub-signature-256": header }) },
    body: raw,
  });
}
