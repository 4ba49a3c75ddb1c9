import { useLocation } from "wouter";
import { LateCorrectionBanner } from "../../features/corrections/web/late-correction-banner";
import { MessageChannelFilter } from "../../features/inbox/web/message-channel-filter";
import { sourceViews } from "../../features/inbox/web/source-views";
import { isEmpty, useStart } from "../../features/start/web/start-queries";
import { MatrixScreen } from "../../features/tasks/web/matrix/matrix-screen";
import { noFilter } from "../../features/tasks/web/task-cache";
import { useTaskCounts } from "../../features/tasks/web/task-queries";
import { lazyPart } from "../../web/ui/lazy-part";
import classes from "./task-matrix.module.css";

const StartPanel = lazyPart(() => import("../../features/start/web/start-panel"), "StartPanel");

/**
 * The matrix with the parts of the inbox and of corrections. An empty team first sees how to start: after signing in
 * nothing else, unless it scrolls on.
 */
export function TaskMatrix({ teamId }: { teamId: string }) {
  const { data: start } = useStart(teamId);
  const empty = start !== undefined && isEmpty(start);
  // The board knows of the first task before the server says that the team has started. Were the ways to start to leave
  // only then, the board would move away from under the pointer.
  const { data: counts } = useTaskCounts(teamId, noFilter, empty);
  const starting = empty && !(counts && Object.values(counts).some((count) => count > 0));
  const [path] = useLocation();
  const alone = path === "/" || path === "/dashboard";
  return (
    <div className={classes.frame} data-starting={starting || undefined}>
      {starting && (
        <div className={alone ? classes.alone : undefined}>
          <StartPanel teamId={teamId} alone={alone} />
        </div>
      )}
      <div className={classes.matrix}>
        <MatrixScreen teamId={teamId} source={sourceViews} ChannelFilter={MessageChannelFilter}>
          <LateCorrectionBanner teamId={teamId} flush />
        </MatrixScreen>
      </div>
    </div>
  );
}
