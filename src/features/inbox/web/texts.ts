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
  failed: "Failed to explain the message",
  against: "Speaks against it",
  changes: "What would change it",
  correctedSince: "Judged now, with what your team has taught since, it differs in:",
  noChange: "Nothing that was tried turns it around.",
  byHand: "This task was entered by hand. No message stands behind it, so there is nothing to explain.",
  waiting: "This message still waits for its analysis. This is how it will be judged.",
  refined:
    "A language model gave this verdict. What it quotes was found in the message, and the due date was read by rules.",
  notes: {
    foreign:
      "It does not seem to be English, the only language the engine has learned. Take all of this with care.",
    own_message: "You wrote this message yourself.",
    no_words: "The sender wrote nothing that could be read.",
    cut: "This message is very long: only its beginning and its last sentences were read.",
    addresses_ai: "This message contains text addressed to an AI; it was ignored.",
  },
} as const;
