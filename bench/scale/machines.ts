import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../src/server/postgres/postgres";
import { projectRoot } from "../../src/server/project-root";
import { writeLocalKey } from "../../test/support/local-key";
import { endWithBench } from "../end-with-bench";
import { freePort } from "../free-port";

/** A process of the built product with one role, or a helper of the bench. */
export interface Machine {
  /** Its own address; empty for a worker. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Several processes of the product that share one database and one data folder. */
export interface Machines {
  /** The process id of PostgreSQL. */
  postgres: number;
  databaseUrl: string;
  start(role: "web" | "worker"): Promise<Machine>;
  /** Opens a bare connection to the database. */
  connect(): Promise<pg.Client>;
  /** Stops every process that was started. */
  stop(): Promise<void>;
}

/** Opens a database without any process of the product. */
export async function openMachines(settings: Record<string, string> = {}): Promise<Machines> {
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-machines-"));
  chmodSync(dataDir, 0o755);
  writeLocalKey(dataDir);
  // As an own database would: the embedded one's limit of 50 connections ends at four processes.
  const roomy = { max_connections: "700" };
  const postgres = await startPostgres({ dataDir, log: () => undefined, settings: roomy });
  const running = new Set<Machine>();
  return {
    postgres: Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]),
    databaseUrl: postgres.url,
    async start(role) {
      const port = await freePort();
      const machine = await startMachine(["dist/server.js"], /Zippy is (?:ready|working)/, {
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        BILLING: "off",
        SIGN_IN_LIMIT: "100000",
        PERSON_LIMIT: "1000000",
        ...settings,
        ROLE: role,
        PORT: String(port),
      });
      const own: Machine = {
        ...machine,
        url: role === "web" ? `http://127.0.0.1:${port}` : "",
        async stop() {
          running.delete(own);
          await machine.stop();
        },
      };
      running.add(own);
      return own;
    },
    async connect() {
      const client = new pg.Client({ connectionString: postgres.url, application_name: "bench" });
      await client.connect();
      return client;
    },
    stop: endWithBench(async () => {
      await Promise.all([...running].map((machine) => machine.stop()));
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }),
  };
}

/** Starts a program of this folder that prints its address. */
export const startProgram = (name: string, ...given: string[]): Promise<Machine> =>
  startMachine(["scripts/run.mjs", `bench/scale/${name}`, ...given], /ready at (http:\S+)/, {});

async function startMachine(
  command: string[],
  ready: RegExp,
  settings: Record<string, string>,
): Promise<Machine> {
  const child: ChildProcess = spawn(process.execPath, command, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk;
      const match = ready.exec(output);
      if (match) resolve(match);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void exited.then(() => reject(new Error(`${command.join(" ")} did not start:\n${output}`)));
  });
  return {
    url: found[1] ?? "",
    pid: child.pid as number,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
