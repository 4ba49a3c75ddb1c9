import { InboxScreen } from "../../features/inbox/web/inbox/inbox-screen";
import { lazyPart } from "../../web/ui/lazy-part";

const UnansweredAge = lazyPart(() => import("../../features/imports/web/unanswered-age"), "UnansweredAge");

/** The inbox with the part of imports: an archive's age is asked about where its messages arrive. */
export function Inbox({ teamId }: { teamId: string }) {
  return <InboxScreen teamId={teamId} notice={<UnansweredAge teamId={teamId} />} />;
}
