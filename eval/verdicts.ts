import { writeFileSync } from "node:fs";
import { quadrantOf } from "../src/features/tasks/quadrants";
import { localTime } from "../src/features/triage/dates/calendar";
import { analyse } from "../src/features/triage/engine";
import type { TriageInput, Verdict } from "../src/features/triage/message";
import { type GoldRow, toInput } from "./data";
import { accuracy, f1, macroF1 } from "./scores";

/** A labelled message with what the engine says of it. */
export interface Judged {
  row: GoldRow;
  input: TriageInput;
  verdict: Verdict;
}

export function judgeAll(rows: readonly GoldRow[]): Judged[] {
  return rows.map((row) => {
    const input = toInput(row);
    return { row, input, verdict: analyse(input) };
  });
}

/** The day a verdict's due date falls on in the writer's zone, as YYYY-MM-DD. */
function dueDay({ verdict, input }: Judged): string | null {
  if (!verdict.dueDate) return null;
  return new Date(localTime(new Date(verdict.dueDate), input.timeZone ?? "UTC").day * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

/** The message-level scores, 0 to 1; the last two are counts. */
export function scoreMessages(judged: readonly Judged[]) {
  const labels = judged.map(({ row }) => row);
  const verdicts = judged.map(({ verdict }) => verdict);
  return {
    hasTaskMessagesF1: f1(
      verdicts.map(({ hasTask }) => hasTask),
      labels.map(({ hasTask }) => hasTask),
    ),
    quadrantF1: macroF1(verdicts.map(quadrantOf), labels.map(quadrantOf)),
    categoryAccuracy: accuracy(
      verdicts.map(({ category }) => category),
      labels.map(({ category }) => category),
    ),
    messageSentimentAccuracy: accuracy(
      verdicts.map(({ sentiment }) => sentiment),
      labels.map(({ sentiment }) => sentiment),
    ),
    urgentF1: f1(
      verdicts.map(({ urgency }) => urgency === "urgent"),
      labels.map(({ urgency }) => urgency === "urgent"),
    ),
    importantF1: f1(
      verdicts.map(({ importance }) => importance === "important"),
      labels.map(({ importance }) => importance === "important"),
    ),
    doFirstDeferred: judged.filter(
      ({ row, verdict }) => quadrantOf(row) === "do_first" && quadrantOf(verdict) === "delete_defer",
    ).length,
    dueRight: judged.filter((one) => dueDay(one) === one.row.due).length,
  };
}

/** Writes one JSON line per message: id and verdict. */
export function writeVerdicts(path: string, judged: readonly Judged[]): void {
  writeFileSync(
    path,
    judged.map(({ row, verdict }) => `${JSON.stringify({ id: row.id, ...verdict })}\n`).join(""),
  );
}
