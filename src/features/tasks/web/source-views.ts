import type { ComponentType } from "react";
import type { Evidence } from "../../../shared/evidence";
import type { Task } from "../contract";

/**
 * The views of the message behind a task. They belong to the inbox, a feature above this one, so callers pass
 * them in.
 */
export interface SourceViews {
  /** Explains the task. */
  WhyTask: ComponentType<{
    task: Pick<Task, "messageId" | "urgency" | "importance">;
    onClose: () => void;
  }>;
  /** Shows the message; `target` is what to scroll to. */
  MessageDialog: ComponentType<{
    teamId: string;
    messageId: string;
    target?: Evidence;
    onClose: () => void;
  }>;
}
