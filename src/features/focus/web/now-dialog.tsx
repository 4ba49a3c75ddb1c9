import { Button } from "@mantine/core";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { Sheet } from "../../../web/ui/sheet";
import { useKeyNames } from "../../../web/ui/shortcuts/key-hint";
import { useShortcut } from "../../../web/ui/shortcuts/shortcuts";
import type { Task } from "../../tasks/contract";
import { useSnoozeTask } from "../../tasks/web/task-queries";
import { requestForTask } from "../../tasks/web/task-requests";
import classes from "./focus.module.css";
import { NextStep } from "./next-step";
import { useNow } from "./now-queries";
import { focusTexts, nowTexts } from "./texts";
import { tomorrowMorning } from "./tomorrow";
import { useReplan } from "./use-replan";

interface NowDialogProps {
  teamId: string;
  covered: boolean;
  onClose: () => void;
}

/** One task with its first step, for when the board is too much; mounted means open. */
export function NowDialog({ teamId, covered, onClose }: NowDialogProps) {
  const query = useNow(teamId);
  return (
    <Sheet small title={nowTexts.title} width={480} covered={covered} onClose={onClose}>
      <QueryView query={query} failure={nowTexts.failed}>
        {({ task, overdue }) => (
          <div className={classes.nowBody}>
            {task ? (
              <OneTask key={task.id} teamId={teamId} task={task} onClose={onClose} />
            ) : (
              <p className={classes.note}>{nowTexts.nothing}</p>
            )}
            {overdue > 0 && <Replan teamId={teamId} overdue={overdue} />}
          </div>
        )}
      </QueryView>
    </Sheet>
  );
}

function OneTask({ teamId, task, onClose }: { teamId: string; task: Task; onClose: () => void }) {
  const { mutate: snooze } = useSnoozeTask(teamId);
  const focus = () => {
    onClose();
    requestForTask({ kind: "focus", task });
  };
  const notToday = () => snooze({ task, until: tomorrowMorning(new Date()).toISOString() });
  const breakDown = () => requestForTask({ kind: "breakdown", task });
  const hasNextStep = task.steps.some(({ done }) => !done);
  const group = nowTexts.title;
  const keys = useKeyNames();
  useShortcut({ key: "f", label: focusTexts.start, group, run: focus });
  useShortcut({ key: "n", label: focusTexts.notToday, group, run: notToday });
  useShortcut({ key: "b", label: focusTexts.breakDown, group, run: breakDown });
  return (
    <>
      <p className={classes.nowTask} dir="auto">
        {task.title}
      </p>
      <NextStep task={task} />
      <div className={classes.buttons}>
        <Button title={keys("f")} onClick={focus}>
          {focusTexts.start}
        </Button>
        {!hasNextStep && (
          <Button variant="default" title={keys("b")} onClick={breakDown}>
            {focusTexts.breakDown}
          </Button>
        )}
        <Button variant="default" title={keys("n")} onClick={notToday}>
          {focusTexts.notToday}
        </Button>
      </div>
    </>
  );
}

function Replan({ teamId, overdue }: { teamId: string; overdue: number }) {
  const replan = useReplan(teamId);
  return (
    <div className={classes.replan}>
      <span>{nowTexts.overdue(overdue)}</span>
      <Button variant="default" loading={replan.isPending} onClick={() => replan.mutate()}>
        {nowTexts.replan}
      </Button>
    </div>
  );
}
