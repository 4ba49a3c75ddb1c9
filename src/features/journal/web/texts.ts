export const undoTexts = { done: "Undone", failed: "Nothing undone" } as const;
