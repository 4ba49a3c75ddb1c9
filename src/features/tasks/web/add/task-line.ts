import { firstTime, writeRule } from "../../../../shared/recurrence-rule";
import { trimmed } from "../../../../shared/typed-values";
import type { NewTaskOfArea } from "../../contract";
import { type Quadrant, quadrants } from "../../quadrants";
import { recurrenceFromText } from "../recurrence/recurrence-text";
import { dueFromText, namesTime } from "../task/due-text";
import { recurrenceOf } from "../task/task-values";

/** Somebody to whom a line can assign its task. */
export interface LinePerson {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** An area that a line's task can join. */
export interface LineArea {
  id: string;
  name: string;
}

/** A part of a line that means something else than its words. `text` is what was typed. */
export type LinePart = { text: string; start: number; end: number } & (
  | { kind: "urgent" | "important" | "both" }
  | { kind: "due"; due: Date /** How it repeats, as an RRULE. */; rule?: string }
  /** When what repeats begins. */
  | { kind: "start"; due: Date }
  | { kind: "assignee"; person: LinePerson }
  | { kind: "area"; area: LineArea }
);

/** A typed line as a task. */
export interface TaskLine {
  title: string;
  parts: LinePart[];
  /** Null without marks. */
  quadrant: Quadrant | null;
  due: Date | null;
  /** How it repeats, as an RRULE; null: it doesn't. */
  rule: string | null;
  person: LinePerson | null;
  area: LineArea | null;
}

interface Reading {
  people: readonly LinePerson[];
  areas?: readonly LineArea[];
  now: Date;
  /** Parts to read as plain words, as they were typed. */
  plain?: ReadonlySet<string>;
}

/** The longest title of a task (characters). */
const longestTitle = 500;
/** The most words of a date ("every 2 weeks on mon and thu at 4 pm"), or of a name. */
const mostWords = 10;

/**
 * Reads a line such as "Call mom @fri 4pm !!": `!!` is urgent and important, `!u` urgent, `!i` important, `@` begins
 * a due date, "every" or `@` a recurrence, `+` a member's name, and `#` an area's. A date beside a recurrence is when
 * that begins. Anything unclear stays in the title.
 */
export function readLine(line: string, { people, areas = [], now, plain = new Set() }: Reading): TaskLine {
  const parts: LinePart[] = [];
  for (const found of line.matchAll(
    /(?<=^|[\s(])(?:!!|!u|!i)(?=[\s)]|$)|(?<=^|[\s(])[@+#](?=\S)|(?<=^|[\s(])every(?=\s)/gi,
  )) {
    const start = found.index;
    if (start < (parts.at(-1)?.end ?? 0)) continue;
    const part = partAt(line, start, found[0].toLowerCase(), { people, areas, now, plain });
    for (const one of part ? [part, ...gluedMark(line, part.end, plain)] : [])
      if (!parts.some((other) => other.kind === one.kind && repeats(other) === repeats(one))) parts.push(one);
  }
  beginAtDate(parts, now);
  const due = parts.find((part) => part.kind === "due");
  const assignee = parts.find((part) => part.kind === "assignee");
  const area = parts.find((part) => part.kind === "area");
  return {
    title: withoutParts(line, parts),
    parts,
    quadrant: quadrantOf(parts),
    due: due?.due ?? null,
    rule: due?.rule ?? null,
    person: assignee?.person ?? null,
    area: area?.area ?? null,
  };
}

const repeats = (part: LinePart): boolean => part.kind === "due" && part.rule !== undefined;

/**
 * Lets a recurrence begin at the date beside it, and at its hour if the recurrence names none. Nothing begins in the
 * past: "every day 9am @today" in the evening begins tomorrow.
 */
function beginAtDate(parts: LinePart[], now: Date): void {
  const [at, date] = [...parts.entries()].find(([, part]) => part.kind === "due" && !repeats(part)) ?? [];
  const repeated = parts.findIndex(repeats);
  const { text } = parts[repeated] ?? {};
  if (at === undefined || date?.kind !== "due" || text === undefined) return;
  const { due } = date;
  const day = new Date(due.getFullYear(), due.getMonth(), due.getDate());
  const words = text.replace(/^@/, "");
  const clock = `${due.getHours()}:${String(due.getMinutes()).padStart(2, "0")}`;
  const found =
    (namesTime(date.text, now) && recurrenceFromText(`${words} at ${clock}`, day)) ||
    recurrenceFromText(words, day);
  if (!found) return;
  const isPast = found.due < now;
  const first = isPast ? firstTime(found.rule, now, found.due) : found.due;
  Object.assign(parts[repeated] as LinePart, { due: first, rule: writeRule(found.rule) });
  parts[at] = { ...date, ...(isPast && { due: first }), kind: "start" };
}

/** The task to add for a line. What doesn't fit into a title goes on in the description. */
export function taskOf(
  { title, quadrant, due, rule, person, area }: TaskLine,
  fallback: Quadrant,
): NewTaskOfArea {
  return {
    title: title.slice(0, longestTitle),
    ...(title.length > longestTitle && { description: title }),
    ...quadrants[quadrant ?? fallback],
    ...(due && { dueDate: due.toISOString() }),
    ...(rule && { recurrence: recurrenceOf(rule) }),
    ...(person && { assigneeId: person.id }),
    ...(area && { areaId: area.id }),
  };
}

const marks = { "!!": "both", "!u": "urgent", "!i": "important" } as const;

function partAt(
  line: string,
  start: number,
  sign: string,
  { people, areas, now, plain }: Required<Reading>,
): LinePart | undefined {
  if (sign in marks) {
    const text = line.slice(start, start + 2);
    if (plain.has(text)) return undefined;
    return { kind: marks[sign as keyof typeof marks], text, start, end: start + 2 };
  }
  // The longest stretch that is understood, so that "fri 4pm" isn't only "fri".
  for (const end of wordEnds(line, start + 1)) {
    const text = line.slice(start, end);
    if (plain.has(text)) return undefined;
    const words = sign === "every" ? text : text.slice(1);
    if (sign === "#") {
      const area = areaOf(words, areas);
      if (area) return { kind: "area", area, text, start, end };
      continue;
    }
    const repeated = sign === "+" ? undefined : recurrenceFromText(words, now);
    if (repeated) return { kind: "due", due: repeated.due, rule: writeRule(repeated.rule), text, start, end };
    const due = sign === "@" ? dueFromText(words, now) : undefined;
    if (due) return { kind: "due", due, text, start, end };
    const person = sign === "+" ? personOf(words, people) : undefined;
    if (person) return { kind: "assignee", person, text, start, end };
  }
  return undefined;
}

/**
 * Where the words from an offset on may end, longest first: also before a parenthesis. The next mark ends them, also one
 * that sticks to them.
 */
function wordEnds(line: string, from: number): number[] {
  const ends: number[] = [];
  for (const word of line.slice(from).matchAll(/\S+/g)) {
    if (ends.length > 0 && /^(?:!!|!u|!i)$|^[@+#]/i.test(word[0])) break;
    const end = from + word.index + word[0].length;
    const [stuck] = /(?<=.)(?:!!|!u|!i|\)\S*)$/i.exec(word[0]) ?? [];
    if (stuck) ends.unshift(end - stuck.length);
    ends.unshift(end);
    // A name may go on behind a parenthesis, as in "Website (EU) launch".
    if ((stuck && !stuck.startsWith(")")) || ends.length >= mostWords) break;
  }
  return ends;
}

/** The mark right after a date, a name or an area, as in "@fri 4pm!!". */
function gluedMark(line: string, start: number, plain: ReadonlySet<string>): LinePart[] {
  const [text] = /^(?:!!|!u|!i)(?=\s|$)/i.exec(line.slice(start)) ?? [];
  if (!text || plain.has(text)) return [];
  const kind = marks[text.toLowerCase() as keyof typeof marks];
  return [{ kind, text, start, end: start + text.length }];
}

/** The only person whose name or address begins like this; undefined if nobody's or several people's does. */
function personOf(text: string, people: readonly LinePerson[]): LinePerson | undefined {
  const words = text.toLowerCase();
  const names = ({ firstName, lastName, email }: LinePerson) =>
    [`${firstName} ${lastName}`.trim(), firstName, email].map((name) => name.toLowerCase());
  const exact = people.filter((person) => names(person).includes(words));
  const found =
    exact.length > 0
      ? exact
      : people.filter((person) => names(person).some((name) => name.startsWith(words)));
  return found.length === 1 ? found[0] : undefined;
}

/** The only area whose name is this or begins so; undefined if none's or several names do. */
function areaOf(text: string, areas: readonly LineArea[]): LineArea | undefined {
  const words = text.toLowerCase();
  const exact = areas.filter(({ name }) => name.toLowerCase() === words);
  const found = exact.length > 0 ? exact : areas.filter(({ name }) => name.toLowerCase().startsWith(words));
  return found.length === 1 ? found[0] : undefined;
}

function quadrantOf(parts: LinePart[]): Quadrant | null {
  const has = (kind: LinePart["kind"]) => parts.some((part) => part.kind === kind);
  const [urgent, important] = [has("both") || has("urgent"), has("both") || has("important")];
  if (urgent && important) return "do_first";
  if (urgent) return "delegate";
  return important ? "schedule" : null;
}

/** Stands for a part in {@link withoutParts}; nobody types it. */
const gap = "\u0000";

/** The words beside the parts. Parentheses that hold only parts go with them. */
function withoutParts(line: string, parts: LinePart[]): string {
  let title = "";
  let at = 0;
  for (const { start, end } of parts) {
    title += line.slice(at, start) + gap;
    at = end;
  }
  return trimmed(
    (title + line.slice(at))
      .replaceAll(/\((?:due|by|on)?(?:\s*\0)+\s*\)/gi, "")
      .replaceAll(gap, "")
      .replaceAll(/\s+/g, " "),
  );
}
