import { expect, test } from "vitest";
import type { SourceText } from "../sources";
import { rankApart } from "./rank-apart";
import { type RankRequest, rankTexts } from "./rank-texts";

/** A meeting with a line every five seconds. */
function meeting(id: string, lines: number): SourceText {
  const texts = Array.from({ length: lines }, (_, n) =>
    n === lines - 9 ? "The crane costs nine million." : `We talk about the harbour and other things, ${n}.`,
  );
  return {
    ...{ type: "meeting", id, title: `Talks ${id}`, author: null, date: new Date("2026-03-02T09:00:00Z") },
    ...{ channel: null, thread: id, text: texts.map((text) => `${text}\n`).join("") },
    said: JSON.stringify(texts.map((_, n) => [n * 5, n % 2 ? "Bo" : null])),
  } as SourceText;
}

const request = (lines: number): RankRequest => ({
  question: "What does the crane of the harbour cost?",
  texts: ["a", "b"].map((id) => meeting(id, lines)),
  among: { total: 2, holding: new Map([["harbour", 2]]) },
  limit: 5,
});

test.each([20, 3000])(
  "CTX-2 transcripts of %i lines are ranked the same beside the server's thread",
  async (lines) => {
    const ranked = await rankApart(request(lines));
    expect(ranked).toEqual(rankTexts(request(lines)));
    const { window } = ranked.found[0] ?? {};
    const crane = window?.sentences.find(({ start, end }) =>
      window.of.text.slice(start, end).includes("crane"),
    );
    expect(window?.of.spoken?.find(({ start }) => start === crane?.start)).toMatchObject({
      second: (lines - 9) * 5,
      speaker: (lines - 9) % 2 ? "Bo" : null,
    });
    // Hours of speech would hold the thread while they are handed over.
    expect(window?.of.spoken?.length).toBeLessThan(15);
  },
);

test("CTX-2 the server's thread goes on while a worker ranks hours of speech", async () => {
  let beats = 0;
  const heart = setInterval(() => beats++, 1);
  await rankApart(request(20_000));
  clearInterval(heart);
  expect(beats).toBeGreaterThan(10);
});
