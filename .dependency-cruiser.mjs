// Imports go one way: app → features → server | web → shared. `npm test` checks it.
import swc from "@swc/core";

// dependency-cruiser makes swc parse every file as plain TypeScript, which fails at the first <Tag> of a .tsx
// file.
const readFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => readFile.call(swc, file, { ...options, tsx: file.endsWith(".tsx") });

const tests = "\\.test\\.tsx?$";
const feature = "^src/features/([^/]+)/";
const browser = "^src/(web/|features/[^/]+/web/|app/(screens|shell)/|app/[^/]+\\.tsx$)";
const vocabulary = (names) => `${feature}(${names})\\.ts$`;
/** Features that only compute: they have no tables and no calls, so others may import any of their files. */
const library = "^src/features/(channels|mail|search|triage)/";
/** A feature may use the features before it, but none after it, so no two features need each other. */
const order = [
  ...["channels", "mail", "search", "triage"],
  ...["auth", "teams", "billing", "audit", "journal", "privacy"],
  ...["tasks", "corrections", "inbox", "integrations", "imports"],
  ...["speech", "meetings", "crm", "areas", "context", "focus", "notifications", "analytics"],
  ...["access", "feeds", "outgoing", "mcp", "portability"],
  ...["landing", "demo", "start"],
];
/** Besides contract.ts and service.ts, the files that other features may import. */
const doors = [
  "areas/area-sources-repository",
  "auth/device-name",
  "billing/retention",
  "corrections/(active-corrections|proposals|record|refresh-traits|revert)",
  "crm/sample-records",
  "demo/fill-team",
  "inbox/(analyze-waiting|corrected-messages|ingest|sender-contact|source-message|task-messages)",
  "inbox/counts/counts-repository",
  "inbox/reading/(parser-pool|read-mail)",
  "inbox/storing/(account-messages|sample-messages)",
  "journal/change",
  "privacy/redact",
  "speech/(audio-kind|heard-speech|parse-apart|speech-error|transcripts)",
  "tasks/comments/sample-comments",
  "tasks/(overdue|quadrants)",
  "tasks/recurrence/next-occurrence",
  "tasks/synced-tasks",
  "teams/(require-team|rights)",
].map((file) => `^src/features/${file}\\.ts$`);

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      comment: "Merge two files that need each other, or move what both need into a third.",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "The imported file or package does not exist.",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "declared-packages",
      severity: "error",
      comment: "The package is not in package.json, so it's installed only by chance.",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "Nothing imports this file and it imports nothing, so it can be deleted.",
      from: { orphan: true, pathNot: [tests, "\\.d\\.ts$"] },
      to: {},
    },
    {
      name: "shared-stands-alone",
      severity: "error",
      comment: "It runs in both places and imports nothing of ours.",
      from: { path: "^src/shared/", pathNot: tests },
      to: { path: "^src/(?!shared/)" },
    },
    {
      name: "plumbing-knows-no-product",
      severity: "error",
      comment: "src/server and src/web serve any product; the product is in src/features.",
      from: { path: "^src/(server|web)/", pathNot: tests },
      to: { path: "^src/(app|features)/" },
    },
    {
      name: "app-is-the-top",
      severity: "error",
      comment: "Only src/app and the programs beside it put the product together.",
      from: { path: "^src/(features|server|web|shared)/", pathNot: tests },
      to: { path: "^src/([^/]+\\.ts$|app/)" },
    },
    {
      name: "browser-loads-no-server",
      severity: "error",
      comment: "Not even through another file.",
      from: { path: browser, pathNot: tests },
      to: { path: ["^src/server/", vocabulary("tables|repository|service|routes|jobs")], reachable: true },
    },
    {
      name: "server-loads-no-browser",
      severity: "error",
      comment: "Put what both need into contract.ts, a pure file, or src/shared.",
      from: { path: "^src/", pathNot: [tests, browser] },
      to: { path: browser },
    },
    ...order.slice(0, -1).map((name, index) => ({
      name: `${name}-comes-before`,
      severity: "error",
      comment:
        "Declare what the earlier feature needs as an interface or a prop in it, and pass it in from src/app.",
      from: { path: `^src/features/${name}/`, pathNot: tests },
      to: { path: `^src/features/(${order.slice(index + 1).join("|")})/` },
    })),
    {
      name: "features-have-an-order",
      severity: "error",
      comment: "The feature is missing in `order` above.",
      from: {},
      to: { path: feature, pathNot: `^src/features/(${order.join("|")})/` },
    },
    {
      name: "features-meet-at-contract-and-service",
      severity: "error",
      comment:
        "Of another feature, server code may import contract.ts, service.ts and the doors named above.",
      from: { path: feature, pathNot: [tests, browser, vocabulary("tables|repository")] },
      to: {
        path: feature,
        pathNot: ["^src/features/$1/", vocabulary("contract|service"), library, ...doors],
      },
    },
    {
      name: "tables-join-tables",
      severity: "error",
      comment:
        "For foreign keys and joins, tables.ts and repository.ts may also name another feature's tables, and the index.",
      from: { path: vocabulary("tables|repository"), pathNot: tests },
      to: {
        path: feature,
        pathNot: [
          "^src/features/$1/",
          vocabulary("contract|tables"),
          "^src/features/search/words-repository\\.ts$",
          "^src/features/areas/area-sources-repository\\.ts$",
        ],
      },
    },
    {
      name: "browser-features-meet-without-screens",
      severity: "error",
      comment:
        "Of another feature, browser code may import contract.ts, pure files and parts in web/, but no screen.",
      from: { path: `${feature}web/`, pathNot: tests },
      to: { path: `${feature}.*-screen\\.tsx$`, pathNot: "^src/features/$1/" },
    },
    {
      name: "route-calls-service",
      severity: "error",
      comment: "route → service → repository",
      from: { path: vocabulary("routes") },
      to: { path: vocabulary("repository|tables") },
    },
    {
      name: "sql-in-repositories",
      severity: "error",
      comment: "Queries live in repository files; scripts/check-files.mjs finds those that need no import.",
      from: { path: "^src/(?!server/)", pathNot: [tests, "repository\\.ts$", vocabulary("tables")] },
      to: { path: "(^|/)node_modules/drizzle-orm/" },
    },
    {
      name: "archives-are-read-apart",
      severity: "error",
      comment:
        "Strangers wrote them, and splitting may take long: only the worker reads them (read-apart.ts).",
      from: {
        path: "^src/",
        pathNot: [tests, "^src/features/imports/(formats/|reading/(archive-worker|read-files)\\.ts$)"],
      },
      to: {
        path: "^src/features/imports/(formats/|reading/(archive-worker|read-files)\\.ts$)",
      },
    },
    {
      name: "repository-calls-nobody-above",
      severity: "error",
      comment: "route → service → repository",
      from: { path: vocabulary("repository|tables") },
      to: { path: vocabulary("service|routes|jobs") },
    },
    {
      name: "contract-is-pure",
      severity: "error",
      comment:
        "Both sides load it: zod, shared, pure files of the feature and other contracts, nothing else.",
      from: { path: vocabulary("contract") },
      to: {
        pathNot: [
          "^src/shared/",
          "(^|/)node_modules/zod/",
          vocabulary("contract"),
          "^src/features/$1/[a-z-]+\\.ts$",
        ],
      },
    },
    {
      name: "contract-reaches-no-server",
      severity: "error",
      comment: "Not even through a pure file.",
      from: { path: vocabulary("contract") },
      to: { path: ["^src/server/", vocabulary("tables|repository|service|routes|jobs")], reachable: true },
    },
  ],
  options: {
    // dependency-cruiser has no parser for TypeScript 7; without swc it would skip every .ts file and report
    // nothing.
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(css|svg|png|woff2|json)$" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".js"],
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
      mainFields: ["module", "main", "types"],
    },
  },
};
