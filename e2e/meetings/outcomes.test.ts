import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Meeting } from "../../src/features/meetings/contract";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { wavOf } from "../../src/features/speech/engine/wav-file";
import { missingSpeechEngine, speechDataDir } from "../../test/speech/installed-engine";
import { type HeardSegment, startSpeechServer } from "../../test/stand-ins/speech-server";
import { onlyIf } from "../../test/support/only-if";
import type { Person } from "../../test/support/person";
import type { ServerProcess } from "../../test/support/server-process";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { expectToast, failCalls, hasFocus, toasts } from "../support/watching";

const missing = await missingSpeechEngine();
const heard: HeardSegment[] = [
  { start: 0, end: 2, text: "I will send the revised quote to Harbour Street by Friday." },
];
/** What the speech server answers next. */
let answer: () => HeardSegment[] | Promise<HeardSegment[]> = () => heard;
const speech = await startSpeechServer(() => answer());

/** A humming WAV file. */
const humming = (seconds: number) =>
  wavOf(
    Float32Array.from({ length: seconds * 16_000 }, (_, at) => 0.3 * Math.sin(at / 20)),
    16_000,
  );
const meetingsOf = async (person: Person) =>
  (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body;
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("Recording or transcript").setInputFiles({ name, mimeType: "audio/wav", buffer });

describe("with a speech server", onlyIf(missing === null, missing ?? ""), () => {
  let product: ServerProcess;
  beforeAll(async () => {
    // Pieces of half a minute.
    const own = await startOwnProduct({ ...speech.settings, STT_UPLOAD_LIMIT: "1" });
    mkdirSync(dirname(engineFolder(own.data.dataDir)), { recursive: true });
    symlinkSync(engineFolder(speechDataDir), engineFolder(own.data.dataDir));
    product = own;
  });
  const { openScreen, newPerson, expectErrors } = browserForTests({ url: () => product.url });

  test("MEET-3 a failed transcription says so, keeps the sound, and is tried again with a click", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person });
    answer = () => {
      throw new Error("broken");
    };
    await choose(page, "standup.wav", humming(5));
    await expectToast(page, "Transcription Failed", "Could not transcribe the audio. Please try again.");
    expect((await meetingsOf(person))[0]).toMatchObject({ status: "failed", hasAudio: true });
    await page.getByRole("heading", { name: "The transcription failed" }).waitFor();
    await page.getByText("The speech server failed. Try again in a few minutes.").waitFor();
    // How an earlier attempt ended isn't said of this one, which takes longer than the call waits.
    let goOn: (value: HeardSegment[]) => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
        return new Promise((answered) => {
          goOn = answered;
        });
      };
    });
    await page.route("**/transcribe", async (route) => {
      void person.post(new URL(route.request().url()).pathname, {});
      await asked;
      await route.fulfill({ status: 202, json: { status: "transcribing", tasks: [] } });
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await expectToast(page, "Transcribing");
    goOn(heard);
    await expectToast(page, "Transcription Complete", "Found 1 tasks in the meeting.");
    expect((await meetingsOf(person))[0]).toMatchObject({ status: "completed", error: null });
  });

  test("MEET-3 a transcription whose call fails says exactly what the others say, and can be tried again", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person });
    const sentence = "Could not transcribe the audio. Please try again.";
    expectErrors(/Failed to load resource/);
    // The server refuses the call, and then nobody answers it.
    const undo = await failCalls(page, "POST", /\/transcribe$/);
    await choose(page, "standup.wav", humming(5));
    await expectToast(page, "Transcription Failed", sentence);
    expect((await meetingsOf(person))[0]).toMatchObject({ status: "recorded", hasAudio: true });
    await undo();
    await toasts(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.route("**/transcribe", (route) => route.abort());
    const again = page.getByRole("button", { name: "Transcribe & Extract Tasks" });
    await again.click();
    await expectToast(page, "Transcription Failed", sentence);
    await page.unroute("**/transcribe");
    answer = () => heard;
    await again.click();
    await expectToast(page, "Transcription Complete", "Found 1 tasks in the meeting.");
  });

  test("MEET-3 a recording whose file breaks off is partly transcribed, and says where it ends", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
    answer = () => heard;
    const whole = humming(20);
    await choose(page, "standup.wav", whole.subarray(0, whole.length * 0.3));
    const kept = "The recording is kept. A complete transcript replaces what is here.";
    await expectToast(page, "Only a part is transcribed", `Found 1 tasks in the meeting. ${kept}`);
    const title = page.getByRole("heading", { name: "Only a part is transcribed" });
    await title.waitFor();
    await page
      .getByText("The recording breaks off at 0:05: the rest of its file is damaged or missing.")
      .waitFor();
    await expect.poll(() => page.getByText("Trying again continues where it stopped.").count()).toBe(0);
    expect(await faultsOf(page, "meeting-partly-transcribed", title)).toEqual([]);
    // What was heard is there, and so is its task.
    await page.getByRole("region", { name: "Transcript" }).getByText("Harbour Street").waitFor();
    await page.getByRole("button", { name: "Create Tasks (1)" }).waitFor();
    // Trying again doesn't turn it into a complete one.
    const answered = page.waitForResponse("**/transcribe");
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await (await answered).json()).toMatchObject({ status: "partly_transcribed" });
    await page.getByRole("link", { name: "All meetings" }).click();
    await page.getByRole("listitem").getByText("Partly transcribed").waitFor();
  });

  test("MEET-3 a recording in which nothing is heard says so, and takes a transcript from elsewhere", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
    answer = () => [];
    await choose(page, "silence.wav", humming(5));
    await expectToast(page, "Transcription Complete", "Found 0 tasks in the meeting.");
    const nothing = page.getByRole("region", { name: "No speech was found" });
    await nothing.getByText("It may be silent, too quiet or damaged.").waitFor();
    expect((await meetingsOf(person))[0]).toMatchObject({ status: "completed", hasAudio: true });
    expect(await faultsOf(page, "meeting-nothing-heard", nothing)).toEqual([]);
    await nothing.getByRole("button", { name: "Paste a transcript" }).click();
    const dialog = page.getByRole("dialog", { name: "Paste a transcript" });
    await dialog.getByLabel("Transcript").fill("Ana: I will call the bank tomorrow.");
    await dialog.getByRole("button", { name: "Find tasks" }).click();
    await page.getByRole("button", { name: "Create Tasks (1)" }).waitFor();
    await nothing.waitFor({ state: "detached" });
  });

  test("MEET-6 the list says what each meeting is about to be, and how far a transcription is", async () => {
    const person = await newPerson("Ana Berg");
    const path = `/api/teams/${person.teamId}/meetings`;
    const add = async (title: string, seconds: number) => {
      const content = new Uint8Array(humming(seconds));
      const sent = await person.upload<Meeting>(`${path}/upload`, [{ name: `${title}.wav`, content }]);
      return sent.body.id;
    };
    const transcribe = (id: string) => person.post(`/api/meetings/${id}/transcribe`, {});
    await person.post(path, { title: "Running", status: "recording" });
    await add("Waiting", 2);
    answer = () => {
      throw new Error("broken");
    };
    await transcribe(await add("Broken", 2));
    answer = () => heard;
    await transcribe(await add("Done", 2));
    let pieces = 0;
    let goOn: (value: HeardSegment[]) => void = () => undefined;
    answer = () =>
      ++pieces === 1
        ? heard
        : new Promise((resolve) => {
            goOn = resolve;
          });
    const long = await add("Long", 60);
    void transcribe(long).catch(() => undefined);

    const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
    const row = (title: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title, exact: true }) });
    await row("Running").getByText("Recording", { exact: true }).waitFor();
    await row("Running").getByRole("button", { name: "Continue" }).waitFor();
    await row("Waiting").getByText("Not transcribed yet").waitFor();
    await row("Waiting").getByRole("button", { name: "Transcribe & Extract Tasks" }).waitFor();
    await row("Broken").getByText("Transcription failed").waitFor();
    await row("Broken").getByRole("button", { name: "Try again" }).waitFor();
    await row("Done").getByText("Completed").waitFor();
    await row("Done").getByRole("button", { name: "Create Tasks" }).waitFor();
    // The second of two pieces.
    await row("Long")
      .getByText(/^Transcribing (?:2\d|3\d|4\d|5\d)%$/)
      .waitFor();
    expect(await faultsOf(page, "meeting-states", row("Long"))).toEqual([]);
    await row("Long").getByRole("button", { name: "Stop transcribing" }).click();
    await row("Long").getByText("Partly transcribed").waitFor();
    goOn([]);
    await page.getByRole("button", { name: "Paste a transcript" }).click();
    await hasFocus(page.getByRole("dialog", { name: "Paste a transcript" }).getByLabel("Title"));
    await page.keyboard.press("Escape");
    await row("Long").getByRole("link", { name: "Long", exact: true }).click();
    await page.getByText("Trying again continues where it stopped.").waitFor();
  });

  test("MEET-4 the link of a task opens its meeting at the second, and the sound starts there", async () => {
    const person = await newPerson("Ana Berg");
    const content = new Uint8Array(humming(25));
    const path = `/api/teams/${person.teamId}/meetings/upload`;
    const { id } = (await person.upload<Meeting>(path, [{ name: "call.wav", content }])).body;
    answer = () => [
      { start: 0, end: 6, text: "Good morning, everybody." },
      { start: 6, end: 11, text: "I will send the revised quote to Harbour Street by Friday." },
    ];
    await person.post(`/api/meetings/${id}/transcribe`, {});
    const { page } = await openScreen(`/meetings/${id}?at=7`, { person });
    const position = page.getByLabel("Position in the recording");
    const second = async () => Number(await position.inputValue());
    await expect.poll(second).toBeGreaterThanOrEqual(7);
    await expect.poll(() => page.locator("li[data-marked]").innerText()).toContain("revised quote");
    const pause = page.getByRole("button", { name: "Pause the recording" });
    await pause.click();
    await page.getByRole("button", { name: "Play the recording" }).waitFor();

    // A line's time is heard with a click, from wherever it was.
    await position.fill("22");
    await expect.poll(second).toBe(22);
    await page.getByRole("button", { name: "Go to 0:06" }).click();
    await pause.waitFor();
    const at = await second();
    expect(at).toBeGreaterThanOrEqual(6);
    expect(at).toBeLessThan(22);
  });
});

describe("without a speech engine", () => {
  const { openScreen, newPerson } = browserForTests();

  test("MEET-3 the sound waits, and three ways to a transcript are offered", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
    await choose(page, "standup.wav", humming(3));
    await expectToast(
      page,
      "No speech engine yet",
      "The recording is saved. Its page shows how to get a transcript.",
    );
    await page.getByRole("link", { name: "All meetings" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "standup" });
    await row.getByText("Needs a transcript", { exact: true }).waitFor();
    await row.getByRole("link", { name: "standup" }).click();
    const ways = page.getByRole("region", { name: "No speech engine yet" });
    // Nobody has measured it yet, but the browser.
    await page.getByText("0:00 / 0:03").waitFor();
    // One way installs an engine or connects a server: both stand on the same screen.
    await ways.getByText("installs one on Zippy's server or says how to connect a server").waitFor();
    expect(await faultsOf(page, "meeting-ways", ways)).toEqual([]);
    await ways.getByLabel("Transcript").waitFor({ state: "attached" });
    await ways.getByRole("button", { name: "Paste a transcript" }).click();
    const dialog = page.getByRole("dialog", { name: "Paste a transcript" });
    await hasFocus(dialog.getByLabel("Transcript"));
    await dialog.getByLabel("Transcript").fill("Ana: I will call the bank tomorrow.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await ways.getByRole("link", { name: "Open Settings → Speech" }).click();
    const settings = page.getByRole("region", { name: "Speech" });
    await settings.getByRole("button", { name: "Install the English engine" }).waitFor();
    await settings.getByText("STT_BASE_URL").first().waitFor();

    await page.goBack();
    await ways.getByRole("button", { name: "Paste a transcript" }).click();
    await dialog.getByLabel("Transcript").fill("Ana: I will call the bank tomorrow.");
    await dialog.getByRole("button", { name: "Find tasks" }).click();
    await expectToast(page, "Transcription Complete", "Found 1 tasks in the meeting.");
    expect((await meetingsOf(person))[0]).toMatchObject({ status: "completed", hasAudio: true });
  });
});
