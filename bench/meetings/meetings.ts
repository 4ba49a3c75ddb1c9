import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { launchChromium } from "../../e2e/support/chromium";
import type { Meeting } from "../../src/features/meetings/contract";
import { median, report } from "../measure";
import type { Product } from "../product";
import { openSignedIn } from "../signed-in";

/** Recordings at once, and for how long (seconds). */
const recordings = 20;
const length = 20;
/** A second of speech at 48 kbit/s (bytes). */
const second = 6000;

/** From the moment a second of sound is recorded until the server has confirmed it, with many recordings at once. */
export async function measureRecordings({ person }: Product): Promise<void> {
  const data = Buffer.alloc(second, 7).toString("base64");
  const delays: number[] = [];
  async function record(number: number): Promise<void> {
    const { id } = (
      await person.post<Meeting>(`/api/teams/${person.teamId}/meetings`, { title: `Call ${number}` })
    ).body;
    const part = randomUUID();
    const began = performance.now();
    let sent = 0;
    while (sent < length) {
      // Everything that is due goes in one call, as the recorder sends it.
      const due = Math.min(length, Math.floor((performance.now() - began) / 1000));
      if (due > sent) {
        const pieces = Array.from({ length: due - sent }, (_, at) => ({
          data,
          level: 20,
          until: sent + at + 1,
        }));
        const body = { part, format: "webm", from: sent, pieces };
        const { status } = await person.post(`/api/meetings/${id}/audio`, body);
        if (status !== 200) throw new Error(`sound was refused with ${status}`);
        const now = performance.now();
        for (let at = sent; at < due; at++) delays.push(now - began - (at + 1) * 1000);
        sent = due;
      } else await wait(Math.max(1, began + (sent + 1) * 1000 - performance.now()));
    }
  }
  await Promise.all(Array.from({ length: recordings }, (_, number) => record(number)));
  const slowest =
    delays.toSorted((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? Number.NaN;
  report({
    measure: `${recordings} recordings at once: second recorded to confirmed, 99th percentile (median ${Math.round(median(delays))} ms)`,
    value: slowest,
    unit: "ms",
    goal: "≤ 1000 ms",
    met: slowest <= 1000,
  });
}

const words =
  "We should look at the numbers again before the workshop and then decide about the new supplier";
const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

/** Three hours of talk, a line every four seconds (WebVTT). */
function longTranscript(): string {
  const cues = Array.from({ length: 2700 }, (_, at) => {
    const text = `${words
      .split(" ")
      .slice(at % 9)
      .join(" ")}, point ${at}.`;
    return `${stamp(at * 4)} --> ${stamp(at * 4 + 3.5)}\n<v Speaker ${at % 4}>${text}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

const runs = 5;

/** The page of a three-hour transcript: from the press on its title to its painted lines, and its frames while scrolling. */
export async function measureMeetingPage(product: Product): Promise<void> {
  const { person } = product;
  const data = Buffer.from(longTranscript()).toString("base64");
  const body = { name: "long.vtt", title: "Three hours", data };
  await person.post(`/api/teams/${person.teamId}/meetings/transcript`, body);
  const browser = await launchChromium();
  try {
    const context = await openSignedIn(browser, product);
    const page = await context.newPage();
    const opened: number[] = [];
    for (let run = 0; run < runs; run++) {
      await page.goto("/meetings");
      await page.getByRole("link", { name: "Three hours" }).waitFor();
      await page.waitForLoadState("networkidle");
      opened.push(await page.evaluate<number>(openScript));
    }
    report({
      measure: "page of a three-hour transcript: press to painted lines",
      value: median(opened),
      unit: "ms",
      goal: "≤ 500 ms",
      met: median(opened) <= 500,
    });
    const [still, scrolling]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      still.push(perSecond(await page.evaluate<number[]>(framesScript(0))));
      scrolling.push(perSecond(await page.evaluate<number[]>(framesScript(60))));
    }
    const ratio = median(scrolling) / median(still);
    report({
      measure: "page of a three-hour transcript: frames per second while scrolling",
      value: median(scrolling),
      unit: "fps",
      ratio,
      against: `the same page standing still, in turns (${median(still).toFixed(1)})`,
      goal: "≥ 0.95 of it",
      met: ratio >= 0.95,
    });
  } finally {
    await browser.close();
  }
}

/** The page's own clock, from the press to the frame that paints the first lines. */
const openScript = `new Promise((resolve) => {
  const link = [...document.querySelectorAll("a")].find((one) => one.textContent === "Three hours");
  const began = performance.now();
  const look = () => {
    const line = document.querySelector('[aria-labelledby="meeting-transcript"] ol li');
    if (line) requestAnimationFrame(() => resolve(performance.now() - began));
    else requestAnimationFrame(look);
  };
  link.click();
  look();
})`;

const perSecond = (frames: readonly number[]): number =>
  1000 / (frames.reduce((sum, one) => sum + one, 0) / frames.length);

/** Scrolls so many pixels a frame, and returns how long each frame took (milliseconds). */
const framesScript = (pixels: number) => `new Promise((resolve) => {
  const scroller = document.querySelector('[aria-labelledby="meeting-transcript"] ol').parentElement;
  const frames = [];
  let last;
  const step = (now) => {
    if (last !== undefined) frames.push(now - last);
    last = now;
    if (frames.length === 240) return resolve(frames);
    scroller.scrollBy(0, ${pixels});
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
