import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { isTimeZone } from "../../shared/time-zone";
import type { TranscriptSegment } from "../../shared/transcript-segment";
import { recordFacts } from "../journal/service";
import { proposeApart } from "./proposals/propose-apart";
import { storeProposals } from "./proposals/store-proposals";
import { writeConclusionsQueue } from "./proposals/write-conclusions";
import { createMeetingRepository, createPeopleRepository, type MeetingRow } from "./repository";
import { transcriptText } from "./transcript-text";

/**
 * Stores a complete transcript in place of an earlier one, in the caller's transaction. Also stores what the
 * engine proposes.
 */
export async function storeTranscript(
  tx: Executor,
  meeting: Pick<MeetingRow, "id" | "teamId">,
  segments: readonly TranscriptSegment[],
): Promise<void> {
  const repository = createMeetingRepository(tx);
  const { id: meetingId, teamId } = meeting;
  await repository.removeSegments(teamId, meetingId);
  await repository.addSegments(
    segments.map(({ start, end, speaker, text }, position) => ({
      ...{ meetingId, teamId, position, start, end, speaker, text },
    })),
  );
}

/**
 * Reads the stored transcript and stores what follows from it: its text, decisions, summary, and the proposed tasks
 * beside those that somebody has changed. A language model writes the last two again later, if there is one.
 *
 * @param by - who added the transcript; null: an engine heard it.
 */
export async function concludeFrom(
  tx: Executor,
  meeting: Pick<MeetingRow, "id" | "teamId" | "createdAt" | "createdBy">,
  by: string | null,
  jobs: Pick<Jobs, "send" | "has">,
): Promise<{ found: number }> {
  const repository = createMeetingRepository(tx);
  const people = createPeopleRepository(tx);
  const segments = await repository.segments(meeting.teamId, meeting.id);
  const zone = meeting.createdBy && (await people.timeZone(meeting.createdBy));
  const { items, decisions, summary } = await proposeApart({
    meetingId: meeting.id,
    segments: segments.map(({ start, end, speaker, text }) => ({ start, end, speaker, text })),
    setting: {
      members: await people.members(meeting.teamId),
      now: meeting.createdAt,
      timeZone: zone && isTimeZone(zone) ? zone : "UTC",
    },
  });
  await storeProposals(tx, meeting, items);
  await repository.update(meeting.teamId, meeting.id, {
    transcript: segments.length > 0 ? transcriptText(segments) : null,
    decisions,
    summary,
    concludedBy: null,
  });
  if (segments.length > 0 && jobs.has(writeConclusionsQueue.name))
    await jobs.send(tx, writeConclusionsQueue.name, { teamId: meeting.teamId, meetingId: meeting.id });
  if (segments.length > 0)
    await recordFacts(tx, { teamId: meeting.teamId, userId: by }, [
      { type: "meeting_extracted", subjectId: meeting.id },
    ]);
  return { found: items.length };
}
