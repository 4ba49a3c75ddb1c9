import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { movingPage, pageSizes, paging } from "../../shared/paging";
import { SearchWords } from "../../shared/search-words";
import { typedText } from "../../shared/typed-values";
import { Task, TaskContextItem } from "../tasks/contract";
import {
  Analysis,
  Category,
  EvidenceField,
  Explanation,
  Importance,
  MessageCorrection,
  Priority,
  Urgency,
} from "../triage/contract";
import { ChosenMessages, MessageStatus, SnoozeChange, StatusChange } from "./message-changes";

export { MessageStatus, SnoozeChange, StatusChange };

/** Longest `content` in a list, in characters. The single call returns all of it. */
export const listedContent = 10_000;

export const Attachment = z.object({
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
});
export type Attachment = z.infer<typeof Attachment>;

/** Who sent a message, as the team's CRM knows them. `name` is null if it only knows the company. */
export const SenderContact = z.object({
  name: z.string().nullable(),
  jobTitle: z.string().nullable(),
  companyName: z.string().nullable(),
  /** The CRM's name, and the page there. */
  crm: z.string(),
  url: z.string().nullable(),
  /** How many open deals they or their company have, and the largest of them. `currency`: ISO 4217. */
  openDeals: z.number().int(),
  deals: z.array(
    z.object({
      name: z.string(),
      stage: z.string(),
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      url: z.string().nullable(),
      /** What links a task to it; null if its CRM is no longer connected. */
      link: z.object({ connectionId: z.uuid(), dealId: z.string() }).nullable(),
    }),
  ),
});
export type SenderContact = z.infer<typeof SenderContact>;

/** A message from one of the channels. `createdAt` is when it was sent, ISO 8601 in UTC. */
export const Message = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  /** A provider's id, or `import` for archives. */
  channel: z.string(),
  /** The conversation it belongs to; null if its source has none. */
  threadKey: z.string().nullable(),
  /** The sender's name, or the address if the name is unknown. */
  sender: z.string(),
  senderAddress: z.string().nullable(),
  /** Null if the team has no CRM, or it doesn't know the sender. */
  contact: SenderContact.nullable(),
  subject: z.string().nullable(),
  content: z.string(),
  /** True in lists if `content` was cut at {@link listedContent}. */
  contentCut: z.boolean(),
  attachments: z.array(Attachment),
  createdAt: z.iso.datetime(),
  status: MessageStatus,
  priority: Priority,
  /** Old when its archive was imported, and left to All Messages then: it doesn't require action. */
  leftToAll: z.boolean(),
  /** Until then, it doesn't require action; null: it isn't snoozed. A reply ends the snooze. */
  snoozedUntil: z.iso.datetime().nullable(),
  /** From a sender whom the reader has muted: it doesn't require action for them. */
  muted: z.boolean(),
  /** Sample data, which is removed in one step. */
  sample: z.boolean(),
  /** Whether only the reader sees it, because its account is private. */
  onlyMe: z.boolean(),
  /** Null until the message is analyzed. */
  aiAnalysis: Analysis.nullable(),
  /** Why a damaged message couldn't be read completely; null if it could. */
  problem: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

/**
 * `requires_action` has new messages with a task and unresolved ones of high priority, without snoozed ones
 * and those of muted senders.
 */
export const MessageView = z.enum(["all", "requires_action", "resolved"]);
export type MessageView = z.infer<typeof MessageView>;

/** When something is due, seen from now in UTC: before now, in the next 24 hours or 7 days, ever, or never. */
export const DueFilter = z.enum(["overdue", "day", "week", "any", "none"]);
export type DueFilter = z.infer<typeof DueFilter>;

/** `due`: what is due first comes first; only messages with a due date. */
export const MessageSort = z.enum(["newest", "oldest", "due"]);
export type MessageSort = z.infer<typeof MessageSort>;

/** What narrows a view, beside its channel. */
export const MessageNarrowing = z.object({
  /** Address of the sender in lower case, or the name where there is none. */
  sender: z.string().max(320).optional(),
  /** Words that all occur in the sender's name or address, or in parts of them. */
  senderWords: z.string().max(100).optional(),
  priority: Priority.optional(),
  category: Category.optional(),
  due: DueFilter.optional(),
  snooze: z.enum(["snoozed", "awake"]).optional(),
  /** A conversation. */
  thread: z.string().max(1000).optional(),
});
export type MessageNarrowing = z.infer<typeof MessageNarrowing>;

/** Optional filters of the message list. Each applies to the whole list, not only to the page. */
export const MessageFilter = MessageNarrowing.extend({
  view: MessageView.default("all"),
  channel: z.string().max(40).optional(),
  status: MessageStatus.optional(),
  q: SearchWords.optional(),
});

const teamParams = z.object({ teamId: z.uuid() });
const messageParams = z.object({ messageId: z.uuid() });

export const listMessages = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/messages",
  summary:
    "A page of a team's messages, newest first. Under `requires_action`, those with an uncertain task come last.",
  params: teamParams,
  query: MessageFilter.extend({
    sort: MessageSort.default("newest"),
    ...movingPage(pageSizes.messages),
  }),
  response: z.array(Message),
  errors: ["conflict"],
});

/** What messages can be grouped by. */
export const MessageGrouping = z.enum(["sender", "thread"]);
export type MessageGrouping = z.infer<typeof MessageGrouping>;

/** The messages of one sender or conversation. */
export const MessageGroup = z.object({
  /** For the filter `sender` or `thread`; null for a message without a conversation. */
  key: z.string().nullable(),
  /** How many messages match. */
  size: z.number().int(),
  latest: Message,
});
export type MessageGroup = z.infer<typeof MessageGroup>;

/** Most messages that groups are made of: the newest that match. */
export const mostGrouped = 20_000;

export const listMessageGroups = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/messages/groups",
  summary: "A team's latest messages by sender or conversation; the group with the newest message first.",
  params: teamParams,
  query: MessageFilter.extend({ by: MessageGrouping, ...paging(pageSizes.messages) }),
  response: z.array(MessageGroup),
});

export const MessageCounts = z.object({
  all: z.number().int(),
  requires_action: z.number().int(),
  /** Those under `requires_action` with an uncertain task. */
  uncertain: z.number().int(),
  resolved: z.number().int(),
  /** Messages per channel in all views; only channels that have any. */
  channels: z.record(z.string(), z.number().int()),
});
export type MessageCounts = z.infer<typeof MessageCounts>;

export const countMessages = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/messages/counts",
  summary: "The number of messages in each inbox view and channel.",
  params: teamParams,
  query: MessageNarrowing.extend({ channel: z.string().max(40).optional() }),
  response: MessageCounts,
});

export const getMessage = endpoint({
  method: "GET",
  path: "/api/messages/:messageId",
  summary: "One complete message.",
  params: messageParams,
  response: Message,
});

export const updateMessage = endpoint({
  method: "PATCH",
  path: "/api/messages/:messageId",
  summary: "Mark a message resolved, or reopen it. The header journal-entry names the change, for undo.",
  params: messageParams,
  body: StatusChange,
  response: Message,
  repeatable: true,
  errors: ["changed_since"],
});

export const snoozeMessage = endpoint({
  method: "POST",
  path: "/api/messages/:messageId/snooze",
  summary:
    "Take a message out of Requires Action until a time, or end its snooze (null). A reply ends it too. The " +
    "header journal-entry has the id of the change, for undo.",
  params: messageParams,
  body: SnoozeChange,
  response: Message,
  repeatable: true,
  errors: ["changed_since"],
});

export const createTaskFromMessage = endpoint({
  method: "POST",
  path: "/api/messages/:messageId/create-task",
  summary:
    "Create a task from a message. Title, due date and quadrant come from its analysis unless given. The header " +
    "journal-entry has the id of the change, for undo.",
  params: messageParams,
  body: z.strictObject({
    teamId: z.uuid(),
    urgency: Urgency.optional(),
    importance: Importance.optional(),
  }),
  response: Task,
  repeatable: true,
});

export const correctMessage = endpoint({
  method: "POST",
  path: "/api/messages/:messageId/correction",
  summary:
    "Correct a message's analysis. The correction stays, and the engine learns from it within the team. The " +
    "header journal-entry has the id of the change, for undo. With `expected`, 409 if the analysis says something " +
    "else by now.",
  params: messageParams,
  body: MessageCorrection,
  response: Message,
  repeatable: true,
  errors: ["changed_since"],
});

/** Where a message can be opened, outside Zippy. */
export const Source = z.object({
  /** The provider's name. */
  name: z.string(),
  url: z.url({ protocol: /^(https|sms)$/ }),
});
export type Source = z.infer<typeof Source>;

export const messageContext = endpoint({
  method: "GET",
  path: "/api/messages/:messageId/context",
  summary:
    "The conversation around a message, oldest first, the tasks made from it, and what else relates to it.",
  params: messageParams,
  response: z.object({
    conversation: z.array(Message),
    related: z.array(TaskContextItem),
    /** From the same person, about the same, or in the same area, each with why it is here. */
    around: z.array(TaskContextItem),
    /** The task created from the message itself; null if there is none. */
    taskId: z.uuid().nullable(),
    /** Null if the message can't be opened at its provider. */
    source: Source.nullable(),
  }),
});

/**
 * Why a message was analyzed as it was. `stored` describes its stored analysis: whether this engine version
 * made it, and which conclusions this version would reach differently now. Null while the message waits for
 * its analysis.
 */
export const MessageWhy = Explanation.extend({
  stored: z.object({ version: z.string(), current: z.boolean(), differs: z.array(EvidenceField) }).nullable(),
});
export type MessageWhy = z.infer<typeof MessageWhy>;

export const whyMessage = endpoint({
  method: "GET",
  path: "/api/messages/:messageId/why",
  summary:
    "Explain a message's analysis: the signals with their words and weights, and what would change it.",
  params: messageParams,
  response: MessageWhy,
});

/** Everything that a filter matches. */
export const MatchingMessages = z.strictObject({
  filter: MessageFilter,
  /** How many messages the person was shown. If more match by now, nothing changes. */
  expected: z.number().int().min(1),
});

/** Messages to change at once: these, or everything that a filter matches. */
export const BulkTarget = z.union([ChosenMessages, MatchingMessages]);
export type BulkTarget = z.infer<typeof BulkTarget>;

export const resolveMessages = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/messages/resolve",
  summary: "Mark many messages resolved: the given ones, or all that a filter matches. One undo reverts it.",
  params: teamParams,
  body: BulkTarget,
  response: z.object({
    changed: z.number().int(),
    /** The journal entry, to undo it; null if nothing changed. */
    entryId: z.uuid().nullable(),
  }),
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export const MutedSender = z.object({
  /** Address in lower case, or the name where there is none. */
  sender: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
});
export type MutedSender = z.infer<typeof MutedSender>;

/** How many senders a person may mute in a team. */
export const mostMutedSenders = 1000;
const senderText = z.string().trim().min(1).max(320);

export const listMutedSenders = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/muted-senders",
  summary: "The senders you have muted in a team, by name.",
  params: teamParams,
  response: z.array(MutedSender),
});

export const muteSender = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/muted-senders",
  summary: "Mute a sender for yourself: their messages stay in All Messages and never require action.",
  params: teamParams,
  body: z.strictObject({ sender: senderText, name: senderText }),
  response: z.array(MutedSender),
  errors: ["conflict"],
});

export const unmuteSender = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/muted-senders/remove",
  summary: "Unmute a sender.",
  params: teamParams,
  body: z.strictObject({ sender: z.string().max(320) }),
  response: z.array(MutedSender),
});

export const SavedFilter = z.object({ id: z.uuid(), name: z.string(), query: z.string() });
export type SavedFilter = z.infer<typeof SavedFilter>;

/** How many filters a person may save in a team. */
export const mostSavedFilters = 50;

export const listSavedFilters = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/saved-filters",
  summary: "Your saved filters of the inbox, by name.",
  params: teamParams,
  response: z.array(SavedFilter),
});

export const saveFilter = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/saved-filters",
  summary: "Save a filter of the inbox under a name; the same name replaces the one before.",
  params: teamParams,
  body: z.strictObject({
    name: typedText().min(1, "Give the filter a name.").max(60, "Keep the name within 60 characters."),
    query: z.string().max(1000),
  }),
  response: z.array(SavedFilter),
  errors: ["conflict"],
});

export const deleteSavedFilter = endpoint({
  method: "DELETE",
  path: "/api/teams/:teamId/saved-filters/:id",
  summary: "Delete a saved filter.",
  params: z.object({ teamId: z.uuid(), id: z.uuid() }),
  response: z.array(SavedFilter),
});
