import { Button } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import { useState } from "react";
import type { Evidence } from "../../../../shared/evidence";
import { reportActivity } from "../../../../web/activity";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import type { Task } from "../../contract";
import type { SourceViews } from "../source-views";
import classes from "./task-dialog.module.css";

interface TaskSourceProps {
  task: Task;
  teamId: string;
  MessageDialog: SourceViews["MessageDialog"];
  /** Told when a message lies over the task, and when it is gone. */
  onCover: (covered: boolean) => void;
}

/** The message a task was made from, in the words it was made from; each opens the message at that place. */
export function TaskSource({ task, teamId, MessageDialog, onCover }: TaskSourceProps) {
  const [target, setTarget] = useState<Evidence | "start">();
  if (!task.messageId) return null;
  const open = (next: Evidence | "start" | undefined) => {
    setTarget(next);
    if (next) reportActivity("task-source-opened", task.id);
    onCover(next !== undefined);
  };
  return (
    <section className={classes.section} aria-labelledby="task-source">
      <div className={classes.sectionHead}>
        <h3 id="task-source">From message</h3>
        {task.messageChannel && <ChannelBadge channel={task.messageChannel} />}
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.openSource}
          onClick={() => open("start")}
        >
          Open message
        </Button>
      </div>
      {distinct(task.evidence).map((evidence) => (
        <button
          key={`${evidence.part} ${evidence.start} ${evidence.end}`}
          type="button"
          className={classes.quote}
          onClick={() => open(evidence)}
        >
          <IconQuote size={14} aria-hidden />
          <q dir="auto">{evidence.quote.trim()}</q>
        </button>
      ))}
      {target && (
        <MessageDialog
          teamId={teamId}
          messageId={task.messageId}
          {...(target !== "start" && { target })}
          onClose={() => open(undefined)}
        />
      )}
    </section>
  );
}

/** Most quotes shown of one task; the message itself has all of them. */
const mostQuotes = 4;

/** The quotes that say something of their own: none that stands inside another, longest first. */
function distinct(all: Evidence[]): Evidence[] {
  const longestFirst = all
    .filter(({ quote }) => quote.trim() !== "")
    .toSorted((a, b) => b.quote.length - a.quote.length);
  const own = longestFirst.filter(
    ({ quote }, index) => !longestFirst.slice(0, index).some((longer) => longer.quote.includes(quote.trim())),
  );
  return own.slice(0, mostQuotes);
}
