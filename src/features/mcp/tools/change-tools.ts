import { z } from "zod";
import { updateMessage } from "../../inbox/contract";
import { undoChange } from "../../journal/contract";
import { createTask, updateTask } from "../../tasks/contract";
import { quadrants } from "../../tasks/quadrants";
import { markedData } from "../marked-data";
import { messageData, Quadrant, type ToolContext, taskData, tool } from "./tool";

const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** Registers the tools that change something. Each answer names the journal entry, to undo it. */
export function addChangeTools({ offer, call, teamParams }: ToolContext): void {
  offer(
    "create_task",
    {
      title: "Create a task",
      description: "Adds a task to the team. Only create what the user asked for.",
      inputSchema: z.strictObject({
        title: z.string().min(1).max(500),
        description: z.string().max(50_000).optional(),
        quadrant: Quadrant.optional(),
        dueDate: z.iso.datetime({ offset: true }).optional().describe("ISO 8601"),
      }),
      annotations,
    },
    tool(async ({ quadrant, ...fields }) => {
      const body = { ...fields, ...(quadrant && axesOf(quadrant)) };
      const { answer, entryId } = await call(createTask, { params: await teamParams(), body });
      return markedData(`Created.${toUndo(entryId)}`, taskData(answer));
    }),
  );

  offer(
    "move_task",
    {
      title: "Move a task",
      description: "Moves a task to a quadrant of the Eisenhower matrix.",
      inputSchema: z.strictObject({ taskId: z.uuid(), quadrant: Quadrant }),
      annotations: { ...annotations, idempotentHint: true },
    },
    tool(async ({ taskId, quadrant }) => {
      const moved = await call(updateTask, { params: { id: taskId }, body: axesOf(quadrant) });
      return markedData(`Moved.${toUndo(moved.entryId)}`, taskData(moved.answer));
    }),
  );

  offer(
    "resolve",
    {
      title: "Resolve",
      description: "Marks a task or a message as resolved.",
      inputSchema: z.strictObject({ type: z.enum(["task", "message"]), id: z.uuid() }),
      annotations: { ...annotations, idempotentHint: true },
    },
    tool(async ({ type, id }) => {
      const body = { status: "resolved" as const };
      if (type === "task") {
        const { answer, entryId } = await call(updateTask, { params: { id }, body });
        return markedData(`Resolved.${toUndo(entryId)}`, taskData(answer));
      }
      const { answer, entryId } = await call(updateMessage, { params: { messageId: id }, body });
      return markedData(`Resolved.${toUndo(entryId)}`, messageData(answer));
    }),
  );

  offer(
    "undo",
    {
      title: "Undo",
      description:
        "Takes back a change by the id that it returned, or the last change of this token's person.",
      inputSchema: z.strictObject({ entryId: z.uuid().optional() }),
      annotations,
    },
    tool(async ({ entryId }) => {
      const body = entryId ? { id: entryId } : {};
      const { answer } = await call(undoChange, { params: await teamParams(), body });
      return markedData("Undone.", { summary: answer.summary });
    }),
  );
}

const toUndo = (entryId: string | null) => (entryId ? ` To undo it, call undo with ${entryId}.` : "");

function axesOf(quadrant: z.infer<typeof Quadrant>) {
  const { urgency, importance } = quadrants[quadrant];
  return { urgency, importance };
}
