import { spawn } from "node:child_process";
import { projectRoot } from "../../src/server/project-root";

/** Starts a script that is a bare Fastify server, as a separate process, and prints `ready at <address>`. */
export async function startBareRoute(
  script: string,
  databaseUrl: string,
): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ["scripts/run.mjs", script, databaseUrl], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`the bare route did not start:\n${output}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      const found = /ready at (http:\S+)/.exec(output);
      if (found) resolve(found[1] as string);
    });
  });
  return { url, stop: () => void child.kill() };
}
