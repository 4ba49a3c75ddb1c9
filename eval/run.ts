import { parseArgs } from "node:util";
import { ConfigError } from "../src/server/config";
import { readGold } from "./data";
import { configuredModel, measureModel, NoModelError } from "./llm";
import { type Figures, type Measurement, measure } from "./measure";
import { judgeAll, writeVerdicts } from "./verdicts";

const help = `Scores the engine on labelled data.
  npm run eval -- --data DIR [--engine embedded|llm] [--json] [--verdicts FILE]
DIR defaults to EVAL_DATA. --json prints one object; --verdicts writes one JSON line per labelled message.
--engine llm asks the language model of the LLM settings about the labelled messages; other figures stay empty.`;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    engine: { type: "string", default: "embedded" },
    json: { type: "boolean" },
    verdicts: { type: "string" },
    help: { type: "boolean" },
  },
});

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

if (values.help) {
  console.log(help);
  process.exit(0);
}
if (values.engine !== "embedded" && values.engine !== "llm")
  stop(`There is no engine "${values.engine}" here; there are "embedded" and "llm".`);
const dir = values.data ?? process.env.EVAL_DATA;
if (!dir) stop(help);

/** A run without a model to ask, or without an answer, ends with a sentence and no figures. */
async function measureConfigured(folder: string) {
  try {
    return await measureModel(folder, configuredModel());
  } catch (error) {
    if (error instanceof NoModelError || error instanceof ConfigError) return stop(error.message);
    throw error;
  }
}

const refined = values.engine === "llm" ? await measureConfigured(dir) : undefined;
const result = refined ?? measure(dir);
if (values.verdicts)
  writeVerdicts(
    values.verdicts,
    refined?.judged ?? judgeAll(readGold(dir) ?? stop(`No gold messages under ${dir}.`)),
  );
if (values.json) {
  console.log(
    JSON.stringify({
      engine: values.engine,
      ...rounded(result.figures),
      onTrainedData: rounded(result.onTrainedData),
      notes: result.notes,
    }),
  );
} else printTable(result);
