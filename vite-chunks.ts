import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst, type Rolldown } from "vite";

const publicPages = [
  "src/features/landing/web/pricing/pricing-screen.tsx",
  "src/features/demo/web/demo-screen.tsx",
  "src/features/teams/web/invitation-screen.tsx",
  "src/features/landing/web/landing-screen.tsx",
];

/**
 * Groups of modules that load together, each depending only on itself and earlier groups. Of a public page's
 * modules, a group takes only those that another group needs as well.
 */
const bundles: [name: string, files: string[], alsoIn?: string][] = [
  ["first", ["src/app/landing.tsx"]],
  ["program", ["src/app/web.tsx", "src/app/program.tsx"]],
  ["shared", publicPages, "workspace"],
  ["workspace", ["src/app/app.tsx", "src/app/screens/task-matrix.tsx"]],
  ["shared-later", publicPages, "later"],
  // They have state, so they must not load a second time with a banner that is loaded again after a failure.
  ["keeping", ["src/web/later.ts", "src/web/opened-items.ts"]],
  // What every workspace requests a moment after its first view.
  [
    "later",
    [
      "src/web/later.ts",
      "src/app/shell/offline-banner.tsx",
      "src/features/billing/web/plan-line.tsx",
      "src/features/billing/web/trial-banner.tsx",
      "src/features/corrections/web/correction-banner.tsx",
      "src/features/crm/web/deal/deal-requests.ts",
      "src/features/notifications/web/read-opened.tsx",
      "src/features/start/web/checklist.tsx",
      "src/features/start/web/start-panel.tsx",
      "src/features/teams/web/team-line.tsx",
    ],
  ],
];

/** What shows before a person has a workspace of their own, and doesn't wait for what other screens share. */
const early = [...publicPages, "src/features/demo/web/demo-frame.tsx"];

/** The entries that the pages name themselves, because they act as soon as they load. */
const beginnings = ["src/app/landing.tsx", "src/app/web.tsx"];

/**
 * Bundles what every workspace needs into a few files, because dozens of small ones would wait for each other
 * on a slow connection, and each costs a request. What at least three other screens and dialogs need, such as icons,
 * is one more file: by itself, each would be a file of its own, and the inbox alone would request thirty. The rest
 * of a screen or dialog stays in files of its own.
 */
export function fewFiles(root: string): Rolldown.CodeSplittingGroup[] {
  let known: Map<string, Set<string>> | undefined;
  const reached = (group: string, id: string, build: Rolldown.ChunkingContext): boolean => {
    known ??= new Map(
      [...bundles, ["early", early] as const].map(([name, files]) => [
        name,
        reachedFrom(
          files.map((file) => presentFile(join(root, file))),
          (one) => importsOf(one, build),
        ),
      ]),
    );
    return known.get(group)?.has(id) ?? false;
  };
  const groups: Omit<Rolldown.CodeSplittingGroup, "priority">[] = bundles.map(
    ([bundle, , alsoIn = bundle]) => ({
      debugName: bundle,
      name(id, build) {
        // A page's entry runs when its file loads, so it must not share a file with another entry.
        if (beginnings.some((file) => id === join(root, file))) return null;
        return reached(bundle, id, build) && reached(alsoIn, id, build) ? bundle : null;
      },
    }),
  );
  groups.push(
    {
      debugName: "early-common",
      minShareCount: 3,
      name: (id, build) => (reached("early", id, build) ? "early-common" : null),
    },
    { name: "common", minShareCount: 3 },
  );
  // A group takes the modules that its own need, so each comes after those that it may depend on.
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}

/**
 * Index files of packages: a module that imports one needs only the names it imports, not everything that other
 * modules import from it.
 */
const indexes =
  /\/node_modules\/(@mantine\/(core|hooks)|@tabler\/icons-react)\/[^?]*\/(index|tabler-icons-react)\.mjs$/;

/** The modules that a module needs. */
function importsOf(id: string, build: Rolldown.ChunkingContext): string[] {
  const module = build.getModuleInfo(id);
  if (!module || indexes.test(id)) return [];
  const index = module.importedIds.filter((imported) => indexes.test(imported));
  if (index.length === 0 || !module.code) return module.importedIds;
  const names = namesImported(module.code);
  return [
    ...module.importedIds,
    ...index.flatMap((one) => {
      const parts = partsOf(one);
      return names.flatMap((name) => parts.get(name) ?? []);
    }),
  ];
}

/** The names that a module imports from anywhere. */
function namesImported(code: string): string[] {
  return parseAst(code).body.flatMap((statement) =>
    statement.type === "ImportDeclaration"
      ? statement.specifiers.flatMap((one) =>
          one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? one.imported.name : [],
        )
      : [],
  );
}

const knownParts = new Map<string, Map<string, string>>();

/** The file behind each name of an index, whether the index re-exports it directly or imports it first. */
function partsOf(index: string): Map<string, string> {
  const parts = knownParts.get(index) ?? new Map<string, string>();
  if (knownParts.has(index)) return parts;
  knownParts.set(index, parts);
  for (const statement of parseAst(readFileSync(index, "utf8")).body) {
    if (statement.type !== "ImportDeclaration" && statement.type !== "ExportNamedDeclaration") continue;
    if (!statement.source) continue;
    const file = join(dirname(index), statement.source.value);
    for (const one of statement.specifiers) {
      const name = one.type === "ExportSpecifier" ? one.exported : one.local;
      if (name.type === "Identifier") parts.set(name.name, file);
    }
  }
  return parts;
}

/** A file that was renamed would leave its bundle without a word. */
function presentFile(path: string): string {
  if (!existsSync(path)) throw new Error(`A bundle of vite-chunks.ts lists ${path}, which doesn't exist.`);
  return path;
}

/** The modules that files import, directly or not. */
function reachedFrom(files: string[], importsOf: (id: string) => string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const imported of importsOf(id)) visit(imported);
  };
  for (const file of files) visit(file);
  return seen;
}
