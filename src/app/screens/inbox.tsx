import { InboxScreen } from "../../features/inbox/web/inbox/inbox-screen";
import { lazyPart } from "../../web/ui/lazy-part";

const InboxNotice = lazyPart(() => import("../../features/imports/web/inbox-notice"), "InboxNotice");

/** The inbox with the part of imports: how far one is, and what of an archive needs action, where its messages arrive. */
export function Inbox({ teamId }: { teamId: string }) {
  return <InboxScreen teamId={teamId} notice={<InboxNotice teamId={teamId} />} />;
}
