import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { projectRoot } from "../../src/server/project-root";
import { hasRoomInMemory } from "../../test/support/databases";

/** How every Chromium of the tests starts. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A microphone that beeps, which pages may use without a question.
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
];

/** Starts Chromium: the one in CHROMIUM_PATH, else the system's, else the npm package's. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: chromiumFlags, ...options });
}

/** Playwright's flag for machines whose folder in memory is tiny. */
const sharesOnDisk = "--disable-dev-shm-usage";
/** What the pages of all workers share at a time (bytes), with much to spare. */
const shared = 2 ** 30;

/**
 * Starts a Chromium that costs less, for tests, which measure nothing: its processes share hundreds of pieces of
 * memory for each page, as files that are on disk by default.
 *
 * @param microphone - a WAV file that its microphone hears once; default: beeps.
 */
export function launchForTests(microphone?: string): Promise<Browser> {
  const heard = microphone ? [`--use-file-for-fake-audio-capture=${microphone}%noloop`] : [];
  return launchChromium({
    args: [...chromiumFlags, ...heard],
    ...(hasRoomInMemory(shared) && { ignoreDefaultArgs: [sharesOnDisk] }),
  });
}

let opened: Promise<Browser> | undefined;

/**
 * The Chromium of this process. It starts on first use, restarts after it ended, and ends with the process.
 * Contexts keep tests apart.
 */
export async function openChromium(): Promise<Browser> {
  const known = await opened?.catch(() => undefined);
  if (known?.isConnected()) return known;
  opened = launchForTests();
  return opened;
}

/** The path of the browser; the npm one is unpacked first if necessary. */
export async function findChromium(): Promise<string> {
  const named = chromiumSetting();
  if (named) return named;
  const installed = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"].find(
    existsSync,
  );
  return installed ?? unpackChromium();
}

/**
 * The npm package unpacks its own system libraries only if it is told that there are none. It unpacks its fonts
 * to a folder that its own configuration doesn't name, so a page that needs a fallback font would end the
 * browser.
 */
async function unpackChromium(): Promise<string> {
  const folder = join(projectRoot, ".cache", "chromium");
  mkdirSync(folder, { recursive: true });
  const before = temporaryFolder();
  setBrowserEnvironment({ AWS_LAMBDA_JS_RUNTIME: "nodejs20.x", TMPDIR: folder });
  const { default: packaged } = await import("@sparticuz/chromium");
  const path = await packaged.executablePath();
  // Back to the folder that everything else uses: a database in the browser's folder would be out of reach for
  // its unprivileged user.
  setBrowserEnvironment({ TMPDIR: before });
  const fonts = join(folder, "fonts.conf");
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, "fonts")}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>`,
  );
  setBrowserEnvironment({ FONTCONFIG_FILE: fonts });
  return path;
}

function chromiumSetting(): string | undefined {
  return process.env.CHROMIUM_PATH;
}

function temporaryFolder(): string | undefined {
  return process.env.TMPDIR;
}

/** Undefined removes a variable. */
function setBrowserEnvironment(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
