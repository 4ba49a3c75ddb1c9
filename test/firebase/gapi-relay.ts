import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { projectRoot } from "../../src/server/project-root";

const api = readFileSync(join(projectRoot, "test", "firebase", "google-iframes.js"), "utf8");

/** What is answered in place of the hosts that the SDK and the emulator's pages load from. */
const answers: Record<string, { contentType: string; body: string }> = {
  "https://apis.google.com/js/api.js": { contentType: "text/javascript", body: api },
  // Looks only: the emulator's popup works without them.
  "https://unpkg.com/material-components-web@10/dist/material-components-web.min.css": {
    contentType: "text/css",
    body: "",
  },
  "https://unpkg.com/material-components-web@10/dist/material-components-web.min.js": {
    contentType: "text/javascript",
    body: "",
  },
  "https://fonts.googleapis.com/icon": { contentType: "text/css", body: "" },
  "https://fonts.googleapis.com/css2": { contentType: "text/css", body: "" },
};

/**
 * Lets Firebase's web SDK and the Auth emulator's pages work in this context without internet: the scripts and styles that
 * they load from elsewhere are answered here. Anything else goes its way.
 */
export async function relayGoogleScripts(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => isRelayed(url.href),
    (route) => route.fulfill(answerTo(route.request().url())),
  );
}

/** Whether {@link relayGoogleScripts} answers this address, so that a request to it does not leave the machine. */
export function isRelayed(url: string): boolean {
  return answerTo(url) !== undefined;
}

function answerTo(url: string): { contentType: string; body: string } | undefined {
  const { origin, pathname } = new URL(url);
  return answers[origin + pathname];
}
