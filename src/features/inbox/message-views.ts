import type { Message, MessageView } from "./contract";

/** Whether a view of the inbox holds a message. Requires Action: new with a task, or high priority and not resolved. */
export function inView(
  view: MessageView,
  message: Pick<Message, "status" | "priority" | "aiAnalysis">,
): boolean {
  const { status, priority, aiAnalysis } = message;
  if (view === "resolved") return status === "resolved";
  if (view === "all") return true;
  return (status === "new" && aiAnalysis?.hasTask === true) || (priority === "high" && status !== "resolved");
}

/** Whether a message offers Create Task (INB-3): still new, and the analysis found a task. */
export function offersTask({ status, aiAnalysis }: Pick<Message, "status" | "aiAnalysis">): boolean {
  return status === "new" && aiAnalysis?.hasTask === true;
}

/** What the analysis found, as the card says it; undefined until the message is analysed. */
export function detected({ aiAnalysis }: Pick<Message, "aiAnalysis">): string | undefined {
  return aiAnalysis
    ? `AI detected: ${aiAnalysis.category.replaceAll("_", " ")}, ${aiAnalysis.sentiment}`
    : undefined;
}
