import { expect } from "vitest";
import type { createInstalledEngine } from "../../src/features/speech/engine/installed-engine";
import type { HeardSpeech } from "../../src/features/speech/heard-speech";
import { wordsOf, wrongWords } from "./wrong-words";

type Engine = Pick<ReturnType<typeof createInstalledEngine>, "transcribe">;

/** What an engine hears in a file, and in the rest of it after `from`. */
export async function heardIn(engine: Engine, file: string, from: number[] = []): Promise<HeardSpeech[]> {
  const all: HeardSpeech[] = [];
  for await (const heard of engine.transcribe(file, { from, signal: new AbortController().signal }))
    all.push(heard);
  return all;
}

/** Whether one side is done further than another after a stretch of speech. */
export const isFurther =
  (side: number, other: number) =>
  ({ segments, done }: HeardSpeech): boolean =>
    segments.length > 0 && done[side]! > done[other]!;

const saidBy = (speaker: string, all: readonly HeardSpeech[]) =>
  all
    .flatMap(({ segments }) => segments)
    .filter((segment) => segment.speaker === speaker)
    .map(({ text }) => text)
    .join(" ");

/**
 * Expects that a call transcribed again from some of its moments has the words of each side once.
 *
 * @param whole - the call transcribed at once.
 * @param kills - what of it was heard last when its server was killed.
 */
export async function expectSidesKept(
  engine: Engine,
  file: string,
  whole: readonly HeardSpeech[],
  kills: readonly (HeardSpeech | undefined)[],
): Promise<void> {
  for (const last of kills) {
    expect(last).toBeDefined();
    const before = whole.slice(0, whole.indexOf(last!) + 1);
    const both = [...before, ...(await heardIn(engine, file, last!.done))];
    for (const speaker of ["You", "Others"]) {
      const words = saidBy(speaker, whole);
      expect(wrongWords(saidBy(speaker, both), words)).toBeLessThanOrEqual(2);
      expect(wordsOf(words).length).toBeGreaterThan(20);
    }
  }
}
