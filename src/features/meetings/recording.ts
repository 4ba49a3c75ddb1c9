import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import { isDiskFull } from "../../server/query-failure";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { recordChange } from "../journal/service";
import type { SpeechService } from "../speech/service";
import { requireRight } from "../teams/service";
import type { AudioPiece } from "./contract";
import { createPartsRepository, type PartRow } from "./parts-repository";
import { createMeetingRepository, type MeetingRow } from "./repository";
import { requireLocked, requireMeeting } from "./require-meeting";
import { requireRoomForSound } from "./sound-quota";

/** Sound that arrives while a meeting is recorded. */
export interface SentSound {
  part: string;
  format: string;
  from: number;
  pieces: AudioPiece[];
}

/** Most pieces of a part, a second each, and most parts of a meeting. Sound may be empty, so its size limits neither. */
const most = { pieces: 100_000, parts: 1000 };

/** Recording a meeting: begin, add sound second by second, finish. */
export function createRecording({
  db,
  blobs,
  speech,
  soundLimit,
}: {
  db: Executor;
  blobs: Pick<Blobs, "newId" | "writeAt" | "overwrite">;
  speech: Pick<SpeechService, "caption">;
  /** Most bytes of all recordings of a team. */
  soundLimit: number;
}) {
  /** The locked recording. Only the person who began it may continue it. */
  async function requireOwn(tx: Executor, actor: Actor, id: string): Promise<MeetingRow> {
    const row = await requireLocked(tx, actor, id);
    if (row.createdBy !== actor.userId) throw notYours();
    return row;
  }

  /** The part to add to; undefined if the browser has to begin with its first piece. */
  async function partFor(tx: Executor, meeting: MeetingRow, sent: SentSound): Promise<PartRow | undefined> {
    const parts = createPartsRepository(tx);
    const all = await parts.ofMeeting(meeting.teamId, meeting.id);
    const known = all.find(({ id }) => id === sent.part);
    if (known?.closed) throw isOver();
    if (known || sent.from > 0) return known;
    if (all.length >= most.parts) throw tooLong();
    await parts.closeAll(meeting.teamId, meeting.id);
    await publish(tx, { type: "meeting_updated", teamId: meeting.teamId, id: meeting.id });
    const added = await parts.insertNew({
      id: sent.part,
      meetingId: meeting.id,
      teamId: meeting.teamId,
      position: (all.at(-1)?.position ?? -1) + 1,
      blob: blobs.newId("audio"),
      format: sent.format,
    });
    if (!added) throw new AppError("conflict", "This recording belongs to another meeting. Begin a new one.");
    return added;
  }

  /** Appends sound to the file of a part. */
  async function store({ blob, size, format }: PartRow, bytes: Buffer): Promise<void> {
    try {
      await blobs.writeAt(blob, size, bytes);
      if (format === "wav") await writeWavLengths(blobs, blob, size + bytes.length);
    } catch (error) {
      throw new AppError("unavailable", whyUnwritable(error), { cause: error });
    }
  }

  return {
    /** Stores a new meeting whose recording begins. */
    begin(actor: Actor, teamId: string, title: string): Promise<MeetingRow> {
      requireRight(actor, teamId, "work");
      return db.transaction(async (tx) => {
        const meeting = await createMeetingRepository(tx).insert({
          teamId,
          createdBy: actor.userId,
          title,
          status: "recording",
        });
        await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "meeting.created",
            summary: `Recorded the meeting “${title}”`,
            changes: [{ kind: "created", type: "meeting", id: meeting.id, after: {} }],
          },
          [{ type: "meeting_created", subjectId: meeting.id }],
          [{ type: "meeting_updated", id: meeting.id }],
        );
        return meeting;
      });
    },

    /**
     * Adds sound to a recording. Pieces that were received before are skipped.
     *
     * @returns how many pieces of this part are stored; the next one has this number.
     * @throws AppError `conflict` if the recording is over, goes on elsewhere or has a day of sound; `unavailable`
     * if the disk can't take it, so that the browser keeps it and tries again; `too_large` if the team has no
     * room for it.
     */
    append(actor: Actor, id: string, sent: SentSound): Promise<{ received: number }> {
      return db.transaction(async (tx) => {
        const meeting = await requireOwn(tx, actor, id);
        if (meeting.status !== "recording") throw isOver();
        const part = await partFor(tx, meeting, sent);
        if (!part) return { received: 0 };
        const fresh = sent.pieces.slice(Math.max(0, part.pieces - sent.from));
        if (sent.from > part.pieces || fresh.length === 0) return { received: part.pieces };

        if (part.pieces + fresh.length > most.pieces) throw tooLong();
        const bytes = Buffer.concat(fresh.map(({ data }) => Buffer.from(data, "base64")));
        await requireRoomForSound(tx, actor, {
          ...{ teamId: meeting.teamId, bytes: bytes.length, limit: soundLimit },
        });
        await store(part, bytes);
        const seconds = Math.max(part.seconds ?? 0, fresh.at(-1)?.until ?? 0);
        const parts = createPartsRepository(tx);
        await parts.grow(part, {
          size: bytes.length,
          pieces: fresh.length,
          levels: fresh.map(({ level }) => level.toString(36)).join(""),
          seconds,
        });
        const all = await parts.ofMeeting(meeting.teamId, id);
        await createMeetingRepository(tx).update(meeting.teamId, id, {
          seconds: all.reduce((sum, one) => sum + (one.seconds ?? 0), 0),
        });
        return { received: part.pieces + fresh.length };
      });
    },

    /** What is said right now in a recording; null: no engine on this machine has time for it. */
    async caption(actor: Actor, id: string, samples: Buffer): Promise<string | null> {
      const meeting = await requireMeeting(db, actor, id);
      if (meeting.createdBy !== actor.userId) throw notYours();
      if (meeting.status !== "recording")
        throw new AppError("conflict", "Captions are for recordings that are running.");
      return speech.caption(samples);
    },

    /** Ends a recording. Safe to repeat. */
    finish(actor: Actor, id: string): Promise<void> {
      return db.transaction(async (tx) => {
        const meeting = await requireOwn(tx, actor, id);
        if (meeting.status !== "recording") return;
        const parts = createPartsRepository(tx);
        if ((await parts.ofMeeting(meeting.teamId, id)).every(({ size }) => size === 0))
          throw new AppError("conflict", "Nothing has been recorded yet. Cancel the recording instead.");
        await parts.closeAll(meeting.teamId, id);
        await createMeetingRepository(tx).update(meeting.teamId, id, { status: "recorded" });
        await publish(tx, { type: "meeting_updated", teamId: meeting.teamId, id });
      });
    },
  };
}

/** Not `too_large`: no room helps, so the browser mustn't keep what comes after for another attempt. */
const tooLong = () =>
  new AppError("conflict", "A recording may have a day of sound. Finish this one and begin another.");

const isOver = () => new AppError("conflict", "This recording was finished, or goes on in another tab.");

const notYours = () =>
  new AppError("forbidden", "Only the person who began this recording can continue or finish it.");

function whyUnwritable(error: unknown): string {
  return isDiskFull(error)
    ? "The server's disk is full. This browser keeps the recording and sends it once there's room."
    : "The server can't store the recording right now. This browser keeps it and tries again.";
}

/** Bytes before the sound of a WAV file that a browser records. */
const headerSize = 44;
/** What a field of four bytes can say. */
const mostBytes = 2 ** 32 - 1;

/**
 * Says in a growing WAV file how long it is: players and speech servers believe it.
 *
 * @param size - of the whole file (bytes).
 */
async function writeWavLengths(blobs: Pick<Blobs, "overwrite">, blob: string, size: number): Promise<void> {
  if (size < headerSize) return;
  await blobs.overwrite(blob, 4, fourBytes(size - 8));
  await blobs.overwrite(blob, 40, fourBytes(size - headerSize));
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(mostBytes, value));
  return bytes;
}
