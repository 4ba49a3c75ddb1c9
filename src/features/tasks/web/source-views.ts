import type { ComponentType } from "react";
import type { Evidence } from "../../../shared/evidence";
import type { Task } from "../contract";

/**
 * What shows the message behind a task. Messages belong to the inbox, a feature above this one, so whoever shows a task
 * brings these along.
 */
export interface SourceViews {
  /** Why the task is what it is. */
  WhyTask: ComponentType<{
    task: Pick<Task, "messageId" | "urgency" | "importance">;
    onClose: () => void;
  }>;
  /** The message; `target` is the place to show first. */
  MessageDialog: ComponentType<{
    teamId: string;
    messageId: string;
    target?: Evidence;
    onClose: () => void;
  }>;
}
