import { useRoute } from "wouter";
import { MeetingList } from "./list/meeting-list";
import { MeetingPage } from "./page/meeting-page";

/** All meetings, or one of them. */
export function MeetingsScreen({ teamId }: { teamId: string }) {
  const [, params] = useRoute("/meetings/:id");
  return params?.id ? (
    <MeetingPage key={params.id} teamId={teamId} id={params.id} />
  ) : (
    <MeetingList teamId={teamId} />
  );
}
