import { z } from "zod";
import { counted } from "../../../shared/counted";
import { sendChat } from "../../context/contract";
import { listMessages, whyMessage } from "../../inbox/contract";
import { listTasks } from "../../tasks/contract";
import { cursorOf, positionsAt } from "../cursors";
import { markedData, markedPage, PageResult } from "../marked-data";
import { messageData, Quadrant, type ToolContext, taskData, tool } from "./tool";

/** Which rows of a list: `limit` of them, after those before `cursor`. */
const page = {
  limit: z.int().min(1).max(50).default(20).describe("How many at most"),
  cursor: z
    .string()
    .max(20_000)
    .optional()
    .describe("The `nextCursor` of the page before, with the same other arguments"),
};

const annotations = { readOnlyHint: true, openWorldHint: false };

/** Registers the tools that change nothing. */
export function addReadTools({ offer, call, teamParams }: ToolContext): void {
  offer(
    "list_tasks",
    {
      title: "List tasks",
      description: "The team's tasks by due date, open ones by default.",
      inputSchema: z.strictObject({
        quadrant: Quadrant.optional(),
        status: z.enum(["open", "new", "in_progress", "blocked", "resolved"]).default("open"),
        ...page,
      }),
      outputSchema: PageResult,
      annotations,
    },
    tool(async ({ quadrant, status, limit, cursor }) => {
      const from = positionsAt(cursor, ["tasks"]).get("tasks");
      const query = { quadrant, status, limit, ...from };
      const { answer, next } = await call(listTasks, { params: await teamParams(), query });
      const nextCursor = cursorOf({ tasks: next });
      return markedPage(
        `${counted(answer.length, "task")}.`,
        { tasks: answer.map(taskData) },
        { tool: "list_tasks", nextCursor },
      );
    }),
  );

  offer(
    "list_messages",
    {
      title: "List messages",
      description: "The newest messages: those that require action by default.",
      inputSchema: z.strictObject({
        view: z.enum(["all", "requires_action", "resolved"]).default("requires_action"),
        channel: z.string().max(40).optional(),
        ...page,
      }),
      outputSchema: PageResult,
      annotations,
    },
    tool(async ({ view, channel, limit, cursor }) => {
      const from = positionsAt(cursor, ["messages"]).get("messages");
      const query = { view, channel, limit, ...from };
      const { answer, next } = await call(listMessages, { params: await teamParams(), query });
      const nextCursor = cursorOf({ messages: next });
      return markedPage(
        `${counted(answer.length, "message")}.`,
        { messages: answer.map(messageData) },
        { tool: "list_messages", nextCursor },
      );
    }),
  );

  offer(
    "search",
    {
      title: "Search",
      description:
        "Tasks and messages that contain all of these words. Signs and words as common as “the” don't count: a " +
        "search for nothing else lists everything.",
      inputSchema: z.strictObject({ words: z.string().min(2).max(200), ...page }),
      outputSchema: PageResult,
      annotations,
    },
    tool(async ({ words, limit, cursor }) => {
      const from = positionsAt(cursor, ["tasks", "messages"]);
      const params = await teamParams();
      const query = { q: words, limit };
      const ended = { answer: [], next: undefined };
      const [tasks, messages] = await Promise.all([
        from.has("tasks") ? call(listTasks, { params, query: { ...query, ...from.get("tasks") } }) : ended,
        from.has("messages")
          ? call(listMessages, { params, query: { ...query, view: "all", ...from.get("messages") } })
          : ended,
      ]);
      return markedPage(
        `${counted(tasks.answer.length, "task")} and ${counted(messages.answer.length, "message")}.`,
        { tasks: tasks.answer.map(taskData), messages: messages.answer.map(messageData) },
        { tool: "search", nextCursor: cursorOf({ tasks: tasks.next, messages: messages.next }) },
      );
    }),
  );

  offer(
    "why",
    {
      title: "Why",
      description: "Which words of a message led to its analysis, and what would change it.",
      inputSchema: z.strictObject({ messageId: z.uuid() }),
      annotations,
    },
    tool(async ({ messageId }) => {
      const { answer } = await call(whyMessage, { params: { messageId } });
      return markedData("How Zippy reads this message.", answer);
    }),
  );

  offer(
    "ask_context",
    {
      title: "Ask Context Memory",
      description:
        "An answer from the team's own messages, tasks and meetings, each sentence with its sources.",
      inputSchema: z.strictObject({ question: z.string().min(1).max(2000) }),
      annotations,
    },
    tool(async ({ question }) => {
      const { answer } = await call(sendChat, { params: await teamParams(), body: { message: question } });
      return markedData("The answer.", answer.answer ?? answer.content);
    }),
  );
}
