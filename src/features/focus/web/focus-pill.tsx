import { IconFocus2, IconPlayerPause } from "@tabler/icons-react";
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
  onOpen: () => void;
}

/** The running session in the header; a press opens it again. Nothing without one. */
export function FocusPill({ teamId, onOpen }: FocusPillProps) {
  const { data } = useFocus(teamId);
  if (!data?.session) return null;
  return <Pill focus={data} session={data.session} onOpen={onOpen} />;
}

interface PillProps {
  focus: ReceivedFocus;
  session: FocusSession;
  onOpen: () => void;
}

function Pill({ focus, session, onOpen }: PillProps) {
  const phase = usePhase(focus);
  const { data: task } = useTask(session.taskId);
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
