import type { ToolCall, ToolName } from "../contract";

export const toolCallTexts = {
  title: "Calls by assistants",
  about:
    "Calls that assistants made with your tokens through MCP in the last 30 days. Questions and answers aren't stored. Changes are in the Activity too, where you can undo them.",
  /** Before the address. */
  connect: "An assistant connects to this address with an access token:",
  none: "No assistant has called Zippy in the last 30 days.",
  failedToFetch: "Couldn't load the calls",
} as const;

/** What each tool does, in past tense as in the Activity. */
export const toolWords: Record<ToolName, string> = {
  list_tasks: "Listed tasks",
  list_messages: "Listed messages",
  search: "Searched tasks and messages",
  why: "Asked why a message was analyzed that way",
  ask_context: "Asked Context Memory",
  create_task: "Created a task",
  move_task: "Moved a task",
  resolve: "Resolved a task or message",
  undo: "Undid a change",
  unknown: "Called a tool that doesn't exist",
};

/** How a call ended; nothing for those that went as asked. */
export const outcomeWords: Record<ToolCall["outcome"], string | undefined> = {
  done: undefined,
  refused: "Refused",
  under_way: "Under way",
  no_answer: "No answer",
};

/** How often something was done, behind its words. */
export const timesWords = (count: number): string =>
  count === 1 ? "" : count === 2 ? " twice" : ` ${count.toLocaleString("en-US")} times`;

export const callAuthor = (tokenName: string): string => `Your assistant with ${tokenName}`;
