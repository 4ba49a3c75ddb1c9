import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { before, pageLimit } from "../../shared/paging";
import type { Area } from "../../shared/token-areas";

export const toolNames = [
  "list_tasks",
  "list_messages",
  "search",
  "why",
  "ask_context",
  "create_task",
  "move_task",
  "resolve",
  "undo",
] as const;
/** A tool of the MCP server; `unknown`: an assistant called one that doesn't exist. */
export const ToolName = z.enum([...toolNames, "unknown"]);
export type ToolName = z.infer<typeof ToolName>;

/** What a token needs for a tool: for at least one of its uses, all of these areas. `undo` is a use of any. */
export const toolNeeds: Record<(typeof toolNames)[number], Area[][]> = {
  list_tasks: [["tasks"]],
  list_messages: [["messages"]],
  search: [["tasks", "messages"]],
  why: [["messages"]],
  ask_context: [["context"]],
  create_task: [["tasks"]],
  move_task: [["tasks"]],
  resolve: [["tasks"], ["messages"]],
  undo: [[]],
};

/** `1`: the caller wants no tools that change something, although its token could use them. */
export const readOnlyHeader = "x-zippy-read-only";

/** An assistant's call of a tool. What it asked and got isn't stored. */
export const ToolCall = z.object({
  id: z.uuid(),
  tool: ToolName,
  /** The name of the access token, which may be revoked by now. */
  tokenName: z.string(),
  at: z.iso.datetime(),
  /** `no_answer`: the end was never recorded, for example after a crash. */
  outcome: z.enum(["done", "refused", "under_way", "no_answer"]),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Calls per page. */
export const toolCallsPerPage = 50;

export const listToolCalls = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/tool-calls",
  summary: "What your own assistants called in a team in the last 30 days, newest first.",
  params: z.object({ teamId: z.uuid() }),
  query: z.object({ limit: pageLimit(toolCallsPerPage), before }),
  response: z.array(ToolCall),
});
