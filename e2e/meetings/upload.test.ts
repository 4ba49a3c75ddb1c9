import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { Meeting } from "../../src/features/meetings/contract";
import { wavOf } from "../../src/features/speech/engine/wav-file";
import { startSpeechServer } from "../../test/stand-ins/speech-server";
import { atEnd } from "../../test/support/at-end";
import type { Person } from "../../test/support/person";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { addTask } from "../support/sample-data";
import { expectToast, hasFocus } from "../support/watching";

const speech = await startSpeechServer(() => [
  { start: 0, end: 2, text: "I will send the revised quote to Harbour Street by Friday." },
]);
const product = await startOwnProduct(speech.settings);
/** The connections between browser and product, which a test can break. Browsers open another one by themselves. */
let isBroken = false;
const connections = new Set<Socket>();
const line = createServer((browser) => {
  if (isBroken) return browser.resetAndDestroy();
  const server = connect(Number(new URL(product.url).port), "127.0.0.1");
  for (const [end, other] of [
    [browser, server],
    [server, browser],
  ] as const) {
    connections.add(end);
    end.once("close", () => {
      connections.delete(end);
      other.destroy();
    });
    // What it was is of no interest: `close` follows.
    end.on("error", () => undefined);
    end.pipe(other);
  }
});
await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
const breakLine = () => {
  isBroken = true;
  for (const one of connections) one.resetAndDestroy();
};
afterEach(() => {
  isBroken = false;
});
atEnd(() => {
  breakLine();
  return new Promise((resolve) => line.close(resolve));
});
const lineUrl = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
const { openScreen, newPerson, expectErrors } = browserForTests({ url: () => lineUrl });

/** 12.8 MB. */
const recording = wavOf(new Float32Array(400 * 16_000), 16_000);

const meetingsOf = async (person: Person) =>
  (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body;

/** Chooses a recording that takes about 13 seconds to send. */
async function uploadSlowly(page: Page, name: string) {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1_000_000 },
  });
  await page
    .getByLabel("Recording or transcript")
    .setInputFiles({ name, mimeType: "audio/wav", buffer: recording });
  const bar = page.getByRole("progressbar", { name: `Uploading ${name}…` });
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(5);
  return bar;
}

test("MEET-3 an upload shows how much of it is sent, also after another screen, doesn't hold up Z, and Cancel keeps nothing", async () => {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Water the plants" });
  const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
  const bar = await uploadSlowly(page, "standup.wav");
  const section = page.getByRole("region", { name: "Upload" });
  await section.getByText(/^[\d.]+ MB of 13 MB \(\d+%\)$/).waitFor();
  expect(await faultsOf(page, "meeting-upload", section)).toEqual([]);
  // The browser asks for less motion: the spinner is still in the middle of its button.
  const spinner = page.locator("button[data-loading] .mantine-Button-loader");
  const middles = await spinner.evaluate((element) =>
    [element, element.closest("button")!].map((one) => {
      const { top, left, width, height } = one.getBoundingClientRect();
      return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
    }),
  );
  expect(middles[0]).toEqual(middles[1]);
  await page.getByRole("link", { name: "Task Matrix" }).click();
  await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
  const task = page.locator('[role="button"][id^="task-"]').filter({ hasText: "Water the plants" });
  await task.click({ trial: true });
  await page.keyboard.press("j");
  await hasFocus(task);
  await page.keyboard.press("e");
  await task.waitFor({ state: "detached" });
  await page.keyboard.press("z");
  await task.waitFor();
  await page.getByRole("link", { name: "Meetings" }).click();
  await bar.waitFor();
  await section.getByRole("button", { name: "Cancel" }).click();
  await section.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Upload a file" }).click({ trial: true });
  expect(await meetingsOf(person)).toEqual([]);
});

test("MEET-3 an upload that breaks off in the middle says so, keeps nothing, and Try again sends it once", async () => {
  expectErrors(/ERR_CONNECTION_|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_NETWORK|WebSocket/);
  const { page, person } = await openScreen("/meetings");
  const bar = await uploadSlowly(page, "standup.wav");
  breakLine();
  const failed = page.getByRole("alert").filter({ hasText: "The upload didn't finish" });
  await failed.getByText("standup.wav").waitFor();
  await failed.getByText("Can't reach Zippy's server. Check that it's running.").waitFor();
  await expect.poll(() => bar.count()).toBe(0);
  isBroken = false;
  expect(await meetingsOf(person)).toEqual([]);
  await failed.getByRole("button", { name: "Try again" }).click();
  await expectToast(page, "Transcription Complete", "Found 1 tasks in the meeting.");
  expect(await meetingsOf(person)).toMatchObject([{ title: "standup", status: "completed" }]);
  await expect.poll(() => failed.count()).toBe(0);
});

test("MEET-3 a file that can't be used says why, without an offer to send it again", async () => {
  expectErrors(/status of 4(00|15)/);
  const { page, person } = await openScreen("/meetings");
  const refused = page.getByRole("alert").filter({ hasText: "The file wasn't added" });
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel("Recording or transcript").setInputFiles({ name, mimeType: "text/plain", buffer });
  await choose("empty.txt", Buffer.alloc(0));
  await refused.getByText("This file is empty. Choose another one.").waitFor();
  await refused.getByText("empty.txt").waitFor();
  await expect.poll(() => refused.getByRole("button").allInnerTexts()).toEqual(["Dismiss"]);
  await choose("letter.pdf", Buffer.from("%PDF-1.7"));
  await refused.getByText(/^Zippy can't read this file\./).waitFor();
  await expect.poll(() => refused.getByRole("button").allInnerTexts()).toEqual(["Dismiss"]);
  await refused.getByRole("button", { name: "Dismiss" }).click();
  await refused.waitFor({ state: "hidden" });
  expect(await meetingsOf(person)).toEqual([]);
});
