import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

type Row = Record<string, unknown>;

const isText = (value: unknown) => typeof value === "string";
const isTime = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value as string));
const isMinute = (value: unknown) => isTime(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value as string);

/** The fields a row of each folder must have. */
const needed: Record<string, Record<string, (value: unknown) => boolean>> = {
  "email-intent": { text: isText, intent: (value) => value === 0 || value === 1 },
  sentiment: { text: isText, label: isText },
  gold: { id: isText, from: isText, body: isText, date: isTime },
  dates: { text: isText, sent: isMinute, kind: isText },
  "meetings-ami": { m: isText, text: isText },
  "meeting-qa": { m: isText, turns: Array.isArray, queries: Array.isArray },
};
/** The only files of meetings that are read. */
const endings: Record<string, string> = { "meetings-ami": ".utterances.jsonl" };

/**
 * Why a folder of labeled data can't be read, as a sentence: the folder doesn't exist, or the first line that
 * isn't a valid row of its file.
 *
 * @returns null if everything can be read. Missing files only mean fewer figures.
 */
export function faultIn(dir: string): string | null {
  if (!existsSync(dir) || !statSync(dir).isDirectory()) return `There is no folder ${dir}.`;
  for (const [folder, fields] of Object.entries(needed)) {
    const path = join(dir, folder);
    if (!existsSync(path)) continue;
    const names = readdirSync(path).filter((name) => name.endsWith(endings[folder] ?? ".jsonl"));
    for (const name of names.sort()) {
      const fault = faultInFile(join(path, name), fields);
      if (fault) return fault;
    }
  }
  return null;
}

function faultInFile(path: string, fields: (typeof needed)[string]): string | null {
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = rowIn(line);
    if (!row) return `${path}, line ${index + 1}: not a JSON object. Fix or remove the line.`;
    const wrong = Object.keys(fields).find((field) => !fields[field]?.(row[field]));
    if (wrong)
      return `${path}, line ${index + 1}: "${wrong}" is missing or has the wrong type. Fix or remove the line.`;
  }
  return null;
}

function rowIn(line: string): Row | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : null;
  } catch {
    return null;
  }
}
