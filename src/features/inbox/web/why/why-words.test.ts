import { describe, expect, test } from "vitest";
import { categories, Importance, Sentiment, Urgency } from "../../../triage/contract";
import { conclusionInWords, howSure, outcomeInWords } from "./why-words";

const toDate = (iso: string) => `on ${iso.slice(0, 10)}`;
const said = (
  field: "task" | "dueDate" | "urgency" | "category",
  conclusion: string,
  taskTitle: string | null = null,
) => conclusionInWords({ field, conclusion }, { taskTitle }, toDate);

describe("BEY-13 conclusions in words", () => {
  test("a task is described by its title, a date by its day, anything else by its name", () => {
    expect(said("task", "task", "Send the lease")).toBe("Send the lease");
    expect(said("task", "none")).toBe("Nothing to do");
    expect(said("dueDate", "2026-03-04T17:00:00.000Z")).toBe("on 2026-03-04");
    expect(said("dueDate", "none")).toBe("None");
    expect(said("urgency", "not_urgent")).toBe("Not urgent");
    expect(said("category", "problem_report")).toBe("Problem report");
  });

  test("every outcome completes a sentence without underscores", () => {
    const outcomes = [
      ["task", ["task", "none"]],
      ["dueDate", ["none", "2026-03-04T17:00:00.000Z"]],
      ["urgency", Urgency.options],
      ["importance", Importance.options],
      ["category", categories],
      ["sentiment", Sentiment.options],
    ] as const;
    for (const [field, all] of outcomes)
      for (const outcome of all)
        expect(outcomeInWords(field, outcome, toDate)).toMatch(/^(it|there) would(n't)? [^_]+$/);
    expect(outcomeInWords("urgency", "not_urgent", toDate)).toBe("it wouldn't be urgent");
  });

  test("confidence never reads as certain", () => {
    expect(howSure(0.9999)).toBe("Very sure, over 99%");
    expect(howSure(0.95)).toBe("Very sure, 95%");
    expect(howSure(0.82)).toBe("Sure, 82%");
    expect(howSure(0.7)).toBe("Fairly sure, 70%");
    expect(howSure(0.51)).toBe("A close call, 51%");
  });
});
