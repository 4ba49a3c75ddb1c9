import type { Blobs } from "../../server/blobs";
import { type Executor, limitSearch } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { type Notifications, notify } from "../../server/notifications";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { PageAfter } from "../../shared/paging";
import type { TranscriptSegment } from "../../shared/transcript-segment";
import { recordAudit } from "../audit/service";
import { type EntryListener, recordChange } from "../journal/service";
import type { SpeechService } from "../speech/service";
import type { TaskService } from "../tasks/service";
import { requireTeam, type TeamService } from "../teams/service";
import { type ArrivingFile, createAudio, unreadableFile } from "./audio";
import type {
  Meeting,
  MeetingPart,
  MeetingSegment,
  SpeakerChange,
  SpeakerLines,
  TranscriptFile,
} from "./contract";
import { createNotes } from "./notes";
import { createPartsRepository } from "./parts-repository";
import { createItems } from "./proposals/items";
import { createRecording, type SentSound } from "./recording";
import { createMeetingRepository, type ListedMeeting } from "./repository";
import { requireLocked, requireMeeting, requireTitle } from "./require-meeting";
import { changeSpeaker } from "./speakers";
import { concludeFrom, storeTranscript } from "./store-transcript";
import { linesBySpeaker } from "./transcript-text";
import { createGivenTranscripts, titleOf } from "./transcription/given-transcript";
import { transcriptionChannel } from "./transcription/transcribe-run";
import { toMeeting, toSegment } from "./views";

export type MeetingService = ReturnType<typeof createMeetingService>;

export function createMeetingService({
  db,
  tasks,
  teams,
  blobs,
  ...tools
}: {
  db: Executor;
  tasks: Pick<TaskService, "insert" | "created" | "get">;
  teams: Pick<TeamService, "isMember">;
  blobs: Blobs;
  jobs: Pick<Jobs, "send" | "has">;
  speech: Pick<SpeechService, "engine" | "caption">;
  notifications: Pick<Notifications, "on">;
  /** Most bytes of one upload. */
  uploadLimit: number;
  /** Most bytes of all recordings of a team. */
  soundLimit: number;
}) {
  const items = createItems({ db, tasks, teams });
  const recording = createRecording({ db, blobs, speech: tools.speech, soundLimit: tools.soundLimit });
  const audio = createAudio({ db, blobs, ...tools });
  const transcripts = createGivenTranscripts({ db, jobs: tools.jobs });

  async function get(actor: Actor, id: string): Promise<Meeting> {
    return view(await requireMeeting(db, actor, id));
  }

  async function view(row: ListedMeeting, executor: Executor = db): Promise<Meeting> {
    return toMeeting(row, await createMeetingRepository(executor).items(row.teamId, [row.id]));
  }

  return {
    /** Newest first. */
    async list(
      actor: Actor,
      teamId: string,
      query: PageAfter & { q?: string | undefined },
    ): Promise<Meeting[]> {
      requireTeam(actor, teamId);
      return limitSearch(db, query.q, async (tx) => {
        const repository = createMeetingRepository(tx);
        const rows = await repository.list(teamId, query);
        const all = await repository.items(
          teamId,
          rows.map(({ id }) => id),
        );
        return rows.map((row) =>
          toMeeting(
            row,
            all.filter(({ meetingId }) => meetingId === row.id),
          ),
        );
      });
    },

    /** @throws AppError `not_found` for another team's meeting too. */
    get,

    /** The transcript, in order. */
    async segments(actor: Actor, id: string): Promise<MeetingSegment[]> {
      const { teamId } = await requireMeeting(db, actor, id);
      return (await createMeetingRepository(db).segments(teamId, id)).map(toSegment);
    },

    /** @param recorded - receives the id of the journal entry. */
    async rename(
      actor: Actor,
      id: string,
      title: string,
      recorded?: EntryListener,
      expectedTitle?: string,
    ): Promise<Meeting> {
      return db.transaction(async (tx) => {
        const current = await requireLocked(tx, actor, id);
        requireTitle(current, expectedTitle, title);
        if (current.title !== title) {
          await createMeetingRepository(tx).update(current.teamId, id, { title });
          const entry = await recordChange(
            tx,
            {
              teamId: current.teamId,
              userId: actor.userId,
              action: "meeting.renamed",
              summary: `Renamed the meeting “${title}”`,
              changes: [
                {
                  kind: "changed",
                  type: "meeting",
                  id,
                  before: { title: current.title },
                  after: { title },
                },
              ],
            },
            [],
            [{ type: "meeting_updated", id }],
          );
          recorded?.(entry.id);
        }
        return view(await requireMeeting(tx, actor, id), tx);
      });
    },

    /**
     * Soft-deletes a meeting. Undo restores it for 30 days.
     *
     * @param recorded - receives the id of the journal entry.
     */
    async remove(
      actor: Actor,
      id: string,
      recorded?: EntryListener,
      expectedTitle?: string,
    ): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const current = await requireLocked(tx, actor, id);
        requireTitle(current, expectedTitle);
        if (current.status === "recording" && current.createdBy !== actor.userId)
          throw new AppError(
            "forbidden",
            "Somebody else is recording this meeting. Only they can delete it now.",
          );
        await createMeetingRepository(tx).update(current.teamId, id, { deletedAt: new Date() });
        await notify(tx, transcriptionChannel, id);
        const entry = await recordChange(
          tx,
          {
            teamId: current.teamId,
            userId: actor.userId,
            action: "meeting.deleted",
            summary: `Deleted the meeting “${current.title}”`,
            changes: [{ kind: "deleted", type: "meeting", id, before: { title: current.title } }],
          },
          [{ type: "meeting_deleted", subjectId: id }],
          [{ type: "meeting_updated", id }],
        );
        recorded?.(entry.id);
        await recordAudit(tx, {
          teamId: current.teamId,
          userId: actor.userId,
          action: "meeting_deleted",
          detail: current.title,
        });
        return { id };
      });
    },

    /**
     * Adds a meeting from a transcript.
     *
     * @throws AppError `invalid_input` with a sentence for what isn't a transcript.
     */
    async addTranscript(
      actor: Actor,
      teamId: string,
      { title, name, data }: TranscriptFile & { title?: string | undefined },
    ): Promise<Meeting> {
      requireTeam(actor, teamId);
      return get(
        actor,
        await transcripts.add(actor, teamId, { name, bytes: Buffer.from(data, "base64"), title }),
      );
    },

    /** Adds a meeting from a file: a recording or a transcript. */
    async upload(
      actor: Actor,
      teamId: string,
      files: AsyncIterable<ArrivingFile>,
      title: string | undefined,
    ): Promise<Meeting> {
      const file = await audio.receive(actor, teamId, files);
      if (file.kind === "audio") {
        const named = (title ?? titleOf(file.name)).slice(0, 300);
        const { id } = await audio.addRecording(actor, teamId, named, file).catch(async (error: unknown) => {
          await audio.discard(file);
          throw error;
        });
        return get(actor, id);
      }
      await audio.discard(file);
      const id = await transcripts
        .add(actor, teamId, { name: file.name, bytes: file.bytes, title })
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === "unsupported" ? unreadableFile() : error;
        });
      return get(actor, id);
    },

    /** Begins a recording. */
    async begin(actor: Actor, teamId: string, title: string): Promise<Meeting> {
      const { id } = await recording.begin(actor, teamId, title);
      return get(actor, id);
    },

    /**
     * Adds sound to a recording.
     *
     * @returns how many pieces are stored, so that the browser can forget them.
     */
    append: (actor: Actor, id: string, sent: SentSound): Promise<{ received: number }> =>
      recording.append(actor, id, sent),

    /**
     * What is said right now in a recording (16-bit samples at 16 kHz, mono); null: no engine on this machine
     * has time for it.
     */
    caption: (actor: Actor, id: string, samples: Buffer): Promise<string | null> =>
      recording.caption(actor, id, samples),

    /** Ends a recording. Safe to repeat. */
    async finish(actor: Actor, id: string): Promise<Meeting> {
      await recording.finish(actor, id);
      return get(actor, id);
    },

    transcribe: (actor: Actor, id: string, audioData: string | undefined) =>
      audio.transcribe(actor, id, audioData),

    async cancelTranscription(actor: Actor, id: string): Promise<Meeting> {
      await audio.cancel(actor, id);
      return get(actor, id);
    },

    /** The sound of a meeting, in order. */
    async parts(actor: Actor, id: string): Promise<MeetingPart[]> {
      const { teamId } = await requireMeeting(db, actor, id);
      const parts = await createPartsRepository(db).ofMeeting(teamId, id);
      return parts.map(({ id, format, size, seconds, levels }) => ({ id, format, size, seconds, levels }));
    },

    /** A part's file, for a listener. */
    audioFile: (actor: Actor, id: string, partId: string) => audio.file(actor, id, partId),

    /** Deletes the meeting's sound. Transcript and tasks stay. */
    async removeAudio(actor: Actor, id: string): Promise<Meeting> {
      await audio.remove(actor, id);
      return get(actor, id);
    },

    /** Gives a meeting a transcript from elsewhere. */
    async setTranscript(actor: Actor, id: string, file: TranscriptFile): Promise<Meeting> {
      await transcripts.set(actor, id, file);
      return get(actor, id);
    },

    async speakers(actor: Actor, id: string): Promise<{ speakers: SpeakerLines[] }> {
      const { teamId } = await requireMeeting(db, actor, id);
      return { speakers: linesBySpeaker(await createMeetingRepository(db).segments(teamId, id)) };
    },

    /** Names who speaks. @param recorded - receives the id of the journal entry. */
    async nameSpeaker(
      actor: Actor,
      id: string,
      change: SpeakerChange,
      recorded?: EntryListener,
    ): Promise<Meeting> {
      return db.transaction(async (tx) => {
        await changeSpeaker(tx, actor, await requireLocked(tx, actor, id), change, recorded);
        return view(await requireMeeting(tx, actor, id), tx);
      });
    },

    notes: createNotes({ db }),

    items,
  };
}

/** Permanently deletes meetings of all teams that were deleted before `date`. */
export function purgeMeetings(db: Executor, date: Date): Promise<void> {
  return createMeetingRepository(db).purgeDeletedBefore(date);
}

/** Deletes a team's sample meetings for good. @returns their ids. */
export function removeSampleMeetings(tx: Executor, teamId: string): Promise<string[]> {
  return createMeetingRepository(tx).removeSamples(teamId);
}

/** A meeting to show how meetings look. */
export interface SampleMeeting {
  title: string;
  createdAt: Date;
  segments: TranscriptSegment[];
}

/** Stores a sample meeting with what the engine concludes from its transcript. Nobody can undo it. */
export async function storeSampleMeeting(
  tx: Executor,
  { teamId, userId, sample }: { teamId: string; userId: string; sample: boolean },
  { title, createdAt, segments }: SampleMeeting,
): Promise<void> {
  const meeting = await createMeetingRepository(tx).insert({
    ...{ teamId, createdBy: userId, title, createdAt, sample, status: "completed" },
    seconds: segments.at(-1)?.end ?? null,
  });
  await storeTranscript(tx, meeting, segments);
  await concludeFrom(tx, meeting, userId, noJobs);
}

/** No language model reads what isn't real. */
const noJobs: Pick<Jobs, "send" | "has"> = { has: () => false, send: async () => undefined };
