import type { Evidence } from "../../../shared/evidence";
import type { LazyPart } from "../../../web/ui/lazy-part";
import type { Task } from "../contract";

/**
 * The views of the message behind a task. They belong to the inbox, a feature above this one, so callers pass
 * them in.
 */
export interface SourceViews {
  /** Explains why the task is urgent or important. */
  WhyTask: LazyPart<{
    task: Pick<Task, "messageId" | "urgency" | "importance">;
    onClose: () => void;
  }>;
  /** The message; `target` is the place to show first. */
  MessageDialog: LazyPart<{
    teamId: string;
    messageId: string;
    target?: Evidence;
    onClose: () => void;
  }>;
}
