import { randomUUID } from "node:crypto";
import { open, readFile, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { publish } from "../../server/live-hub";
import { type Notifications, notify } from "../../server/notifications";
import { isDiskFull } from "../../server/query-failure";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { recordChange } from "../journal/service";
import { audioKindOf } from "../speech/audio-kind";
import type { SpeechService } from "../speech/service";
import { maxTranscript } from "../speech/transcripts";
import { requireRight } from "../teams/service";
import type { MeetingItem, MeetingStatus } from "./contract";
import { transcribeQueue } from "./jobs";
import { createPartsRepository, type PartRow } from "./parts-repository";
import { createMeetingRepository, type MeetingRow } from "./repository";
import { requireLocked, requireMeeting } from "./require-meeting";
import { requireRoomForSound } from "./sound-quota";
import { transcriptionChannel } from "./transcription/transcribe-run";
import { toItem } from "./views";

/** How long a call waits for a transcription (milliseconds). Source: decisions, Meetings. */
const patience = 25_000;
/** Largest sound in the body of a call (bytes). */
const mostInBody = 48 * 1024 * 1024;

/** A file as it arrives. */
export interface ArrivingFile {
  name: string;
  stream: Readable;
}

/** What a stored file is: sound, or something to read as a transcript. */
export type StoredFile = { name: string; blob: string; size: number } & (
  | { kind: "audio"; format: string }
  | { kind: "transcript"; bytes: Buffer }
);

interface Tools {
  db: Executor;
  blobs: Blobs;
  jobs: Pick<Jobs, "send">;
  speech: Pick<SpeechService, "engine">;
  notifications: Pick<Notifications, "on">;
  /** Most bytes of one upload. */
  uploadLimit: number;
  /** Most bytes of all recordings of a team. */
  soundLimit: number;
}

/** The sound of meetings: uploads, transcription, and deleting it. */
export function createAudio({ db, blobs, jobs, speech, notifications, uploadLimit, soundLimit }: Tools) {
  /** Calls that wait for the end of a transcription, by meeting. */
  const waiting = new Map<string, Set<() => void>>();
  const listening = notifications.on(transcriptionChannel, (id) => {
    for (const look of waiting.get(id) ?? []) look();
  });

  /** Stores sound as the only part of a meeting. */
  function addPart(
    tx: Executor,
    { id: meetingId, teamId }: MeetingRow,
    file: { blob: string; format: string; size: number },
  ): Promise<PartRow> {
    return createPartsRepository(tx).insert({
      ...{ id: randomUUID(), meetingId, teamId, position: 0, closed: true },
      ...file,
    });
  }

  /** Resolves when the meeting is no longer being transcribed, or after the longest wait. */
  async function ended(teamId: string, id: string): Promise<void> {
    await listening;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.get(id)?.delete(look);
        if (waiting.get(id)?.size === 0) waiting.delete(id);
        resolve();
      };
      const look = () => {
        createMeetingRepository(db)
          .find([teamId], id)
          .then((row) => row?.status !== "transcribing" && done(), done);
      };
      const timer = setTimeout(done, patience).unref();
      waiting.set(id, (waiting.get(id) ?? new Set()).add(look));
      look();
    });
  }

  /** Stores the sound of a call's body, unless the meeting has sound. */
  async function keepBody(actor: Actor, id: string, audioData: string): Promise<void> {
    // First: another team's meeting is missing, whatever is sent.
    await requireMeeting(db, actor, id);
    const bytes = Buffer.from(audioData, "base64");
    if (bytes.length === 0)
      throw new AppError("invalid_input", "audioData: The recording is empty. Record it again.");
    if (bytes.length > mostInBody)
      throw new AppError("too_large", "The recording has more than 48 MB. Upload it as a file instead.");
    const format = audioKindOf(bytes.subarray(0, 64));
    if (!format)
      throw new AppError(
        "unsupported",
        "This isn't sound that Zippy can read. Send WebM, OGG, MP3, WAV or FLAC.",
      );
    const blob = blobs.newId("audio");
    await db.transaction(async (tx) => {
      const meeting = await requireLocked(tx, actor, id);
      // The person who records it adds its sound; `start` says so.
      if (meeting.status === "recording" && meeting.createdBy !== actor.userId) return;
      const parts = await createPartsRepository(tx).ofMeeting(meeting.teamId, id);
      if (parts.length > 0) return;
      await requireRoomForSound(tx, actor, {
        ...{ teamId: meeting.teamId, bytes: bytes.length, limit: soundLimit },
      });
      await blobs.writeAt(blob, 0, bytes).catch(refuseIfFull);
      await addPart(tx, meeting, { blob, format, size: bytes.length });
    });
  }

  /** Starts the transcription, unless it is running, done, or impossible without an engine. */
  async function start(actor: Actor, id: string): Promise<MeetingRow> {
    const { teamId } = await requireMeeting(db, actor, id);
    const engine = await speech.engine(teamId);
    return db.transaction(async (tx) => {
      const meeting = await requireLocked(tx, actor, id);
      if (meeting.status === "transcribing" || meeting.status === "completed") return meeting;
      const parts = createPartsRepository(tx);
      const sound = await parts.ofMeeting(meeting.teamId, id);
      if (!sound.some(({ size }) => size > 0))
        throw new AppError("conflict", "This meeting has no sound to transcribe.");
      if (meeting.status === "recording" && meeting.createdBy !== actor.userId)
        throw new AppError("conflict", "This meeting is still being recorded.");
      await parts.closeAll(meeting.teamId, id);
      const status = engine ? ("transcribing" as const) : ("needs_transcript" as const);
      await createMeetingRepository(tx).update(meeting.teamId, id, { status, error: null });
      if (engine) await jobs.send(tx, transcribeQueue.name, { teamId: meeting.teamId, meetingId: id });
      await publish(tx, { type: "meeting_updated", teamId: meeting.teamId, id });
      return { ...meeting, status };
    });
  }

  return {
    /**
     * Stores an uploaded file and tells what it is.
     *
     * @throws AppError `too_large`; `invalid_input` for an empty file.
     */
    async receive(actor: Actor, teamId: string, files: AsyncIterable<ArrivingFile>): Promise<StoredFile> {
      requireRight(actor, teamId, "import");
      for await (const { name, stream } of files) {
        let size = 0;
        const { id: blob } = await blobs
          .write("audio", stream, (bytes) => {
            size += bytes;
            if (size > uploadLimit)
              throw new AppError(
                "too_large",
                `A file may have at most ${Math.floor(uploadLimit / 1024 ** 2).toLocaleString("en-US")} MB.`,
              );
          })
          .catch(refuseIfFull);
        try {
          return await sorted(name, blob, size);
        } catch (error) {
          await blobs.remove(blob);
          throw error;
        }
      }
      throw new AppError("invalid_input", "Choose a recording or a transcript.");
    },

    /** Forgets a received file. */
    discard: (file: StoredFile): Promise<void> => blobs.remove(file.blob),

    /** A new meeting with a received recording. */
    addRecording(
      actor: Actor,
      teamId: string,
      title: string,
      file: Extract<StoredFile, { kind: "audio" }>,
    ): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        await requireRoomForSound(tx, actor, { teamId, bytes: file.size, limit: soundLimit });
        const meeting = await createMeetingRepository(tx).insert({
          ...{ teamId, createdBy: actor.userId, title, status: "recorded" },
        });
        await addPart(tx, meeting, { blob: file.blob, format: file.format, size: file.size });
        await recordChange(
          tx,
          {
            ...{ teamId, userId: actor.userId, action: "meeting.created" },
            summary: `Added the meeting “${title}”`,
            changes: [{ kind: "created", type: "meeting", id: meeting.id, after: {} }],
          },
          [{ type: "meeting_created", subjectId: meeting.id }],
          [{ type: "meeting_updated", id: meeting.id }],
        );
        return { id: meeting.id };
      });
    },

    /** Transcribes a meeting, and waits for the end for a while. */
    async transcribe(
      actor: Actor,
      id: string,
      audioData: string | undefined,
    ): Promise<{ status: MeetingStatus; tasks: MeetingItem[] }> {
      if (audioData !== undefined) await keepBody(actor, id, audioData);
      const { teamId, status } = await start(actor, id);
      if (status === "transcribing") await ended(teamId, id);
      const repository = createMeetingRepository(db);
      const now = await repository.find([teamId], id);
      if (!now) throw new AppError("not_found", "Meeting not found.");
      const items = now.status === "transcribing" ? [] : await repository.items(teamId, [id]);
      return { status: now.status, tasks: items.map(toItem) };
    },

    /** Stops a transcription; what is transcribed stays. */
    cancel(actor: Actor, id: string): Promise<void> {
      return db.transaction(async (tx) => {
        const meeting = await requireLocked(tx, actor, id);
        if (meeting.status !== "transcribing") return;
        const some = (await createMeetingRepository(tx).segments(meeting.teamId, id)).length > 0;
        await createMeetingRepository(tx).update(meeting.teamId, id, {
          status: some ? "partly_transcribed" : "recorded",
        });
        await notify(tx, transcriptionChannel, id);
        await publish(tx, { type: "meeting_updated", teamId: meeting.teamId, id });
      });
    },

    /** Deletes the sound for good; the transcript stays. */
    async remove(actor: Actor, id: string): Promise<void> {
      const blobsOf = await db.transaction(async (tx) => {
        const meeting = await requireLocked(tx, actor, id);
        if (meeting.status === "recording" || meeting.status === "transcribing")
          throw new AppError(
            "conflict",
            "The sound is in use. Finish the recording or the transcription first.",
          );
        const parts = createPartsRepository(tx);
        const all = await parts.ofMeeting(meeting.teamId, id);
        await parts.removeAll(meeting.teamId, id);
        await publish(tx, { type: "meeting_updated", teamId: meeting.teamId, id });
        return all.map(({ blob }) => blob);
      });
      for (const blob of blobsOf) await blobs.remove(blob);
    },

    /** A part's file, for a listener. @throws AppError `not_found`. */
    async file(actor: Actor, id: string, partId: string): Promise<{ path: string; part: PartRow }> {
      const meeting = await createMeetingRepository(db).find(Object.keys(actor.roles), id);
      const parts = meeting ? await createPartsRepository(db).ofMeeting(meeting.teamId, id) : [];
      const part = parts.find((one) => one.id === partId);
      if (!part) throw new AppError("not_found", "This recording isn't there any more.");
      return { path: blobs.path(part.blob), part };
    },
  };

  /** Tells sound from a transcript by the first bytes. */
  async function sorted(name: string, blob: string, size: number): Promise<StoredFile> {
    if (size === 0) throw new AppError("invalid_input", "This file is empty. Choose another one.");
    const path = blobs.path(blob);
    const handle = await open(path);
    const head = Buffer.alloc(64);
    await handle.read(head, 0, 64, 0).finally(() => handle.close());
    const format = audioKindOf(head);
    if (format) return { kind: "audio", name, blob, size, format };
    // Text in a file that calls itself a recording is no transcript: it would become a meeting that nobody held.
    if (recordingName.test(name) || (await stat(path)).size > maxTranscript) throw unreadableFile();
    return { kind: "transcript", name, blob, size, bytes: await readFile(path) };
  }
}

/** Endings of sound and of videos. */
const recordingName =
  /\.(?:webm|weba|ogg|oga|opus|mp3|wav|wave|flac|m4a|mp4|m4v|mov|aac|wma|amr|aiff?|mkv|avi)$/i;

/** A file that is neither sound nor a transcript. */
export const unreadableFile = () =>
  new AppError(
    "unsupported",
    "Zippy can't read this file. Choose a recording (WebM, OGG, MP3, WAV, FLAC, M4A) or a transcript (VTT, SRT, TXT, DOCX) of at most 10 MB.",
  );

/** @throws AppError for a full disk, else the error itself. */
function refuseIfFull(error: unknown): never {
  if (!isDiskFull(error)) throw error;
  const sentence =
    "The server's disk is full, so nothing was stored. Ask your administrator to make room on it, then upload the file again.";
  throw new AppError("unavailable", sentence, { cause: error });
}

/** Deletes the sound that belongs to no meeting any more, for example of a deleted team. */
export async function purgeAudio(db: Executor, blobs: Blobs, before: Date): Promise<void> {
  const old = await blobs.unchangedSince("audio", before);
  const owned = await createPartsRepository(db).ownedBlobs();
  for (const id of old) if (!owned.has(id)) await blobs.remove(id);
}
