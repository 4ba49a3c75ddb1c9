import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashWord } from "../../src/features/triage/text/tokens";

const path = join(import.meta.dirname, "trained-rows.json");

/** The parts of the data that the weights are trained on. */
export type TrainedPart = "intent" | "tone" | "gold" | "meetings";

const mark = (text: string) => hashWord(text.replace(/\s+/g, " ").trim());

/** Records which texts the weights were trained on, as one 32-bit hash each; no text is stored. */
export function writeTrainedRows(texts: Record<TrainedPart, readonly string[]>): void {
  const marks = Object.entries(texts).map(([part, rows]) => {
    const sorted = [...new Set(rows.map(mark))].sort((one, other) => one - other);
    return [part, Buffer.from(Int32Array.from(sorted).buffer).toString("base64")];
  });
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(marks), null, 2)}\n`);
}

/** Share of these texts that the shipped weights were trained on, 0 to 1. */
export function shareTrainedOn(part: TrainedPart, texts: readonly string[]): number {
  const stored = Buffer.from(
    (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>)[part] ?? "",
    "base64",
  );
  const known = new Set<number>();
  for (let at = 0; at + 4 <= stored.length; at += 4) known.add(stored.readInt32LE(at));
  return texts.filter((text) => known.has(mark(text))).length / (texts.length || 1);
}
