// npm run dev: rebuilds the web and restarts the server whenever a source file is saved. Ctrl-C ends both.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { endWithNpm, ensureInstalled, root } from "./setup.mjs";

ensureInstalled();
endWithNpm();
rmSync(join(root, "dist/.zippy-build"), { force: true }); // What follows isn't a build that npm start could use.

const commands = [
  ["vite/bin/vite.js", "build", "--watch", "--mode", "development", "--minify", "false"],
  ["tsx/dist/cli.mjs", "watch", "--clear-screen=false", "src/main.ts"],
];
const children = commands.map(([program, ...args]) =>
  spawn(process.execPath, [join(root, "node_modules", program), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "development" },
  }),
);

function end(code) {
  process.exitCode ??= code;
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));
for (const child of children) child.once("exit", (code) => end(code ?? 1));
