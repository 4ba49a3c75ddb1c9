import { IconFocus2, IconPlayerPause } from "@tabler/icons-react";
import { useEffect } from "react";
import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/feedback/toast";
import { useTask } from "../../tasks/web/task-queries";
import type { FocusSession } from "../contract";
import { clockOf } from "../timer";
import classes from "./focus.module.css";
import { useFocus } from "./focus-queries";
import type { ReceivedFocus } from "./received-focus";
import { focusTexts } from "./texts";
import { usePhase } from "./use-phase";

interface FocusPillProps {
  teamId: string;
  /** Whether the session covers the app. */
  opened: boolean;
  onOpen: () => void;
}

/** The running session in the header; a press opens it again. Nothing without one. */
export function FocusPill({ teamId, ...props }: FocusPillProps) {
  const { data, refetch } = useFocus(teamId);
  if (!data?.session) return null;
  return <Pill focus={data} session={data.session} onGone={refetch} {...props} />;
}

interface PillProps extends Omit<FocusPillProps, "teamId"> {
  focus: ReceivedFocus;
  session: FocusSession;
  /** Called when the task was deleted, and the session has ended with it. */
  onGone: () => void;
}

function Pill({ focus, session, opened, onOpen, onGone }: PillProps) {
  const phase = usePhase(focus);
  const { data: task, error } = useTask(session.taskId);
  const gone = error instanceof ApiError && error.status === 404 ? reasonOf(error) : undefined;
  useEffect(() => {
    // What covers the app says so itself.
    if (!gone || opened) return;
    showToast({ title: focusTexts.title, description: `${gone} ${focusTexts.ended}` });
    onGone();
  }, [gone, opened, onGone]);
  const paused = session.pausedAt !== null;
  const Icon = paused ? IconPlayerPause : IconFocus2;
  return (
    <button
      type="button"
      className={classes.pill}
      data-focus-session
      data-paused={paused || undefined}
      title={task?.title}
      onClick={onOpen}
    >
      <Icon size={16} aria-hidden />
      <span className="z-visually-hidden">
        {paused ? `${focusTexts.title}, ${focusTexts.paused}` : focusTexts.title}{" "}
      </span>
      <span className={classes.time}>{phase && clockOf(phase)}</span>
      <span className={classes.pillTitle} dir="auto">
        {task?.title}
      </span>
    </button>
  );
}
