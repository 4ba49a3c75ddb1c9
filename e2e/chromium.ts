import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { projectRoot } from "../src/server/project-root";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium: the one CHROMIUM_PATH names, else the system's, else the one that came with npm. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: flags });
}

async function findChromium(): Promise<string> {
  const named = chromiumSetting();
  if (named) return named;
  const installed = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"].find(
    existsSync,
  );
  return installed ?? unpackChromium();
}

/** The npm package unpacks its own system libraries only when told that none are there. */
async function unpackChromium(): Promise<string> {
  const folder = join(projectRoot, ".cache", "chromium");
  mkdirSync(folder, { recursive: true });
  setBrowserEnvironment(folder);
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}

function chromiumSetting(): string | undefined {
  return process.env.CHROMIUM_PATH;
}

function setBrowserEnvironment(folder: string): void {
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  process.env.TMPDIR = folder;
}
