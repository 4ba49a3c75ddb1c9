import { counted } from "../../../../shared/counted";

/** The texts of what is remembered. */
export const memoryTexts = {
  title: "Memory",
  explained:
    "Everything Context Memory keeps besides your messages, tasks and meetings. Facts, areas and chats that you delete here are gone for good, also from the search and from what can be undone; a fact, once its Undo has gone. Removing a correction can be undone, and so can what you deleted on the page of an area. What is deleted there, or was undone, stays here for 30 days, marked as deleted.",
  search: "Search what is remembered",
  facts: "Facts",
  noFacts: "No facts yet. Pin one on the page of an area in Context Memory.",
  areas: "Areas",
  noAreas: "No areas yet. Add one in Context Memory.",
  chats: "My chats",
  chatsExplained: "Only you see them.",
  noChats: "No chats yet. Ask something in Context Memory.",
  nothingFound: (words: string) => `Nothing here contains “${words}”.`,
  more: (shown: number, total: number) =>
    `The newest ${shown.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}. Search to find the others.`,
  deleted: (age: string) => `Deleted ${age}, kept for 30 days`,
  ofArea: (area: string) => `about “${area}”`,
  questions: (count: number) => counted(count, "question"),
  noQuestion: "Without a question",
  deleteAll: "Delete all my chats",
  forGood: "Delete for good",
  factGoes:
    "It leaves its area, the search, what can be undone, and every answer that quotes it, for the whole team. Nobody can bring it back.",
  factGoesSoon:
    "It leaves its area, the search, what can be undone, and every answer that quotes it, for the whole team. Right after it, you can undo that for a few seconds; then nobody can bring it back.",
  areaGoes:
    "This deletes its rules and pinned facts for the whole team, and your chat about it. Nobody can bring them back. Its messages, tasks and meetings stay. Others keep their chats.",
  chatGoes: "Its questions and answers are deleted. Nobody can bring them back. Messages and tasks stay.",
  chatsGo:
    "This deletes all your questions in this team with their answers, also those about areas. Nobody can bring them back. Messages, tasks and facts stay.",
  factDeleted: "Fact deleted for good",
  factGoing: "Fact deleted",
  factGoingDetail: "When this message goes, it's gone for good.",
  areaDeleted: "Area deleted for good",
  chatDeleted: "Chat deleted",
  chatsDeleted: "All your chats deleted",
  failedToFetchFacts: "Couldn't load the facts",
  failedToFetchChats: "Couldn't load your chats",
  failedToDeleteFact: "Couldn't delete the fact",
  failedToDeleteArea: "Couldn't delete the area",
  failedToDeleteChat: "Couldn't delete the chat",
  failedToDeleteChats: "Couldn't delete your chats",
} as const;
