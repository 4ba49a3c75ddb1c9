import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { billingSettings } from "../src/features/billing/payment/settings";
import { crmSettings } from "../src/features/crm/crms/registry";
import { integrationSettings } from "../src/features/integrations/providers/registry";
import { readOnlyHeader } from "../src/features/mcp/contract";
import { webhookTypes } from "../src/features/outgoing/contract";
import { speechSettings } from "../src/features/speech/settings";
import { projectRoot } from "../src/server/project-root";

// The documents name what exists, and all of what people can set.

const read = (file: string) => readFileSync(`${projectRoot}/${file}`, "utf8");

test("every setting is explained in the README or in the guide for self-hosting", () => {
  const own = [...read("src/server/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+): z?/gm)].map(([, name]) => name);
  expect(own).toContain("PORT");
  const features = [integrationSettings, crmSettings, speechSettings, billingSettings];
  const settings = [...own, ...features.flatMap(({ shape }) => Object.keys(shape))];
  const explained = read("README.md") + read("docs/self-hosting.md");
  const unexplained = settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(explained));
  expect(unexplained, "the former name of PRIVATE_HOSTS, and nothing else").toEqual(["IMAP_PRIVATE_HOSTS"]);
});

test("BEY-18 docs/webhooks.md lists every type that is posted, and docs/mcp.md the header for reading only", () => {
  const document = read("docs/webhooks.md");
  expect([...webhookTypes, "zippy.test"].filter((type) => !document.includes(`\`${type}\``))).toEqual([]);
  expect(read("docs/mcp.md")).toContain(`\`${readOnlyHeader}: 1\``);
});

test("ARCHITECTURE.md names the features in the order that the boundaries check", async () => {
  const config: { default: { forbidden: { name: string }[] } } = await import(
    `${projectRoot}/.dependency-cruiser.mjs`
  );
  const before = config.default.forbidden.flatMap(({ name }) => /^(.+)-comes-before$/.exec(name)?.[1] ?? []);
  const line = /Order of the features: ([^.]+)\./.exec(read("ARCHITECTURE.md"))?.[1] ?? "";
  const named = line.split("→").map((name) => name.trim());
  expect(named.slice(0, -1)).toEqual(before.slice(before.indexOf("auth")));
});

const documents = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md", "eval/README.md"],
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(`${projectRoot}/${folder}`)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

test("the documents name files and folders that exist", () => {
  const roots = ["", "src/", "src/features/", "src/features/integrations/", "src/features/triage/", "eval/"];
  // In the data folder, in an export, what a build makes, and what the drills of CONTRIBUTING.md create.
  const elsewhere =
    /^(dist|postgres|postgres\.users|blobs)\/$|\/NAME\.jsonl$|\/discord\/$|\/done-screen\.tsx$/;
  const missing = (file: string) =>
    [...read(file).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => /\.(ts|tsx|mjs|md|json|jsonl)$|\/$/.test(path) && !elsewhere.test(path))
      .filter((path) => !roots.some((root) => existsSync(`${projectRoot}/${root}${path}`)))
      .map((path) => `${file}: ${path}`);
  expect(documents.flatMap(missing)).toEqual([]);
});

test("the links of the documents lead to files and headings that exist", () => {
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  const broken = (file: string) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = "", heading]) => {
        const target = path === "" ? file : join(dirname(file), path);
        if (!existsSync(`${projectRoot}/${target}`)) return true;
        if (!heading) return false;
        const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchor(title));
        return !headings.includes(heading);
      })
      .map(([link]) => `${file}: ${link}`);
  expect(documents.flatMap(broken)).toEqual([]);
});

test("the commands of the documents are scripts of package.json", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
  const unknown = (file: string) =>
    [...read(file).matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, name = ""]) => !(name in scripts))
      .map(([command]) => `${file}: ${command}`);
  expect(documents.flatMap(unknown)).toEqual([]);
});

test("every attack that docs/security.md lists is a test", () => {
  const [, list = ""] = read("docs/security.md").split("## Attacks that are tests");
  const rows = [...list.matchAll(/^\| (.+) \| (.+) \| `(.+)` \|$/gm)].map(([, , titles = "", file = ""]) => ({
    titles: titles.split("; "),
    file,
  }));
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.flatMap(({ titles, file }) => {
    const text = existsSync(`${projectRoot}/${file}`) ? read(file) : "";
    return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});
