import fc from "fast-check";
import { expect, test } from "vitest";
import { type BreakdownSource, stepsFromTemplates } from "./templates";

const source = (title: string, rest: Partial<BreakdownSource> = {}): BreakdownSource => ({
  title,
  description: null,
  sender: null,
  quotes: [],
  ...rest,
});

test("BEY-5 a task becomes 3, 5 or 8 steps in its own words, by its verb", () => {
  expect(stepsFromTemplates(source("Send the revised quote to Mira"), 3)).toEqual([
    "Open the folder where the revised quote to Mira is",
    "Mend what is missing or wrong",
    "Send the revised quote to Mira",
  ]);
  expect(stepsFromTemplates(source("Call the landlord"), 5)).toEqual([
    "Find the number for the landlord and put it in front of you",
    "Write down the one question you need answered",
    "Call the landlord",
    "Write down what was agreed while you remember it",
    "Put what follows from it on your list",
  ]);
  expect(stepsFromTemplates(source("Thesis chapter"), 8)).toHaveLength(8);
});

test("BEY-5 the words of a task whose verb is unknown stand in quotes, so that each step is a sentence", () => {
  expect(stepsFromTemplates(source("Push the “Enter” button."), 3)).toEqual([
    "Describe in one sentence how “Push the ‘Enter’ button” looks when it's done",
    "Do the first part, even if it isn't perfect",
    "Finish “Push the ‘Enter’ button”",
  ]);
  expect(stepsFromTemplates(source("Write the minutes"), 3)).toEqual([
    "Open a blank page and write what “done” means for the minutes",
    "Make a rough first version of the minutes",
    "Finish the minutes",
  ]);
  expect(stepsFromTemplates(source("Attend the meeting on May 31"), 3)).toEqual([
    "Look up when and where it is: the meeting on May 31",
    "Write down the one thing you want from it",
    "Go to the meeting on May 31",
  ]);
  expect(stepsFromTemplates(source("Answer: is there any reason to wait?"), 3)[1]).toBe(
    "Draft the answer: is there any reason to wait",
  );
});

test("BEY-5 with a message behind it, the first step rereads the very words", () => {
  const steps = stepsFromTemplates(
    source("Send Bo the report", { sender: "Bo Lind", quotes: ["please send me the report by Friday."] }),
    3,
  );
  expect(steps[0]).toBe("Reread what Bo Lind wrote: “please send me the report by Friday.”");
});

test("BEY-5 whatever the task says, there are exactly as many steps as asked for, each short and filled in", () => {
  const count = fc.constantFrom(3 as const, 5 as const, 8 as const);
  const words = fc.oneof(
    fc.string({ maxLength: 500 }),
    fc.constantFrom("pay", "Call", "review  ", "Plan…", "修理"),
  );
  fc.assert(
    fc.property(words, count, fc.option(words), (title, many, sender) => {
      const steps = stepsFromTemplates(source(title, { sender, quotes: sender ? [title] : [] }), many);
      expect(steps).toHaveLength(many);
      expect(steps.every((step) => step.trim() !== "" && !step.includes("undefined"))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
