import type { Executor } from "../../../server/database";
import type { Jobs } from "../../../server/jobs";
import { publish } from "../../../server/live-hub";
import { takeTurns } from "../../../server/workers/take-turns";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { trimmed } from "../../../shared/typed-values";
import { recordChange } from "../../journal/service";
import { parseApart } from "../../speech/parse-apart";
import type { TranscriptFile } from "../contract";
import { isLong } from "../proposals/propose-apart";
import { createMeetingRepository, type MeetingRow } from "../repository";
import { requireLocked } from "../require-meeting";
import { concludeFrom, storeTranscript } from "../store-transcript";

/** Statuses in which a meeting can still be given a transcript from elsewhere. */
const open: MeetingRow["status"][] = ["recorded", "needs_transcript", "failed", "partly_transcribed"];
/** Also if nothing was heard in it. */
const acceptsTranscript = ({ status, transcript }: MeetingRow): boolean =>
  open.includes(status) || (status === "completed" && transcript === null);

/**
 * A long transcript holds a connection to the database while it is read for tasks, which may take long: many at a time
 * would keep everybody from any.
 */
const inTurn = takeTurns({
  most: 2,
  mostWaiting: 100,
  crowded: () => new AppError("unavailable", "Too many transcripts at once. Try again in a moment."),
});

/** Transcripts that people bring along, instead of sound that is transcribed here. */
export function createGivenTranscripts({ db, jobs }: { db: Executor; jobs: Pick<Jobs, "send" | "has"> }) {
  /** Stores a transcript from a file, and what the engine concludes from it. */
  async function readInto(
    tx: Executor,
    meeting: MeetingRow,
    segments: TranscriptSegment[],
    name: string,
    by: string,
  ): Promise<void> {
    await storeTranscript(tx, meeting, segments);
    await concludeFrom(tx, meeting, by, jobs);
    await createMeetingRepository(tx).update(meeting.teamId, meeting.id, {
      status: "completed",
      transcribedBy: name,
      error: null,
      seconds: meeting.seconds ?? segments.at(-1)?.end ?? null,
    });
    await publish(tx, { type: "meeting_updated", teamId: meeting.teamId, id: meeting.id });
  }

  /** Runs what stores a transcript. */
  const store = <Result>(
    segments: TranscriptSegment[],
    run: (tx: Executor) => Promise<Result>,
  ): Promise<Result> => (isLong(segments) ? inTurn(() => db.transaction(run)) : db.transaction(run));

  return {
    /**
     * Adds a meeting from a transcript.
     *
     * @param title - default: the transcript's own, or the file's name.
     * @returns the meeting's id.
     * @throws AppError `invalid_input` or `unsupported` with a sentence for what isn't a transcript.
     */
    async add(
      actor: Actor,
      teamId: string,
      { name, bytes, title }: { name: string; bytes: Uint8Array; title: string | undefined },
    ): Promise<string> {
      const read = await parseApart(name, bytes);
      return store(read.segments, async (tx) => {
        const meeting = await createMeetingRepository(tx).insert({
          teamId,
          createdBy: actor.userId,
          title: (title ?? read.title ?? titleOf(name)).slice(0, 300),
          status: "recorded",
        });
        await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "meeting.created",
            summary: `Added the meeting “${meeting.title}”`,
            changes: [{ kind: "created", type: "meeting", id: meeting.id, after: {} }],
          },
          [{ type: "meeting_created", subjectId: meeting.id }],
          [],
        );
        await readInto(tx, meeting, read.segments, name, actor.userId);
        return meeting.id;
      });
    },

    /**
     * Gives a meeting a transcript.
     *
     * @throws AppError `conflict` if it has one already, or is about to get one.
     */
    async set(actor: Actor, id: string, { name, data }: TranscriptFile): Promise<void> {
      const read = await parseApart(name, Buffer.from(data, "base64"));
      await store(read.segments, async (tx) => {
        const current = await requireLocked(tx, actor, id);
        if (!acceptsTranscript(current))
          throw new AppError("conflict", "This meeting already has a transcript, or is about to get one.");
        await readInto(tx, current, read.segments, name, actor.userId);
      });
    },
  };
}

/** A file's name as a title: without its ending, and with spaces. */
export const titleOf = (name: string): string =>
  trimmed(name.replace(/\.[^.]{1,8}$/, "").replace(/_+/g, " ")) || name;
