import { type AreaColor, type AreaCounts, countedUpTo } from "../contract";

const plural = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")}${count >= countedUpTo ? "+" : ""} ${one}${count === 1 ? "" : "s"}`;

/** "12 messages, 3 tasks", without what there is none of; undefined: nothing. */
export function countWords({ messages, tasks, meetings }: AreaCounts): string | undefined {
  const parts = [
    messages > 0 && plural(messages, "message"),
    tasks > 0 && plural(tasks, "task"),
    meetings > 0 && plural(meetings, "meeting"),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : undefined;
}

export const colorNames: Record<AreaColor, string> = {
  teal: "Teal",
  blue: "Blue",
  violet: "Violet",
  pink: "Pink",
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  gray: "Gray",
};

/** The texts of areas. */
export const areaTexts = {
  areas: "Areas",
  newArea: "New area",
  everything: "Everything",
  failedToFetch: "Couldn't load the areas",
  failedToFetchOne: "Couldn't load the area",
  failedToFetchItems: "Couldn't load what belongs to the area",
  failedToFetchFacts: "Couldn't load the facts",
  failedToSave: "Couldn't save the area",
  failedToDelete: "Couldn't delete the area",
  failedToAdd: "Couldn't add it to the area",
  failedToRemove: "Couldn't remove it from the area",
  failedToSaveFact: "Couldn't save the fact",
  failedToDeleteFact: "Couldn't delete the fact",
  failedToPreview: "Couldn't count what would join",
  created: "Area added",
  saved: "Area saved",
  deleted: "Area deleted",
  deletedDetail: (name: string) => `“${name}” is gone. Its messages, tasks and meetings stay.`,
  added: (name: string) => `Added to “${name}”`,
  removed: (name: string) => `Taken out of “${name}”`,
  removedDetail: "No rule adds it again.",
  createdLater: (name: string) => `Add the area “${name}”`,
  savedLater: (name: string) => `Change the area “${name}”`,
  deletedLater: (name: string) => `Delete the area “${name}”`,
  addLater: (name: string) => `Add something to “${name}”`,
  removeLater: (name: string) => `Take something out of “${name}”`,
  factPinnedLater: (text: string) => `Pin the fact “${text}”`,
  factSavedLater: (text: string) => `Change the fact “${text}”`,
  factDeletedLater: (text: string) => `Delete the fact “${text}”`,
  factPinned: "Fact pinned",
  factSaved: "Fact saved",
  factDeleted: "Fact deleted",
  wouldJoin: (counts: AreaCounts) => `${countWords(counts)} would join`,
  nothingWouldJoin: "Nothing would join yet. Later items that match will.",
  noRules: "Without rules, only what you add by hand belongs to the area.",
  rules: "What joins by itself",
  rulesExplained:
    "Messages from or to these people and companies, meetings where they speak, and everything with one of the keywords. Tasks follow their message.",
  people: "People",
  peopleHint: "Name or address",
  keywords: "Keywords",
  keywordsHint: "Type a word or several, then press Enter",
  channels: "Only in these channels",
  channelsHint:
    "Choose none for all channels. Without people and keywords, everything in the chosen channels joins.",
  companies: "Companies of your CRM",
  companiesHint: "Name of a company",
  name: "Name",
  nameHint: "A client, project or topic",
  color: "Color",
  facts: "Pinned facts",
  noFacts: "Pin what everybody should know, such as “The contract ends on March 31”.",
  factLabel: "New fact",
  tasks: "Tasks",
  noTasks: "No tasks yet.",
  messages: "Messages",
  latestMessages: "Latest messages",
  noMessages: "No messages yet.",
  meetings: "Meetings",
  noMeetings: "No meetings yet.",
  deals: "Deals",
  failedToFetchDeals: "Couldn't load the deals",
  noDeals: "The companies have no deals.",
  digest: "This week",
  failedToFetchDigest: "Couldn't load the week",
  quietWeek: "Nothing was decided or done this week, and nothing is open.",
  copyDigest: "Copy as text",
  copied: "Copied!",
  notCopied: "Couldn't copy the text",
  digestParts: { decided: "Decided", done: "Done", due: "Due", open: "Open" },
  showMore: "Show more",
  allMessages: "All messages",
  byHand: "Added by hand",
  notFound: "Area not found",
  notFoundDetail: "It may have been deleted. Undo restores a deleted area.",
} as const;
