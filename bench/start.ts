import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { firstLoadFiles, firstLoadLimit, gzippedSize } from "../e2e/support/first-load";
import { projectRoot } from "../src/server/project-root";
import { startServerProcess } from "../test/support/server-process";
import { median, report } from "./measure";
import { proportionalMemory } from "./memory";

/** A warm `npm start` until ready, and the memory of the idle product. */
export async function measureStart(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-start-"));
  chmodSync(dataDir, 0o755);
  await (await startServerProcess(dataDir)).kill("SIGTERM");
  const starts: number[] = [];
  for (let run = 0; run < 5; run++) starts.push(await npmStart(dataDir));
  const seconds = median(starts) / 1000;
  report({
    measure: "warm `npm start` to ready",
    value: seconds,
    unit: "s",
    goal: "≤ 2 s",
    met: seconds <= 2,
  });

  const server = await startServerProcess(dataDir);
  await sleep(15_000);
  // The database survives a killed server, so it isn't its child process.
  const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  const memory = proportionalMemory([server.pid, postmaster]);
  report({
    measure: "memory idle, server and PostgreSQL (PSS)",
    value: memory,
    unit: "MB",
    goal: "≤ 200 MB",
    met: memory <= 200,
  });
  await server.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}

function npmStart(dataDir: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let ready = 0;
    const child = execFile("npm", ["start", "--silent"], {
      cwd: projectRoot,
      env: { ...process.env, PORT: "0", DATA_DIR: dataDir },
    });
    child.stdout?.on("data", (text: string) => {
      if (ready || !text.includes("ready at")) return;
      ready = performance.now() - began;
      child.kill("SIGTERM");
    });
    child.once("exit", () => (ready ? resolve(ready) : reject(new Error("npm start did not become ready"))));
  });
}

/** The gzipped size of JS and CSS that the workspace loads first. */
export function measureFirstLoad(): void {
  const files = firstLoadFiles();
  const value = gzippedSize(files);
  const all = readdirSync(join(projectRoot, "dist/web/assets")).filter((name) => /\.(js|css)$/.test(name));
  report({
    measure: `first load of the workspace, JS and CSS, gzip (${files.length} files of ${all.length})`,
    value,
    unit: "KB",
    goal: `≤ ${firstLoadLimit} KB`,
    met: value <= firstLoadLimit,
  });
}
