import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "zippy-names-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of scripts/check-names.mjs for these files: one line per fault, without the words to use instead. */
function faultsOf(files: Record<string, string>): string[] {
  for (const name of ["src", "eval", "docs"]) rmSync(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const script = join(root, "scripts/check-names.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  const faults = stderr.split("\n").filter(Boolean);
  expect(stdout).toContain(`${faults.length} faults.`);
  expect(status).toBe(faults.length > 0 ? 1 : 0);
  return faults.map((fault) => fault.replace(/ is retired; use .*| is a bare participle; .*/, "")).sort();
}

test("a retired word is refused wherever a name is declared, in every form and spelling", () => {
  expect(
    faultsOf({
      "src/features/tasks/verdict-list.ts": "export const list = [];",
      "src/features/tasks/names.ts": [
        "export const lessonsOf = 1;",
        "export function takeInAll({ aside }: { aside: number }, heirOf = aside) { return heirOf; }",
        "export class Row { judging = true; }",
        'export const options = { "made-archive": 1, madeMailbox: 2 };',
        "const [first, relayedCards] = [1, 2];",
        "export const told = first + relayedCards;",
        'export const queue = "analyse-messages";',
        'export type Kind = "sieve";',
      ].join("\n"),
      "src/features/tasks/tables.ts": 'export const rows = pgTable("lessons", { id: uuid("laid_by") });',
      "src/features/tasks/web/list.module.css": ".card .news { color: red; }",
    }),
  ).toEqual([
    "src/features/tasks/names.ts:1 lessonsOf: “lesson”",
    "src/features/tasks/names.ts:2 aside: “aside”",
    "src/features/tasks/names.ts:2 heirOf: “heir”",
    "src/features/tasks/names.ts:2 takeInAll: “takeIn”",
    "src/features/tasks/names.ts:3 judging: “judge”",
    "src/features/tasks/names.ts:4 made-archive: “made…”",
    "src/features/tasks/names.ts:4 madeMailbox: “made…”",
    "src/features/tasks/names.ts:6 told: “told”",
    "src/features/tasks/names.ts:7 analyse-messages: “analyse”",
    "src/features/tasks/names.ts:8 sieve: “sieve”",
    "src/features/tasks/tables.ts:1 laid_by: “laid”",
    "src/features/tasks/tables.ts:1 lessons: “lesson”",
    "src/features/tasks/verdict-list.ts verdict-list: “verdict”",
    "src/features/tasks/web/list.module.css:1 news: “news”",
  ]);
});

test("words inside longer words, names that are only used, prose and permitted names are accepted", () => {
  expect(
    faultsOf({
      "src/features/imports/contract.tsx": [
        'import { verdict as result, told as heard } from "vendor";',
        "export const analysed = result.judge({ ...heard }).lesson;",
        "export const analyses = 1, placeholder = 2, newsletter = 3, ideal = 4, made = 5;",
        'export const text = "The lesson was taught", word = "judge";',
        "export const View = () => <aside>{text}</aside>; // nothing to judge",
      ].join("\n"),
      "src/features/imports/ask.ts": "export const ask = 1, deal = 2;",
    }),
  ).toEqual([]);
});

test("`ask` is refused where code speaks to outside services, `deal` where it splits data", () => {
  const text = "export const askAgain = 1, deals = 2;";
  expect(faultsOf({ "src/features/integrations/sync/a.ts": text, "eval/a.ts": text })).toEqual([
    "eval/a.ts:1 deals: “deal”",
    "src/features/integrations/sync/a.ts:1 askAgain: “ask”",
  ]);
});

test("types named by a bare participle are refused; nouns and participles with a noun are accepted", () => {
  expect(
    faultsOf({
      "src/features/tasks/types.ts":
        "type Said = 1; interface Decided {} class Looking {} type Meeting = 1; type StoredTask = 1; export const shown = (a: Said, b: Decided, c: Looking, d: Meeting, e: StoredTask) => [a, b, c, d, e];",
    }),
  ).toEqual([
    "src/features/tasks/types.ts:1 type Decided",
    "src/features/tasks/types.ts:1 type Looking",
    "src/features/tasks/types.ts:1 type Said",
  ]);
});

test("old-fashioned words are refused in comments, texts and documents, but not in legal texts", () => {
  expect(
    faultsOf({
      "src/features/tasks/list.ts": '// Whoever reads it.\nexport const text = "It starts anew.";',
      "src/features/landing/web/legal/terms.ts": "// Whoever runs it.",
      "docs/list.md": "# List\n\nFor whoever reads it.",
    }).map((fault) => fault.replace(/ is old-fashioned; .*/, "")),
  ).toEqual([
    "docs/list.md:3 “whoever”",
    "src/features/tasks/list.ts:1 “whoever”",
    "src/features/tasks/list.ts:2 “anew”",
  ]);
});
