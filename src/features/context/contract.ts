import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { before, pageLimit } from "../../shared/paging";
import { typedText } from "../../shared/typed-values";
import { AreaChip } from "../areas/contract";

/** What can be searched and quoted. */
export const sourceTypes = ["message", "task", "meeting", "fact"] as const;
export const SourceType = z.enum(sourceTypes);
export type SourceType = z.infer<typeof SourceType>;

/** Longest question (characters); the rest of a longer one is not read. */
export const longestQuestion = 2000;

/** A stretch of a source's text: UTF-16 offsets into the named part, and exactly the text between them. */
export const Quote = z.object({
  part: z.enum(["content", "subject", "transcript", "comment"]),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  quote: z.string(),
  /** When it is said, in seconds from the beginning of a meeting. */
  second: z.number().optional(),
});
export type Quote = z.infer<typeof Quote>;

/** Something an answer comes from. */
export const AnswerSource = z.object({
  /** Answers refer to it by this number, from 1. */
  number: z.number().int(),
  type: SourceType,
  id: z.uuid(),
  title: z.string(),
  /** Who wrote it; null: nobody is known. */
  author: z.string().nullable(),
  date: z.iso.datetime(),
  channel: z.string().nullable(),
  /** The words that the answer comes from; null: the whole of it. */
  quote: Quote.nullable(),
});
export type AnswerSource = z.infer<typeof AnswerSource>;

export const AnswerSentence = z.object({
  text: z.string(),
  /** The numbers of the sources it comes from. None: nothing supports it, and the screen says so. */
  sources: z.array(z.number().int()),
});
export type AnswerSentence = z.infer<typeof AnswerSentence>;

/** A task that an answer offers. It's only added when somebody confirms it. */
export const ProposedTask = z.object({
  title: z.string(),
  dueDate: z.iso.datetime().nullable(),
  /** The task that was added; null: nobody has confirmed it. */
  taskId: z.uuid().nullable(),
});
export type ProposedTask = z.infer<typeof ProposedTask>;

/**
 * An answer, and where each of its sentences comes from. `quotes`: the sentences are the sources' own words;
 * `list`: rows that match, found by a query; `written`: a language model wrote them; `nothing`: nothing was found,
 * and the sources are what comes nearest.
 */
export const Answer = z.object({
  kind: z.enum(["quotes", "list", "written", "nothing"]),
  /** What the answer is, in a sentence of ours. */
  intro: z.string(),
  sentences: z.array(AnswerSentence),
  sources: z.array(AnswerSource),
  /** Tasks to confirm, if the question asks to add some. */
  proposals: z.array(ProposedTask).optional(),
});
export type Answer = z.infer<typeof Answer>;

/** One turn of the chat. `createdAt` is ISO 8601 in UTC. */
export const ChatMessage = z.object({
  id: z.uuid(),
  role: z.enum(["user", "assistant"]),
  /** The text of the turn; for an answer, its sentences with the numbers of their sources. */
  content: z.string(),
  /** Null for a question. */
  answer: Answer.nullable(),
  createdAt: z.iso.datetime(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

const teamParams = z.object({ teamId: z.uuid() });

/** Something that a search found. */
export const SearchHit = z.object({
  type: z.enum(["task", "message", "meeting", "person"]),
  /** The row's id; for a person, the address in lower case, or the name where there is none. */
  id: z.string(),
  title: z.string(),
  /** Who and what, in a line. */
  detail: z.string(),
  date: z.iso.datetime().nullable(),
  channel: z.string().nullable(),
  /** Whether it belongs to the area of `forArea`, if the search names one. */
  inArea: z.boolean().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const SearchHits = z.object({
  tasks: z.array(SearchHit),
  messages: z.array(SearchHit),
  meetings: z.array(SearchHit),
  people: z.array(SearchHit),
});
export type SearchHits = z.infer<typeof SearchHits>;

export const search = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/search",
  summary:
    "Tasks, messages, meetings and people that contain all words, each as the beginning of a word; newest first. " +
    "Operators: from:, channel:, is: (open, blocked, resolved, new), due: (overdue, today, tomorrow, week, month) and area: (the beginning of its name).",
  params: teamParams,
  query: z.object({
    q: z.string().trim().min(2, "Type at least two characters.").max(200),
    /** Something is looked for to add to this area: what is found says whether it belongs to it already. */
    forArea: z.uuid().optional(),
  }),
  response: SearchHits,
});

/** The chat about one area instead of the one about everything. */
const ofArea = z.object({ areaId: z.uuid().optional() });

/** Most turns in a page of the history. */
export const historyLength = 200;

export const chatHistory = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/chat/history",
  summary: "Your chat in a team, or about one area, oldest first: the last turns, or those before one.",
  params: teamParams,
  query: ofArea.extend({ limit: pageLimit(historyLength), before }),
  response: z.array(ChatMessage),
});

export const sendChat = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/chat",
  summary:
    "Ask about the team's messages, tasks and meetings. The response is the answer with its sources; with the header " +
    "Accept: text/event-stream it arrives as it grows, in events `delta` and `done`.",
  params: teamParams,
  body: z.strictObject({
    message: typedText()
      .min(1, "Write a question.")
      .max(100_000, "Keep the question within 100,000 characters."),
    /** Answers only from what belongs to this area. */
    areaId: z.uuid().optional(),
  }),
  response: ChatMessage,
});

export const confirmProposal = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/chat/:messageId/confirm",
  summary: "Add a task that an answer of your chat offers. Confirming it again changes nothing.",
  params: teamParams.extend({ messageId: z.uuid() }),
  body: z.strictObject({
    /** Its position in `proposals`. */
    proposal: z.number().int().min(0).max(20),
  }),
  response: ChatMessage,
});

export const clearChat = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/chat/history",
  summary: "Delete your chat in a team, or the one about an area, for good.",
  params: teamParams,
  query: ofArea,
  response: z.object({ deleted: z.number().int() }),
});

/** Facts and conversations that a list of what is remembered returns at most; words narrow it. */
export const memoryPage = 100;

const containing = z.object({
  /** Only what contains these words. */
  q: z.string().trim().max(200).default(""),
});

/** A fact with its area. */
export const RememberedFact = z.object({
  id: z.uuid(),
  area: AreaChip,
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** When it or its area was deleted, if it was: both are kept for 30 days. */
  deletedAt: z.iso.datetime().nullable(),
});
export type RememberedFact = z.infer<typeof RememberedFact>;

/** Questions of one chat without a pause of more than an hour between them. */
export const Conversation = z.object({
  /** Its first turn. */
  id: z.uuid(),
  /** Null: about everything. */
  area: AreaChip.nullable(),
  /** The beginning of the first question. */
  question: z.string(),
  questions: z.number().int(),
  startedAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof Conversation>;

export const listRememberedFacts = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/memory/facts",
  summary: `The facts of all areas, newest first: at most ${memoryPage}, and how many there are. Deleted ones are among them for 30 days.`,
  params: teamParams,
  query: containing,
  response: z.object({ total: z.number().int(), facts: z.array(RememberedFact) }),
});

export const forgetFact = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/memory/facts/:factId",
  summary:
    "Delete a fact for good: it also leaves the search index, the changes that could be undone, and every answer that quotes it.",
  params: teamParams.extend({ factId: z.uuid() }),
  query: z.object({
    /** `deleted`: refused if somebody has brought the fact back. */
    only: z.literal("deleted").optional(),
  }),
  response: z.object({ id: z.uuid() }),
  errors: ["changed_since"],
});

/** A deleted area that is still kept. */
export const DeletedArea = AreaChip.extend({ deletedAt: z.iso.datetime() });
export type DeletedArea = z.infer<typeof DeletedArea>;

export const listDeletedAreas = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/memory/deleted-areas",
  summary: `The deleted areas that are still kept, the last deleted one first: at most ${memoryPage}.`,
  params: teamParams,
  query: containing,
  response: z.array(DeletedArea),
});

export const forgetArea = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/memory/areas/:areaId",
  summary:
    "Delete an area for good, with its rules, its facts and your chat about it. Messages, tasks and meetings stay, and others keep their chats.",
  params: teamParams.extend({ areaId: z.uuid() }),
  response: z.object({ id: z.uuid() }),
});

export const listConversations = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/memory/conversations",
  summary: `Your conversations with Context Memory, newest first: at most ${memoryPage}, and how many there are.`,
  params: teamParams,
  query: containing,
  response: z.object({ total: z.number().int(), conversations: z.array(Conversation) }),
});

export const deleteConversation = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/memory/conversations/:conversationId",
  summary: "Delete one of your conversations for good, questions and answers.",
  params: teamParams.extend({ conversationId: z.uuid() }),
  response: z.object({ deleted: z.number().int() }),
});

export const deleteConversations = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/memory/conversations",
  summary: "Delete all your chats in a team for good, those about areas included.",
  params: teamParams,
  response: z.object({ deleted: z.number().int() }),
});
