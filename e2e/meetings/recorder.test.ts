import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Meeting, MeetingPart } from "../../src/features/meetings/contract";
import { sampleM4a } from "../../test/speech/sample-m4a";
import { startSpeechServer } from "../../test/stand-ins/speech-server";
import type { Person } from "../../test/support/person";
import { browserForTests, identityKey } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { startOwnProduct } from "../support/own-product";
import { check, expectToast, holdCalls } from "../support/watching";

/** The speech server answers when this resolves. */
let ready: Promise<unknown> = Promise.resolve();
const speech = await startSpeechServer(async () => {
  await ready;
  return [{ start: 0, end: 2, text: "I will send the revised quote to Harbour Street by Friday." }];
});
const product = await startOwnProduct(speech.settings);
const { openScreen, openTab, newPerson, expectErrors } = browserForTests({
  url: () => product.url,
  loadsAhead: true,
});

const meetingsOf = async (person: Person) =>
  (await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`)).body;
const recorder = (page: Page) => page.getByRole("region", { name: "Recorder" });

/** Starts a recording and waits until the server has some of it. */
async function record(page: Page, person: Person, title: string): Promise<string> {
  await page.getByLabel("Meeting title").fill(title);
  await page.getByRole("button", { name: "Start Recording" }).click();
  await recorder(page).getByText("Recording", { exact: true }).waitFor();
  await expect.poll(async () => (await meetingsOf(person))[0]?.seconds ?? 0).toBeGreaterThan(0.5);
  return (await meetingsOf(person))[0]?.id as string;
}

/** The recorded time that the recorder shows (seconds). */
async function recordedClock(page: Page): Promise<number> {
  const [minutes, seconds] = (await recorder(page).getByRole("timer").innerText()).split(":").map(Number);
  return (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** How long the only meeting is, as far as the server has it (seconds). */
const secondsOf = async (person: Person) => (await meetingsOf(person))[0]?.seconds ?? 0;

/**
 * Records without a connection for 3 seconds, closes the tab, and sees a second one send what the browser kept.
 *
 * @returns the second tab, and what was recorded until the first one closed (seconds).
 */
async function closeWithoutConnection(
  page: Page,
  person: Person,
): Promise<{ second: Page; recorded: number }> {
  await page.context().setOffline(true);
  expectErrors(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const before = await secondsOf(person);
  await recorder(page).getByRole("alert").waitFor();
  await expect.poll(() => recordedClock(page)).toBeGreaterThan(before + 3);
  const recorded = await recordedClock(page);
  const second = await page.context().newPage();
  await page.close();
  await second.context().setOffline(false);
  await second.goto("/meetings");
  await expect.poll(() => secondsOf(person)).toBeGreaterThan(recorded - 5);
  return { second, recorded };
}

test("MEET-1 Start Recording is disabled while the title is blank, and Enter says what is missing", async () => {
  const { page } = await openScreen("/meetings");
  const start = page.getByRole("button", { name: "Start Recording" });
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByLabel("Meeting title").fill("   ");
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByLabel("Meeting title").press("Enter");
  await expectToast(page, "Meeting Title Required", "Please enter a title for the meeting.");
  await page.getByLabel("Meeting title").fill("Weekly");
  await expect.poll(() => start.isEnabled()).toBe(true);
});

test("MEET-2 MEET-3 API-1 recording, pausing and stopping, then Transcribe & Extract Tasks gives the tasks", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
  const id = await record(page, person, "Weekly");
  expect((await meetingsOf(person))[0]).toMatchObject({ title: "Weekly", status: "recording" });
  await recorder(page).getByText("Everybody should know that you record.").waitFor();
  const level = recorder(page).getByRole("meter", { name: "Microphone level" });
  await expect.poll(async () => Number(await level.getAttribute("aria-valuenow"))).toBeGreaterThan(10);
  expect(await faultsOf(page, "recording", recorder(page))).toEqual([]);
  // Only the recorder says how long it is by now: the time of day is the only other one.
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Weekly" }) });
  await expect.poll(() => row.innerText()).not.toMatch(/\d:\d\d(?!\s[AP]M)/);

  await page.getByRole("button", { name: "Pause" }).click();
  await recorder(page).getByText("Paused").waitFor();
  await page.getByLabel("New note").fill("Ask about the price");
  await page.getByRole("button", { name: "Add note" }).click();
  await recorder(page).getByText("Ask about the price").waitFor();
  const shown = await recorder(page).getByRole("timer").innerText();
  const seconds = async () => (await meetingsOf(person))[0]?.seconds ?? 0;

  // Other screens say that it records, and pause it.
  await page.getByRole("link", { name: "Task Matrix" }).click();
  const notice = page.locator("[data-recording-notice]");
  await expect.poll(() => notice.innerText()).toContain(`Paused\n${shown}`);
  await notice.getByRole("button", { name: "Resume the recording" }).click();
  const before = await seconds();
  await expect.poll(seconds).toBeGreaterThan(before + 1);
  expect(await faultsOf(page, "recording-notice", notice)).toEqual([]);
  await notice.getByRole("button", { name: "Pause the recording" }).click();
  await expect.poll(() => notice.innerText()).toContain("Paused");
  await notice.getByRole("link").click();
  await notice.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("button", { name: "Stop" }).click();

  const transcribe = page.getByRole("button", { name: "Transcribe & Extract Tasks" }).first();
  await expect.poll(() => transcribe.isEnabled()).toBe(true);
  expect((await meetingsOf(person))[0]?.status).toBe("recorded");
  const { body: parts } = await person.get<MeetingPart[]>(`/api/meetings/${id}/parts`);
  expect(parts).toEqual([expect.objectContaining({ format: "webm" })]);
  expect(parts[0]?.levels).toMatch(/[1-9a-z]/);
  // It takes longer than the call waits, and the outcome arrives on another screen.
  let answer: (value: unknown) => void = () => undefined;
  ready = new Promise((resolve) => {
    answer = resolve;
  });
  let sent: unknown;
  await page.route("**/transcribe", async (route) => {
    sent = route.request().postDataJSON();
    void person.post(`/api/meetings/${id}/transcribe`, {});
    await expect.poll(async () => (await meetingsOf(person))[0]?.status).toBe("transcribing");
    await route.fulfill({ status: 202, json: { status: "transcribing", tasks: [] } });
  });
  await transcribe.click();
  await expectToast(page, "Transcribing");
  const stored = await page.request.get(`/api/meetings/${id}/audio/${parts[0]?.id}`);
  expect(sent).toEqual({ audioData: (await stored.body()).toString("base64"), format: "webm" });
  await page.getByRole("link", { name: "Task Matrix" }).click();
  await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
  await notice.waitFor({ state: "hidden" });
  answer(undefined);
  await expectToast(page, "Transcription Complete", "Found 1 tasks in the meeting.");
  await page.getByRole("link", { name: "Meetings" }).click();
  await expect
    .poll(async () => (await meetingsOf(person))[0])
    .toMatchObject({ status: "completed", hasAudio: true });
  // What the speech server got is the recording itself.
  expect(speech.calls.at(-1)?.includes(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).toBe(true);
  await page.getByRole("listitem").getByText("Completed").waitFor();

  // The recording is heard from the second that a task comes from.
  await page.getByRole("link", { name: "Weekly" }).click();
  const noted = page.getByRole("listitem").filter({ hasText: "Ask about the price" });
  await noted.getByRole("button", { name: `Go to ${shown}` }).waitFor();
  const position = page.getByLabel("Position in the recording");
  await position.waitFor();
  await page
    .getByRole("button", { name: /I will send the revised quote/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Pause the recording" }).waitFor();
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  await position.fill("2");
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(2);
  expect(await faultsOf(page, "meeting-sound", position)).toEqual([]);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Export as WebVTT" }).click();
  expect((await saved).suggestedFilename()).toBe("Weekly.vtt");
  const sound = page.waitForEvent("download");
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Download the audio" }).click();
  expect((await sound).suggestedFilename()).toBe("Weekly.webm");
  await page.getByRole("button", { name: "More" }).last().click();
  await page.getByRole("menuitem", { name: "Delete the audio only" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expectToast(page, "Audio deleted");
  await position.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "All meetings" }).click();
  await page.getByRole("button", { name: "Start Recording" }).waitFor();
});

test("MEET-2 the sentence that asks for consent is copied with a click", async () => {
  const permissions = ["clipboard-read", "clipboard-write", "microphone"];
  const { page, person } = await openScreen("/meetings", { permissions });
  await record(page, person, "Call");
  await recorder(page).getByRole("button", { name: "Copy the sentence" }).click();
  await expectToast(page, "Copied!");
  const copied = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toMatch(/^I'd like to record this meeting so that Zippy can .*Is everybody OK with that\?$/);
  await recorder(page)
    .locator("q", { hasText: String(copied) })
    .waitFor();
});

test("MEET-2 Cancel clears the recording, and undo brings it back", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "A mistake");
  await page.getByRole("button", { name: "Stop" }).click();
  const cancel = recorder(page).getByRole("button", { name: "Cancel" });
  await recorder(page)
    .getByText(/recorded$/)
    .waitFor();
  const deleting = await holdCalls(page, new RegExp(`/api/meetings/${id}$`));
  await cancel.click();
  await expect.poll(deleting.held).toBe(1);
  // It is cleared on whichever screen the answer comes.
  const menu = page.getByRole("navigation", { name: "Views" });
  await menu.getByRole("link", { name: "Task Matrix" }).click();
  await page.waitForURL(/matrix/);
  deleting.release();
  await expectToast(page, "Meeting deleted", "“A mistake”");
  await menu.getByRole("link", { name: "Meetings" }).click();
  await page.getByRole("button", { name: "Start Recording" }).waitFor();
  expect(await meetingsOf(person)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Undone", "Deleted the meeting “A mistake”");
  const row = page.getByRole("listitem").filter({ hasText: "A mistake" });
  await row.getByText("Not transcribed yet").waitFor();
  await row.getByRole("button", { name: "Transcribe & Extract Tasks" }).waitFor();
  expect(await meetingsOf(person)).toMatchObject([{ id, status: "recorded", hasAudio: true }]);
});

test("MEET-2 a closed tab loses at most 5 seconds, and the meeting offers to continue or finish", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Interrupted");
  const { second } = await closeWithoutConnection(page, person);
  await second.getByRole("button", { name: "Continue" }).click();
  await recorder(second).getByText("Recording", { exact: true }).waitFor();
  await expect
    .poll(async () => (await person.get<MeetingPart[]>(`/api/meetings/${id}/parts`)).body.length)
    .toBe(2);
  await second.getByRole("button", { name: "Stop" }).click();
  await recorder(second)
    .getByText(/recorded$/)
    .waitFor();
  await expect.poll(async () => (await meetingsOf(person))[0]?.status).toBe("recorded");
});

test("MEET-2 a browser whose recorder knows only MP4 records WAV, a closed tab loses at most 5 seconds, and it plays", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openTab({ person });
  await page.context().addInitScript('MediaRecorder.isTypeSupported = (type) => type === "audio/mp4"');
  await page.goto("/meetings");
  const id = await record(page, person, "Interrupted");
  const { second, recorded } = await closeWithoutConnection(page, person);
  await second.getByRole("button", { name: "Continue" }).click();
  await recorder(second).getByText("Recording", { exact: true }).waitFor();
  await expect.poll(() => secondsOf(person)).toBeGreaterThan(recorded);
  await second.getByRole("button", { name: "Stop" }).click();
  await recorder(second)
    .getByText(/recorded$/)
    .waitFor();

  const { body: parts } = await person.get<MeetingPart[]>(`/api/meetings/${id}/parts`);
  expect(parts.map(({ format }) => format)).toEqual(["wav", "wav"]);
  for (const part of parts) {
    const path = `${product.url}/api/meetings/${id}/audio/${part.id}`;
    const file = await (await fetch(path, { headers: { cookie: person.cookie } })).arrayBuffer();
    const header = new DataView(file);
    expect([header.getUint32(4, true), header.getUint32(40, true)]).toEqual([part.size - 8, part.size - 44]);
    // As long as it says, and not silent.
    expect((part.size - 44) / header.getUint32(28, true)).toBeGreaterThan((part.seconds ?? 0) - 1);
    expect(new Int16Array(file.slice(44)).some((sample) => sample > 1000)).toBe(true);
  }
  await second.goto(`/meetings/${id}`);
  const position = second.getByLabel("Position in the recording");
  await second.getByRole("button", { name: "Play the recording" }).click();
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(1);
});

const noRoom = "Your team's recordings fill the room that it has. Delete the audio of old ones.";
const soundCall = /\/meetings\/[\da-f-]+\/audio$/;
const refuseSound = (page: Page) =>
  page.route(soundCall, (route) =>
    route.fulfill({ status: 413, json: { message: noRoom, code: "too_large" } }),
  );
/** The same browser after somebody else signed in. Leaves the page that is open. */
async function become(page: Page, { cookie, user }: Person): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.goto("/terms");
  await page.context().addCookies([{ name, value, url: product.url, httpOnly: true, sameSite: "Lax" }]);
  const visitor = { name: `${user.firstName} ${user.lastName}`, email: user.email };
  const [key, is] = [identityKey, JSON.stringify(visitor)].map((text) => JSON.stringify(text));
  await page.evaluate(`localStorage.setItem(${key}, ${is})`);
}

/** How many seconds of sound the server has. */
const soundOf = async (person: Person, id: string) =>
  (await person.get<MeetingPart[]>(`/api/meetings/${id}/parts`)).body.reduce(
    (sum, { levels }) => sum + levels.length,
    0,
  );
/** The question about sound that only this browser has. */
const keptQuestion = (page: Page) =>
  page.getByRole("dialog").filter({ hasText: /Go on without \d+ s of sound\?/ });

async function expectKeptQuestion(page: Page, answer: "Cancel" | "Go on"): Promise<void> {
  await keptQuestion(page).getByText(noRoom).waitFor();
  await keptQuestion(page).getByRole("button", { name: answer }).click();
  await keptQuestion(page).waitFor({ state: "hidden" });
}

test("MEET-2 what a team has no room for stays in the browser and is sent once there is room", async () => {
  expectErrors(/413/);
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  await refuseSound(page);
  await recorder(page).getByText(noRoom).waitFor();
  await recorder(page)
    .getByText(/[1-9]\d* s are kept in this browser/)
    .waitFor();
  const before = await soundOf(person, id);

  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("link", { name: "Task Matrix" }).click();
  await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
  await page.getByRole("link", { name: "Meetings" }).click();
  await expect.poll(() => soundOf(person, id)).toBeGreaterThan(before);
  await recorder(page).getByText(noRoom).waitFor({ state: "hidden" });
  await recorder(page)
    .getByText(/recorded$/)
    .waitFor();
});

test("MEET-2 sound that one person's browser keeps waits for that person, no matter who signs in meanwhile", async () => {
  expectErrors(/413/);
  const person = await newPerson("Ana Berg");
  const other = await newPerson("Bo Lind");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  await refuseSound(page);
  await recorder(page)
    .getByText(/[1-9]\d* s are kept in this browser/)
    .waitFor();
  const before = await soundOf(person, id);
  await become(page, other);
  await page.unrouteAll({ behavior: "wait" });
  await page.goto("/meetings");
  await page.getByText("No meetings yet").waitFor();
  await become(page, person);
  await page.goto("/meetings");
  await expect.poll(() => soundOf(person, id)).toBeGreaterThan(before);
});

test("MEET-2 a recording stops when somebody else signs in, and its sound is sent once the person is back", async () => {
  expectErrors(/40[34]/);
  const person = await newPerson("Ana Berg");
  const other = await newPerson("Bo Lind");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  const second = await page.context().newPage();
  await become(second, other);
  await recorder(page).getByText("Somebody else has signed in here.").waitFor();
  const before = await soundOf(person, id);
  await become(second, person);
  await second.goto("/meetings");
  await expect.poll(() => soundOf(person, id)).toBeGreaterThan(before);
});

test("MEET-2 what is refused after Stop is kept, and Transcribe sends it or asks first", async () => {
  expectErrors(/413|503/);
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  const away = "The server can't store the recording right now.";
  await page.route(soundCall, (route) =>
    route.fulfill({ status: 503, json: { message: away, code: "unavailable" } }),
  );
  await recorder(page).getByText(away).waitFor();
  const before = await soundOf(person, id);
  await page.getByRole("button", { name: "Stop" }).click();
  await recorder(page).getByText("Saving the recording…").waitFor();
  await refuseSound(page);
  await recorder(page)
    .getByText(/recorded$/)
    .waitFor();
  await recorder(page).getByText(noRoom).waitFor();
  expect((await meetingsOf(person))[0]?.status).toBe("recording");

  const transcribe = recorder(page).getByRole("button", { name: "Transcribe & Extract Tasks" });
  await transcribe.click();
  await expectKeptQuestion(page, "Cancel");
  expect((await meetingsOf(person))[0]?.status).toBe("recording");
  await page.unrouteAll({ behavior: "wait" });
  await transcribe.click();
  await expect.poll(async () => (await meetingsOf(person))[0]?.status).toBe("completed");
  expect(await soundOf(person, id)).toBeGreaterThan(before);
});

test("MEET-2 Continue and Finish ask before they leave out what the team has no room for", async () => {
  expectErrors(/413/);
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  await refuseSound(page);
  await recorder(page).getByText(noRoom).waitFor();
  const before = await soundOf(person, id);
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await expectKeptQuestion(page, "Cancel");
  await page.getByRole("button", { name: "Finish" }).click();
  await expectKeptQuestion(page, "Go on");
  await expect.poll(async () => (await meetingsOf(person))[0]?.status).toBe("recorded");
  expect(await soundOf(person, id)).toBe(before);
});

test("MEET-2 a tab whose sound is refused offers to continue and to finish the recording too", async () => {
  expectErrors(/413/);
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person, ...shownOn("desktop") });
  const id = await record(page, person, "Weekly");
  await refuseSound(page);
  await recorder(page).getByText(noRoom).waitFor();
  const proceed = recorder(page).getByRole("button", { name: "Continue" });
  await proceed.waitFor();
  expect(await faultsOf(page, "recorder-refused", proceed)).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
  await proceed.click();
  await recorder(page).getByText("Recording", { exact: true }).waitFor();
  const parts = async () => (await person.get<MeetingPart[]>(`/api/meetings/${id}/parts`)).body.length;
  await expect.poll(parts).toBe(2);
  await refuseSound(page);
  await recorder(page).getByText(noRoom).waitFor();
  await recorder(page).getByRole("button", { name: "Finish" }).click();
  await expectKeptQuestion(page, "Go on");
  await page.getByRole("button", { name: "Start Recording" }).waitFor();
  await page.getByRole("listitem").getByRole("button", { name: "Transcribe & Extract Tasks" }).waitFor();
  expect((await meetingsOf(person))[0]?.status).toBe("recorded");
});

test("MEET-2 a recording that goes on in another tab is put away, and its row offers what the list offers", async () => {
  expectErrors(/409/);
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  const piece = { data: "AAAA", level: 5, until: 1 };
  const body = { part: randomUUID(), format: "webm", from: 0, pieces: [piece] };
  expect((await person.post(`/api/meetings/${id}/audio`, body)).status).toBe(200);
  await recorder(page).getByText("This recording was finished, or goes on in another tab.").waitFor();
  await expect.poll(() => recorder(page).getByRole("button").allInnerTexts()).toEqual(["Close"]);
  const row = page.getByRole("listitem").filter({ hasText: "Weekly" });
  await row.getByRole("button", { name: "Continue" }).waitFor();
  await row.getByRole("button", { name: "Finish" }).waitFor();
  await recorder(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Start Recording" }).waitFor();
  expect((await meetingsOf(person))[0]?.status).toBe("recording");
});

test("MEET-2 a recording whose meeting was deleted says so, also while its last seconds wait", async () => {
  expectErrors(/404|503/);
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const id = await record(page, person, "Weekly");
  await page.route(soundCall, (route) =>
    route.fulfill({ status: 503, json: { message: "Try later.", code: "unavailable" } }),
  );
  await recorder(page).getByText("Try later.").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await recorder(page).getByText("Saving the recording…").waitFor();
  expect((await person.delete(`/api/meetings/${id}`)).status).toBe(200);
  await page.unrouteAll({ behavior: "wait" });
  await recorder(page).getByText("Meeting not found").waitFor();
  await recorder(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Start Recording" }).waitFor();
});

test("MEET-2 when the call's sound is no longer shared, the recorder says so and goes on with the microphone", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  await page.evaluate(`navigator.mediaDevices.getDisplayMedia = async () => {
    const context = new AudioContext();
    const { stream } = context.createMediaStreamDestination();
    window.sharedCall = stream;
    return stream;
  }`);
  await check(page.getByLabel("Also record the call"));
  await record(page, person, "Weekly");
  await recorder(page).getByText("You are on the left channel, the call is on the right.").waitFor();
  // What the browser does when somebody presses its “Stop sharing”; stopping a track by code fires nothing.
  await page.evaluate(
    `for (const track of window.sharedCall.getAudioTracks()) track.dispatchEvent(new Event("ended"))`,
  );
  await recorder(page).getByRole("alert").getByText("only you are recorded from here on").waitFor();
  const before = (await meetingsOf(person))[0]?.seconds ?? 0;
  await expect.poll(async () => (await meetingsOf(person))[0]?.seconds ?? 0).toBeGreaterThan(before);
});

test("MEET-3 an M4A whose index is at its end is converted in the browser; one that it can't read is kept", async () => {
  const person = await newPerson("Ana Berg");
  const { page } = await openScreen("/meetings", { person });
  const file = await sampleM4a(3);
  expect(file.indexOf("moov")).toBeGreaterThan(file.indexOf("mdat"));
  const upload = (name: string, buffer: Buffer) =>
    page.getByLabel("Recording or transcript").setInputFiles({ name, mimeType: "audio/mp4", buffer });
  const latest = async () => (await meetingsOf(person))[0];
  await upload("standup.m4a", file);
  await expectToast(page, "Transcription Complete", "Found 1 tasks in the meeting.");
  expect(await latest()).toMatchObject({ title: "standup", status: "completed", hasAudio: true });
  const parts = await person.get<MeetingPart[]>(`/api/meetings/${(await latest())?.id}/parts`);
  expect(parts.body).toEqual([expect.objectContaining({ format: "webm" })]);
  const heard = speech.calls.at(-1)!;
  expect(heard.includes("A_OPUS")).toBe(true);

  await page.getByRole("link", { name: "All meetings" }).click();
  await upload("cut.m4a", file.subarray(0, file.indexOf("moov")));
  await expect.poll(latest).toMatchObject({ title: "cut", hasAudio: true });
});

test("MEET-5 a microphone that can't be used is named with its cause, and no meeting is begun", async () => {
  const { page, person } = await openTab();
  await page.addInitScript(`{
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("", window.microphoneFault);
    };
  }`);
  await page.goto("/meetings");
  await page.getByLabel("Meeting title").fill("Weekly");
  for (const [fault, sentence] of [
    ["NotAllowedError", "Please allow microphone access in the browser address bar."],
    ["NotFoundError", "No microphone found. Please connect one and try again."],
    ["NotReadableError", "Your microphone is used by another app. Close that app and try again."],
    ["AbortError", "Please check your browser permissions."],
    ["TypeError", "Please check your browser permissions."],
  ] as const) {
    await page.evaluate(`window.microphoneFault = "${fault}"`);
    await page.getByRole("button", { name: "Start Recording" }).click();
    await expectToast(page, "Recording Failed", sentence);
  }
  expect(await meetingsOf(person)).toEqual([]);
});
