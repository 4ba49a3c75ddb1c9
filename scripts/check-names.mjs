// Refuses names with words that docs/glossary.md retired, types named by a bare participle, and old-fashioned words
// in sentences: comments, texts of screens, titles of tests and documents.
// `node scripts/check-names.mjs [FOLDER]` checks another folder of the same layout.
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { declaredNames } from "./declared-names.mjs";
import { allowed, createNameCheck, isParticiple, oldFashionedIn, retiredWords } from "./retired-words.mjs";
import { root } from "./setup.mjs";

const base = process.argv[2] ?? root;
const folders = ["src", "test", "e2e", "bench", "eval", "scripts"];
const check = createNameCheck(retiredWords(readFileSync(join(root, "docs/glossary.md"), "utf8")));
const used = new Set();
let checked = 0;
let faults = 0;

for (const folder of folders) for (const path of files(folder)) checkFile(path);
for (const path of documents()) checkSentences(path, readFileSync(join(base, path), "utf8"));
if (base === root)
  for (const { name, reason } of allowed.filter((entry) => !used.has(entry)))
    report(`scripts/retired-words.mjs allows ${name} (${reason}), which no name needs any more`);
console.log(`${checked} names checked, ${faults} faults.`);
process.exitCode = faults > 0 || checked === 0 ? 1 : 0;

function* documents() {
  for (const path of readdirSync(base)) if (path.endsWith(".md")) yield path;
  for (const path of files("docs")) if (path.endsWith(".md")) yield path;
}

function* files(folder) {
  let entries;
  try {
    entries = readdirSync(join(base, folder), { withFileTypes: true });
  } catch {
    return; // A folder under test contains only some of them.
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) yield path;
    else if (entry.name !== "node_modules" && entry.name !== "fixtures") yield* files(path);
  }
}

function checkFile(path) {
  checkName(path, basename(path, extname(path)));
  if (!/\.(tsx?|mjs|js|css)$/.test(path) || path.includes("/weights/")) return;
  const text = readFileSync(join(base, path), "utf8");
  checkSentences(path, text);
  const seen = new Set();
  for (const { name, at, isType } of declaredNames(path, text)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const line = () => `${path}:${text.slice(0, at).split("\n").length}`;
    checkName(path, name, line);
    if (isType && isParticiple(name))
      report(`${line()} type ${name} is a bare participle; name it by a noun`);
  }
}

function checkSentences(path, text) {
  for (const { word, at } of oldFashionedIn(path, text))
    report(
      `${path}:${text.slice(0, at).split("\n").length} “${word}” is old-fashioned; say it in plain words`,
    );
}

function checkName(path, name, at = () => path) {
  checked++;
  const fault = check(path, name);
  if (!fault) return;
  const exception = allowed.find((entry) => entry.name.test(name) && entry.path.test(path));
  if (exception) used.add(exception);
  else report(`${at()} ${name}: “${fault.word}” is retired; use ${fault.instead}`);
}

function report(fault) {
  faults++;
  console.error(fault);
}
