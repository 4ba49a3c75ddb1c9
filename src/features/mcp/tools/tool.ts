import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Message } from "../../inbox/contract";
import type { Task } from "../../tasks/contract";
import { quadrantOf } from "../../tasks/quadrants";
import { type ApiClient, RefusedCall } from "../api-client";
import { refused } from "../marked-data";

/** What the tools of one caller use. */
export interface ToolContext {
  /**
   * Registers a tool if the token reaches far enough for it. Its input is strict: `undo` with a misspelled id would take
   * back another change, and a list with a misspelled filter would list everything.
   */
  offer: McpServer["registerTool"];
  call: ApiClient["call"];
  /** The token's only team. */
  teamParams(): Promise<{ teamId: string }>;
}

export const Quadrant = z.enum(["do_first", "schedule", "delegate", "delete_defer"]);

/** Answers a refused call with the server's sentence, which a model can act on but must not obey. */
export function tool<Input>(run: (input: Input) => Promise<CallToolResult>) {
  return async (input: Input): Promise<CallToolResult> => {
    try {
      return await run(input);
    } catch (error) {
      if (error instanceof RefusedCall) return refused(error.message);
      throw error;
    }
  };
}

/** A task as models read it. */
export function taskData(task: Task) {
  const { id, title, description, status, priority, dueDate, assignee, messageId } = task;
  return {
    id,
    title,
    description: description?.slice(0, 1000) ?? null,
    status,
    priority,
    quadrant: quadrantOf(task),
    dueDate,
    assignee: assignee && `${assignee.firstName} ${assignee.lastName}`.trim(),
    messageId,
  };
}

/** A message as models read it. */
export function messageData({
  id,
  channel,
  sender,
  subject,
  content,
  createdAt,
  status,
  priority,
  aiAnalysis,
}: Message) {
  return {
    id,
    channel,
    sender,
    subject,
    content: content.slice(0, 2000),
    createdAt,
    status,
    priority,
    taskTitle: aiAnalysis?.taskTitle ?? null,
    category: aiAnalysis?.category ?? null,
    dueDate: aiAnalysis?.dueDate ?? null,
  };
}
