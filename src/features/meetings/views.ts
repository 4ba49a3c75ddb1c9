import type { Meeting, MeetingItem, MeetingSegment } from "./contract";
import type { ItemRow, ListedMeeting, SegmentRow } from "./repository";

/** A stored meeting in the contract's form. */
export function toMeeting(row: ListedMeeting, items: ItemRow[]): Meeting {
  return {
    id: row.id,
    teamId: row.teamId,
    title: row.title,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.creator,
    seconds: row.seconds,
    transcribedSeconds: row.transcribedSeconds,
    transcribedBy: row.transcribedBy,
    hasAudio: row.hasAudio,
    transcript: row.transcript,
    summary: row.summary,
    decisions: row.decisions,
    concludedBy: row.concludedBy,
    extractedTasks: items.map(toItem),
    error: row.error,
    sample: row.sample,
  };
}

/** A stored item in the contract's form. */
export function toItem(row: ItemRow): MeetingItem {
  const { id, title, assigneeId, assigneeName, dueDate, urgency, importance, evidence, dropped, taskId } =
    row;
  return {
    ...{ id, title, assigneeId, assigneeName, urgency, importance, evidence, dropped, taskId },
    dueDate: dueDate?.toISOString() ?? null,
  };
}

/** A stored segment in the contract's form. */
export function toSegment({ position, start, end, speaker, text }: SegmentRow): MeetingSegment {
  return { position, start, end, speaker, text };
}
