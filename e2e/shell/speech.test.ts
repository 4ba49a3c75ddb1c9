import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { missingSpeechEngine, speechDataDir } from "../../test/speech/installed-engine";
import { missingInNpmCache, npmCache } from "../../test/speech/npm-cache";
import { atEnd } from "../../test/support/at-end";
import { onlyIf } from "../../test/support/only-if";
import type { ServerProcess } from "../../test/support/server-process";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { join as joinTeam } from "../support/team-people";
import { expectToast } from "../support/watching";

const missing = await missingSpeechEngine();
const uncached = missing ?? missingInNpmCache();
const section = (page: Page) => page.getByRole("region", { name: "Speech" });
const install = (page: Page) => section(page).getByRole("button", { name: "Install the English engine" });

let server: ServerProcess & { data: { dataDir: string } };

/** Requests to an npm registry that doesn't answer, until it fails. */
const waiting: (() => void)[] = [];
let failing = false;

beforeAll(async () => {
  const registry = createServer((_, response) => {
    const fail = () => void response.writeHead(404).end();
    if (failing) fail();
    else waiting.push(fail);
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  atEnd(() => {
    registry.closeAllConnections();
    return new Promise((resolve) => registry.close(resolve));
  });
  server = await startOwnProduct({
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: mkdtempSync(join(tmpdir(), "zippy-npm-")),
    npm_config_fetch_retries: "0",
  });
});

describe("Settings → Speech", () => {
  const { openScreen, openTab, newPerson } = browserForTests({ url: () => server.url });

  test("MEET-3 without an engine, it says so; an installation shows its steps, stops, and says why it failed", async () => {
    const { page } = await openScreen("/settings/speech", shownOn("desktop"));
    await section(page).getByText("Nothing transcribes recordings yet.").waitFor();
    expect(await faultsOf(page, "speech-none", install(page))).toEqual([]);

    await install(page).click();
    await section(page).getByText("Downloading the packages…").waitFor();
    await section(page).getByRole("button", { name: "Stop the installation" }).click();
    await install(page).waitFor();

    await install(page).click();
    await section(page).getByText("Downloading the packages…").waitFor();
    failing = true;
    for (const fail of waiting.splice(0)) fail();
    await section(page)
      .getByText(/^The packages couldn't be downloaded/)
      .waitFor();
    const again = section(page).getByRole("button", { name: "Try again" });
    expect(await faultsOf(page, "speech-failed", again)).toEqual([]);
  });

  test("MEET-3 a member reads who may change it", async () => {
    const [owner, member] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await joinTeam(owner, member);
    const { page } = await openTab({ person: member });
    await page.goto("/settings/speech");
    await section(page).getByText("Only the owner or admin of this team can change this.").waitFor();
    await expect.poll(() => install(page).count()).toBe(0);
  });

  test(
    "MEET-3 an engine that was copied here is checked, tested and used, and can be removed",
    onlyIf(missing === null, missing ?? ""),
    async () => {
      const folder = engineFolder(server.data.dataDir);
      const { page } = await openScreen("/settings/speech", shownOn("desktop"));
      await section(page).waitFor();
      const copy = `${folder}-copy`;
      cpSync(engineFolder(speechDataDir), copy, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !/(?:ready|tokens)\.txt$/.test(source),
      });
      // In one step, because the server may look at the folder at any time.
      rmSync(folder, { recursive: true, force: true });
      renameSync(copy, folder);
      await page.reload();
      await section(page).getByText("The English engine on Zippy's server transcribes recordings.").waitFor();
      await section(page).getByText("Installed and tested.").waitFor();
      const remove = section(page).getByRole("button", { name: "Remove" });
      expect(await faultsOf(page, "speech-installed", remove)).toEqual([]);
      await remove.click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      await expectToast(page, "Engine removed");
      await install(page).waitFor();
    },
  );
});

describe("where npm has the packages already", () => {
  let own: ServerProcess;
  beforeAll(async () => {
    own = await startOwnProduct({ npm_config_cache: npmCache, npm_config_offline: "true" });
  });
  const { openScreen } = browserForTests({ url: () => own.url });

  test(
    "MEET-3 a click installs the engine, which is then tested and transcribes",
    onlyIf(uncached === null, uncached ?? ""),
    async () => {
      const { page, person } = await openScreen("/settings/speech");
      await install(page).click();
      await section(page).getByText("Installed and tested.").waitFor();
      await section(page).getByText("The English engine on Zippy's server transcribes recordings.").waitFor();
      const { body } = await person.get(`/api/teams/${person.teamId}/speech`);
      expect(body).toMatchObject({
        engine: { kind: "installed", name: "English (Moonshine tiny)" },
        installed: { status: "ready", message: null },
      });
    },
  );
});

describe("with a speech server", () => {
  let own: ServerProcess;
  beforeAll(async () => {
    own = await startOwnProduct({ STT_BASE_URL: "http://127.0.0.1:9/v1", STT_ENGINE: "off" });
  });
  const { openScreen } = browserForTests({ url: () => own.url });

  test("BEY-17 the screen names it and leads to its calls", async () => {
    const { page } = await openScreen("/settings/speech");
    await section(page).getByText("127.0.0.1:9 transcribes recordings.").waitFor();
    await section(page)
      .getByText(/don't allow an engine/)
      .waitFor();
    await section(page).getByRole("link", { name: "Privacy" }).click();
    await page
      .getByText("Speech server at 127.0.0.1:9 on Zippy's server (whisper-1)", { exact: true })
      .waitFor();
  });
});
