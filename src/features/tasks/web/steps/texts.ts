import { mostSteps } from "../../contract";

export const pastedStepTexts = {
  tooMany: (lines: number) => `These ${lines.toLocaleString("en-US")} lines don't fit`,
  most: `A task has at most ${mostSteps} steps.`,
} as const;
