import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { Meeting } from "../../src/features/meetings/contract";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { enginesOf, missingSpeechEngine, speechDataDir } from "../../test/speech/installed-engine";
import { wordsOf, wrongWords } from "../../test/speech/wrong-words";
import { atEnd } from "../../test/support/at-end";
import { localKey } from "../../test/support/local-key";
import { dataFolder, onlyIf } from "../../test/support/only-if";
import { type Person, signIn } from "../../test/support/person";
import type { ServerProcess } from "../../test/support/server-process";
import { identityKey, localKeyName } from "../support/browser";
import { openKillableChromium } from "../support/killable-chromium";
import { newProductData, startOn } from "../support/own-product";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const data = await newProductData(inject("postgresUrl"));
mkdirSync(dirname(engineFolder(data.dataDir)), { recursive: true });
if (missing === null) symlinkSync(engineFolder(speechDataDir), engineFolder(data.dataDir));
let product: ServerProcess = await startOn(data);
atEnd(async () => {
  await product.kill("SIGTERM");
  rmSync(data.dataDir, { recursive: true, force: true });
});

/** Kills the server as a crash would; `restart` starts it again at the same address. */
const killServer = () => product.kill("SIGKILL");
const restart = async () => {
  product = await startOn(data, { PORT: new URL(product.url).port });
};

const meetingOf = async (person: Person) =>
  (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body[0];

async function openMeetings(page: Page, person: Person): Promise<void> {
  const [name, value] = person.cookie.split("=") as [string, string];
  await page.context().addCookies([{ name, value, url: product.url }]);
  const user = { name: `${person.user.firstName} ${person.user.lastName}`, email: person.user.email };
  const kept = JSON.stringify({ [identityKey]: JSON.stringify(user), [localKeyName]: localKey });
  await page.addInitScript(`Object.assign(localStorage, ${kept})`);
  await page.goto(`${product.url}/meetings`);
}

test("MEET-2 a server and a browser killed in the middle of a recording lose at most 5 seconds together", async () => {
  const person = await signIn(product.url, "Ana Berg");
  const profile = mkdtempSync(join(tmpdir(), "zippy-profile-"));
  const first = await openKillableChromium(profile);
  await openMeetings(first.page, person);
  await first.page.getByLabel("Meeting title").fill("Crash");
  await first.page.getByRole("button", { name: "Start Recording" }).click();
  await expect.poll(async () => (await meetingOf(person))?.seconds ?? 0).toBeGreaterThan(1);
  await killServer();
  const recorder = first.page.getByRole("region", { name: "Recorder" });
  await recorder.getByRole("alert").waitFor();
  const recorded = async () => {
    const [m, s] = (await recorder.getByRole("timer").innerText()).split(":").map(Number);
    return (m ?? 0) * 60 + (s ?? 0);
  };
  const before = await recorded();
  await expect.poll(recorded).toBeGreaterThan(before + 3);
  const last = await recorded();
  await first.kill();

  await restart();
  expect(await meetingOf(person)).toMatchObject({ status: "recording" });
  const second = await openKillableChromium(profile);
  try {
    await openMeetings(second.page, person);
    await expect.poll(async () => (await meetingOf(person))?.seconds ?? 0).toBeGreaterThan(last - 5);
    await second.page.getByRole("button", { name: "Continue" }).waitFor();
    await second.page.getByRole("button", { name: "Finish" }).click();
    await expect.poll(async () => (await meetingOf(person))?.status).toBe("recorded");
  } finally {
    await second.kill();
    // The kernel may take a moment to end what was killed.
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});

test(
  "MEET-3 an engine and a server killed in the middle of a transcription lose no words",
  onlyIf(missing === null, missing ?? ""),
  async () => {
    const person = await signIn(product.url, "Ana Berg");
    const bytes = readFileSync(join(dataFolder!, "speech", "jfk.wav"));
    const from = bytes.indexOf("data") + 8;
    const times = 4;
    const form = new FormData();
    const talk = Array.from({ length: times }, () =>
      Buffer.concat([bytes.subarray(from), Buffer.alloc(64_000)]),
    );
    const header = Buffer.from(bytes.subarray(0, from));
    header.writeUInt32LE(Buffer.concat(talk).length, from - 4);
    form.append("file", new Blob([header, ...talk]), "talk.wav");
    const headers = { cookie: person.cookie };
    const path = `${product.url}/api/teams/${person.teamId}/meetings/upload`;
    const { id } = (await (await fetch(path, { method: "POST", headers, body: form })).json()) as Meeting;
    const got = async () => (await person.get<Meeting>(`/api/meetings/${id}`)).body;
    const started = person.post(`/api/meetings/${id}/transcribe`, {}).catch(() => undefined);

    await expect.poll(async () => (await got()).transcribedSeconds).toBeGreaterThan(5);
    for (const engine of enginesOf(product.pid)) process.kill(engine, "SIGKILL");
    await expect.poll(async () => (await got()).transcribedSeconds).toBeGreaterThan(15);
    await killServer();
    await started;
    await restart();
    await expect.poll(async () => (await got()).status, { timeout: 60_000 }).toBe("completed");

    const spoken =
      "and so my fellow americans ask not what your country can do for you ask what you can do for your country ";
    const heard = (await got()).transcript ?? "";
    expect(wrongWords(heard, spoken.repeat(times))).toBeLessThanOrEqual(4 * times);
    expect(wordsOf(heard).length).toBeGreaterThan(18 * times);
  },
);
