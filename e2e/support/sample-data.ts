import type { Import } from "../../src/features/imports/contract";
import type { Message } from "../../src/features/inbox/contract";
import type { NewTask, Task } from "../../src/features/tasks/contract";
import { day } from "../../src/shared/durations";
import type { Person } from "../../test/support/person";

/** An invented mail. Without a time, it was sent this minute. */
export interface SampleMail {
  from?: string;
  subject?: string;
  body: string;
  sentAt?: Date;
  /** More header lines. */
  headers?: string[];
}

let count = 0;

/** One mail as a separate file (EML). */
export function eml({
  from = "Bo Lind <bo@example.org>",
  subject = "Hello",
  body,
  sentAt,
  headers = [],
}: SampleMail): string {
  return [
    `From: ${from}`,
    "To: ana@example.com",
    `Subject: ${subject}`,
    `Date: ${(sentAt ?? new Date()).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${++count}.${Date.now()}@example.org>`,
    ...headers,
    "",
    body,
    "",
  ].join("\n");
}

/** Several mails in one mbox file. */
export function mbox(mails: SampleMail[]): string {
  return mails.map((mail) => `From bo@example.org Mon Nov 16 09:00:00 2026\n${eml(mail)}\n`).join("");
}

const inThreeWeeks = new Date(Date.now() + 21 * day).toLocaleDateString("en-US", {
  day: "numeric",
  month: "long",
});

/**
 * The body of a mail that asks for something, by default not urgent on any day of the week: messages of high priority
 * stay in Requires Action beside their tasks.
 */
export const asking = (what: string, when = `by ${inThreeWeeks}`): string =>
  `Hi Ana,\n\nplease send me ${what} ${when}.\n\nThanks\nBo`;

/** The body of a mail that asks for nothing. */
export const statement = (what: string): string =>
  `Hi Ana,\n\n${what} went well yesterday. No need to answer.\n\nBo`;

/** Imports mails for a person through the API. Returns all of the person's messages, newest first (50 at most). */
export async function importMails(person: Person, mails: SampleMail[]): Promise<Message[]> {
  const path = `/api/teams/${person.teamId}/imports`;
  const { body: counted } = await person.upload<Import>(path, [{ name: "made.mbox", content: mbox(mails) }]);
  await person.post(`${path}/${counted.id}/start`);
  for (;;) {
    const { body } = await person.get<Import>(`${path}/${counted.id}`);
    if (body.status === "completed") break;
    if (body.status === "failed") throw new Error(body.error ?? "the import failed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body;
}

/** Adds a task through the API. */
export async function addTask(person: Person, task: NewTask): Promise<Task> {
  const { status, body } = await person.post<Task>(`/api/teams/${person.teamId}/tasks`, task);
  if (status !== 200) throw new Error(`the task was not added: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Adds tasks, eight at a time. */
export async function addTasks(
  person: Person,
  amount: number,
  make: (number: number) => NewTask,
): Promise<void> {
  let next = 1;
  const work = async (): Promise<void> => {
    while (next <= amount) await addTask(person, make(next++));
  };
  await Promise.all(Array.from({ length: 8 }, work));
}
