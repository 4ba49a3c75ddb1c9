import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { chromiumFlags, findChromium } from "./chromium";

/**
 * Chromium as a process of its own on a profile that outlives it, so that a test can kill it as a crash would.
 *
 * @param profile - the folder with its data.
 */
export async function openKillableChromium(profile: string) {
  const child = spawn(
    await findChromium(),
    [
      ...chromiumFlags,
      "--headless",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    // A group of its own: its renderers would otherwise write to the profile after it was killed.
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (piece: Buffer) => {
      said += piece;
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1] as string);
    });
    void exited.then(() => reject(new Error(`Chromium did not start:\n${said}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0]!;
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    /** Ends it as a crash would: nothing is saved or said. */
    async kill(): Promise<void> {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, "SIGKILL");
      await exited;
    },
  };
}
