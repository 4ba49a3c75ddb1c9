import { performance } from "node:perf_hooks";
import type { Figure } from "./closing-table";

/** One result of the bench. It may be compared with a peer or limit measured in the same run. */
export interface Measure {
  measure: string;
  value: number;
  unit: string;
  /** `value` divided by the peer or limit in `against`. */
  ratio?: number;
  against?: string;
  /** The required value. */
  goal: string;
  met: boolean;
}

/** What this run has reported, for its closing table: the ratio if there is one, because it holds on any machine. */
export const figures: Figure[] = [];

/** Prints a measure as one JSON line. */
export function report(measure: Measure): void {
  figures.push({
    // Counts and times in brackets differ from run to run.
    name: measure.measure.replace(/ \(.*\)$/, ""),
    value: measure.ratio ?? measure.value,
    better: measure.goal.includes("≥") ? "higher" : "lower",
  });
  console.log(
    JSON.stringify({
      ...measure,
      value: round(measure.value),
      ...(measure.ratio !== undefined && { ratio: round(measure.ratio) }),
    }),
  );
}

/** The middle value, or the lower of the two middle values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** The value that a share of all stays below or reaches. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export const p95 = (values: number[]): number => percentile(values, 0.95);

/** Runs `work` repeatedly, after some warm-up runs. Returns the duration of each run (milliseconds). */
export async function times(
  runs: number,
  work: (run: number) => unknown,
  warmUp = Math.ceil(runs / 5),
): Promise<number[]> {
  const measured: number[] = [];
  for (let run = -warmUp; run < runs; run++) {
    const began = performance.now();
    await work(run);
    if (run >= 0) measured.push(performance.now() - began);
  }
  return measured;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
