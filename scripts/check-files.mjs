// Checks what no other tool does: file names and sizes, where settings are read, the classes of CSS modules, that no
// test is skipped, that what a file exports is used, and how documents are wrapped.
// `node scripts/check-files.mjs [FOLDER]` checks another folder of the same layout.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { root } from "./setup.mjs";

const base = process.argv[2] ?? root;
const folders = ["src", "test", "e2e", "bench", "eval", "scripts"];
const mostLines = 400;
const words = "[a-z0-9]+(-[a-z0-9]+)*";
const kebabFile = new RegExp(`^${words}(\\.(test|config|module|d|bench))*\\.[a-z0-9]+$`);
const kebabFolder = new RegExp(`^${words}$`);
const emptyNames = /^(utils?|common|commons|helpers?|managers?|misc|index)$/;
const emptyEndings = /-(utils?|helpers?|manager)$/;

/** Most files per folder, each counted together with its test and styles. Larger folders need subfolders. */
const mostInFolder = 25;

/** What Playwright reads without waiting for a state. */
const screenReads = new Set(
  "allInnerTexts allTextContents count getAttribute innerText inputValue isChecked isDisabled isEnabled isHidden isVisible textContent".split(
    " ",
  ),
);

const rules = [
  function names({ name, stem }) {
    if (name === "README.md") return;
    if (!kebabFile.test(name)) return `is not named in kebab-case`;
    if (emptyNames.test(stem) || emptyEndings.test(stem))
      return `has a name that says nothing; name it after its subject`;
  },
  function folderNames({ path }) {
    for (const folder of dirname(path).split("/")) {
      if (!kebabFolder.test(folder)) return `is in "${folder}", which is not named in kebab-case`;
      if (emptyNames.test(folder)) return `is in "${folder}", a name that says nothing`;
    }
  },
  function featureLayout({ path }) {
    const [, rest] = path.match(/^src\/features\/(.*)$/) ?? [];
    if (!rest) return;
    if (!rest.includes("/")) return `is next to the features instead of inside one`;
  },
  function testBesideSubject({ path, name, siblings }) {
    const [, subject] = name.match(/^(.*)\.test\.tsx?$/) ?? [];
    if (!subject || !path.startsWith("src/")) return;
    const beside = siblings.some((sibling) => sibling === `${subject}.ts` || sibling === `${subject}.tsx`);
    const journey = subject.includes("-") || subject === basename(dirname(path));
    if (!beside && !journey) return `has no ${subject}.ts beside it, and its name describes no journey`;
  },
  function sizes({ path, name, text }) {
    if (!path.startsWith("src/") || !/\.(tsx?|css)$/.test(name)) return;
    if (path.includes("/weights/")) return; // Written by the training; nobody reads it.
    const lines = text.split("\n").length - 1;
    if (lines > mostLines) return `has ${lines} lines; the limit is ${mostLines}`;
  },
  function settings({ path, name, text }) {
    if (!path.startsWith("src/") || path === "src/server/config.ts" || /\.test\.tsx?$/.test(name)) return;
    if (/\bprocess\.env\b/.test(text)) return `reads process.env; only src/server/config.ts does`;
  },
  function sqlInRepositories({ path, name, text }) {
    if (
      !/^src\/(?!server\/)/.test(path) ||
      /\.test\.tsx?$|repository\.ts$/.test(name) ||
      name === "tables.ts"
    )
      return;
    const [query] =
      text.match(
        /\bsql`|\b(db|tx|executor|pool|client)\s*\.(select\w*|insert|update|delete|execute|query)\(/,
      ) ?? [];
    if (query)
      return `runs SQL (${query.replace(/\s+/g, "")}…); only a feature's repository files and src/server do`;
  },
  function patientReads({ path, text }) {
    if (!/^e2e\/.*\.test\.ts$/.test(path)) return;
    const read = [...text.matchAll(/\bexpect\(\s*await [^;]*?\.(\w+)\([^()]*\)\s*\)/g)]
      .map(([, name]) => name)
      .find((name) => screenReads.has(name));
    if (read)
      return `reads a screen once with ${read}(); a screen changes a moment later, so use expect.poll`;
  },
  function patientChecks({ path, text }) {
    if (!/^e2e\/.*\.test\.ts$/.test(path)) return;
    const [, call] = text.match(/\.((?:un)?check|setChecked)\(/) ?? [];
    if (call)
      return `calls ${call}() of a box, which fails if its state follows a moment later; use check or uncheck (e2e/support/watching.ts)`;
  },
  function leftOutTests({ name, text }) {
    if (!/\.test\.tsx?$/.test(name)) return;
    const [call] = text.match(/\b(it|test|describe|suite)(\.\w+)*\.(only|skip|todo|skipIf|runIf)\b/) ?? [];
    if (call)
      return `leaves tests out with ${call}; use onlyIf (test/support/only-if.ts), which names the reason`;
  },
];

/** The classes used of each CSS module, by its path. */
const usedClasses = new Map();
/** CSS modules whose classes are picked at run time: every class may be in use. */
const pickedFrom = new Set();

/** Notes which classes a file uses. */
function noteClasses({ path, text }) {
  if (!/^src\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return;
  for (const [, name, module] of text.matchAll(/import (\w+) from "(\.[^"]+\.module\.css)"/g)) {
    const css = join(dirname(path), module);
    const code = text.replace(/^import .*$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const used = [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, "g"))].map(([, used]) => used);
    usedClasses.set(css, [...(usedClasses.get(css) ?? []), ...used.map((use) => ({ use, path }))]);
    if (new RegExp(`(?<![\\w.])${name}(?![\\w.])`).test(code)) pickedFrom.add(css);
  }
}

/** A class that only one side names has no style, and no other check would notice. */
function* classFaults() {
  for (const [css, uses] of usedClasses) {
    const rules = readFileSync(join(base, css), "utf8").replace(/\/\*.*?\*\/|"[^"]*"|:global\([^)]*\)/gs, "");
    const defined = new Set(
      [...rules.matchAll(/\.([a-z]\w*)(?![\w-])(?=[^{};]*\{)/gi)].map(([, name]) => name),
    );
    for (const { use, path } of uses) if (!defined.has(use)) yield `${path} uses .${use}, which ${css} lacks`;
    if (pickedFrom.has(css)) continue;
    const used = new Set(uses.map(({ use }) => use));
    for (const name of defined) if (!used.has(name)) yield `${css} has .${name}, which nothing uses`;
  }
}

const widestLine = 110;

/** Markdown keeps tables, code and addresses on one line. The changelog isn't wrapped yet. */
function* wrapFaults(folder, deep) {
  for (const entry of readdirSync(join(base, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && deep && entry.name !== "node_modules") yield* wrapFaults(path, deep);
    if (!entry.name.endsWith(".md") || entry.name === "CHANGELOG.md") continue;
    const lines = readFileSync(join(base, path), "utf8")
      .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ""))
      .split("\n");
    const wide = lines.findIndex((line) => [...line].length > widestLine && !/^ *\||https?:/.test(line));
    if (wide >= 0) yield `${path} line ${wide + 1} is wider than ${widestLine} characters`;
  }
}

/** In how many files each word occurs. */
const filesWithWord = new Map();
/** What each file exports and doesn't use itself. */
const unusedHere = [];

/** The words of a file, counted once for it. */
function noteWords(text) {
  const words = text.match(/[a-z_$][\w$]*/gi) ?? [];
  for (const word of new Set(words)) filesWithWord.set(word, (filesWithWord.get(word) ?? 0) + 1);
  return words;
}

/** Notes which words a file has, and what it exports for others only. */
function noteExports({ path, name, text }) {
  const words = noteWords(text);
  // drizzle-kit reads every table; a declaration file describes what others export.
  if (name === "tables.ts" || name.endsWith(".d.ts") || path.includes("/weights/")) return;
  for (const [, exported] of text.matchAll(
    /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm,
  ))
    if (words.indexOf(exported) === words.lastIndexOf(exported)) unusedHere.push({ path, exported });
}

/** The linter only finds unused names that a file keeps to itself. */
function* exportFaults() {
  for (const { path, exported } of unusedHere)
    if (filesWithWord.get(exported) === 1) yield `${path} exports ${exported}, which nothing uses`;
}

function* files(folder) {
  let entries;
  try {
    entries = readdirSync(join(base, folder), { withFileTypes: true });
  } catch {
    return; // Not every folder exists from the start.
  }
  const siblings = entries.map((entry) => entry.name);
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== "fixtures" && entry.name !== "node_modules") yield* files(path);
    } else yield describe(path, siblings);
  }
}

function describe(path, siblings) {
  const name = basename(path);
  const isText = /\.(tsx?|mjs|css)$/.test(name);
  const text = isText ? readFileSync(join(base, path), "utf8") : "";
  return { path, name, stem: name.slice(0, -extname(name).length).replace(/\.test$/, ""), siblings, text };
}

let checked = 0;
let faults = 0;
const subjects = new Map();
for (const folder of folders) {
  for (const file of files(folder)) {
    checked++;
    const subject = file.name.replace(/(\.test|\.module|\.d)?\.[a-z0-9]+$/, "");
    const inFolder = subjects.get(dirname(file.path)) ?? new Set();
    subjects.set(dirname(file.path), inFolder.add(subject));
    noteClasses(file);
    noteExports(file);
    for (const rule of rules) {
      const fault = rule(file);
      if (!fault) continue;
      faults++;
      console.error(`${file.path} ${fault}`);
    }
  }
}
// The settings of the tools use our files too.
for (const name of readdirSync(base))
  if (name.endsWith(".ts")) noteWords(readFileSync(join(base, name), "utf8"));
for (const [folder, inFolder] of subjects) {
  if (inFolder.size <= mostInFolder) continue;
  faults++;
  console.error(
    `${folder} has ${inFolder.size} files; the limit is ${mostInFolder}, then it needs subfolders`,
  );
}
const wrapping = ["docs", ...folders].filter((folder) => existsSync(join(base, folder)));
for (const fault of [
  ...classFaults(),
  ...exportFaults(),
  ...wrapFaults("", false),
  ...wrapping.flatMap((folder) => [...wrapFaults(folder, true)]),
]) {
  faults++;
  console.error(fault);
}
console.log(`${checked} files checked, ${faults} faults.`);
process.exitCode = faults > 0 || checked === 0 ? 1 : 0;
