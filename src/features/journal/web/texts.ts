export const undoTexts = {
  action: "Undo",
  done: "Undone",
  nothing: "Nothing to undo",
  failed: "Couldn't undo",
} as const;

export const activityTexts = {
  title: "Activity",
  note: "Your team's last 50 changes. You can undo each for 30 days, unless it has been changed again.",
  empty: "Nothing has changed yet.",
  failed: "Couldn't load the activity",
  undoRun: "Undo run",
  engine: "Zippy",
  formerMember: "Former member",
} as const;
