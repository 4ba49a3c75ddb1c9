import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import type { CorrectedMessages } from "../corrections/proposals";
import { removeCorrectionsOf } from "../corrections/service";
import { removeSampleRecords } from "../crm/sample-records";
import { removeSampleMessages, sampleMessages } from "../inbox/storing/sample-messages";
import { forgetSubjects, type Revert } from "../journal/service";
import { removeSampleMeetings } from "../meetings/service";
import { removeSampleTasks } from "../tasks/service";

/**
 * Permanently removes a team's sample data: its messages, meetings, CRM records and tasks, the tasks made from its
 * messages, what was learned from them, and every trace in figures and undo.
 *
 * @returns the events for open screens; none if there was no sample data.
 */
export async function removeSamples(
  tx: Executor,
  messages: Pick<CorrectedMessages, "applyOverrides">,
  teamId: string,
): Promise<TeamEvent[]> {
  const corrected = await removeCorrectionsOf(tx, messages, teamId, await sampleMessages(tx, teamId));
  const taskIds = await removeSampleTasks(tx, teamId);
  const messageIds = await removeSampleMessages(tx, teamId);
  const meetingIds = await removeSampleMeetings(tx, teamId);
  const crmIds = await removeSampleRecords(tx, teamId);
  if (taskIds.length + messageIds.length + meetingIds.length + crmIds.length === 0) return corrected;
  // The team's id identifies the addition.
  await forgetSubjects(tx, teamId, [...taskIds, ...messageIds, ...meetingIds, teamId]);
  return [
    ...corrected,
    { type: "message_updated", id: teamId },
    { type: "task_updated", id: teamId },
    { type: "meeting_updated", id: teamId },
    { type: "crm_updated", id: teamId },
  ];
}

/** Undoes the addition of sample data. */
export function createSampleRevert(messages: Pick<CorrectedMessages, "applyOverrides">): Revert {
  return async (tx, teamId) => {
    const events = await removeSamples(tx, messages, teamId);
    if (events.length === 0) throw new AppError("conflict", "The sample data has already been removed.");
    return { events, facts: [] };
  };
}
