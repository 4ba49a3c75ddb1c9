/** The words of a task that repeats, in its details. */
export const repeatTexts = {
  label: "Repeats",
  never: "Doesn't repeat",
  note: (rule: string) => `${rule}. Resolving it adds the next one.`,
  skip: "Skip this time",
  skipped: "Skipped once",
  skipWaits: "Skips it once you're online",
  skippedLater: (title: string) => `Skip “${title}” once`,
  failed: "Failed to skip",
} as const;
