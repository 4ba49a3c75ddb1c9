import { LateCorrectionBanner } from "../../features/corrections/web/late-correction-banner";
import { MessageChannelFilter } from "../../features/inbox/web/message-channel-filter";
import { sourceViews } from "../../features/inbox/web/source-views";
import { isEmpty, useStart } from "../../features/start/web/start-queries";
import { MatrixScreen } from "../../features/tasks/web/matrix/matrix-screen";
import { lazyPart } from "../../web/ui/lazy-part";
import classes from "./task-matrix.module.css";

const StartPanel = lazyPart(() => import("../../features/start/web/start-panel"), "StartPanel");

/** The matrix with the parts of the inbox and of corrections. An empty team first sees how to start. */
export function TaskMatrix({ teamId }: { teamId: string }) {
  const { data: start } = useStart(teamId);
  const starting = start !== undefined && isEmpty(start);
  return (
    <div className={classes.frame} data-starting={starting || undefined}>
      {starting && <StartPanel teamId={teamId} />}
      <div className={classes.matrix}>
        <MatrixScreen teamId={teamId} source={sourceViews} ChannelFilter={MessageChannelFilter}>
          <LateCorrectionBanner teamId={teamId} flush />
        </MatrixScreen>
      </div>
    </div>
  );
}
