import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject, test } from "vitest";
import type { Meeting, MeetingSegment } from "../../src/features/meetings/contract";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { missingSpeechEngine, speechDataDir } from "../../test/speech/installed-engine";
import { call, joined, samplesOf, silence } from "../../test/speech/sounds";
import { wordsOf, wrongWords } from "../../test/speech/wrong-words";
import { atEnd } from "../../test/support/at-end";
import { dataFolder, onlyIf } from "../../test/support/only-if";
import { type Person, signIn } from "../../test/support/person";
import type { ServerProcess } from "../../test/support/server-process";
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

const spoken =
  "and so my fellow americans ask not what your country can do for you ask what you can do for your country";
const read =
  "and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them";

async function upload(person: Person, sound: Buffer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(sound)]), "call.wav");
  const path = `${product.url}/api/teams/${person.teamId}/meetings/upload`;
  const sent = await fetch(path, { method: "POST", headers: { cookie: person.cookie }, body: form });
  return ((await sent.json()) as Meeting).id;
}

test("MEET-3 a server killed in the middle of a call, whichever side is further, loses and doubles no words of either side", {
  ...onlyIf(missing === null, missing ?? ""),
  timeout: 300_000,
}, async () => {
  const folder = join(dataFolder!, "speech");
  const jfk = samplesOf(join(folder, "jfk.wav"));
  const book = samplesOf(join(folder, "librivox", "sense_and_sensibility_01_austen_64kb-0870.wav"));
  // Each begins while the other one speaks, so that one side is always ahead.
  const left = joined(jfk, silence(3), jfk, silence(2), jfk);
  const right = joined(silence(5), book, silence(2.5), book, silence(4), book);
  const person = await signIn(product.url, "Ana Berg");
  const id = await upload(person, call(left, right));
  const get = async () => (await person.get<Meeting>(`/api/meetings/${id}`)).body;
  const segments = async () => (await person.get<MeetingSegment[]>(`/api/meetings/${id}/segments`)).body;
  void person.post(`/api/meetings/${id}/transcribe`, {}).catch(() => undefined);

  const wholes = new Set<number>();
  for (const side of ["Others", "Ana Berg"]) {
    const known = (await segments()).length;
    await expect
      .poll(
        async () => {
          const now = await segments();
          return now.length > known && now.at(-1)?.speaker === side;
        },
        { interval: 20, timeout: 100_000 },
      )
      .toBe(true);
    await product.kill("SIGKILL");
    product = await startOn(data, { PORT: new URL(product.url).port });
    const { status, seconds } = await get();
    expect(status).toBe("transcribing");
    wholes.add(Math.round(seconds ?? 0));
  }
  await expect.poll(async () => (await get()).status, { timeout: 150_000 }).toBe("completed");

  // How much of an upload is transcribed is counted against its whole length from the start.
  expect([...wholes]).toEqual([Math.round(Math.max(left.length, right.length) / 16_000)]);
  const all = await segments();
  const said = (speaker: string) => all.filter((one) => one.speaker === speaker).map(({ text }) => text);
  const times = (text: string) => Array.from({ length: 3 }, () => text).join(" ");
  for (const [speaker, words] of [
    ["Ana Berg", spoken],
    ["Others", read],
  ] as const) {
    const heard = said(speaker).join(" ");
    expect(wrongWords(heard, times(words))).toBeLessThanOrEqual(5 * 3);
    const count = wordsOf(times(words)).length;
    expect(Math.abs(wordsOf(heard).length - count)).toBeLessThanOrEqual(6);
  }
});
