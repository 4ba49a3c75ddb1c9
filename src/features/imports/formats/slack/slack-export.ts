import { counted } from "../../../../shared/counted";
import type { RawMail } from "../../../mail/raw-mail";
import { type ArchiveFile, nameOf, type Reading, toRawMail } from "../chat-message";
import { jsonValues } from "../json-values";
import { unreadableAfter } from "../unreadable";
import { type Directory, SlackDirectory } from "./slack-directory";
import { readSlackMessage } from "./slack-message";
import { leftOutBecause, SlackMessage } from "./slack-shapes";

const dayFile = /^(.*?)([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;
const listFile = /^(.*\/)?(?:users|org_users|channels|groups|dms|mpims)\.json$/;

/** True if the files of a zip form a Slack export: day files in folders next to the member lists. */
export function isSlackExport(names: readonly string[]): boolean {
  const roots = names.flatMap((name) => dayFile.exec(name)?.[1] ?? []);
  if (roots.length === 0) return false;
  if (names.some((name) => listFile.test(name))) return true;
  return roots.length * 2 > names.length;
}

/**
 * Reads the messages of a Slack export by conversation and day. Keeps the members and one message in memory.
 * If the lists are missing, ids replace names.
 *
 * Identifies every message by its conversation and timestamp, which Slack never reuses.
 */
export async function* readSlackExport(
  files: ReadonlyMap<string, ArchiveFile>,
  reading: Reading,
): AsyncGenerator<RawMail> {
  const days: Day[] = [];
  const lists = new Map<string, ArchiveFile>();
  let others = 0;
  for (const [name, file] of files) {
    const [, , folder, date] = dayFile.exec(name) ?? [];
    if (folder && date) days.push({ folder, date, file });
    else if (listFile.test(name)) lists.set(name.split("/").at(-1) as string, file);
    else others++;
  }
  const directory = await SlackDirectory.read(lists, reading);
  const left = { system: 0, deleted: 0, change: 0 };
  days.sort((a, b) => compare(a.folder, b.folder) || compare(a.date, b.date));
  for (const day of days) yield* readDayFile(day, directory, reading, left);
  addNotes(reading, days[0]?.file.file ?? "", directory, left, others);
}

interface Day {
  folder: string;
  date: string;
  file: ArchiveFile;
}

type LeftOut = Record<"system" | "deleted" | "change", number>;

async function* readDayFile(
  { folder, file }: Day,
  directory: Directory,
  reading: Reading,
  left: LeftOut,
): AsyncGenerator<RawMail> {
  const conversation = directory.conversation(folder);
  const damaged = (where: string, reason: string) => reading.report({ where, reason, damaged: 1 });
  let index = 0;
  try {
    for await (const found of jsonValues(file.open(), (path) => path === "*")) {
      const where = `${nameOf(file)}, message ${++index}`;
      if ("damage" in found) {
        damaged(where, found.damage);
        continue;
      }
      const message = SlackMessage.safeParse(found.value);
      if (!message.success) {
        damaged(where, "This entry has no timestamp, so it can't be imported as a message.");
        continue;
      }
      const why = leftOutBecause(message.data);
      if (why) left[why]++;
      else yield toRawMail(file, index, readSlackMessage(message.data, conversation, directory), "message");
    }
  } catch (error) {
    damaged(nameOf(file), unreadableAfter(error, index, "message"));
  }
}

function addNotes(reading: Reading, file: string, directory: Directory, left: LeftOut, others: number): void {
  reading.note(`${file} is a Slack export.`);
  if (directory.members === 0)
    reading.note(
      `${file} has no list of members (users.json), so people appear by the names in their messages or by their ids.`,
    );
  const out = [
    left.system > 0 && `${counted(left.system, "notice")} from Slack itself (joined, left, renamed)`,
    left.deleted > 0 && counted(left.deleted, "deleted message"),
    left.change > 0 && `${counted(left.change, "edit record")} (the edited text is included)`,
  ].filter(Boolean);
  if (out.length > 0) reading.note(`Left out: ${out.join(", ")}.`);
  if (others > 0) reading.note(`Skipped ${counted(others, "other file")} without messages in ${file}.`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
