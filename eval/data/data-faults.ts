import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

type Row = Record<string, unknown>;

const isText = (value: unknown) => typeof value === "string";
const isTime = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value as string));
const isMinute = (value: unknown) => isTime(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value as string);

/** What every row of a folder must have for anything to be measured on it. */
const needed: Record<string, Record<string, (value: unknown) => boolean>> = {
  "email-intent": { text: isText, intent: (value) => value === 0 || value === 1 },
  sentiment: { text: isText, label: isText },
  gold: { id: isText, from: isText, body: isText, date: isTime },
  dates: { text: isText, sent: isMinute, kind: isText },
  "meetings-ami": { m: isText, text: isText },
  "meeting-qa": { m: isText, turns: Array.isArray, queries: Array.isArray },
};
/** Of the files of meetings only these are read. */
const endings: Record<string, string> = { "meetings-ami": ".utterances.jsonl" };

/**
 * What keeps a folder of labelled data from being read, as a sentence: there is no such folder, or the first line that
 * is not a row of its file.
 *
 * @returns null when all of it can be read; what is not there is not measured.
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
    if (!row) return `${path}, line ${index + 1}: this is no JSON object. Mend the line or take it out.`;
    const wrong = Object.keys(fields).find((field) => !fields[field]?.(row[field]));
    if (wrong)
      return `${path}, line ${index + 1}: "${wrong}" is missing or of another kind. Mend the line or take it out.`;
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
