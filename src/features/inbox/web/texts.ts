export const inboxTexts = {
  filters: { all: "All Messages", requires_action: "Requires Action", resolved: "Resolved" },
  emptyTitle: "No Messages Found",
  empty: {
    all: "No messages in your inbox.",
    requires_action: "No messages require action at the moment.",
    resolved: "No resolved messages found.",
  },
  failedToFetch: "Failed to fetch messages",
  createTask: "Create Task",
  markResolved: "Mark Resolved",
  viewContext: "View Context",
  failed: "Error",
  created: "Task Created",
  createdDetail: "Task has been created successfully from the message.",
  failedToCreate: "Failed to create task from message.",
  failedToUpdate: "Failed to update message status.",
} as const;

export const whyTexts = {
  title: "Why",
  failed: "Couldn't explain the message",
  against: "Reasons against",
  changes: "What would change it",
  correctedSince: "With your team's later corrections, this would change:",
  noChange: "No single change would flip this.",
  byHand: "This task was added by hand. There is no message to explain.",
  waiting: "This message hasn't been analyzed yet. This is what the engine would conclude.",
  refined:
    "A language model wrote this analysis. Its quotes are in the message; the engine's rules read the due date.",
  notes: {
    foreign: "This doesn't look like English, which the engine knows best. The analysis may be wrong.",
    own_message: "You wrote this message yourself.",
    no_words: "The sender wrote no readable text.",
    cut: "This message is very long. The engine read only its beginning and its last sentences.",
    addresses_ai: "This message contains text addressed to an AI. The engine ignored it.",
  },
} as const;
