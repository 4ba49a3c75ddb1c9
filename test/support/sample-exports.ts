import { makeZip, type SampleEntry } from "./sample-zip";

/** One day's file in a sample Slack export. */
export interface SlackDay {
  folder: string;
  date: string;
  messages: unknown[];
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Members as in users.json. Source: docs.slack.dev/reference/objects/user-object */
export const slackUsers = [
  {
    id: "U0ANA0001",
    name: "ana",
    real_name: "Ana Lopez",
    profile: { display_name: "", real_name: "Ana Lopez", email: "ana@example.com" },
  },
  {
    id: "U0BO00001",
    name: "bo",
    real_name: "Bo Lind",
    profile: { display_name: "Bo", real_name: "Bo Lind", email: "Bo@example.org" },
  },
  { id: "U0BOT0001", name: "builds", is_bot: true, profile: { real_name: "Builds" } },
];

/**
 * A Slack export: lists of members and conversations, and a folder of daily files per conversation. Source:
 * slack.com/help/articles/220556107-How-to-read-Slack-data-exports
 *
 * @param lists - replace the default lists; undefined omits one.
 */
export function slackExport(
  days: SlackDay[],
  lists: Record<string, unknown> = {},
  others: SampleEntry[] = [],
): Buffer<ArrayBuffer> {
  const usual: Record<string, unknown> = {
    "users.json": slackUsers,
    "channels.json": [{ id: "C0GENERAL", name: "general", members: ["U0ANA0001", "U0BO00001"] }],
    "dms.json": [{ id: "D0BO00001", members: ["U0ANA0001", "U0BO00001"] }],
    ...lists,
  };
  const listed = Object.entries(usual).flatMap(([name, list]) =>
    list === undefined ? [] : [{ name, content: typeof list === "string" ? list : json(list) }],
  );
  const files = days.map(({ folder, date, messages }) => ({
    name: `${folder}/${date}.json`,
    content: json(messages),
  }));
  return makeZip([...listed, ...files, ...others]);
}

/** A message as Slack exports it. Source: docs.slack.dev/reference/events/message */
export const slackMessage = (ts: string, text: string, more: Record<string, unknown> = {}) => ({
  type: "message",
  user: "U0BO00001",
  text,
  ts,
  ...more,
});

/** A message as Telegram Desktop exports it. Source: core.telegram.org/import-export */
export const telegramMessage = (id: number, text: unknown, more: Record<string, unknown> = {}) => ({
  id,
  type: "message",
  date: "2026-03-02T10:15:00",
  date_unixtime: String(1772442900 + id * 60),
  from: "Bo Lind",
  from_id: "user222",
  text,
  ...more,
});

/** A result.json with one chat. */
export function telegramChat(messages: unknown[], more: Record<string, unknown> = {}): string {
  return json({ name: "Bo Lind", type: "personal_chat", id: 222, ...more, messages });
}

/** A complete result.json, as "Export Telegram data" writes it. */
export function telegramAll(
  chats: { name: string | null; type: string; id: number; messages: unknown[] }[],
): string {
  return json({
    about: "Here is the data you requested.",
    personal_information: {
      user_id: 111,
      first_name: "Ana",
      last_name: "Lopez",
      phone_number: "+49 1",
      bio: "",
    },
    contacts: { about: "", list: [{ user_id: 5, name: "not a chat", type: "contact", id: 3 }] },
    chats: { about: "", list: chats },
    left_chats: { about: "", list: [] },
  });
}

/** A line of an iPhone export with day-first dates: `[02/03/2026, 10:15:00] Bo: Hello`. */
export const iPhoneLine = (date: string, time: string, name: string, text: string): string =>
  `[${date}, ${time}] ${name}: ${text}`;

/** A line of an Android export: `02/03/2026, 10:15 - Bo: Hello`. */
export const androidLine = (date: string, time: string, name: string | null, text: string): string =>
  `${date}, ${time} - ${name === null ? "" : `${name}: `}${text}`;
