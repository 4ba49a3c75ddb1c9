import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { afterAll, expect, test } from "vitest";

const root = dirname(import.meta.dirname);
mkdirSync(join(root, ".cache"), { recursive: true });
/** Inside the repository, so that packages resolve. */
const folder = mkdtempSync(join(root, ".cache/boundaries-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A valid layout with a file in every layer that imports everything it may. */
const sound = {
  "src/main.ts": `import "./app/server";`,
  "src/app/server.ts": `import "../features/tasks/routes"; import "../server/http";`,
  "src/app/web.tsx": `import { Screen } from "../features/tasks/web/task-screen"; export const App = () => <Screen />;`,
  "src/features/tasks/contract.ts": `import { z } from "zod"; import "../../shared/text"; export type Task = z.ZodType;`,
  "src/features/tasks/tables.ts": `import "../teams/tables";`,
  "src/features/tasks/repository.ts": `import "./tables"; import "../../server/database";`,
  "src/features/tasks/service.ts": `import "./repository"; import "../teams/service";`,
  "src/features/tasks/routes.ts": `import "./contract"; import "./service";`,
  "src/features/tasks/web/task-screen.tsx": `import type { Task } from "../contract"; import { Name } from "../../teams/web/team-name"; import "../../teams/roles"; export const Screen = (_: { task?: Task }) => <Name />;`,
  "src/features/teams/tables.ts": `import "../../shared/text";`,
  "src/features/teams/roles.ts": `import "../../shared/text";`,
  "src/features/teams/service.ts": `import "./tables";`,
  "src/features/teams/web/team-name.tsx": `import { call } from "../../../web/api"; export const Name = () => <b>{call}</b>;`,
  "src/features/imports/formats/mbox.ts": `import "../../../shared/text";`,
  "src/server/http.ts": `import "../shared/text";`,
  "src/server/database.ts": `import "pg";`,
  "src/web/api.ts": `import "../shared/text"; export const call = 1;`,
  "src/shared/text.ts": `export const text = "";`,
};

/** Violations of each rule. The line is added to the valid file, and the report must name both ends. */
const faults: [rule: string, file: keyof typeof sound, line: string, to: string][] = [
  ["resolvable", "src/server/http.ts", `import "./missing";`, "./missing"],
  ["shared-stands-alone", "src/shared/text.ts", `import "../server/database";`, "src/server/database.ts"],
  [
    "plumbing-knows-no-product",
    "src/web/api.ts",
    `import type { Task } from "../features/tasks/contract";`,
    "src/features/tasks/contract.ts",
  ],
  [
    "archives-are-read-apart",
    "src/app/server.ts",
    `import "../features/imports/formats/mbox";`,
    "src/features/imports/formats/mbox.ts",
  ],
  ["app-is-the-top", "src/features/tasks/service.ts", `import "../../app/server";`, "src/app/server.ts"],
  [
    "browser-loads-no-server",
    "src/features/teams/web/team-name.tsx",
    `import "../../../server/database";`,
    "src/server/database.ts",
  ],
  [
    "server-loads-no-browser",
    "src/features/tasks/service.ts",
    `import "./web/task-screen";`,
    "src/features/tasks/web/task-screen.tsx",
  ],
  [
    "features-meet-at-contract-and-service",
    "src/features/tasks/service.ts",
    `import "../teams/tables";`,
    "src/features/teams/tables.ts",
  ],
  [
    "teams-comes-before",
    "src/features/teams/service.ts",
    `import "../tasks/service";`,
    "src/features/tasks/service.ts",
  ],
  [
    "teams-comes-before",
    "src/features/teams/web/team-name.tsx",
    `import type { Task } from "../../tasks/contract";`,
    "src/features/tasks/contract.ts",
  ],
  [
    "tables-join-tables",
    "src/features/teams/tables.ts",
    `import "../tasks/service";`,
    "src/features/tasks/service.ts",
  ],
  [
    "browser-features-meet-without-screens",
    "src/features/teams/web/team-name.tsx",
    `import "../../tasks/web/task-screen";`,
    "src/features/tasks/web/task-screen.tsx",
  ],
  [
    "route-calls-service",
    "src/features/tasks/routes.ts",
    `import "./repository";`,
    "src/features/tasks/repository.ts",
  ],
  [
    "sql-in-repositories",
    "src/features/tasks/service.ts",
    `import "drizzle-orm";`,
    "node_modules/drizzle-orm/index.d.ts",
  ],
  [
    "repository-calls-nobody-above",
    "src/features/tasks/repository.ts",
    `import "./service";`,
    "src/features/tasks/service.ts",
  ],
  ["contract-is-pure", "src/features/tasks/contract.ts", `import "pg";`, "node_modules/pg/esm/index.mjs"],
  [
    "contract-reaches-no-server",
    "src/features/tasks/contract.ts",
    `import "../../server/http";`,
    "src/server/http.ts",
  ],
];

type Summary = {
  violations: { rule: { name: string }; from: string; to: string }[];
  totalCruised: number;
};

const config = join(root, ".dependency-cruiser.mjs");
const options = await extractDepcruiseOptions(config);
let layouts = 0;

/** Checks a layout in a folder of its own, because the resolver remembers files by path. */
async function report(files: Record<string, string>): Promise<Summary> {
  const baseDir = layOut(files);
  const { output } = await cruise(["src"], { ...options, baseDir });
  return (output as { summary: Summary }).summary;
}

function layOut(files: Record<string, string>): string {
  const baseDir = join(folder, String(++layouts));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), text);
  }
  return baseDir;
}

const withFault = (file: keyof typeof sound, line: string) => ({
  ...sound,
  [file]: `${line}\n${sound[file]}`,
});

test("the command that npm test runs fails on a violation, and only then", () => {
  const [, file, line] = faults[0] as (typeof faults)[number];
  const run = (files: Record<string, string>) =>
    spawnSync(join(root, "node_modules/.bin/depcruise"), ["--config", config, "src"], {
      cwd: layOut(files),
      encoding: "utf8",
    });
  expect(run(sound)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("no dependency violations"),
  });
  expect(run(withFault(file, line))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("resolvable"),
  });
});

test("a valid layout has no violations, and every TypeScript file is read", async () => {
  const { violations, totalCruised } = await report(sound);
  expect(violations).toEqual([]);
  expect(totalCruised).toBeGreaterThanOrEqual(Object.keys(sound).length);
});

test.each(faults)("%s is reported when %s contains %s", async (rule, file, line, to) => {
  const { violations } = await report(withFault(file, line));
  const found = violations.map((violation) => [
    violation.rule.name,
    violation.from,
    violation.to.replace(/^.*(?=node_modules\/)|^(\.\.\/)+/, ""),
  ]);
  expect(found).toContainEqual([rule, file, to]);
});

test("two files that import each other are reported as a circle", async () => {
  const { violations } = await report({
    ...sound,
    "src/features/teams/roles.ts": `import "./role-names";`,
    "src/features/teams/role-names.ts": `import "./roles";`,
  });
  expect(violations.map((violation) => violation.rule.name)).toEqual(["no-circles"]);
});

test("a feature that is missing in the order is reported", async () => {
  const { violations } = await report({
    ...sound,
    "src/app/server.ts": `import "../features/stray/service";\n${sound["src/app/server.ts"]}`,
    "src/features/stray/service.ts": `import "../tasks/service";`,
  });
  expect(violations.map((violation) => [violation.rule.name, violation.to])).toEqual([
    ["features-have-an-order", "src/features/stray/service.ts"],
  ]);
});

test("a file without imports that nothing imports is reported as unused", async () => {
  const { violations } = await report({ ...sound, "src/server/leftover.ts": "export const old = 1;" });
  expect(violations.map((violation) => [violation.rule.name, violation.from])).toEqual([
    ["no-orphans", "src/server/leftover.ts"],
  ]);
});
