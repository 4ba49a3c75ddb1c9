import { expect, test } from "vitest";
import type { SourceText } from "./sources";
import { windowsOfText, windowsWith } from "./text-windows";

test("CTX-2 of a long transcript, the windows with most of the question's words are ranked", () => {
  const spoken: NonNullable<SourceText["spoken"]> = [];
  let text = "";
  for (let n = 0; n < 5000; n++) {
    const words =
      n === 2501 ? "The harbour's budgets grow." : n % 2 === 0 ? `A budget, ${n}.` : `Other things, ${n}.`;
    spoken.push({ start: text.length, end: text.length + words.length, second: n, speaker: "Bo" });
    text += `${words}\n`;
  }
  const meeting: SourceText = {
    ...{ type: "meeting", id: "m", title: "Talks", author: null, date: new Date(), channel: null },
    ...{ thread: "m", text, spoken },
  };
  const all = windowsOfText(meeting);
  const chosen = windowsWith(["harbour", "budget"], all);
  expect(all.length).toBeGreaterThan(1000);
  expect(chosen).toHaveLength(250);
  for (const { lines } of chosen.slice(0, 2))
    expect(lines.map((line) => line.text)).toContain("The harbour's budgets grow.");
  expect(windowsWith(["xylophone"], all)).toEqual([]);
});
