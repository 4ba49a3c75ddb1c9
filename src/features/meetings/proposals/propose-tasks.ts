import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { extractActionItems } from "../../triage/action-items/action-items";
import type { MeetingDecision } from "../contract";
import type { meetingItems } from "../tables";

/** Somebody a proposed task can be for. */
export interface Assignable {
  id: string;
  name: string;
}

/** What the engine concludes from a transcript. */
export interface Proposal {
  items: Omit<typeof meetingItems.$inferInsert, "meetingId" | "teamId">[];
  decisions: MeetingDecision[];
  summary: string | null;
}

/** What {@link proposeTasks} takes, for a worker. */
export interface ProposeRequest {
  meetingId: string;
  segments: readonly TranscriptSegment[];
  setting: ProposeSetting;
}

/** `now`: when the meeting was, for dates such as "by Friday". */
interface ProposeSetting {
  members: readonly Assignable[];
  now: Date;
  timeZone: string;
}

/** Proposes the tasks of a meeting, with its decisions and a summary. Pure, and nothing leaves this machine. */
export function proposeTasks(
  meetingId: string,
  segments: readonly TranscriptSegment[],
  { members, now, timeZone }: ProposeSetting,
): Proposal {
  const { items, decisions, summary } = extractActionItems([...segments], {
    members: members.map(({ name }) => name),
    now,
    timeZone,
  });
  return {
    items: items.map(({ title, assigneeName, dueDate, urgency, importance, evidence }, position) => {
      const member = members.find(({ name }) => name === assigneeName);
      return {
        position,
        title,
        assigneeId: member?.id ?? null,
        assigneeName: member ? null : assigneeName,
        dueDate: dueDate === null ? null : new Date(dueDate),
        urgency,
        importance,
        evidence: { sourceType: "meeting", sourceId: meetingId, ...evidence },
      };
    }),
    decisions: decisions.map(({ text, evidence }) => ({
      text,
      evidence: { sourceType: "meeting", sourceId: meetingId, ...evidence },
    })),
    summary: summary || null,
  };
}
