import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Analysis } from "../../src/features/triage/contract";
import type { TriageInput } from "../../src/features/triage/message";

/** The rows of every JSON-lines file in a folder, whatever split its name says; null if there are none. */
function readRows<T>(dir: string, folder: string, ending = ".jsonl"): T[] | null {
  const path = join(dir, folder);
  if (!existsSync(path)) return null;
  const files = readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .sort();
  const rows = files.flatMap((name) =>
    readFileSync(join(path, name), "utf8")
      .split("\n")
      .filter((line) => line.trim().length > 0)
      .map((line) => JSON.parse(line) as T),
  );
  return rows.length > 0 ? rows : null;
}

export interface IntentRow {
  id: string;
  intent: 0 | 1;
  text: string;
}
export interface ToneRow {
  id: string;
  label: Analysis["sentiment"];
  text: string;
}
/** `due` has a time only if the phrase states one; null for a trap. */
export interface DateRow {
  text: string;
  sent: string;
  due: string | null;
  kind: "deadline" | "trap";
}
export interface GoldRow
  extends Pick<Analysis, "hasTask" | "category" | "sentiment" | "priority" | "urgency" | "importance"> {
  id: string;
  from: string;
  to: string | null;
  cc: string | null;
  date: string;
  subject: string | null;
  body: string;
  title: string | null;
  due: string | null;
}

/** One line of a recorded meeting; `action` names the action items it supports. */
interface MeetingRow {
  m: string;
  sp: string;
  role?: string;
  /** Seconds. */
  t0?: number;
  text: string;
  action?: number[];
}
export interface Meeting {
  id: string;
  lines: MeetingRow[];
}

/** The recorded meetings, each with its lines in the order they were spoken. */
export function readMeetings(dir: string): Meeting[] | null {
  const rows = readRows<MeetingRow>(dir, "meetings-ami", ".utterances.jsonl");
  if (!rows) return null;
  const meetings = new Map<string, Meeting>();
  for (const row of rows) {
    const meeting = meetings.get(row.m) ?? { id: row.m, lines: [] };
    meeting.lines.push(row);
    meetings.set(row.m, meeting);
  }
  return [...meetings.values()];
}

/** The transcripts of some of these meetings as files, by the meeting's id. */
export function readMeetingFiles(dir: string): { id: string; name: string; bytes: Buffer }[] {
  const folder = join(dir, "meetings-ami", "vtt");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".vtt"));
  return names.map((name) => ({ id: name.slice(0, -4), name, bytes: readFileSync(join(folder, name)) }));
}

/** A meeting with questions; `spans` are the first and last line of each stretch that answers one. */
export interface QuestionedMeeting {
  m: string;
  turns: { sp: string; text: string }[];
  queries: { q: string; spans: [number, number][] }[];
}

/** A meeting as one text: single lines ("Yeah.") recur everywhere. */
export const textOf = ({ lines }: Meeting) => lines.map(({ text }) => text).join("\n");

export const readIntent = (dir: string) => readRows<IntentRow>(dir, "email-intent");
export const readTone = (dir: string) => readRows<ToneRow>(dir, "sentiment");
export const readDates = (dir: string) => readRows<DateRow>(dir, "dates");
export const readQuestions = (dir: string) => readRows<QuestionedMeeting>(dir, "meeting-qa");
export const readGold = (dir: string) => readRows<GoldRow>(dir, "gold");

const list = (text: string | null) =>
  text
    ? text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean)
    : [];

function parseSender(text: string): TriageInput["from"] {
  const match = /^"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(text);
  if (match) return { name: match[1] || null, address: match[2]! };
  const address = text.replace(/"/g, "").replace(" at ", "@");
  return address.includes("@") ? { name: null, address } : { name: address, address: null };
}

/** The zone of a mail's sender, from the offset in its date header. */
function writersZone(date: string): string {
  const offset = /([+-])(\d{2})\d{2}\s*$/.exec(date);
  const hours = offset ? Number(offset[2]) : 0;
  return hours === 0 || hours > 12 ? "UTC" : `Etc/GMT${offset![1] === "+" ? "-" : "+"}${hours}`;
}

/** A gold row as the product would pass it to the engine; relative dates count from the sender's own day. */
export function toInput(row: GoldRow): TriageInput {
  const chat = row.subject === null && !/@/.test(row.to ?? "");
  return {
    content: row.body,
    subject: row.subject?.replace(/^'(.*)'$/s, "$1") ?? null,
    from: parseSender(row.from),
    to: list(row.to),
    cc: list(row.cc),
    sentAt: new Date(row.date),
    channel: chat ? "slack" : "gmail",
    bulk: false,
    fromOwner: false,
    timeZone: writersZone(row.date),
  };
}
