import { createHash } from "node:crypto";
import type { CDPSession, Page } from "playwright-core";
import { launchChromium } from "../../e2e/support/chromium";
import type { Meeting, MeetingPart } from "../../src/features/meetings/contract";
import { report } from "../measure";
import type { Product } from "../product";
import { openSignedIn } from "../signed-in";

/** Seconds of sound, a piece each. */
const fiveMinutes = 300;
const threeHours = 10_800;

/**
 * A recording of three hours in a real browser, some hundred times faster: the recorder's page with a stand-in for
 * MediaRecorder, whose pieces are those of a real one. What the page's heap has grown to, and whether each piece is
 * stored once and in order.
 */
export async function measureLongRecording(product: Product): Promise<void> {
  const { person, server } = product;
  const browser = await launchChromium();
  try {
    const context = await openSignedIn(browser, product);
    await context.addInitScript({ content: standInScript });
    const page = await context.newPage();
    await page.goto("/meetings");
    const pieces = (await page.evaluate<string[]>(realPiecesScript)).map((one) => Buffer.from(one, "base64"));
    await page.getByLabel("Meeting title").fill("Three hours");
    await page.getByRole("button", { name: "Start Recording" }).click();
    await page.getByRole("region", { name: "Recorder" }).getByText("Recording", { exact: true }).waitFor();
    const cdp = await context.newCDPSession(page);
    await page.evaluate(recordScript(fiveMinutes));
    const early = await heapOf(cdp);
    const began = performance.now();
    await page.evaluate(recordScript(threeHours));
    const took = (performance.now() - began) / 1000;
    const late = await heapOf(cdp);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Transcribe & Extract Tasks" }).first().waitFor();
    await requireNothingKept(page);

    const meetings = await person.get<Meeting[]>(`/api/teams/${person.teamId}/meetings`);
    const meeting = meetings.body[0] as Meeting;
    const parts = await person.get<MeetingPart[]>(`/api/meetings/${meeting.id}/parts`);
    const sound = await fetch(`${server.url}/api/meetings/${meeting.id}/audio/${parts.body[0]?.id}`, {
      headers: { cookie: person.cookie },
    });
    const stored = createHash("sha256");
    for await (const chunk of sound.body ?? []) stored.update(chunk);
    const expected = createHash("sha256");
    for (let number = 0; number < threeHours; number++) expected.update(numbered(pieces, number));
    if (parts.body.length !== 1 || stored.digest("hex") !== expected.digest("hex"))
      throw new Error("the stored sound isn't what was recorded, once and in order");
    report({
      measure: `heap of the page after three hours of recording (${Math.round(meeting.seconds ?? 0)} s in ${Math.round(took)} s; nothing is left in the browser)`,
      value: late,
      unit: "MB",
      ratio: late / early,
      against: `the same page after five minutes (${early.toFixed(1)} MB)`,
      goal: "≤ 1.5 ×",
      met: late / early <= 1.5,
    });
  } finally {
    await browser.close();
  }
}

/** What JavaScript holds after a garbage collection, with the contents of its buffers (megabytes). */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize, ...rest } = await cdp.send("Runtime.getHeapUsage");
  const { backingStorageSize = 0 } = rest as { backingStorageSize?: number };
  return (usedSize + backingStorageSize) / 1024 ** 2;
}

async function requireNothingKept(page: Page): Promise<void> {
  const left = await page.evaluate<number>(keptScript);
  if (left > 0) throw new Error(`${left} pieces are still kept in the browser`);
}

/** The bytes of a piece: the real pieces take turns, the first one first, and each ends with its number. */
function numbered(pieces: Buffer[], number: number): Buffer {
  const source = pieces[number === 0 ? 0 : 1 + ((number - 1) % (pieces.length - 1))] as Buffer;
  const bytes = Buffer.from(source);
  bytes.writeUInt32LE(number, bytes.length - 4);
  return bytes;
}

/**
 * Replaces MediaRecorder, and the clock: each piece is a second later. Notes how many pieces the server has confirmed.
 */
const standInScript = `{
  const [now, load] = [performance.now.bind(performance), window.fetch.bind(window)];
  let ahead = 0;
  performance.now = () => now() + ahead;
  const Real = window.MediaRecorder;
  const state = { Real, pieces: [], emitted: 0, confirmed: 0, recorder: undefined };
  window.recording = state;
  window.fetch = async (...request) => {
    const response = await load(...request);
    if (response.ok && /\\/api\\/meetings\\/[^/]+\\/audio$/.test(response.url))
      state.confirmed = (await response.clone().json()).received;
    return response;
  };
  window.MediaRecorder = class extends EventTarget {
    static isTypeSupported = (type) => Real.isTypeSupported(type);
    state = "inactive";
    start() {
      this.state = "recording";
      state.recorder = this;
    }
    stop() {
      this.state = "inactive";
      this.dispatchEvent(new Event("stop"));
    }
  };
  state.emit = () => {
    const number = state.emitted++;
    const bytes = state.pieces[number === 0 ? 0 : 1 + ((number - 1) % (state.pieces.length - 1))].slice();
    new DataView(bytes.buffer).setUint32(bytes.length - 4, number, true);
    ahead += 1000;
    state.recorder.ondataavailable({ data: new Blob([bytes], { type: "audio/webm" }) });
  };
}`;

/** Six seconds of the browser's microphone as its own recorder gives them (base64). */
const realPiecesScript = `(async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new window.recording.Real(stream, { mimeType: "audio/webm;codecs=opus", audioBitsPerSecond: 48000 });
  const pieces = window.recording.pieces;
  await new Promise((resolve) => {
    recorder.ondataavailable = async ({ data }) => {
      pieces.push(new Uint8Array(await data.arrayBuffer()));
      if (pieces.length === 6) resolve();
    };
    recorder.start(1000);
  });
  recorder.ondataavailable = null;
  recorder.stop();
  for (const track of stream.getTracks()) track.stop();
  pieces.length = 6;
  return pieces.map((piece) => btoa(Array.from(piece, (byte) => String.fromCharCode(byte)).join("")));
})()`;

/** Records until there are so many pieces, never more than half a minute ahead of the server. */
const recordScript = (until: number) => `(async () => {
  const state = window.recording;
  while (state.emitted < ${until}) {
    for (let n = 0; n < 30 && state.emitted < ${until}; n++) state.emit();
    while (state.confirmed < state.emitted) await new Promise((resolve) => setTimeout(resolve));
  }
})()`;

const keptScript = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("zippy-recordings", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const counting = opening.result.transaction("pieces").objectStore("pieces").count();
    counting.onsuccess = () => resolve(counting.result);
  };
})`;
