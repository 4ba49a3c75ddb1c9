import { expect, test } from "vitest";
import { parseApart } from "./parse-apart";
import { parseTranscript } from "./transcripts";

const lines = (count: number) =>
  Buffer.from(
    Array.from({ length: count }, (_, n) => `Ana Berg: Please send me offer ${n} by Friday.`).join("\n"),
  );

test.each([50, 5000])("MEET-3 %i lines read the same on the server's thread and beside it", async (count) => {
  const read = await parseApart("a.txt", lines(count));
  expect(read.segments).toHaveLength(count);
  expect(read).toEqual(parseTranscript("a.txt", lines(count)));
});

test.each([
  ["words of a few letters each", "- a\n", undefined],
  ["more turns than a meeting has", "a: b\n", "This transcript has more than 20,000 lines."],
])("MEET-3 a transcript of 10 MB with %s leaves the server's thread free", async (_, line, refusal) => {
  const bytes = Buffer.from(line.repeat(10_000_000 / line.length));
  let beats = 0;
  const heart = setInterval(() => beats++, 5);
  const outcome = await parseApart("a.txt", bytes).catch((error: Error) => error);
  clearInterval(heart);
  if (refusal)
    expect(outcome).toMatchObject({ code: "too_large", message: expect.stringContaining(refusal) });
  else expect(outcome).toMatchObject({ segments: [{ speaker: null }] });
  expect(beats).toBeGreaterThan(10);
});
