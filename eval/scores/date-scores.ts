import { dueInstant, findDates, referenceFor } from "../../src/features/triage/dates/due-dates";
import { analyze } from "../../src/features/triage/engine";
import type { DateRow } from "../data/data";

/** Compared to the minute if the label has a time, else by day. */
function agrees(due: string | null, got: Date | null): boolean {
  if (due === null || got === null) return due === null && got === null;
  return got.toISOString().startsWith(due);
}

/** The date that the date reader finds in a phrase, whether or not the phrase asks for anything. */
function readPhrase({ text, sent }: DateRow): Date | null {
  const sentAt = new Date(`${sent}:00Z`);
  const dates = findDates(text, referenceFor(sentAt, "UTC"));
  const date = dates.find(({ limit }) => limit) ?? dates[0];
  return date ? dueInstant(date, sentAt, "UTC") : null;
}

/** The due date of a full analysis of the phrase, which also has to recognize it as a task. */
function analyzePhrase({ text, sent }: DateRow): Date | null {
  const { dueDate } = analyze({
    content: text,
    subject: null,
    from: { name: null, address: null },
    to: ["reader@example.org"],
    cc: [],
    sentAt: new Date(`${sent}:00Z`),
    channel: "gmail",
    bulk: false,
    fromOwner: false,
  });
  return dueDate ? new Date(dueDate) : null;
}

/** Counts of phrases and traps read correctly, by the date reader alone and by the whole engine. */
export function scoreDates(rows: readonly DateRow[]) {
  const right = (kind: DateRow["kind"], read: (row: DateRow) => Date | null) =>
    rows.filter((row) => row.kind === kind && agrees(row.due, read(row))).length;
  return {
    datesRight: right("deadline", readPhrase),
    trapsRight: right("trap", readPhrase),
    datesRightInAnalyses: right("deadline", analyzePhrase),
    trapsRightInAnalyses: right("trap", analyzePhrase),
    dates: rows.filter(({ kind }) => kind === "deadline").length,
    traps: rows.filter(({ kind }) => kind === "trap").length,
  };
}
