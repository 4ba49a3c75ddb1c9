import { expect, test, vi } from "vitest";
import { longestReading, proposeApart } from "./propose-apart";
import { proposeTasks } from "./propose-tasks";

const segments = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    start: n * 5,
    end: n * 5 + 5,
    speaker: n % 2 ? "Ana Berg" : "Bo Lind",
    text:
      n % 90 === 3
        ? "I will send the revised quote to the client by Friday."
        : "We talked about the weather.",
  }));
const setting = {
  members: [{ id: "1", name: "Ana Berg" }],
  now: new Date("2026-11-18T10:00:00Z"),
  timeZone: "Europe/Berlin",
};

test.each([50, 2000])(
  "MEET-3 what %i lines propose is the same on the server's thread and beside it",
  async (count) => {
    const request = { meetingId: "m", segments: segments(count), setting };
    const proposed = await proposeApart(request);
    expect(proposed.items.length).toBeGreaterThan(0);
    expect(proposed).toEqual(proposeTasks("m", request.segments, setting));
  },
);

test("MEET-3 a transcript of 40,000 lines leaves the server's thread free", async () => {
  let beats = 0;
  const heart = setInterval(() => beats++, 5);
  await proposeApart({ meetingId: "m", segments: segments(40_000), setting });
  clearInterval(heart);
  expect(beats).toBeGreaterThan(10);
});

test("MEET-3 a transcript that takes too long proposes nothing, before the database gives its transaction up", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const proposing = proposeApart({ meetingId: "m", segments: segments(40_000), setting });
    await vi.advanceTimersByTimeAsync(longestReading);
    expect(await proposing).toEqual({ items: [], decisions: [], summary: null });
  } finally {
    vi.useRealTimers();
  }
});
