// npm run screens: pictures of every screen at three widths in both themes in artifacts/screens, and ten of them,
// smaller, in docs/screens. npm run screens -- --keep only renews the ten from the pictures that are there.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { projectRoot } from "../src/server/project-root";
import { escapePattern } from "../src/shared/escape-pattern";
import { launchChromium } from "./support/chromium";

const all = join(projectRoot, "artifacts", "screens");
const kept = join(projectRoot, "docs", "screens");

/** The pictures for the documents, by their names in both folders. */
const chosen = [
  "landing-light-1440",
  "demo-inbox-light-1440",
  "demo-inbox-dark-1440",
  "inbox-selected-light-1440",
  "inbox-light-360",
  "demo-matrix-light-1440",
  "demo-matrix-dark-1440",
  "matrix-light-360",
  "task-dialog-light-1440",
  "settings-light-1440",
];

/** The most one of them takes (bytes), and the widest it is (pixels). */
const limit = 60_000;
const widest = 1200;

/** What takes a picture, in a test or in a function of its file that tests call. */
const taking = /\b(faultsOf|keepPicture)\(/g;

/** The titles of the tests in a file that look at screens, without what differs from row to row of a table. */
function titlesOf(source: string): string[] {
  const tests = [...source.matchAll(/^ *test\b/gm)].map(({ index }) => index);
  return [...source.matchAll(taking)].flatMap(({ index }) => {
    const begin = tests.findLast((at) => at < index);
    const title = begin === undefined ? undefined : /["`]([^"`\n]{16,})["`],/.exec(source.slice(begin))?.[1];
    return title ? [title.split(/%\w|\$\{/)[0] as string] : [];
  });
}

/** The tests that look at screens take the pictures. Returns the exit code. */
function takePictures(): Promise<number> {
  const files = readdirSync(join(projectRoot, "e2e"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => ({ file, source: readFileSync(join(projectRoot, "e2e", file), "utf8") }))
    .filter(({ source }) => source.search(taking) >= 0);
  const titles = new Set(["no accessibility violations", ...files.flatMap(({ source }) => titlesOf(source))]);
  const pattern = [...titles].map(escapePattern).join("|");
  const args = ["scripts/test.mjs", ...files.map(({ file }) => `e2e/${file}`), "-t", pattern];
  const env = { ...process.env, LOOK: "1" };
  return new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: projectRoot, env, stdio: "inherit" }).once("close", (code) =>
      resolve(code ?? 1),
    );
  });
}

/** Encodes a picture as WebP, as good as the limit allows. */
async function smaller(page: Page, picture: Buffer): Promise<Buffer> {
  for (let quality = 0.9; quality > 0.2; quality -= 0.05) {
    const source = JSON.stringify(`data:image/png;base64,${picture.toString("base64")}`);
    const encoded = (await page.evaluate(`(async () => {
      const image = new Image();
      image.src = ${source};
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = Math.min(image.width, ${widest});
      canvas.height = Math.round((image.height * canvas.width) / image.width);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/webp", ${quality});
    })()`)) as string;
    const bytes = Buffer.from(encoded.split(",")[1] ?? "", "base64");
    if (bytes.length <= limit) return bytes;
  }
  throw new Error("the picture doesn't fit into the limit at any quality");
}

async function keepChosen(): Promise<void> {
  mkdirSync(kept, { recursive: true });
  const browser = await launchChromium();
  const page = await browser.newPage();
  for (const name of chosen) {
    // One test that failed before its picture must not keep the others from the documents.
    if (!existsSync(join(all, `${name}.png`))) {
      process.stderr.write(`artifacts/screens/${name}.png is missing: its test didn't come that far.\n`);
      process.exitCode = 1;
      continue;
    }
    const bytes = await smaller(page, readFileSync(join(all, `${name}.png`)));
    writeFileSync(join(kept, `${name}.webp`), bytes);
    process.stdout.write(`docs/screens/${name}.webp: ${Math.round(bytes.length / 1000)} KB\n`);
  }
  await browser.close();
}

const code = process.argv.includes("--keep") ? 0 : await takePictures();
process.stdout.write(`${readdirSync(all).length} pictures are in artifacts/screens.\n`);
await keepChosen();
process.exit(code || process.exitCode);
