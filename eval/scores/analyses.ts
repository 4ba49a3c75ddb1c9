import { writeFileSync } from "node:fs";
import { quadrantOf } from "../../src/features/tasks/quadrants";
import { localTime } from "../../src/features/triage/dates/calendar";
import { analyze } from "../../src/features/triage/engine";
import type { EngineResult, TriageInput } from "../../src/features/triage/message";
import { type GoldRow, toInput } from "../data/data";
import { accuracy, f1, macroF1 } from "./scores";

/** A labeled message with the engine's analysis. */
export interface AnalyzedMessage {
  row: GoldRow;
  input: TriageInput;
  analysis: EngineResult;
}

export function analyzeAll(rows: readonly GoldRow[]): AnalyzedMessage[] {
  return rows.map((row) => {
    const input = toInput(row);
    return { row, input, analysis: analyze(input) };
  });
}

/** The day of an analysis's due date in the writer's zone, as YYYY-MM-DD. */
function dueDay({ analysis, input }: AnalyzedMessage): string | null {
  if (!analysis.dueDate) return null;
  return new Date(localTime(new Date(analysis.dueDate), input.timeZone ?? "UTC").day * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

const share = <T>(all: readonly T[], holds: (one: T) => boolean) =>
  all.filter(holds).length / (all.length || 1);

/**
 * The message-level scores, 0 to 1. `doFirstDeferred` and `dueRight` are counts. `falseTasksOnBulk` is the
 * share of mass and automated mail without a task in which the engine sees one.
 */
export function scoreMessages(analyzed: readonly AnalyzedMessage[]) {
  const labels = analyzed.map(({ row }) => row);
  const analyses = analyzed.map(({ analysis }) => analysis);
  return {
    hasTaskMessagesF1: f1(
      analyses.map(({ hasTask }) => hasTask),
      labels.map(({ hasTask }) => hasTask),
    ),
    quadrantF1: macroF1(analyses.map(quadrantOf), labels.map(quadrantOf)),
    categoryAccuracy: accuracy(
      analyses.map(({ category }) => category),
      labels.map(({ category }) => category),
    ),
    messageSentimentAccuracy: accuracy(
      analyses.map(({ sentiment }) => sentiment),
      labels.map(({ sentiment }) => sentiment),
    ),
    urgentF1: f1(
      analyses.map(({ urgency }) => urgency === "urgent"),
      labels.map(({ urgency }) => urgency === "urgent"),
    ),
    importantF1: f1(
      analyses.map(({ importance }) => importance === "important"),
      labels.map(({ importance }) => importance === "important"),
    ),
    doFirstDeferred: analyzed.filter(
      ({ row, analysis }) => quadrantOf(row) === "do_first" && quadrantOf(analysis) === "delete_defer",
    ).length,
    falseTasksOnBulk: share(
      analyzed.filter(({ row }) => row.category === "bulk" && !row.hasTask),
      ({ analysis }) => analysis.hasTask,
    ),
    dueRight: analyzed.filter((one) => dueDay(one) === one.row.due).length,
  };
}

/** Writes one JSON line per message: id and analysis. */
export function writeAnalyses(path: string, analyzed: readonly AnalyzedMessage[]): void {
  writeFileSync(
    path,
    analyzed.map(({ row, analysis }) => `${JSON.stringify({ id: row.id, ...analysis })}\n`).join(""),
  );
}
