import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { atEnd } from "../../../test/support/at-end";
import { createEngineInstaller } from "./engine/engine-install";

/** A package as a registry sends it, of which npm has no copy. */
function packed(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "zippy-package-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "package"));
  writeFileSync(
    join(folder, "package", "package.json"),
    JSON.stringify({ name: "tiny", version: "1.0.0", description: randomUUID() }),
  );
  execFileSync("tar", ["-czf", "tiny.tgz", "package"], { cwd: folder });
  return readFileSync(join(folder, "tiny.tgz"));
}

const integrityOf = (bytes: Buffer) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** An engine's package list with one package, which is at `url`. */
function listed(url: string, integrity: string): string {
  const folder = mkdtempSync(join(tmpdir(), "zippy-list-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const root = { name: "engine", version: "1.0.0", dependencies: { tiny: "1.0.0" } };
  const packages = { "": root, "node_modules/tiny": { version: "1.0.0", resolved: url, integrity } };
  const lock = { name: "engine", version: "1.0.0", lockfileVersion: 3, requires: true, packages };
  mkdirSync(join(folder, "stub"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(root));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  return folder;
}

/** A registry with one package, and an installer of an engine that needs it. */
async function startRegistry(answer: (response: ServerResponse, asked: number) => void) {
  let asked = 0;
  const registry = createServer((_, response) => answer(response, ++asked));
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise((resolve) => registry.close(resolve)));
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/tiny.tgz`;
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-data-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const waits: number[] = [];
  const install = async (integrity: string) => {
    const installer = createEngineInstaller({
      ...{ source: listed(url, integrity), dataDir, npm: process.env.npm_execpath },
      wait: async (length) => waits.push(length),
    });
    const { signal } = new AbortController();
    const failure = await installer.install(() => undefined, signal).catch((error: unknown) => error);
    expect([existsSync(installer.folder), existsSync(`${installer.folder}.new`)]).toEqual([false, false]);
    expect(existsSync(dirname(installer.folder))).toBe(true);
    return failure;
  };
  return { install, waits, asked: () => asked };
}

/** The packages are accepted; what fails then is the check of the engine's files, which aren't in them. */
const downloaded = {
  message: expect.stringMatching(/ is missing or damaged\. Install the engine again\.$/),
};
const notDownloaded = {
  name: "InstallError",
  message: expect.stringMatching(/^The packages couldn't be downloaded from the npm registry\./),
};

test("MEET-3 a package with another content than expected isn't installed, and a sentence says so at once", async () => {
  const bytes = packed();
  const { install, waits, asked } = await startRegistry((response) => response.end(bytes));
  expect(await install(integrityOf(Buffer.from("another content")))).toMatchObject({
    name: "InstallError",
    message: "A downloaded package doesn't have the expected content. Nothing was installed.",
  });
  // npm looks once more at once, in case the copy in its cache was the wrong one.
  expect(asked()).toBeLessThanOrEqual(2);
  expect(waits).toEqual([]);
  expect(await install(integrityOf(bytes))).toMatchObject(downloaded);
});

test("MEET-3 a package that the network lost is fetched again after a while, one that isn't there isn't", async () => {
  const integrity = () => integrityOf(packed());
  const bytes = packed();
  const lost = await startRegistry((response, asked) =>
    asked === 1 ? response.writeHead(503).end() : asked === 2 ? response.destroy() : response.end(bytes),
  );
  expect(await lost.install(integrityOf(bytes))).toMatchObject(downloaded);
  expect(lost.waits).toEqual([10_000, 60_000]);

  const down = await startRegistry((response) => response.writeHead(503).end());
  expect(await down.install(integrity())).toMatchObject(notDownloaded);
  expect([down.asked(), down.waits]).toEqual([3, [10_000, 60_000]]);

  const absent = await startRegistry((response) => response.writeHead(404).end());
  expect(await absent.install(integrity())).toMatchObject(notDownloaded);
  expect(absent.waits).toEqual([]);
});
