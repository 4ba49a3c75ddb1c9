import { isDeepStrictEqual } from "node:util";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { allOfThese } from "../../shared/counted";
import { type EntryListener, type Revert, recordChange } from "../journal/service";
import type { SpeakerChange } from "./contract";
import { createMeetingRepository, type MeetingRow, type SegmentRow } from "./repository";
import { isChosenLine, linesBySpeaker, transcriptText } from "./transcript-text";

/** Segments in a row with the same speaker: the first and the last position, and the name. */
type SpeakerRun = [first: number, last: number, speaker: string | null];

/**
 * Names who speaks: in all lines of one speaker, which merges two if the name is known, or in some lines. One undo
 * reverts it.
 *
 * @param recorded - receives the id of the journal entry; not called if nothing changes.
 * @throws AppError `conflict` during a transcription; `changed_since` if others speak than the actor has seen.
 */
export async function changeSpeaker(
  tx: Executor,
  actor: Actor,
  meeting: MeetingRow,
  { to, expected, ...which }: SpeakerChange,
  recorded?: EntryListener,
): Promise<void> {
  const repository = createMeetingRepository(tx);
  const { teamId, id } = meeting;
  if (meeting.status === "transcribing")
    throw new AppError("conflict", "Wait until the transcription has ended.");
  const segments = await repository.segments(teamId, id);
  const chosen = segments.filter((line) => isChosenLine(line, which));
  const runs = runsOf(chosen.filter(({ speaker }) => speaker !== to));
  // Lines that have the name already are as the person wants them.
  const isDone = chosen.length > 0 && runs.length === 0;
  if (expected && !isDone && !isDeepStrictEqual(linesBySpeaker(segments), expected.speakers))
    throw new AppError("changed_since", "Somebody has named the speakers of this meeting since.");
  if (runs.length === 0) return;
  for (const [from, until] of runs) await repository.setSpeaker(teamId, id, from, until, to);
  await writeText(tx, teamId, id);
  const entry = await recordChange(
    tx,
    {
      teamId,
      userId: actor.userId,
      action: "meeting.speakers",
      summary: `Named a speaker in the meeting “${meeting.title}”`,
      changes: [{ kind: "changed", type: "meeting_speakers", id, before: { runs }, after: { to } }],
    },
    [],
    [{ type: "meeting_updated", id }],
  );
  recorded?.(entry.id);
}

/** Undoes naming a speaker. */
export const revertSpeakers: Revert = async (tx, teamId, change) => {
  const repository = createMeetingRepository(tx);
  const meeting = await repository.lock([teamId], change.id);
  if (!meeting || meeting.deletedAt) throw new AppError("conflict", "The meeting no longer exists.");
  const { before, after } = change as Extract<typeof change, { kind: "changed" }>;
  const segments = await repository.segments(teamId, change.id);
  for (const [first, last, speaker] of before.runs as SpeakerRun[]) {
    const lines = segments.filter(({ position }) => position >= first && position <= last);
    if (lines.length !== last - first + 1 || lines.some((line) => line.speaker !== after.to))
      throw new AppError(
        "conflict",
        `${allOfThese(last - first + 1, "line")} changed since, so this can't be undone.`,
      );
    await repository.setSpeaker(teamId, change.id, first, last, speaker);
  }
  await writeText(tx, teamId, change.id);
  return { events: [{ type: "meeting_updated", id: change.id }], facts: [] };
};

function runsOf(segments: Pick<SegmentRow, "position" | "speaker">[]): SpeakerRun[] {
  const runs: SpeakerRun[] = [];
  for (const { position, speaker } of segments) {
    const run = runs.at(-1);
    if (run && run[1] === position - 1 && run[2] === speaker) run[1] = position;
    else runs.push([position, position, speaker]);
  }
  return runs;
}

/** The transcript's text follows its segments. */
async function writeText(tx: Executor, teamId: string, id: string): Promise<void> {
  const repository = createMeetingRepository(tx);
  await repository.update(teamId, id, { transcript: transcriptText(await repository.segments(teamId, id)) });
}
