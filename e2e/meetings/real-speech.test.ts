import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Meeting, MeetingPart, MeetingSegment } from "../../src/features/meetings/contract";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { missingSpeechEngine, speechDataDir } from "../../test/speech/installed-engine";
import { timesConcluded } from "../../test/speech/times-concluded";
import { wrongWords } from "../../test/speech/wrong-words";
import { dataFolder, onlyIf } from "../../test/support/only-if";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { expectToast } from "../support/watching";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const spoken =
  "and so my fellow americans ask not what your country can do for you ask what you can do for your country";
/** Length of the clip (seconds). */
const clip = 11;

describe("with the installed engine", onlyIf(missing === null, missing ?? ""), () => {
  let product: Awaited<ReturnType<typeof startOwnProduct>>;
  beforeAll(async () => {
    const own = await startOwnProduct({});
    mkdirSync(dirname(engineFolder(own.data.dataDir)), { recursive: true });
    symlinkSync(engineFolder(speechDataDir), engineFolder(own.data.dataDir));
    product = own;
  });
  const microphone = join(dataFolder ?? "", "speech", "jfk.wav");
  const { openScreen, openTab, newPerson } = browserForTests({ url: () => product.url, microphone });

  /** Nothing is to be done in a speech, but it was read for it: its page has a summary. */
  async function concluded(page: Page, { id, summary }: Meeting): Promise<void> {
    expect(await timesConcluded(product.data.databaseUrl, id)).toBe(1);
    expect(summary).toMatch(/^Less than a minute of talk\b/);
    await page.goto(`/meetings/${id}`);
    await page.getByRole("region", { name: "Summary" }).getByText(summary!).waitFor();
    await page.getByText("Zippy found no tasks in this meeting.").waitFor();
  }

  test("MEET-2 MEET-3 what the microphone hears becomes text on this machine, and no task out of nothing", async () => {
    const person = await newPerson("Ana Berg");
    const meetings = async () => (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body;
    const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
    await page.getByLabel("Meeting title").fill("Address");
    await page.getByRole("button", { name: "Start Recording" }).click();
    const heard = async () => (await meetings())[0]?.seconds ?? 0;
    // Said to be provisional while it records; the transcript replaces them.
    const captions = page.getByRole("list", { name: "Captions" });
    await expect.poll(() => captions.innerText(), { timeout: 40_000 }).toMatch(/country/i);
    expect(await faultsOf(page, "captions", captions)).toEqual([]);
    await expect.poll(heard, { timeout: 40_000 }).toBeGreaterThan(clip + 1);
    await page.getByRole("button", { name: "Stop" }).click();
    const transcribe = page.getByRole("button", { name: "Transcribe & Extract Tasks" }).first();
    await expect.poll(() => transcribe.isEnabled()).toBe(true);
    await transcribe.click();
    await expectToast(page, "Transcription Complete", "Found 0 tasks in the meeting.");
    await captions.waitFor({ state: "detached" });

    const { body } = await person.get<Meeting>(`/api/meetings/${(await meetings())[0]?.id}`);
    expect(wrongWords(body.transcript ?? "", spoken)).toBeLessThanOrEqual(4);
    expect(body).toMatchObject({ status: "completed", transcribedBy: "English (Moonshine tiny)" });
    await concluded(page, body);
    const { body: sent } = await person.get(`/api/teams/${person.teamId}/outside-calls`);
    expect(sent).toEqual([]);
  });

  test("MEET-2 MEET-3 what a browser records whose recorder knows only MP4 becomes text on this machine", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    await page.addInitScript('MediaRecorder.isTypeSupported = (type) => type === "audio/mp4"');
    await page.goto("/meetings");
    await page.getByLabel("Meeting title").fill("Address");
    await page.getByRole("button", { name: "Start Recording" }).click();
    const meeting = async () => (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body[0];
    await expect
      .poll(async () => (await meeting())?.seconds ?? 0, { timeout: 40_000 })
      .toBeGreaterThan(clip + 1);
    await page.getByRole("button", { name: "Stop" }).click();
    const transcribe = page.getByRole("button", { name: "Transcribe & Extract Tasks" }).first();
    await expect.poll(() => transcribe.isEnabled()).toBe(true);
    await transcribe.click();
    await expectToast(page, "Transcription Complete", "Found 0 tasks in the meeting.");
    const { body: parts } = await person.get<MeetingPart[]>(`/api/meetings/${(await meeting())?.id}/parts`);
    expect(parts).toEqual([expect.objectContaining({ format: "wav" })]);
    expect(await meeting()).toMatchObject({ status: "completed", error: null });
    expect(wrongWords((await meeting())?.transcript ?? "", spoken)).toBeLessThanOrEqual(4);
  });

  test("MEET-3 an M4A as phones write it is converted in the browser and becomes text on this machine", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person });
    await page
      .getByLabel("Recording or transcript")
      .setInputFiles(join(dataFolder ?? "", "speech", "formats", "jfk.m4a"));
    await expectToast(page, "Transcription Complete", "Found 0 tasks in the meeting.");
    const [meeting] = (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body;
    expect(meeting).toMatchObject({ title: "jfk", status: "completed" });
    expect(wrongWords(meeting?.transcript ?? "", spoken)).toBeLessThanOrEqual(4);
    await concluded(page, meeting!);
  });

  test("MEET-3 an M4A that breaks off before its index is kept, and its meeting says that it can't be read", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openScreen("/meetings", { person });
    const whole = readFileSync(join(dataFolder ?? "", "speech", "formats", "jfk.m4a"));
    const buffer = whole.subarray(0, Math.round(whole.length / 2));
    const file = { name: "cut.m4a", mimeType: "audio/mp4", buffer };
    await page.getByLabel("Recording or transcript").setInputFiles(file);
    await expectToast(page, "Transcription Failed", "Could not transcribe the audio. Please try again.");
    const why = page.getByRole("region", { name: "The transcription failed" });
    // The second one where the system has an ffmpeg, which finds that nobody can read it.
    await why.getByText(/Save it as MP3, WAV, OGG, WebM or FLAC|it is empty, damaged, or no audio/).waitFor();
    await why.getByRole("button", { name: "Paste a transcript" }).waitFor();
    const [meeting] = (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body;
    expect(meeting).toMatchObject({ title: "cut", status: "failed", hasAudio: true });
  });

  test("MEET-2 a recorded call gives each side's words to the right speaker", async () => {
    const person = await newPerson("Ana Berg");
    const { page } = await openTab({ person });
    const others = join(
      dataFolder ?? "",
      "speech",
      "librivox",
      "sense_and_sensibility_01_austen_64kb-0870.wav",
    );
    await page.route("**/others.wav", (route) => route.fulfill({ path: others }));
    // The call's tab: nobody can choose one here.
    await page.addInitScript(`navigator.mediaDevices.getDisplayMedia = async () => {
      const context = new AudioContext();
      const source = context.createBufferSource();
      source.buffer = await context.decodeAudioData(await (await fetch("/others.wav")).arrayBuffer());
      const tab = context.createMediaStreamDestination();
      source.connect(tab);
      source.start();
      return tab.stream;
    }`);
    await page.goto("/meetings");
    await page.getByLabel("Meeting title").fill("Call");
    await page.getByRole("switch", { name: "Also record the call" }).click();
    await page.getByRole("button", { name: "Start Recording" }).click();
    const meeting = async () => (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body[0];
    await expect.poll(async () => (await meeting())?.seconds ?? 0).toBeGreaterThan(clip + 1);
    await page.getByRole("button", { name: "Stop" }).click();
    const transcribe = page.getByRole("button", { name: "Transcribe & Extract Tasks" }).first();
    await expect.poll(() => transcribe.isEnabled()).toBe(true);
    await transcribe.click();
    await expectToast(page, "Transcription Complete");
    const { body: segments } = await person.get<MeetingSegment[]>(
      `/api/meetings/${(await meeting())?.id}/segments`,
    );
    const saidBy = (speaker: string) =>
      segments.filter((segment) => segment.speaker === speaker).map(({ text }) => text);
    expect(wrongWords(saidBy("Ana Berg").join(" "), spoken)).toBeLessThanOrEqual(4);
    const read =
      "and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them";
    expect(wrongWords(saidBy("Others").join(" "), read)).toBeLessThanOrEqual(5);
    expect(saidBy("Ana Berg").length + saidBy("Others").length).toBe(segments.length);
  });
});
