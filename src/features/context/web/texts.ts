/** The texts of the screen; the first ones come from the specification. */
export const contextTexts = {
  failedToSend: "Failed to send message",
  tryAgain: "Please try again.",
  failedToFetch: "Couldn't load the chat",
  failedToClear: "Failed to delete the chat",
  label: "Ask about your messages, tasks and meetings",
  placeholder: "Ask about your messages, tasks and meetings",
  send: "Send",
  stop: "Stop",
  copy: "Copy",
  copied: "Copied!",
  retry: "Ask again",
  clear: "Delete chat",
  answering: "Looking through your messages, tasks and meetings…",
  stopped: "Stopped.",
  notAnswered: "This wasn't answered.",
  quotes: (sources: readonly { type: string }[]) =>
    `Quotes from your messages, tasks${sources.some(({ type }) => type === "fact") ? ", meetings and pinned facts" : " and meetings"}. Nothing is reworded.`,
  list: (sources: readonly { type: string }[]) =>
    `Found by a query over your ${sources.every(({ type }) => type === "message") ? "messages" : "tasks"}.`,
  unsupported: "No source",
  addTask: "Create task",
  openTask: "Open task",
  taskAdded: "Task Created",
  failedToAdd: "Failed to create task",
  written: "Written by a language model from these sources. Check what matters by opening them.",
  emptyTitle: "Ask what you were told, and by whom",
  emptyTitleOf: (area: string) => `Ask about “${area}”`,
  emptyOfArea: "Answers come only from what belongs to this area, and each sentence shows its source.",
  empty:
    "Answers come only from your team's messages, tasks and meetings, and each sentence shows its source.",
} as const;

/** Questions to begin with. */
export const firstQuestions = [
  "What is due this week?",
  "What is overdue?",
  "What is blocked?",
  "Who is waiting for my reply?",
  "How many messages require action?",
] as const;
