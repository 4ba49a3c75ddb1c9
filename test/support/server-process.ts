import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../../src/server/project-root";
import { writeLocalKey } from "./local-key";

/** The built product as a separate process, as `npm start` runs it. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process until it reported being ready. */
  readyAfter: number;
  /** What it printed last, at most 20,000 characters. */
  output(): string;
  /** Sends a signal and waits for the process to end. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** In tests and benches, hundreds of users sign in from one address, and some work faster than anybody can. */
const unlimited = { SIGN_IN_LIMIT: "100000", DEMO_LIMIT: "100000", PERSON_LIMIT: "1000000" };

/**
 * Starts dist/server.js on a free port and waits until it is ready.
 *
 * @param disk - starts it through another program; `seen` says where that program's files are seen from here.
 */
export async function startServerProcess(
  dataDir: string,
  settings: Record<string, string> = {},
  disk: { through: string[]; seen(path: string): string } = { through: [], seen: (path) => path },
): Promise<ServerProcess> {
  const began = performance.now();
  writeLocalKey(disk.seen(dataDir));
  const [program = "", ...args] = [...disk.through, process.execPath, join(projectRoot, "dist/server.js")];
  const child: ChildProcess = spawn(program, args, {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DATA_DIR: dataDir,
      ...unlimited,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output = (output + chunk).slice(-20_000);
      const found = /ready at (http:\S+)/.exec(output);
      if (found) resolve(new URL(found[1] as string).origin);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void exited.then(() => reject(new Error(`the server did not start:\n${output}`)));
  });
  return {
    url,
    pid: child.pid as number,
    readyAfter: performance.now() - began,
    output: () => output,
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}
