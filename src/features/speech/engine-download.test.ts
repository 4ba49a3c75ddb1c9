import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { atEnd } from "../../../test/support/at-end";
import { createEngineInstaller } from "./engine/engine-install";

/** A package as a registry sends it. */
function packed(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "zippy-package-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "package"));
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify({ name: "tiny", version: "1.0.0" }));
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

test("MEET-3 a package with another content than expected isn't installed, and a sentence says so", async () => {
  const bytes = packed();
  let asked = 0;
  const registry = createServer((_, response) => {
    asked++;
    response.end(bytes);
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise((resolve) => registry.close(resolve)));
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/tiny.tgz`;
  // Else npm asks six times, for more than two minutes.
  vi.stubEnv("npm_config_fetch_retries", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { signal } = new AbortController();
  const dataDir = mkdtempSync(join(tmpdir(), "zippy-data-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const install = async (integrity: string) => {
    const npm = process.env.npm_execpath;
    const installer = createEngineInstaller({ source: listed(url, integrity), dataDir, npm });
    const failure = await installer.install(() => undefined, signal).catch((error: unknown) => error);
    expect([existsSync(installer.folder), existsSync(`${installer.folder}.new`)]).toEqual([false, false]);
    expect(existsSync(dirname(installer.folder))).toBe(true);
    return failure;
  };
  expect(await install(integrityOf(Buffer.from("another content")))).toMatchObject({
    name: "InstallError",
    message: "A downloaded package doesn't have the expected content. Nothing was installed.",
  });
  expect(asked).toBeGreaterThan(0);
  // With its own hash it is accepted; what fails then is the check of the engine's files, which aren't in it.
  expect(await install(integrityOf(bytes))).toMatchObject({
    message: expect.stringMatching(/ is missing or damaged\. Install the engine again\.$/),
  });
});
