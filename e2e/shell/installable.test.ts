import { describe, expect, inject, test } from "vitest";
import { browserForTests } from "../support/browser";

const { openScreen } = browserForTests();

interface Manifest {
  name: string;
  short_name: string;
  display: string;
  start_url: string;
  scope: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
}

const answerOf = (path: string) => fetch(new URL(path, inject("productUrl")));
const typeOf = ({ status, headers }: Response) => [status, headers.get("content-type")];
const page = [200, "text/html; charset=utf-8"];

async function readManifest(): Promise<Manifest> {
  const answer = await answerOf("/manifest.webmanifest");
  expect(typeOf(answer)).toEqual([200, "application/manifest+json"]);
  return (await answer.json()) as Manifest;
}

/** Width and height of a PNG, such as "192x192". */
async function sizeOf(path: string): Promise<string> {
  const answer = await answerOf(path);
  expect(typeOf(answer), path).toEqual([200, "image/png"]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(1, 4).toString(), path).toBe("PNG");
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe("the workspace can be installed", () => {
  test("BEY-18 every page names the manifest, which names pages that answer", async () => {
    for (const path of ["/", "/workspace"]) {
      const answer = await answerOf(path);
      expect(typeOf(answer)).toEqual(page);
      const text = await answer.text();
      expect(text).toMatch(/<link rel="manifest" href="\/manifest\.webmanifest"/);
      const touchIcon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(text)?.[1];
      expect(await sizeOf(touchIcon as string)).toBe("180x180");
    }
    const manifest = await readManifest();
    expect(manifest).toMatchObject({ name: "Zippy", short_name: "Zippy", display: "standalone", scope: "/" });
    for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])
      expect(typeOf(await answerOf(path)), path).toEqual(page);
  });

  test("BEY-18 its icons are what the manifest says, in the sizes that systems ask for", async () => {
    const { icons } = await readManifest();
    for (const { src, sizes, type } of icons) {
      expect(type, src).toBe("image/png");
      expect(await sizeOf(src), src).toBe(sizes);
    }
    const kinds = icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
    expect(kinds).toEqual(expect.arrayContaining(["any 192x192", "any 512x512", "maskable 512x512"]));
  });

  test("BEY-18 the browser finds nothing that stands in the way", async () => {
    const { page: screen } = await openScreen("/matrix", { serviceWorkers: "allow" });
    await screen.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const session = await screen.context().newCDPSession(screen);
    const { url, errors } = await session.send("Page.getAppManifest");
    expect({ path: new URL(url).pathname, errors }).toEqual({ path: "/manifest.webmanifest", errors: [] });
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Profiles of tests leave nothing behind, so nothing is installed in them.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  });
});
