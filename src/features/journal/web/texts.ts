export const undoTexts = { done: "Undone", nothing: "Nothing to undo", failed: "Couldn't undo" } as const;
