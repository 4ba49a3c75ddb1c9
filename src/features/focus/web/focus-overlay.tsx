import { Button } from "@mantine/core";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { FilterButtons } from "../../../web/ui/filter-buttons";
import { ModalFrame } from "../../../web/ui/modal/modal-frame";
import { useKeyNames, withKeys } from "../../../web/ui/shortcuts/key-hint";
import { useReturnedFocus } from "../../../web/ui/shortcuts/returned-focus";
import { ShortcutScope, useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import { useSystemBack } from "../../../web/ui/system-back";
import type { Task } from "../../tasks/contract";
import { TaskSteps } from "../../tasks/web/steps/task-steps";
import { useCheckTask, useSnoozeTask, useTask } from "../../tasks/web/task-queries";
import { requestForTask } from "../../tasks/web/task-requests";
import type { FocusMode, FocusSession } from "../contract";
import { clockOf } from "../timer";
import classes from "./focus.module.css";
import { useChangeFocus, useStartFocus } from "./focus-queries";
import { NextStep } from "./next-step";
import type { ReceivedFocus } from "./received-focus";
import { focusTexts } from "./texts";
import { tomorrowMorning } from "./tomorrow";
import { usePhase } from "./use-phase";

type TaskQuery = ReturnType<typeof useTask>;
type OpenFocus = ReceivedFocus & { session: FocusSession };

interface FocusOverlayProps {
  teamId: string;
  focus: ReceivedFocus;
  /** Something opened from it covers it. */
  covered: boolean;
  /** Leaves it running. */
  onClose: () => void;
}

/**
 * One task and its timer over the whole app, which stays as it was beneath. Nothing without a session, unless it has
 * ended because its task was deleted meanwhile.
 */
export function FocusOverlay({ focus, ...props }: FocusOverlayProps) {
  const [last, setLast] = useState(focus);
  if (focus.session && focus !== last) setLast(focus);
  if (!last.session) return null;
  return (
    <WatchedOverlay focus={{ ...last, session: last.session }} running={focus.session !== null} {...props} />
  );
}

interface WatchedOverlayProps extends Omit<FocusOverlayProps, "focus"> {
  focus: OpenFocus;
  running: boolean;
}

/** The overlay while the session runs, and once its task was deleted. */
function WatchedOverlay({ running, ...props }: WatchedOverlayProps) {
  const query = useTask(props.focus.session.taskId);
  useCloseOnceEnded(running, query.refetch, props.onClose);
  const deleted = query.error instanceof ApiError && query.error.status === 404 ? query.error : undefined;
  return running || deleted ? <Overlay query={query} deleted={deleted} {...props} /> : null;
}

/** Closes what a session that was ended elsewhere covers, unless it ended with its task, which is said first. */
function useCloseOnceEnded(running: boolean, refetch: TaskQuery["refetch"], onClose: () => void): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (running) return;
    let left = false;
    void refetch().then(({ error }) => {
      if (!left && !(error instanceof ApiError && error.status === 404)) close.current();
    });
    return () => {
      left = true;
    };
  }, [running, refetch]);
}

interface OverlayProps extends Omit<WatchedOverlayProps, "running"> {
  query: TaskQuery;
  /** Why the task can't be read any more. */
  deleted: ApiError | undefined;
}

function Overlay({ teamId, focus, query, deleted, covered, onClose }: OverlayProps) {
  useReturnedFocus();
  useSystemBack(true, onClose);
  const keys = useKeyNames();
  const titleId = useId();
  return (
    <ModalFrame onClose={onClose} titleId={titleId} covered={covered}>
      <ShortcutScope>
        <div className={classes.overlay}>
          <div className={classes.head}>
            {/* Not a button, which Space would press. */}
            <h2 id={titleId} className={classes.label} tabIndex={-1} data-autofocus>
              {focusTexts.title}
            </h2>
            <Button
              variant="default"
              title={deleted ? keys("Escape") : withKeys("Leave it running", keys("Escape"))}
              onClick={onClose}
            >
              {focusTexts.leave}
            </Button>
          </div>
          {deleted ? (
            <Deleted teamId={teamId} title={query.data?.title} reason={reasonOf(deleted)} />
          ) : (
            <QueryView query={query} failure={focusTexts.failedToFetch}>
              {(task) => <Focused teamId={teamId} task={task} focus={focus} onClose={onClose} />}
            </QueryView>
          )}
        </div>
      </ShortcutScope>
    </ModalFrame>
  );
}

/** Says that the task is gone, and ends the session, so that nothing is counted or held back for it. */
function Deleted({ teamId, title, reason }: { teamId: string; title: string | undefined; reason: string }) {
  const { mutate: change } = useChangeFocus(teamId);
  useEffect(() => change("ended"), [change]);
  return (
    <div className={classes.focused}>
      <h2 className={classes.title} dir="auto">
        {title}
      </h2>
      <p role="alert">
        {reason} {focusTexts.ended}
      </p>
    </div>
  );
}

interface FocusedProps extends Omit<OverlayProps, "covered" | "query" | "deleted"> {
  task: Task;
}

function Focused({ teamId, task, focus, onClose }: FocusedProps) {
  const keys = useKeyNames();
  const { session } = focus;
  const paused = session.pausedAt !== null;
  const { mutate: change } = useChangeFocus(teamId);
  const { mutate: snooze } = useSnoozeTask(teamId);
  const { mutate: check } = useCheckTask(teamId);
  const toggle = () => change(paused ? "running" : "paused");
  const end = () => {
    change("ended");
    onClose();
  };
  const notToday = () => {
    snooze({ task, until: tomorrowMorning(new Date()).toISOString() });
    end();
  };
  const done = () => {
    if (task.status !== "resolved") check(task);
    end();
  };
  const breakDown = () => requestForTask({ kind: "breakdown", task });
  const group = focusTexts.title;
  useShortcut({ key: " ", label: "Pause or go on", group, run: toggle });
  useShortcut({ key: "n", label: focusTexts.notToday, group, run: notToday });
  useShortcut({ key: "e", label: focusTexts.done, group, run: done });
  useShortcut({ key: "b", label: focusTexts.breakDown, group, run: breakDown });
  const quote = task.evidence.map((one) => one.quote.trim()).find(Boolean);

  return (
    <div className={classes.focused}>
      <h2 className={classes.title} dir="auto">
        {task.title}
      </h2>
      <NextStep task={task} />
      <Clock focus={focus} />
      <div className={classes.buttons}>
        <Button variant="default" title={keys(" ")} onClick={toggle}>
          {paused ? focusTexts.resume : focusTexts.pause}
        </Button>
        <Button variant="default" title={keys("n")} onClick={notToday}>
          {focusTexts.notToday}
        </Button>
        <Button title={keys("e")} onClick={done}>
          {focusTexts.done}
        </Button>
      </div>
      <Modes teamId={teamId} session={session} />
      <section className={classes.part} aria-label="Steps">
        <TaskSteps task={task} teamId={teamId} />
        <Button variant="subtle" title={keys("b")} className={classes.start ?? ""} onClick={breakDown}>
          {focusTexts.breakDown}
        </Button>
      </section>
      {quote && (
        <blockquote className={classes.quote} dir="auto">
          {quote}
        </blockquote>
      )}
      <Button variant="subtle" onClick={end}>
        {focusTexts.end}
      </Button>
    </div>
  );
}

function Clock({ focus }: { focus: OpenFocus }) {
  const phase = usePhase(focus);
  if (!phase) return null;
  const paused = focus.session.pausedAt !== null;
  const state = paused
    ? focusTexts.paused
    : phase.kind === "rest"
      ? focusTexts.rest
      : phase.kind === "work"
        ? focusTexts.left
        : "";
  return (
    <p className={classes.clock} role="timer" data-paused={paused || undefined}>
      <span className={classes.digits}>{clockOf(phase)}</span>
      <span className={classes.state}>{state}</span>
    </p>
  );
}

const modeOptions = (["flow", "cycles", "custom"] as const).map((value) => ({
  value,
  label: focusTexts.modes[value],
}));

/** How the time is counted; another choice restarts it. */
function Modes({ teamId, session }: { teamId: string; session: FocusSession }) {
  const { mutate: start } = useStartFocus(teamId);
  const [work, setWork] = useState<number | string>(session.workMinutes ?? 50);
  const [rest, setRest] = useState<number | string>(session.restMinutes ?? 10);
  const begin = (mode: FocusMode) =>
    start({
      taskId: session.taskId,
      mode,
      ...(mode === "custom" && {
        workMinutes: Math.min(240, Math.max(1, Math.round(Number(work)) || 50)),
        restMinutes: Math.min(60, Math.max(1, Math.round(Number(rest)) || 10)),
      }),
    });
  return (
    <div className={classes.modes}>
      <FilterButtons label="Timer" options={modeOptions} value={session.mode} onChange={begin} />
      {session.mode === "custom" && (
        <form
          className={classes.custom}
          onSubmit={(event) => {
            event.preventDefault();
            begin("custom");
          }}
        >
          <Minutes label={focusTexts.work} most={240} value={work} onChange={setWork} />
          <Minutes label={focusTexts.restMinutes} most={60} value={rest} onChange={setRest} />
          <Button type="submit" variant="default">
            Set
          </Button>
        </form>
      )}
    </div>
  );
}

interface MinutesProps {
  label: string;
  most: number;
  value: number | string;
  onChange: (value: number | string) => void;
}

function Minutes({ label, most, value, onChange }: MinutesProps) {
  return (
    <label className={classes.minutes}>
      {label}
      <input
        type="number"
        className={classes.number}
        min={1}
        max={most}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
