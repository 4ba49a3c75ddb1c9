import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { projectRoot } from "../../src/server/project-root";

const api = readFileSync(join(projectRoot, "test", "firebase", "google-iframes.js"), "utf8");

/** Responses for the external hosts that the SDK and the emulator's pages load from. */
const answers: Record<string, { contentType: string; body: string }> = {
  "https://apis.google.com/js/api.js": { contentType: "text/javascript", body: api },
  // Only styling. The emulator's popup works without it.
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
 * Makes Firebase's web SDK and the Auth emulator's pages work without internet in this context. Serves the
 * scripts and styles they load from external hosts, and passes all other requests through.
 */
export async function relayGoogleScripts(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => isRelayed(url.href),
    (route) => route.fulfill(answerTo(route.request().url())),
  );
}

/** True if {@link relayGoogleScripts} serves this URL, so a request to it stays on this machine. */
export function isRelayed(url: string): boolean {
  return answerTo(url) !== undefined;
}

function answerTo(url: string): { contentType: string; body: string } | undefined {
  const { origin, pathname } = new URL(url);
  return answers[origin + pathname];
}
