/** The texts of the screen; those of the specification (section 2) to the letter. */
export const analyticsTexts = {
  cards: {
    timeSaved: "Time Saved",
    tasksCompleted: "Tasks Completed",
    contextRetention: "Context Retention",
    focusTime: "Focus Time",
  },
  trend: "Task Completion Trend",
  channels: "Messages by Channel",
  team: "Team Performance",
  columns: ["Team Member", "Tasks Completed", "Avg Response Time (min)", "Context Retention", "Focus Time"],
  empty: "Start using Zippy to see your analytics",
  failedToFetch: "Failed to fetch analytics",
  failedToFetchRows: "Failed to fetch the rows",
  failedToFetchChoice: "Failed to fetch your choice",
  failedToChange: "Failed to change your choice",
  failedToSave: "Failed to save your estimate",
  shared: "Your team now sees your figures",
  unshared: "Only you see your figures now",
  estimateSaved: "Your estimate is saved",
} as const;
