import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Blobs } from "../../../server/blobs";
import { type Executor, isDatabaseGone, isQueryTimeout } from "../../../server/database";
import type { Jobs } from "../../../server/jobs";
import { publish } from "../../../server/live-hub";
import { type Notifications, notify } from "../../../server/notifications";
import { tryLock } from "../../../server/postgres/held-locks";
import { nameOf } from "../../auth/service";
import type { HeardSpeech } from "../../speech/heard-speech";
import type { SpeechService } from "../../speech/service";
import { SpeechError } from "../../speech/speech-error";
import { createPartsRepository, lockOf, type PartRow } from "../parts-repository";
import { createMeetingRepository, type MeetingRow } from "../repository";
import { concludeFrom } from "../store-transcript";
import { clock } from "../transcript-text";
import { cutOf, doneOf, storeHeard } from "./transcribed-parts";

/** Transcribes one meeting to its end. Safe to repeat after a crash, and to run in several processes at once. */
export type TranscribeRun = (teamId: string, meetingId: string, signal: AbortSignal) => Promise<void>;

/** Says that a meeting's transcription was started, cancelled or has ended; the payload is the meeting's id. */
export const transcriptionChannel = "zippy_transcription";

/** The shortest time between two stored figures of progress in silence (milliseconds). */
const progressEvery = 2000;
/** The longest that a busy speech server is waited for (seconds). */
const longestWait = 120;

/** Where sound of a meeting is missing first. */
interface Damage {
  /** From the beginning of the meeting. */
  second: number;
  /** There is sound after it. */
  goesOn: boolean;
}

function sentenceOf({ second, goesOn }: Damage, heardWords: boolean): string {
  if (goesOn) {
    const rest = heardWords ? "What can be read is transcribed." : "Zippy heard no words in the rest.";
    return `Some of the recording can't be read, first at ${clock(second)}: its file is damaged there. ${rest}`;
  }
  const before = heardWords ? "What comes before is transcribed." : "Zippy heard no words before that.";
  return `The recording breaks off at ${clock(second)}: the rest of its file is damaged or missing. ${before}`;
}

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

  /** Transcribes what is missing of a part that begins at `offset` seconds. */
  async function transcribePart(
    meeting: MeetingRow,
    part: PartRow,
    offset: number,
    stopping: AbortController,
  ): Promise<Pick<PartRow, "seconds" | "cutAt" | "transcribed">> {
    const { signal } = stopping;
    const you = meeting.createdBy && (await nameOf(db, meeting.createdBy));
    const from = doneOf(meeting, part, offset).done;
    const options = { from, seconds: part.seconds, signal, teamId: meeting.teamId, subjectId: meeting.id };
    let last: HeardSpeech | undefined;
    let stored = performance.now();
    for await (const heard of speech.transcribe(blobs.path(part.blob), options)) {
      last = heard;
      const isOver = Math.min(...heard.done) >= heard.total;
      if (heard.segments.length === 0 && !isOver && performance.now() - stored < progressEvery) continue;
      stored = performance.now();
      const goesOn = await whileTranscribing(meeting, (tx) =>
        storeHeard(tx, { meeting, part, offset, you: you || "You" }, heard),
      );
      if (!goesOn) stopping.abort();
      signal.throwIfAborted();
    }
    signal.throwIfAborted();
    // Nothing is heard if a crash came between the last words and the length: then what is stored stands.
    if (!last) return { ...part, seconds: part.seconds ?? Math.min(...from) };
    return { seconds: part.seconds ?? last.total, cutAt: cutOf(part, last), transcribed: last.done };
  }

  async function transcribeAll(meeting: MeetingRow, stopping: AbortController): Promise<void> {
    const parts = createPartsRepository(db);
    let offset = 0;
    let damage: Damage | null = null;
    for (const part of await parts.ofMeeting(meeting.teamId, meeting.id)) {
      const { isOver } = doneOf(meeting, part, offset);
      const heard = isOver ? part : await transcribePart(meeting, part, offset, stopping);
      const { seconds, cutAt, transcribed } = heard;
      if (part.seconds === null && seconds) await parts.setSeconds(meeting.teamId, part.id, seconds);
      if (cutAt !== null) damage ??= { second: offset + cutAt, goesOn: cutAt < Math.min(...transcribed) };
      offset += seconds ?? 0;
    }
    const engine = await speech.engine(meeting.teamId);
    await end(meeting, {
      ...(damage === null ? { status: "completed", error: null } : await withDamage(meeting, damage)),
      seconds: offset || meeting.seconds,
      transcribedSeconds: offset,
      transcribedBy: engine?.name ?? null,
    });
  }

  /** Stores how it ended, and what the engine concludes from what there is. */
  async function end(meeting: MeetingRow, change: Partial<MeetingRow>): Promise<void> {
    await whileTranscribing(meeting, async (tx) => {
      await concludeFrom(tx, meeting, null, jobs);
      await createMeetingRepository(tx).update(meeting.teamId, meeting.id, change);
      await notify(tx, transcriptionChannel, meeting.id);
    });
  }

  async function fail(meeting: MeetingRow, error: SpeechError): Promise<void> {
    if (error.cause === "no_engine") return end(meeting, { status: "needs_transcript", error: null });
    return end(meeting, { status: await statusOfPart(meeting), error: error.message });
  }

  /** What a meeting is whose sound isn't transcribed to its end. */
  async function statusOfPart({ teamId, id }: MeetingRow): Promise<"partly_transcribed" | "failed"> {
    const segments = await createMeetingRepository(db).segments(teamId, id);
    return segments.length > 0 ? "partly_transcribed" : "failed";
  }

  async function withDamage(meeting: MeetingRow, damage: Damage) {
    const status = await statusOfPart(meeting);
    return { status, error: sentenceOf(damage, status === "partly_transcribed") };
  }

  return async (teamId, meetingId, signal) => {
    await listening;
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    let isLost = false;
    const release = await tryLock(pool, lockOf(meetingId), () => {
      isLost = true;
      stop();
    });
    if (!release) return;
    signal.addEventListener("abort", stop);
    // A signal that was aborted before tells its listeners nothing.
    if (signal.aborted) stop();
    running.set(meetingId, () => {
      void createMeetingRepository(db)
        .find([teamId], meetingId)
        .then((row) => row?.status !== "transcribing" && stop())
        .catch(() => undefined);
    });
    try {
      for (let attempt = 1; ; attempt++) {
        const meeting = await createMeetingRepository(db).find([teamId], meetingId);
        if (meeting?.status !== "transcribing" || stopping.signal.aborted) return;
        try {
          return await transcribeAll(meeting, stopping);
        } catch (error) {
          // Without its lock, another process may have begun it already; if none has, the job tries again.
          if (isLost) throw error;
          // Cancelled, or the process stops: then the next start continues here.
          if (stopping.signal.aborted) return;
          if (isDatabaseGone(error) || isQueryTimeout(error)) throw error;
          const known =
            error instanceof SpeechError
              ? error
              : new SpeechError("failed", "Zippy couldn't transcribe this recording.", true);
          // A server that said nothing for the whole time is asked again by a person, not at once.
          if (!known.retryable || known.cause === "timed_out" || attempt === 2) {
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
