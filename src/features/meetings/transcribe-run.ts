import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Blobs } from "../../server/blobs";
import { type Executor, isDatabaseGone, isQueryTimeout, tryLock } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { publish } from "../../server/live-hub";
import { type Notifications, notify } from "../../server/notifications";
import type { TranscriptSegment } from "../../shared/transcript-segment";
import type { SpeechService } from "../speech/service";
import { SpeechError } from "../speech/speech-error";
import { createPartsRepository, lockOf, type PartRow } from "./parts-repository";
import { createMeetingRepository, createPeopleRepository, type MeetingRow } from "./repository";
import { concludeFrom } from "./store-transcript";

/** Transcribes one meeting to its end. Safe to repeat after a crash, and to run in several processes at once. */
export type TranscribeRun = (teamId: string, meetingId: string, signal: AbortSignal) => Promise<void>;

/** Says that a meeting's transcription was started, cancelled or has ended; the payload is the meeting's id. */
export const transcriptionChannel = "zippy_transcription";

/** The shortest time between two stored figures of progress (milliseconds). */
const progressEvery = 2000;
/** The longest that a busy speech server is waited for (seconds). */
const longestWait = 120;
/** How far a segment may begin before the stored progress and still be new (seconds). */
const overlap = 0.5;

export function createTranscribeRun({
  db,
  pool,
  blobs,
  jobs,
  speech,
  notifications,
}: {
  db: Executor;
  pool: pg.Pool;
  jobs: Pick<Jobs, "send" | "has">;
  blobs: Pick<Blobs, "path">;
  speech: Pick<SpeechService, "transcribe" | "engine">;
  notifications: Pick<Notifications, "on">;
}): TranscribeRun {
  /** Checks whether each running transcription should go on; by meeting. */
  const running = new Map<string, () => void>();
  const listening = notifications.on(transcriptionChannel, (id) => running.get(id)?.());

  /** Runs a change if the meeting is still being transcribed. Returns false if it was cancelled or deleted. */
  function whileTranscribing(
    { teamId, id }: Pick<MeetingRow, "teamId" | "id">,
    change: (tx: Executor) => Promise<void>,
  ): Promise<boolean> {
    return db.transaction(async (tx) => {
      const current = await createMeetingRepository(tx).lock([teamId], id);
      if (current?.status !== "transcribing" || current.deletedAt) return false;
      await change(tx);
      await publish(tx, { type: "meeting_updated", teamId, id });
      return true;
    });
  }

  async function transcribePart(
    meeting: MeetingRow,
    part: PartRow,
    offset: number,
    stopping: AbortController,
  ): Promise<number> {
    const { signal } = stopping;
    const from = Math.max(0, meeting.transcribedSeconds - offset);
    const you = meeting.createdBy && (await createPeopleRepository(db).nameOf(meeting.createdBy));
    let total = part.seconds;
    let stored = Date.now();
    const progress = async (second: number) => {
      if (Date.now() - stored < progressEvery) return;
      stored = Date.now();
      const seconds = total === null ? {} : { seconds: Math.max(meeting.seconds ?? 0, offset + total) };
      const goesOn = await whileTranscribing(meeting, (tx) =>
        createMeetingRepository(tx).update(meeting.teamId, meeting.id, {
          transcribedSeconds: offset + second,
          ...seconds,
        }),
      );
      if (!goesOn) stopping.abort();
    };
    let reporting = Promise.resolve();
    const options = {
      ...{ from, signal, teamId: meeting.teamId, subjectId: meeting.id },
      onProgress(second: number, whole: number | null) {
        total = whole ?? total;
        // Progress without segments: silence.
        reporting = reporting.then(() => progress(second)).catch(() => undefined);
      },
    };
    for await (const heard of speech.transcribe(blobs.path(part.blob), options)) {
      await reporting;
      if (heard.text.trim() === "" || (from > 0 && heard.start < from - overlap)) continue;
      const segment = { ...heard, speaker: heard.speaker === "You" ? you || "You" : heard.speaker };
      if (!(await whileTranscribing(meeting, (tx) => addSegment(tx, meeting, segment, offset)))) {
        stopping.abort();
        signal.throwIfAborted();
      }
    }
    await reporting;
    signal.throwIfAborted();
    return total ?? part.seconds ?? 0;
  }

  async function transcribeAll(meeting: MeetingRow, stopping: AbortController): Promise<void> {
    const parts = createPartsRepository(db);
    let offset = 0;
    for (const part of await parts.ofMeeting(meeting.teamId, meeting.id)) {
      const done = part.seconds !== null && meeting.transcribedSeconds >= offset + part.seconds;
      const seconds = done ? part.seconds : await transcribePart(meeting, part, offset, stopping);
      if (part.seconds === null && seconds) await parts.setSeconds(meeting.teamId, part.id, seconds);
      offset += seconds ?? 0;
    }
    const engine = await speech.engine(meeting.teamId);
    await end(meeting, {
      status: "completed",
      error: null,
      seconds: offset || meeting.seconds,
      transcribedSeconds: offset,
      transcribedBy: engine?.name ?? null,
    });
  }

  /** Stores how it ended, and what the engine concludes from what there is. */
  async function end(meeting: MeetingRow, change: Partial<MeetingRow>): Promise<void> {
    await whileTranscribing(meeting, async (tx) => {
      await concludeFrom(tx, meeting, jobs);
      await createMeetingRepository(tx).update(meeting.teamId, meeting.id, change);
      await notify(tx, transcriptionChannel, meeting.id);
    });
  }

  async function fail(meeting: MeetingRow, error: SpeechError): Promise<void> {
    if (error.cause === "no_engine") return end(meeting, { status: "needs_transcript", error: null });
    const segments = await createMeetingRepository(db).segments(meeting.teamId, meeting.id);
    const status = segments.length > 0 ? ("partly_transcribed" as const) : ("failed" as const);
    return end(meeting, { status, error: error.message });
  }

  return async (teamId, meetingId, signal) => {
    await listening;
    const release = await tryLock(pool, lockOf(meetingId));
    if (!release) return;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    signal.addEventListener("abort", stop);
    running.set(meetingId, () => {
      void createMeetingRepository(db)
        .find([teamId], meetingId)
        .then((row) => row?.status !== "transcribing" && stop())
        .catch(() => undefined);
    });
    try {
      for (let attempt = 1; ; attempt++) {
        const meeting = await createMeetingRepository(db).find([teamId], meetingId);
        if (meeting?.status !== "transcribing") return;
        try {
          return await transcribeAll(meeting, stopping);
        } catch (error) {
          // Cancelled, or the process stops: then the next start continues here.
          if (stopping.signal.aborted) return;
          if (isDatabaseGone(error) || isQueryTimeout(error)) throw error;
          const known =
            error instanceof SpeechError
              ? error
              : new SpeechError("failed", "Zippy couldn't transcribe this recording.", true);
          if (!known.retryable || attempt === 2) {
            await fail(meeting, known);
            if (!(error instanceof SpeechError)) throw error;
            return;
          }
          if (known.retryAfter !== null)
            await wait(Math.min(known.retryAfter, longestWait) * 1000, undefined, {
              signal: stopping.signal,
            }).catch(() => undefined);
        }
      }
    } finally {
      signal.removeEventListener("abort", stop);
      running.delete(meetingId);
      release();
    }
  };
}

/** Stores a segment and how far the transcription is, atomically. */
async function addSegment(
  tx: Executor,
  { id: meetingId, teamId, seconds }: MeetingRow,
  { start, end, speaker, text }: TranscriptSegment,
  offset: number,
): Promise<void> {
  const repository = createMeetingRepository(tx);
  await repository.appendSegment({
    ...{ meetingId, teamId, speaker, text: text.trim() },
    ...{ start: offset + start, end: offset + end },
  });
  await repository.update(teamId, meetingId, {
    transcribedSeconds: offset + end,
    seconds: Math.max(seconds ?? 0, offset + end),
  });
}
