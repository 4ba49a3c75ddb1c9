import { expect } from "vitest";
import type { Area, AreaItem, AreaRules } from "../../../src/features/areas/contract";
import type { IncomingMessage } from "../../../src/features/inbox/source-message";
import { importAccount } from "../../../src/features/inbox/storing/account-messages";
import { storeMessages } from "../store-messages";
import { incoming, type Person, type TestApp } from "../test-app";

/** Rules that nothing fits. */
export const none: AreaRules = { people: [], channels: [], keywords: [], companies: [] };
export const rules = (some: Partial<AreaRules>): AreaRules => ({ ...none, ...some });
/** The address of a person's areas. */
export const path = (person: Person, rest = "") => `/api/teams/${person.teamId}/areas${rest}`;

export async function addArea(person: Person, some: Partial<AreaRules>, name = "Lease"): Promise<Area> {
  const { status, body } = await person.post<Area>(path(person), { name, color: "teal", rules: rules(some) });
  expect(status).toBe(200);
  return body;
}

export const itemsOf = async (person: Person, area: Area, type: AreaItem["type"], more = "") =>
  (await person.get<AreaItem[]>(path(person, `/${area.id}/items?type=${type}${more}`))).body;

/** Everything in an area, with its type. */
export const titles = async (person: Person, area: Area) => {
  const all = await Promise.all(
    (["message", "task", "meeting"] as const).map((type) => itemsOf(person, area, type)),
  );
  return all
    .flat()
    .map(({ type, title }) => `${type} ${title}`)
    .sort();
};

/** Stores messages as a channel does, for one person or the team. */
export async function deliver(
  app: TestApp,
  person: Person,
  messages: Partial<IncomingMessage>[],
  { channel = "gmail", visibleTo = null }: { channel?: string; visibleTo?: string | null } = {},
): Promise<string[]> {
  const { db } = app.running.services;
  const accountId = await importAccount(db, person.teamId);
  const rows = messages.map((one) => incoming(one));
  const source = { teamId: person.teamId, accountId, channel, importId: null, visibleTo };
  const stored = await storeMessages(db, source, rows);
  return rows.map(({ externalId }) => stored.get(externalId) as string);
}

export const mail = (
  subject: string,
  content = "Hello.",
  sender = "Jonas Weber",
  senderAddress = "jonas@example.org",
) => ({
  ...{ subject, content, sender, senderAddress, analysis: null },
});
