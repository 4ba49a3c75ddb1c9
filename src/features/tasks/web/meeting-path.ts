import type { MeetingEvidence } from "../../../shared/evidence";

/** The address at which a meeting plays what was said. */
export const meetingPath = ({ sourceId, second }: MeetingEvidence): string =>
  `/meetings/${sourceId}?at=${second}`;
