import type { Mail } from "../../../server/mailer";
import { counted } from "../../../shared/counted";
import { inTeam } from "../../../shared/team-address";
import type { DigestItem, DigestReader } from "./digest-repository";

/** What a day's digest says. */
export interface Digest {
  overdue: DigestItem[];
  dueToday: DigestItem[];
  assigned: DigestItem[];
  messages: DigestItem[];
  blocked: DigestItem[];
  /** Messages from before the last digest that still ask for something. */
  olderMessages: number;
}

/** Items of a group that a mail names. */
const named = 10;

export const saysNothing = (digest: Digest): boolean =>
  Object.values(digest).every((group) => (typeof group === "number" ? group === 0 : group.length === 0));

interface Group {
  title: string;
  items: DigestItem[];
  /** Of the web address. */
  folder: string;
}

const groupsOf = ({ overdue, dueToday, assigned, messages, blocked }: Digest): Group[] =>
  [
    { title: "Overdue", items: overdue, folder: "matrix" },
    { title: "Due today", items: dueToday, folder: "matrix" },
    { title: "Assigned to you", items: assigned, folder: "matrix" },
    { title: "New messages", items: messages, folder: "inbox" },
    { title: "Blocked", items: blocked, folder: "matrix" },
  ].filter(({ items }) => items.length > 0);

const dueOf = ({ due }: DigestItem): string => (due === undefined ? "" : ` · ${due}`);

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 200);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Readable on a phone, and in the theme of the mail program. Programs that leave out styles show their own. */
const head = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><style>
:root { color-scheme: light dark }
body { max-width: 600px; padding: 0 16px; margin: 16px auto; font: 16px/24px system-ui, sans-serif; overflow-wrap: anywhere }
h2 { margin: 24px 0 4px; font-size: 17px }
ul { padding-left: 20px; margin: 0 }
li { padding: 6px 0 }
</style></head>`;

/** Such as "2 overdue, 1 due today, 5 new messages". */
function subjectOf({ overdue, dueToday, assigned, messages, blocked, olderMessages }: Digest): string {
  const parts: [count: number, text: string][] = [
    [overdue.length, "overdue"],
    [dueToday.length, "due today"],
    [assigned.length, "assigned to you"],
    [messages.length, messages.length === 1 ? "new message" : "new messages"],
    [blocked.length, "blocked"],
    [olderMessages, olderMessages === 1 ? "message waiting" : "messages waiting"],
  ];
  const said = parts.flatMap(([count, text]) =>
    count > 0 ? [`${count.toLocaleString("en-US")} ${text}`] : [],
  );
  return `Your day: ${said.join(", ")}`;
}

/**
 * The mail of a day's digest, as plain text and as simple HTML.
 *
 * @param address - of Zippy, without a slash at its end.
 * @param unsubscribe - turns the digest off, by a press in the mail program (RFC 8058) or by the link.
 */
export function digestMail(
  { email, firstName }: DigestReader,
  digest: Digest,
  { address, unsubscribe, id }: { address: string; unsubscribe: string; id: string },
): Mail {
  const groups = groupsOf(digest);
  const { olderMessages } = digest;
  const waiting =
    olderMessages === 0
      ? undefined
      : `${counted(olderMessages, "earlier message")} ${olderMessages === 1 ? "waits" : "wait"} in your inbox.`;
  const more = (items: DigestItem[]) =>
    items.length > named ? `and ${items.length - named} more` : undefined;
  const hello = `Good day${firstName ? `, ${oneLine(firstName)}` : ""}. This is your day in Zippy.`;
  const inbox = `${address}/inbox?view=requires_action`;
  const settings = `${address}/settings/notifications`;
  const addressOf = (folder: string, { id, teamId }: DigestItem) =>
    address + inTeam(`/${folder}/${id}`, teamId);

  const text = [
    hello,
    ...groups.map(({ title, items, folder }) =>
      [
        `${title} (${items.length})`,
        ...items
          .slice(0, named)
          .map((item) => `- ${oneLine(item.title)}${dueOf(item)}\n  ${addressOf(folder, item)}`),
        ...(more(items) ? [`- ${more(items)}`] : []),
      ].join("\n"),
    ),
    ...(waiting ? [`${waiting}\n${inbox}`] : []),
    `Change when you get this: ${settings}\nStop it: ${unsubscribe}`,
  ].join("\n\n");

  const link = (to: string, words: string) => `<a href="${escaped(to)}">${escaped(words)}</a>`;
  const html = [
    `<p>${escaped(hello)}</p>`,
    ...groups.map(
      ({ title, items, folder }) =>
        `<h2>${escaped(title)} (${items.length})</h2><ul>${items
          .slice(0, named)
          .map((item) => `<li>${link(addressOf(folder, item), oneLine(item.title))}${dueOf(item)}</li>`)
          .join("")}${more(items) ? `<li>${more(items)}</li>` : ""}</ul>`,
    ),
    ...(waiting ? [`<p>${link(inbox, waiting)}</p>`] : []),
    `<p>${link(settings, "Change when you get this")} · ${link(unsubscribe, "Stop it")}</p>`,
  ].join("\n");

  return {
    to: email,
    subject: subjectOf(digest),
    text,
    html: `<!doctype html><html lang="en">${head}<body>${html}</body></html>`,
    // The same for every attempt, so that a mail that was accepted twice is shown once.
    messageId: id,
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
  };
}
