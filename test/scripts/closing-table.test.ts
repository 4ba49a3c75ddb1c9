import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { closingTable, type Figure, keep, readKept } from "../../bench/closing-table";
import { closingFigures } from "../../eval/closing-figures";

const figures: Figure[] = [
  { name: "triage per second", value: 1900, better: "higher" },
  { name: "first page", value: 0.9, better: "lower" },
  { name: "sign-in", value: 2, better: "lower" },
  { name: "search", value: 3, better: "lower" },
  { name: "start", value: 1.2, better: "lower" },
];

test("the closing table marks what is more than a quarter worse, in either direction", () => {
  const lines = closingTable(figures, { "triage per second": 5000, "first page": 1, "sign-in": 1, start: 1 });
  expect(lines.map((line) => line.replace(/ {2,}/g, " | "))).toEqual([
    "figure | kept | now | change",
    "triage per second | 5000 | 1900 | -62 % | worse",
    "first page | 1 | 0.9 | -10 %",
    "sign-in | 1 | 2 | +100 % | worse",
    "search | – | 3 | new",
    "start | 1 | 1.2 | +20 %",
  ]);
});

test("the closing table of the scores marks a slide of more than 2 %, and lists only what was measured", () => {
  const scores = closingFigures({
    hasTaskMessagesF1: 0.6,
    falseTasksOnBulk: 0.0303,
    quadrantF1: null,
    urgentF1: 0.3,
  });
  const kept = { hasTaskMessagesF1: 0.68, falseTasksOnBulk: 0.03, quadrantF1: 0.5 };
  expect(closingTable(scores, kept, 0.02).map((line) => line.replace(/ {2,}/g, " | "))).toEqual([
    "figure | kept | now | change",
    "hasTaskMessagesF1 | 0.68 | 0.6 | -11.8 % | worse",
    "falseTasksOnBulk | 0.03 | 0.0303 | +1.0 %",
  ]);
});

test("keeping figures leaves those of other parts", () => {
  const folder = mkdtempSync(join(tmpdir(), "zippy-kept-"));
  const path = pathToFileURL(join(folder, "last.json"));
  expect(readKept(path)).toEqual({});
  keep(path, figures.slice(0, 2));
  keep(path, [{ name: "first page", value: 0.812345, better: "lower" }]);
  expect(readKept(path)).toEqual({ "triage per second": 1900, "first page": 0.8123 });
  rmSync(folder, { recursive: true });
});
