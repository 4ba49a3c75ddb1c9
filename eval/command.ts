import { closeSync, openSync } from "node:fs";
import { parseArgs } from "node:util";
import { closingTable, type Figure, keep, readKept } from "../bench/closing-table";
import { ConfigError } from "../src/server/config";
import { closingFigures } from "./closing-figures";
import { readGold } from "./data/data";
import { faultIn } from "./data/data-faults";
import { configuredModel, measureModel, NoModelError } from "./llm";
import { analyzeAll, writeAnalyses } from "./scores/analyses";
import { type Figures, type Measurement, measure } from "./scores/measure";

const help = `Scores the engine on labelled data.
  npm run eval -- --data DIR [--engine embedded|llm] [--json] [--analyses FILE] [--keep]
DIR defaults to EVAL_DATA. --json prints one object; --analyses writes one JSON line per labelled message.
On the data that the weights were trained on, a table at the end compares with eval/last.json; --keep replaces it.
--engine llm asks the language model of the LLM settings about the labelled messages; other figures stay empty.`;

/** Why a run ended without figures, as a sentence for the user. */
export class NoFiguresError extends Error {
  override name = "NoFiguresError";
}

function stop(message: string): never {
  throw new NoFiguresError(message);
}

const rounded = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : Number(value.toFixed(4))]),
  );

/** The figures shown for each source. */
const ofSource = [
  "messages",
  "hasTaskMessagesF1",
  "quadrantF1",
  "categoryAccuracy",
  "taskTitleF1OfAll",
  "falseTasksOnBulk",
] as const;

function toSourceLines(sources: NonNullable<Measurement["sources"]>): string[] {
  const head = `\n${"source".padEnd(34)}${ofSource.map((name) => name.padStart(19)).join("")}`;
  const lines = Object.entries(sources).map(([name, figures]) => {
    const shown = rounded(figures);
    return name.padEnd(34) + ofSource.map((key) => String(shown[key] ?? "–").padStart(19)).join("");
  });
  return [head, ...lines];
}

function toCalibrationLines(steps: NonNullable<Measurement["calibration"]>): string[] {
  const lines = steps.map(({ from, messages, chance, tasks }) => {
    const cells = [messages, Number(chance.toFixed(3)), Number(tasks.toFixed(3))];
    return `from ${from.toFixed(1)}`.padEnd(34) + cells.map((cell) => String(cell).padStart(19)).join("");
  });
  const head = ["messages", "chance given", "had a task"].map((name) => name.padStart(19)).join("");
  return [`\n${"chance of a task".padEnd(34)}${head}`, ...lines];
}

function toTable({ figures, onTrainedData, notes, sources, calibration }: Measurement): string {
  const lines = [`${"measure".padEnd(28)}${"figure".padStart(10)}${"on training data".padStart(20)}`];
  for (const [name, value] of Object.entries(rounded(figures))) {
    const seen = rounded(onTrainedData)[name];
    lines.push(`${name.padEnd(28)}${String(value ?? "–").padStart(10)}${String(seen ?? "").padStart(20)}`);
  }
  return [
    ...lines,
    ...notes,
    ...(calibration ? toCalibrationLines(calibration) : []),
    ...(sources ? toSourceLines(sources) : []),
  ].join("\n");
}

/** The figures kept from the last release. */
const keptFile = new URL("./last.json", import.meta.url);
/** The figures hardly depend on the machine, so a slide of more than 2 % is one. */
const slide = 0.02;

const toClosingLines = (figures: Figure[]): string[] =>
  figures.length > 0 ? ["", ...closingTable(figures, readKept(keptFile), slide)] : [];

const options = {
  data: { type: "string" },
  engine: { type: "string", default: "embedded" },
  json: { type: "boolean" },
  analyses: { type: "string" },
  keep: { type: "boolean" },
  help: { type: "boolean" },
} as const;

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${help}`);
  }
}

/** Checked before the run, which takes minutes. */
function requireWritable(path: string): void {
  try {
    closeSync(openSync(path, "a"));
  } catch (error) {
    stop(`Can't write the analyses to ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Without a model or an answer, a run ends with a sentence instead of figures. */
async function measureConfigured(folder: string, environment: NodeJS.ProcessEnv) {
  try {
    return await measureModel(folder, configuredModel(environment));
  } catch (error) {
    if (error instanceof NoModelError || error instanceof ConfigError) return stop(error.message);
    throw error;
  }
}

/**
 * Runs the command.
 *
 * @returns its output.
 * @throws NoFiguresError if there are no figures.
 */
export async function runEval(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { engine, json, analyses, keep: keeps, help: wantsHelp, data } = readOptions(args);
  if (wantsHelp) return help;
  if (engine !== "embedded" && engine !== "llm")
    return stop(`There is no engine "${engine}". Use "embedded" or "llm".`);
  const dir = data ?? environment.EVAL_DATA ?? stop(help);
  const fault = faultIn(dir);
  if (fault) return stop(fault);
  if (analyses) requireWritable(analyses);

  const refined = engine === "llm" ? await measureConfigured(dir, environment) : undefined;
  const analyzed = refined?.analyzed ?? analyzeAll((analyses && readGold(dir)) || []);
  if (analyses) writeAnalyses(analyses, analyzed);
  const result = refined ?? measure(dir);
  if (analyses && analyzed.length === 0)
    result.notes.push(`No gold messages under ${dir}, so there are no analyses.`);
  const compared = result.sources ? closingFigures(result.figures) : [];
  if (keeps) keep(keptFile, compared);
  if (!json) return [toTable(result), ...toClosingLines(compared)].join("\n");
  const figures = { ...rounded(result.figures), onTrainedData: rounded(result.onTrainedData) };
  const { notes, sources, calibration } = result;
  return JSON.stringify({
    engine,
    ...figures,
    notes,
    ...(calibration && { calibration }),
    ...(sources && { sources }),
  });
}
