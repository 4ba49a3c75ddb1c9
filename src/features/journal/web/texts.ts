export const undoTexts = {
  action: "Undo",
  done: "Undone",
  nothing: "Nothing to undo",
  failed: "Couldn't undo",
} as const;
