import { useState } from "react";
import { useLocation } from "wouter";
import { reportActivity } from "../../../../web/activity";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import type { Task } from "../../contract";
import type { SourceViews } from "../source-views";
import { useTaskContext } from "../task-queries";
import { RelatedItems } from "./related-items";
import classes from "./task-dialog.module.css";

interface TaskContextProps {
  task: Task;
  teamId: string;
  MessageDialog: SourceViews["MessageDialog"];
  onOpenTask: (taskId: string) => void;
  /** Called when a message opens over the task, and when it closes. */
  onCover: (covered: boolean) => void;
}

/** The context of a task: messages and other tasks, each with title, summary and age. */
export function TaskContext({ task, teamId, MessageDialog, onOpenTask, onCover }: TaskContextProps) {
  const query = useTaskContext(task.id);
  const [message, setMessage] = useState<string>();
  const [, navigate] = useLocation();
  const show = (id: string | undefined) => {
    setMessage(id);
    if (id !== undefined && id === task.messageId) reportActivity("task-source-opened", task.id);
    onCover(id !== undefined);
  };
  return (
    <section className={classes.section} aria-labelledby="task-context">
      <div className={classes.sectionHead}>
        <h3 id="task-context">Related context</h3>
      </div>
      <QueryView query={query} failure="Couldn't load the related context">
        {(items) => (
          <RelatedItems
            items={items}
            onOpen={({ type, id }) => {
              if (type === "meeting") navigate(`/meetings/${id}`);
              else if (type === "task") onOpenTask(id);
              else show(id);
            }}
          />
        )}
      </QueryView>
      {message && <MessageDialog teamId={teamId} messageId={message} onClose={() => show(undefined)} />}
    </section>
  );
}
