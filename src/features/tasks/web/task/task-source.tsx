import { Button } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Evidence } from "../../../../shared/evidence";
import { reportActivity } from "../../../../web/activity";
import { ChannelBadge } from "../../../channels/web/channel-badge";
import type { Task } from "../../contract";
import { meetingPath } from "../meeting-path";
import type { SourceViews } from "../source-views";
import classes from "./task-dialog.module.css";

interface TaskSourceProps {
  task: Task;
  teamId: string;
  MessageDialog: SourceViews["MessageDialog"];
  /** Called when a message opens over the task, and when it closes. */
  onCover: (covered: boolean) => void;
}

/** A task's source message with the words the task comes from; each opens the message there. */
export function TaskSource({ task, teamId, MessageDialog, onCover }: TaskSourceProps) {
  const [target, setTarget] = useState<Evidence | "start">();
  if (!task.messageId) return <MeetingSource task={task} />;
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
      {distinct(messageEvidence(task)).map((evidence) => (
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

const messageEvidence = ({ evidence }: Task): Evidence[] =>
  evidence.filter((one) => one.sourceType === "message");

/** The words of a meeting that a task comes from; each opens the transcript there and plays that second. */
function MeetingSource({ task }: { task: Task }) {
  const said = task.evidence.filter((one) => one.sourceType === "meeting");
  if (said.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="task-source">
      <div className={classes.sectionHead}>
        <h3 id="task-source">From meeting</h3>
      </div>
      {said.map((evidence) => (
        <Link
          key={`${evidence.segment} ${evidence.start}`}
          href={meetingPath(evidence)}
          className={classes.quote ?? ""}
        >
          <IconQuote size={14} aria-hidden />
          <q dir="auto">{evidence.quote.trim()}</q>
        </Link>
      ))}
    </section>
  );
}

/** Most quotes shown for one task; the message itself marks all of them. */
const mostQuotes = 4;

/** The distinct quotes: none is part of another, longest first. */
function distinct(all: Evidence[]): Evidence[] {
  const longestFirst = all
    .filter(({ quote }) => quote.trim() !== "")
    .toSorted((a, b) => b.quote.length - a.quote.length);
  const own = longestFirst.filter(
    ({ quote }, index) => !longestFirst.slice(0, index).some((longer) => longer.quote.includes(quote.trim())),
  );
  return own.slice(0, mostQuotes);
}
