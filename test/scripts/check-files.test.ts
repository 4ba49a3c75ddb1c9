import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const parent = mkdtempSync(join(tmpdir(), "zippy-files-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function faultsOf(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(parent, "tree-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const script = join(root, "scripts/check-files.mjs");
  const { stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  return stderr.split("\n").filter(Boolean).sort();
}

test("a CSS module and the file that uses it name the same classes", () => {
  expect(
    faultsOf({
      "src/web/ui/row.tsx":
        'import row from "./row.module.css";\nconst Row = () => <b className={row.title}>{row.age}</b>;\n// row.ts',
      "src/web/ui/row.module.css":
        ".title:hover, .left { top: 1.5em }\n/* .old */ .title > :global(.vendor) {}",
      "src/web/ui/tone.tsx":
        'import tones from "./tone.module.css";\nconst Tone = (tone: string) => <b className={tones[tone]} />;',
      "src/web/ui/tone.module.css": ".good {} .bad {}",
    }),
  ).toEqual([
    "src/web/ui/row.module.css has .left, which nothing uses",
    "src/web/ui/row.tsx uses .age, which src/web/ui/row.module.css lacks",
  ]);
});

test("a browser test waits for what it reads on a screen", () => {
  expect(
    faultsOf({
      "e2e/once.test.ts":
        "expect(await person.get('/x')).toEqual({});\nexpect(await page.getByRole('row').count()).toBe(2);\n",
      "e2e/polled.test.ts":
        "await expect.poll(() => rows.count()).toBe(2);\nexpect(await person.get('/x')).toEqual({});\n",
    }),
  ).toEqual([
    "e2e/once.test.ts reads a screen once with count(); a screen changes a moment later, so use expect.poll",
  ]);
});

test("a browser test waits for the state of a box that it checks", () => {
  expect(
    faultsOf({
      "e2e/now.test.ts": 'await page.getByLabel("Show resolved").check();\n',
      "e2e/waiting.test.ts": 'await uncheck(page.getByLabel("Show resolved"));\n',
    }),
  ).toEqual([
    "e2e/now.test.ts calls check() of a box, which fails if its state follows a moment later; use check or uncheck (e2e/support/watching.ts)",
  ]);
});

test("something that is exported is used, by another file or its own", () => {
  expect(
    faultsOf({
      "src/web/rows.ts":
        "export const left = 1;\nexport function rows() {}\nexport type Row = string;\nconst first: Row = '';\n",
      "src/web/list.ts": 'import { rows } from "./rows";\nrows();\n',
      "src/web/page.ts": "export const page = '';\n",
      "build.config.ts": 'import { page } from "./src/web/page";\n',
    }),
  ).toEqual(["src/web/rows.ts exports left, which nothing uses"]);
});

test("documents are wrapped, apart from tables, code and addresses", () => {
  const wide = "word ".repeat(23);
  expect(
    faultsOf({
      "src/web/rows.ts": "",
      "README.md": `${wide.slice(0, 110)}\n\n| ${wide} |\n\n\`\`\`\n${wide}\n\`\`\`\nhttps://example.org ${wide}\n`,
      "docs/decisions/0001-why.md": `# Why\n\n${wide}\n`,
      "test/firebase/node_modules/left/README.md": `${wide}\n`,
    }),
  ).toEqual(["docs/decisions/0001-why.md line 3 is wider than 110 characters"]);
});
