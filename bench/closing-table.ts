import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A figure to compare with the one kept in the repository. */
export interface Figure {
  name: string;
  value: number;
  better: "higher" | "lower";
}

/**
 * The closing table of a run: each figure next to the one kept from the last release.
 *
 * @param noise - a figure that is worse by more than this share is marked; smaller changes are the machine's noise.
 * @returns lines to print. "worse" marks a figure that is worse than the kept one by more than the noise.
 */
export function closingTable(
  figures: Figure[],
  kept: Readonly<Record<string, number>>,
  noise = 0.25,
): string[] {
  const width = Math.max(8, ...figures.map(({ name }) => Math.min(72, name.length)));
  const row = (name: string, ...cells: string[]) =>
    [name.slice(0, 72).padEnd(width), ...cells.map((cell) => cell.padStart(12))].join("").trimEnd();
  return [
    row("figure", "kept", "now", "change"),
    ...figures.map(({ name, value, better }) => {
      const last = kept[name];
      if (last === undefined) return row(name, "–", short(value), "new");
      const change = last === 0 ? value - last : value / last - 1;
      const worse = (better === "higher" ? -change : change) > noise;
      const percent = `${change < 0 ? "" : "+"}${(change * 100).toFixed(noise < 0.1 ? 1 : 0)} %`;
      return `${row(name, short(last), short(value), percent)}${worse ? "  worse" : ""}`;
    }),
  ];
}

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** The figures kept in a file; none if there is no such file. */
export function readKept(path: URL): Record<string, number> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, number>) : {};
}

/** Keeps figures for the next comparison. Figures that this run didn't measure stay as they are. */
export function keep(path: URL, figures: Figure[]): void {
  const measured = Object.fromEntries(figures.map(({ name, value }) => [name, Number(value.toPrecision(4))]));
  writeFileSync(path, `${JSON.stringify({ ...readKept(path), ...measured }, null, 2)}\n`);
}
