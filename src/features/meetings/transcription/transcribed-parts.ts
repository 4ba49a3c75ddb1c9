import type { Executor } from "../../../server/database";
import type { HeardSpeech } from "../../speech/heard-speech";
import { createPartsRepository, type PartRow } from "../parts-repository";
import { createMeetingRepository, type MeetingRow } from "../repository";

/** What is transcribed of a part that begins at `offset` seconds, for each side of a call. */
export function doneOf(
  { transcribedSeconds }: Pick<MeetingRow, "transcribedSeconds">,
  { transcribed, seconds }: Pick<PartRow, "transcribed" | "seconds">,
  offset: number,
): { done: number[]; isOver: boolean } {
  // Transcriptions that began with an earlier version have only the figure of the meeting.
  const done = transcribed.length > 0 ? transcribed : [Math.max(0, transcribedSeconds - offset)];
  return { done, isOver: seconds !== null && Math.min(...done) >= seconds };
}

/** A recorder's clock and its sound may differ by so much (seconds). */
const tolerance = 5;

/** Where sound of a part is missing first; null: nowhere. The last second of a closed tab doesn't count. */
export function cutOf({ seconds }: Pick<PartRow, "seconds">, { damagedAt }: HeardSpeech): number | null {
  return damagedAt !== null && (seconds === null || damagedAt < seconds - tolerance) ? damagedAt : null;
}

interface PartOfMeeting {
  meeting: MeetingRow;
  part: PartRow;
  /** Where it begins (seconds from the beginning of the meeting). */
  offset: number;
  /** Who recorded it. */
  you: string;
}

/** Stores what was heard in a part together with how far that is, so that a later run goes on exactly there. */
export async function storeHeard(
  tx: Executor,
  { meeting: { id, teamId, seconds }, part, offset, you }: PartOfMeeting,
  heard: HeardSpeech,
): Promise<void> {
  const { segments, done, total } = heard;
  const repository = createMeetingRepository(tx);
  const said = segments.filter(({ text }) => text.trim() !== "");
  await repository.appendSegments(
    id,
    said.map(({ start, end, speaker, text }) => ({
      ...{ teamId, text: text.trim(), speaker: speaker === "You" ? you : speaker },
      ...{ start: offset + start, end: offset + end },
    })),
  );
  await createPartsRepository(tx).setTranscribed(teamId, part.id, {
    transcribed: done,
    cutAt: cutOf(part, heard),
  });
  await repository.update(teamId, id, {
    transcribedSeconds: offset + Math.min(part.seconds ?? total, ...done),
    seconds: Math.max(seconds ?? 0, offset + total),
  });
}
