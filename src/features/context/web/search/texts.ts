/** The texts of the search box; the placeholder comes from the specification. */
export const searchTexts = {
  placeholder: "Search tasks...",
  label: "Search tasks, messages, meetings and people",
  shortcut: "Search",
  failed: "Couldn't search",
  groups: { tasks: "Tasks", messages: "Messages", meetings: "Meetings", people: "People" },
  operators: "Narrow with from:, channel:, is:, due: and area:",
  nothing: (words: string) => `Nothing for '${words}'`,
  create: (words: string) => `create task '${words}'`,
} as const;
