// Builds the server with esbuild and the web with vite into dist/. `npm run build` always builds; other
// commands only build when dist/ is stale.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ensureInstalled, root, sourceState } from "./setup.mjs";

const entries = {
  server: "src/main.ts",
  import: "src/import.ts",
  mcp: "src/mcp.ts",
  "restore-team": "src/restore-team.ts",
  backup: "src/backup.ts",
  restore: "src/restore.ts",
  "rotate-key": "src/rotate-key.ts",
  "engine-process": "src/features/speech/engine/engine-process.ts",
  "explain-worker": "src/features/inbox/explaining/explain-worker.ts",
  "propose-worker": "src/features/meetings/proposals/propose-worker.ts",
  "parse-worker": "src/features/speech/parse-worker.ts",
  "fit-worker": "src/features/corrections/fit/fit-worker.ts",
  "rank-worker": "src/features/context/ranking/rank-worker.ts",
  "mail-worker": "src/features/inbox/reading/mail-worker.ts",
  "archive-worker": "src/features/imports/reading/archive-worker.ts",
};

/** Packages are bundled, which halves the startup time. CommonJS packages expect these names. */
const commonJsNames = `
import { createRequire as bundleCreateRequire } from "node:module";
const require = bundleCreateRequire(import.meta.url);
const bundleDirname = import.meta.dirname, bundleFilename = import.meta.filename;
`;

async function buildServer(outdir) {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(entries).filter(([, file]) => existsSync(join(root, file))),
    ),
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    minifySyntax: true,
    minifyWhitespace: true,
    external: ["pg-native"],
    banner: { js: commonJsNames.replaceAll("\n", " ").trim() },
    define: { __dirname: "bundleDirname", __filename: "bundleFilename" },
    logLevel: "warning",
  });
}

async function buildWeb(outDir) {
  const configFile = join(root, "vite.config.ts");
  if (!existsSync(configFile)) return;
  const { build } = await import("vite");
  await build({ root, configFile, build: { outDir, emptyOutDir: true }, logLevel: "warn" });
  await compressAssets(join(outDir, "assets"));
  await buildServiceWorker(outDir);
}

/** Languages whose letters most texts don't need; their fonts load when a text needs them. */
const rareFonts = /-(cyrillic|greek|vietnamese|latin-ext)(-ext)?-/;

/**
 * The service worker: one file at a fixed address. It names the files it keeps, so it changes with every build.
 */
async function buildServiceWorker(outDir) {
  const entry = join(root, "src/web/service-worker/service-worker.ts");
  if (!existsSync(entry)) return;
  const files = readdirSync(join(outDir, "assets"))
    .filter((name) => /\.(js|css|svg|woff2)$/.test(name) && !rareFonts.test(name))
    .sort();
  const hash = createHash("sha256")
    .update(files.join("\n"))
    .update(readFileSync(join(outDir, "index.html")));
  const { build } = await import("esbuild");
  await build({
    entryPoints: [entry],
    outfile: join(outDir, "service-worker.js"),
    bundle: true,
    format: "iife",
    target: "es2023",
    minify: true,
    define: {
      __BUILD__: JSON.stringify(hash.digest("hex").slice(0, 16)),
      __FILES__: JSON.stringify(files.map((name) => `/assets/${name}`)),
    },
    logLevel: "warning",
  });
}

/** Compressed copies of the assets, which the server sends to browsers that accept them. */
async function compressAssets(folder) {
  if (!existsSync(folder)) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const files = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const content = readFileSync(join(folder, name));
      if (content.length < 1_000) return;
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(content, quality));
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Swaps in the finished folder, so that a failed or killed build leaves the previous one. */
function replace(folder, by) {
  const old = `${by}.old`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(by, folder);
  rmSync(old, { recursive: true, force: true });
}

ensureInstalled();
const state = sourceState(); // taken first: a file that is saved during the build makes it stale
const dist = join(root, "dist");
const draft = join(root, ".cache", `build-${process.pid}`);
process.once("exit", () => rmSync(draft, { recursive: true, force: true }));
mkdirSync(draft, { recursive: true });
try {
  await Promise.all([buildServer(draft), buildWeb(join(draft, "web"))]);
  writeFileSync(join(draft, ".zippy-build"), state);
  replace(dist, draft);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
