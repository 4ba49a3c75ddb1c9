import { expect } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import type { MailParser } from "../../src/features/inbox/reading/parser-pool";
import type {
  HealthMetric,
  IntegrationAccount,
  IntegrationProvider,
} from "../../src/features/integrations/contract";
import { parseMail } from "../../src/features/mail/mail";
import { query, until } from "./collecting";
import type { Person } from "./person";
import type { TestApp } from "./test-app";

/** The source of an email. `daysAgo` sets its date. */
export function mail({
  id,
  from = "Jonas Weber <jonas@example.org>",
  to = "Ana Costa <ana@example.com>",
  subject = "Quote",
  text = "Please send me the revised quote by Friday.",
  daysAgo = 1,
  date = new Date(Date.now() - daysAgo * 86_400_000),
  headers = [],
}: {
  id: string;
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  daysAgo?: number;
  date?: Date;
  headers?: string[];
}): string {
  const head = [
    `Message-ID: <${id}@example.org>`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    ...headers,
  ];
  if (!headers.some((line) => /^content-type:/i.test(line)))
    head.push("Content-Type: text/plain; charset=utf-8");
  return `${head.join("\r\n")}\r\n\r\n${text}\r\n`;
}

/** Parses without a worker. */
export const inThisThread: MailParser = { parse: async (mails) => mails.map(parseMail) };

/** An email with two parts: a text, and a file of the given size. */
export const mailWithFile = (id: string, name: string, bytes: number): string =>
  mail({
    id,
    subject: "Papers",
    headers: ['Content-Type: multipart/mixed; boundary="cut"'],
    text: [
      "--cut",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "The papers are attached; could you sign them by Monday?",
      "--cut",
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.alloc(bytes, 7).toString("base64"),
      "--cut--",
    ].join("\r\n"),
  });

/**
 * Follows a browser's path: from the product's connect URL to the provider's consent page and back.
 *
 * @returns the page of the product the browser ends at.
 */
export async function connectByConsent(
  app: TestApp,
  person: Person,
  provider: string,
  consent: (authorizeUrl: string) => Promise<string>,
): Promise<string> {
  const visit = (url: string) => fetch(url, { headers: { cookie: person.cookie }, redirect: "manual" });
  const begun = await visit(`${app.url}/api/integrations/${provider}/connect?teamId=${person.teamId}`);
  const back = new URL(await consent(begun.headers.get("location") ?? ""));
  const ended = await visit(`${app.url}${back.pathname}${back.search}`);
  return ended.headers.get("location") ?? "";
}

/** The connected account of a provider. */
export async function accountOf(person: Person, provider: string): Promise<IntegrationAccount> {
  const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  const account = body.find(({ id }) => id === provider)?.account;
  expect(account).toBeTruthy();
  return account as IntegrationAccount;
}

export const syncNow = (person: Person, { id }: { id: string }) =>
  person.post<{ stored: number; message: string }>(`/api/integrations/${id}/sync`);

/** Syncs an account. Fails if the sync fails. */
export async function collect(person: Person, account: { id: string }): Promise<void> {
  const { status, body } = await syncNow(person, account);
  expect({ status, body }).toMatchObject({ status: 200 });
}

/** The subjects in a team's inbox, newest first. */
export const subjectsOf = async (person: Person): Promise<(string | null)[]> =>
  (await inboxOf(person)).map(({ subject }) => subject);

export const inboxOf = async (person: Person): Promise<Message[]> =>
  (await person.get<Message[]>(`/api/teams/${person.teamId}/messages?limit=50`)).body;

/** The inbox once the first sync is complete. */
export async function firstInbox(person: Person): Promise<Message[]> {
  await until(
    async () => (await person.get<HealthMetric[]>("/api/integrations/health")).body[0],
    (metric) => metric !== undefined && !metric.fetchingHistory,
  );
  return inboxOf(person);
}

/** An account's stored messages, in the order they were sent. */
export const storedRows = (app: TestApp, person: Person) =>
  query<{
    subject: string;
    external_id: string;
    thread_key: string;
    from_owner: boolean;
    bulk: boolean;
    deleted: boolean;
  }>(
    app,
    `select subject, external_id, thread_key, from_owner, bulk, deleted_at is not null as deleted
     from messages where team_id = $1 order by created_at`,
    [person.teamId],
  );
