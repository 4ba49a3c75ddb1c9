import { expect, test, vi } from "vitest";
import { parseTranscript } from "../speech/transcripts";
import type { MeetingItem } from "./contract";
import { exportTranscript } from "./export-transcript";

const evidence = {
  ...{ sourceType: "meeting" as const, sourceId: "m", segment: 1 },
  ...{ start: 0, end: 4, quote: "Fine", second: 3661.25 },
};
const item = {
  ...{
    title: "Send the quote",
    assigneeId: null,
    assigneeName: null,
    dueDate: null,
    dropped: false,
    evidence,
  },
} as MeetingItem;
const meeting = {
  title: "Weekly: prices / harbour?",
  createdAt: "2026-11-20T09:00:00.000Z",
  summary: "About prices.",
  decisions: [{ text: "Raise prices", evidence }],
  extractedTasks: [
    item,
    { ...item, title: "Call Bo", assigneeId: "a", dueDate: "2026-11-27T17:00:00.000Z" },
    { ...item, title: "Ask the harbour", assigneeName: "Kim" },
    { ...item, title: "Dropped", dropped: true },
  ],
  notes: [
    { text: "Prices\n\n# again", author: "Ana Berg", second: 61 },
    { text: "Left early", author: null, second: null },
  ],
  memberNames: new Map([["a", "Ana Berg"]]),
};
const segments = [
  { position: 0, start: 1, end: 4.5, speaker: "Ana <Berg>", text: "Costs < 5 & rising" },
  { position: 1, start: 3661.25, end: 3664, speaker: null, text: "Fine." },
];
const exported = (format: "txt" | "vtt" | "md") => exportTranscript(format, meeting, segments);

test("a transcript is exported as text, one line per segment, under a name that every file system takes", () => {
  expect(exported("txt")).toEqual({
    name: "Weekly prices harbour.txt",
    type: "text/plain",
    text: "Ana <Berg>: Costs < 5 & rising\nFine.\n",
  });
});

test("a transcript exported as WebVTT reads back as the same segments", () => {
  const { text } = exported("vtt");
  expect(text).toContain("01:01:01.250 --> 01:01:04.000\nFine.");
  const { segments: read } = parseTranscript("a.vtt", Buffer.from(text));
  expect(read.map(({ start, end, text }) => ({ start, end, text }))).toEqual(
    segments.map(({ start, end, text }) => ({ start, end, text })),
  );
});

test("MEET-4 Markdown also has summary, decisions, notes and the tasks that weren't dropped", () => {
  const { text } = exported("md");
  expect(text).toContain("# Weekly: prices / harbour?\n\n2026-11-20\n\n## Summary\n\nAbout prices.");
  expect(text).toContain(
    [
      "- Send the quote (1:01:01)",
      "- Call Bo, Ana Berg, due 2026-11-27 (1:01:01)",
      "- Ask the harbour, Kim (1:01:01)",
    ].join("\n"),
  );
  expect(text).toContain("## Notes\n\n- Prices # again (Ana Berg, 1:01)\n- Left early\n\n## Transcript");
  expect(text).toContain("- Raise prices (1:01:01)");
  expect(text).not.toContain("Dropped");
  expect(text).toContain("**0:01 Ana <Berg>** Costs");
});

test("Markdown has the meeting's day in the reader's time zone, as its page does", () => {
  vi.stubEnv("TZ", "America/New_York");
  const late = { ...meeting, createdAt: "2026-11-21T00:30:00.000Z" };
  expect(exportTranscript("md", late, segments).text).toContain("\n2026-11-20\n");
  vi.unstubAllEnvs();
});
