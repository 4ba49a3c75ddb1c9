import { closeSync, openSync } from "node:fs";
import { parseArgs } from "node:util";
import { ConfigError } from "../src/server/config";
import { readGold } from "./data/data";
import { faultIn } from "./data/data-faults";
import { configuredModel, measureModel, NoModelError } from "./llm";
import { analyzeAll, writeAnalyses } from "./scores/analyses";
import { type Figures, type Measurement, measure } from "./scores/measure";

const help = `Scores the engine on labelled data.
  npm run eval -- --data DIR [--engine embedded|llm] [--json] [--analyses FILE]
DIR defaults to EVAL_DATA. --json prints one object; --analyses writes one JSON line per labelled message.
--engine llm asks the language model of the LLM settings about the labelled messages; other figures stay empty.`;

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

const rounded = (figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : Number(value.toFixed(4))]),
  );

function printTable({ figures, onTrainedData, notes }: Measurement): void {
  console.log(`${"measure".padEnd(28)}${"figure".padStart(10)}${"on training data".padStart(20)}`);
  for (const [name, value] of Object.entries(rounded(figures))) {
    const seen = rounded(onTrainedData)[name];
    console.log(`${name.padEnd(28)}${String(value ?? "–").padStart(10)}${String(seen ?? "").padStart(20)}`);
  }
  for (const note of notes) console.log(note);
}

const options = {
  data: { type: "string" },
  engine: { type: "string", default: "embedded" },
  json: { type: "boolean" },
  analyses: { type: "string" },
  help: { type: "boolean" },
} as const;

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${help}`);
  }
}

/** A run takes minutes: what cannot be written is said before it. */
function requireWritable(path: string): void {
  try {
    closeSync(openSync(path, "a"));
  } catch (error) {
    stop(`The analyses cannot be written to ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** A run without a model to ask, or without an answer, ends with a sentence and no figures. */
async function measureConfigured(folder: string) {
  try {
    return await measureModel(folder, configuredModel());
  } catch (error) {
    if (error instanceof NoModelError || error instanceof ConfigError) return stop(error.message);
    throw error;
  }
}

const { engine, json, analyses, help: wantsHelp, data } = readOptions();
if (wantsHelp) {
  console.log(help);
  process.exit(0);
}
if (engine !== "embedded" && engine !== "llm")
  stop(`There is no engine "${engine}" here; there are "embedded" and "llm".`);
const dir = data ?? process.env.EVAL_DATA ?? stop(help);
const fault = faultIn(dir);
if (fault) stop(fault);
if (analyses) requireWritable(analyses);

const refined = engine === "llm" ? await measureConfigured(dir) : undefined;
const analyzed = refined?.analyzed ?? analyzeAll((analyses && readGold(dir)) || []);
if (analyses) writeAnalyses(analyses, analyzed);
const result = refined ?? measure(dir);
if (analyses && analyzed.length === 0) result.notes.push(`No gold messages under ${dir}, so no analyses.`);
if (json) {
  const figures = { ...rounded(result.figures), onTrainedData: rounded(result.onTrainedData) };
  console.log(JSON.stringify({ engine, ...figures, notes: result.notes }));
} else printTable(result);
