/** What the dialog says once it is open; apart from its name, so that they load with it. */
export const addTexts = {
  done: "Task Created",
  details: "Add and open",
  failed: "Failed to create task",
  many: (count: number) => `Add ${count.toLocaleString("en-US")} tasks?`,
  addMany: (count: number) => `Add ${count.toLocaleString("en-US")} tasks`,
  doneMany: "Tasks Created",
  added: (count: number) => `Added ${count.toLocaleString("en-US")} tasks.`,
  failedMany: "Failed to create tasks",
  areasUnknown: "The areas couldn't be loaded, so words with # stay in the title.",
} as const;
