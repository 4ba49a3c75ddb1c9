import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MboxSplitter, SingleMail } from "../../src/features/imports/formats/mail/mbox";
import { parseMail } from "../../src/features/mail/mail";
import type { GoldRow } from "./data";
import { quotedMails } from "./quoted-mails";

/**
 * Further messages of the data folder, with the same kinds of labels as its `gold`; this repository has only
 * labels and ids. See `labels/README.md`.
 */
type LabelRow = Pick<
  GoldRow,
  "id" | "hasTask" | "urgency" | "importance" | "due" | "category" | "sentiment" | "priority"
>;

const labels = join(import.meta.dirname, "labels/messages.jsonl");

const written = join(import.meta.dirname, "written");

const next = join(import.meta.dirname, "next");

const readLines = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);

/** Messages written for training, with their labels; see `written/README.md` and `next/README.md`. */
export function readWritten(): GoldRow[] {
  const first = readdirSync(written)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(written, name));
  const later = [
    "trades",
    "notices",
    "chat",
    "people",
    "languages",
    "talk",
    "everyday",
    "everyday-b",
    "everyday-urgent",
  ].map((name) => join(next, `${name}.jsonl`));
  return [...first, ...later].flatMap((path) => readLines<GoldRow>(path));
}

/** Everyday messages that no training reads. */
export const readEverydayCheck = (): GoldRow[] => readLines<GoldRow>(join(next, "everyday-check.jsonl"));

/** The messages of `unlabelled` with their labels. Held-out messages have no labels and are never read. */
function readNext(dir: string): GoldRow[] {
  const folder = join(dir, "unlabelled");
  if (!existsSync(folder)) return [];
  const labelled = new Map(
    readLines<LabelRow & Pick<GoldRow, "title">>(join(next, "labels.jsonl")).map((row) => [row.id, row]),
  );
  const heldOut = new Set(
    (JSON.parse(readFileSync(join(next, "held-out.json"), "utf8")) as { ids: string[] }).ids,
  );
  return ["gitter-rooms.jsonl", "spamassassin-ham.jsonl"]
    .flatMap((name) => readLines<TextRow & { id: string }>(join(folder, name)))
    .flatMap((text) => {
      const label = labelled.get(text.id);
      return label && !heldOut.has(text.id) ? [{ ...text, ...label }] : [];
    });
}

/** The labeled messages besides `gold` whose texts are in the data folder; empty if it has none of the sources. */
export const readFurther = (dir: string): GoldRow[] => [...readLabels(dir), ...readNext(dir)];

function readLabels(dir: string): GoldRow[] {
  const texts = new Map<string, Map<string, TextRow>>();
  return readLines<LabelRow>(labels).flatMap((row) => {
    const [file = "", span = ""] = row.id.split("#");
    if (!texts.has(file)) texts.set(file, readTexts(dir, file));
    const text = texts.get(file)!.get(span);
    return text ? [{ ...text, ...row, title: null }] : [];
  });
}

type TextRow = Pick<GoldRow, "from" | "to" | "cc" | "date" | "subject" | "body">;

/**
 * All messages of a file by their position: a number, an empty key if the file is one message, and "quote-0"
 * and so on for the mails it quotes.
 */
function readTexts(dir: string, file: string): Map<string, TextRow> {
  const path = join(dir, file);
  if (!existsSync(path)) return new Map();
  const bytes = readFileSync(path);
  if (file.startsWith("chat-irc/")) return readChat(bytes.toString("utf8"), file);
  if (file.startsWith("injection/")) return readHosts(bytes.toString("utf8"));
  const single = file.endsWith(".eml");
  const splitter = single ? new SingleMail() : new MboxSplitter();
  const mails = [...splitter.push(bytes), ...splitter.end()].map(({ bytes: mail, postmark, problem }, i) =>
    toText(parseMail({ bytes: mail, postmark, problem, position: { file, entry: null, index: i + 1 } })),
  );
  const found = new Map(mails.map((mail, i) => [single ? "" : String(i), mail]));
  if (single)
    for (const mail of mails) for (const [i, one] of readQuotes(mail).entries()) found.set(`quote-${i}`, one);
  return found;
}

function toText({ fromName, fromAddress, to, cc, sentAt, subject, content }: ReturnType<typeof parseMail>) {
  const from = fromName && fromAddress ? `${fromName} <${fromAddress}>` : (fromAddress ?? fromName ?? "");
  const joined = (people: string[]) => (people.length > 0 ? people.join(", ") : null);
  const date = (sentAt ?? new Date(0)).toISOString();
  return { from, to: joined(to), cc: joined(cc), date, subject, body: content };
}

const readQuotes = ({ body, date }: TextRow): TextRow[] =>
  quotedMails(body).map((quoted) => ({ ...quoted, date: quoted.date ?? date }));

function readChat(text: string, file: string): Map<string, TextRow> {
  const day = /\d{4}-\d{2}-\d{2}/.exec(file)![0];
  const found = new Map<string, TextRow>();
  for (const [i, line] of text.split("\n").entries()) {
    const [, time, from, body] = /^\[(\d\d:\d\d)\] <([^>]+)> (.*)/.exec(line) ?? [];
    if (!time || !from || !body) continue;
    const date = `${day} ${time} +0000`;
    found.set(String(i), { from, to: "#ubuntu", cc: null, date, subject: null, body });
  }
  return found;
}

/** Mails, one per line: "SUBJECT: …|EMAIL_FROM: …|RECEIVED DATE: …|CONTENT: …". */
function readHosts(text: string): Map<string, TextRow> {
  const found = new Map<string, TextRow>();
  for (const [i, line] of text.trim().split("\n").entries()) {
    const { context } = JSON.parse(line) as { context: string };
    const [head = "", ...body] = context.split("|CONTENT: ");
    const field = (name: string) => new RegExp(`(?:^|\\|)${name}: ([^|]*)`).exec(head)?.[1] ?? null;
    if (body.length === 0) continue;
    found.set(String(i), {
      from: field("EMAIL_FROM") ?? "",
      to: null,
      cc: null,
      date: field("RECEIVED DATE") ?? "2023-06-01T09:00:00Z",
      subject: field("SUBJECT"),
      body: body.join("|CONTENT: "),
    });
  }
  return found;
}

/** Everything there is to train on: the labeled messages of the data folder, and those written for training. */
export const readAllLabelled = (dir: string, gold: readonly GoldRow[]): GoldRow[] => [
  ...gold,
  ...readFurther(dir),
  ...readWritten(),
];
