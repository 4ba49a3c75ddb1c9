// Runs before every command: installs what is missing and builds what is stale. It imports only Node's own
// modules, because nothing else may be installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const installStamp = join(root, "node_modules/.zippy-install");
const buildStamp = "dist/.zippy-build";

/** The inputs of a build. A missing file counts as well. */
const buildInputs = [
  "src",
  "public",
  "index.html",
  "landing.html",
  "terms.html",
  "privacy.html",
  "stopped.html",
  "vite.config.ts",
  "vite-chunks.ts",
  "vite-contracts.ts",
  "vite-pages.ts",
  "package-lock.json",
  "scripts/build.mjs",
];

const shell = process.ppid;

/**
 * Ends this process like SIGTERM when npm has ended. npm passes signals to its shell, which dies without
 * forwarding them, so the server would keep running and block its port.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 100);
  timer.unref();
}

/**
 * Installs the packages of package-lock.json unless they are installed. If that fails, prints the reason and
 * exits.
 */
export function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  const unlock = lock();
  try {
    if (isInstalled()) return;
    say("Installing the packages. This takes about half a minute…");
    runNpm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    writeFileSync(installStamp, installedState());
  } finally {
    unlock();
  }
}

/** Builds server and web into dist/, unless dist/ was built from exactly these sources. */
export function ensureBuilt() {
  if (isBuilt()) return;
  const unlock = lock();
  try {
    if (isBuilt()) return;
    say("Building…");
    const began = Date.now();
    // In a separate process, which frees the build tools' memory when it ends.
    run(process.execPath, [join(root, "scripts/build.mjs")], "The build failed. The lines above say where.");
    say(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    unlock();
  }
}

/** The state of the current sources, which marks a build. The build writes it last, into its own folder. */
export function sourceState() {
  const hash = createHash("sha256");
  for (const input of buildInputs) addToHash(hash, input);
  return hash.digest("hex");
}

function addToHash(hash, path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") hash.update(`${path}\0`).update(readFileSync(join(root, path)));
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!/\.test\.tsx?$/.test(entry.name)) addToHash(hash, `${path}/${entry.name}`);
  }
}

/** Whether dist/ was built from exactly these sources. */
export function isBuilt() {
  return read(join(root, buildStamp)) === sourceState();
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(
    `Zippy needs Node.js 20.19 or newer; this is ${process.versions.node}. Install it from https://nodejs.org`,
  );
}

function isInstalled() {
  const state = installedState();
  if (read(installStamp) === state) return true;
  if (existsSync(installStamp) || !npmInstalledThis()) return false;
  try {
    writeFileSync(installStamp, state);
  } catch {
    // Someone else installed the packages and we can't write here. Compare again next time.
  }
  return true;
}

function installedState() {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** Compares the lock file with npm's own record of node_modules. */
function npmInstalledThis() {
  const record = read(join(root, "node_modules/.package-lock.json"));
  if (!record) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { packages: present } = JSON.parse(record);
  const identity = (entry) => `${entry.version} ${entry.integrity}`;
  const missing = Object.entries(wanted).some(([path, entry]) => {
    if (path === "") return false;
    return present[path] ? identity(present[path]) !== identity(entry) : !entry.optional;
  });
  return !missing && Object.keys(present).every((path) => wanted[path]);
}

function runNpm(args) {
  const message = "Couldn't install the packages. The lines above say why. Is the npm registry reachable?";
  const ownNpm = process.env.npm_execpath;
  if (ownNpm?.endsWith("npm-cli.js")) run(process.execPath, [ownNpm, ...args], message);
  else run("npm", args, message);
}

function run(command, args, message) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) fail(message);
}

/** Lets one command at a time install or build in this folder. Returns a function that releases the lock. */
function lock() {
  const file = join(root, ".cache/setup.lock");
  mkdirSync(dirname(file), { recursive: true });
  for (let waiting = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isAlive(Number(read(file)))) rmSync(file, { force: true });
    else if (!waiting) say("Another command is installing or building here. Waiting for it.");
    waiting = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function say(line) {
  console.error(line);
}

function fail(message) {
  console.error(message);
  process.exit(1); // A lock doesn't count once its process has ended.
}
