import { LateCorrectionBanner } from "../../features/corrections/web/late-correction-banner";
import { MessageChannelFilter } from "../../features/inbox/web/message-channel-filter";
import { sourceViews } from "../../features/inbox/web/source-views";
import { MatrixScreen } from "../../features/tasks/web/matrix/matrix-screen";

/** The matrix with the parts of the inbox and of corrections. */
export function TaskMatrix({ teamId }: { teamId: string }) {
  return (
    <MatrixScreen teamId={teamId} source={sourceViews} ChannelFilter={MessageChannelFilter}>
      <LateCorrectionBanner teamId={teamId} flush />
    </MatrixScreen>
  );
}
