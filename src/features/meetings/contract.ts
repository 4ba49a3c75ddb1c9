import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { MeetingEvidence } from "../../shared/evidence";
import { after, pageSizes, paging } from "../../shared/paging";
import { SearchWords } from "../../shared/search-words";
import { typedText } from "../../shared/typed-values";
import { MeetingItem } from "./note-and-item-calls";

/**
 * `recorded`: its sound is stored and waits for somebody to transcribe it. `needs_transcript`: it waits for a
 * speech engine, or for a transcript from elsewhere.
 */
export const MeetingStatus = z.enum([
  "recording",
  "recorded",
  "transcribing",
  "completed",
  "partly_transcribed",
  "failed",
  "needs_transcript",
]);
export type MeetingStatus = z.infer<typeof MeetingStatus>;

const titleSentence = "Please enter a title for the meeting.";
export const MeetingTitle = typedText({ error: titleSentence })
  .min(1, titleSentence)
  .max(300, "Keep the title within 300 characters.");

/** What was decided, with its place in the transcript. */
export const MeetingDecision = z.object({ text: z.string(), evidence: MeetingEvidence });
export type MeetingDecision = z.infer<typeof MeetingDecision>;

/** One meeting. Times are ISO 8601 in UTC. */
export const Meeting = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  title: z.string(),
  status: MeetingStatus,
  createdAt: z.iso.datetime(),
  /** Who recorded or added it; null: they have left. */
  createdBy: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string() }).nullable(),
  /** Length of the sound or of the transcript (seconds). */
  seconds: z.number().nullable(),
  /** How much of the sound is transcribed (seconds). */
  transcribedSeconds: z.number(),
  /** The engine that heard it, or the file the transcript comes from. */
  transcribedBy: z.string().nullable(),
  /** Whether its sound is stored. */
  hasAudio: z.boolean(),
  /** The transcript, one line per segment; in lists only its beginning. Null: there is none. */
  transcript: z.string().nullable(),
  summary: z.string().nullable(),
  decisions: z.array(MeetingDecision),
  /** The language model that wrote summary and decisions; null: Zippy itself. */
  concludedBy: z.string().nullable(),
  extractedTasks: z.array(MeetingItem),
  /** Why the last transcription failed or ended early, as a sentence. */
  error: z.string().nullable(),
  sample: z.boolean(),
});
export type Meeting = z.infer<typeof Meeting>;

/** A stretch of speech. `start` and `end` are seconds from the beginning of the meeting. */
export const MeetingSegment = z.object({
  position: z.number().int(),
  start: z.number(),
  end: z.number(),
  /** Null: unknown. */
  speaker: z.string().nullable(),
  text: z.string(),
});
export type MeetingSegment = z.infer<typeof MeetingSegment>;

/** Most characters of a file in base64. Three hours of speech are less than a megabyte. */
const transcriptLimit = 14 * 1024 * 1024;

/** A transcript from elsewhere: VTT, SRT or text, also as Zoom, Meet and Teams export it. */
export const TranscriptFile = z.strictObject({
  /** Its name, whose ending helps to tell the format. */
  name: typedText().min(1, "Name the file.").max(255, "Keep the file's name within 255 characters."),
  /** Its bytes. */
  data: z
    .string()
    .max(transcriptLimit, "A transcript may have at most 10 MB.")
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, "Send the transcript in base64."),
});
export type TranscriptFile = z.infer<typeof TranscriptFile>;

const teamParams = z.object({ teamId: z.uuid() });
const meetingParams = z.object({ id: z.uuid() });

/** A part of a meeting's sound: one recording that was begun or continued, or one uploaded file. */
export const MeetingPart = z.object({
  id: z.uuid(),
  /** The container, such as `webm`. */
  format: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Length (seconds); null: unknown. */
  seconds: z.number().nullable(),
  /** The loudness of each second, a digit to base 36 each; empty if unknown. */
  levels: z.string(),
});
export type MeetingPart = z.infer<typeof MeetingPart>;

export const createMeeting = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/meetings",
  summary: "Begin the recording of a meeting.",
  params: teamParams,
  body: z.strictObject({ title: MeetingTitle, status: z.literal("recording").optional() }),
  response: Meeting,
});

/** Most characters of one piece in base64; a second of speech takes about 10,000. */
const pieceLimit = 700_000;
/** Most pieces sent at once. */
export const mostPieces = 30;

/** A second of sound. */
const AudioPiece = z.strictObject({
  data: z
    .string()
    .max(pieceLimit, "Send smaller pieces.")
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, "Send the sound in base64."),
  /** Loudness, 0 to 35. */
  level: z.number().int().min(0).max(35),
  /** Where it ends (seconds from the beginning of this part). */
  until: z.number().min(0).max(1_000_000),
});
export type AudioPiece = z.infer<typeof AudioPiece>;

export const appendAudio = endpoint({
  method: "POST",
  path: "/api/meetings/:id/audio",
  summary:
    "Add sound to a recording, in order. Safe to repeat: pieces that were received before are skipped, and the " +
    "answer says with which one to continue.",
  params: meetingParams,
  body: z.strictObject({
    /** Chosen when a recording begins or continues. A new one closes the part before. */
    part: z.uuid(),
    format: z.enum(["webm", "ogg", "m4a", "wav"]),
    /** The number of the first piece, from 0. */
    from: z.number().int().min(0).max(10_000_000),
    pieces: z.array(AudioPiece).min(1).max(mostPieces),
  }),
  response: z.object({ received: z.number().int() }),
  errors: ["conflict"],
});

/** Longest sound of one caption (seconds). */
export const longestCaption = 15;

export const captionSound = endpoint({
  method: "POST",
  path: "/api/meetings/:id/captions",
  summary:
    "What is said in some seconds of a running recording, provisionally. Nothing is stored, and only the engine on " +
    "this machine hears it. Null: it is busy, or there is none.",
  params: meetingParams,
  body: z.strictObject({
    /** 16-bit little-endian samples at 16 kHz, mono, in base64. */
    samples: z
      .string()
      .min(4, "Send some sound.")
      .max(Math.ceil((longestCaption * 32_000) / 3) * 4, "Send at most 15 seconds.")
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, "Send the sound in base64."),
  }),
  response: z.object({ text: z.string().nullable() }),
  errors: ["conflict"],
});

export const finishRecording = endpoint({
  method: "POST",
  path: "/api/meetings/:id/finish",
  summary: "End a recording. What was recorded can then be transcribed.",
  params: meetingParams,
  response: Meeting,
  errors: ["conflict"],
});

/** Multipart with one file. Don't use `call()`: the browser sends it with upload progress. */
export const uploadMeeting = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/meetings/upload",
  summary:
    "Add a meeting from a file (multipart): a recording (WebM, OGG, MP3, WAV, FLAC, M4A), or a transcript (VTT, SRT, TXT).",
  params: teamParams,
  query: z.object({ title: MeetingTitle.optional() }),
  response: Meeting,
});

export const transcribeMeeting = endpoint({
  method: "POST",
  path: "/api/meetings/:id/transcribe",
  summary:
    "Transcribe a meeting and propose its tasks: its stored sound, or, if there is none, the sound in the body. If it " +
    "takes longer than 25 seconds, the answer is 202 without tasks, and the event meeting_updated follows.",
  params: meetingParams,
  body: z
    .strictObject({
      /** Sound in base64. */
      audioData: z
        .string()
        .regex(/^[A-Za-z0-9+/]*={0,2}$/, "Send the sound in base64.")
        .optional(),
      /** The container. Only its content matters. */
      format: z.string().max(40).optional(),
    })
    .nullish(),
  response: z.object({ status: MeetingStatus, tasks: z.array(MeetingItem) }),
  mayContinue: true,
  errors: ["conflict"],
});

export const cancelTranscription = endpoint({
  method: "POST",
  path: "/api/meetings/:id/cancel",
  summary: "Stop a transcription. What is transcribed so far is kept.",
  params: meetingParams,
  response: Meeting,
});

export const listParts = endpoint({
  method: "GET",
  path: "/api/meetings/:id/parts",
  summary: "The parts of a meeting's sound, in order. Each is at /api/meetings/{id}/audio/{partId}.",
  params: meetingParams,
  response: z.array(MeetingPart),
});

export const deleteAudio = endpoint({
  method: "DELETE",
  path: "/api/meetings/:id/audio",
  summary: "Delete the sound of a meeting for good. Its transcript and its tasks stay.",
  params: meetingParams,
  response: Meeting,
  errors: ["conflict"],
});

export const listMeetings = endpoint({
  method: "GET",
  path: "/api/teams/:teamId/meetings",
  summary: "A page of a team's meetings, newest first.",
  params: teamParams,
  query: z.object({
    ...paging(pageSizes.meetings),
    after,
    /** Words that must occur in title or transcript. */
    q: SearchWords.optional(),
  }),
  response: z.array(Meeting),
});

export const getMeeting = endpoint({
  method: "GET",
  path: "/api/meetings/:id",
  summary: "One meeting with its whole transcript.",
  params: meetingParams,
  response: Meeting,
});

export const listSegments = endpoint({
  method: "GET",
  path: "/api/meetings/:id/segments",
  summary: "The transcript of a meeting, in order.",
  params: meetingParams,
  response: z.array(MeetingSegment),
});

const SeenTitle = z.strictObject({ title: z.string() }).optional();

export const renameMeeting = endpoint({
  method: "PATCH",
  path: "/api/meetings/:id",
  summary:
    "Rename a meeting. The header journal-entry has the id of the change, for undo. " +
    "With `expected`, 409 if its title is another one by now.",
  params: meetingParams,
  body: z.strictObject({ title: MeetingTitle, expected: SeenTitle }),
  response: Meeting,
  repeatable: true,
  errors: ["changed_since"],
});

export const deleteMeeting = endpoint({
  method: "DELETE",
  path: "/api/meetings/:id",
  summary:
    "Delete a meeting. Undo restores it for 30 days. The header journal-entry has the id of the change, for undo. " +
    "With `expected`, 409 if its title is another one by now.",
  params: meetingParams,
  body: z.strictObject({ expected: SeenTitle }).nullish(),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
  errors: ["changed_since"],
});

export const addTranscript = endpoint({
  method: "POST",
  path: "/api/teams/:teamId/meetings/transcript",
  summary: "Add a meeting from a transcript (VTT, SRT or text), and propose its tasks.",
  params: teamParams,
  body: TranscriptFile.extend({
    /** Default: what the transcript says, else the file's name. */
    title: MeetingTitle.optional(),
  }),
  response: Meeting,
});

export const setTranscript = endpoint({
  method: "POST",
  path: "/api/meetings/:id/transcript",
  summary: "Give a meeting without a transcript one from elsewhere, and propose its tasks.",
  params: meetingParams,
  body: TranscriptFile,
  response: Meeting,
  errors: ["conflict"],
});

/** How many lines somebody speaks; null: lines without a name. */
export const SpeakerLines = z.object({ speaker: z.string().nullable(), lines: z.number().int() });
export type SpeakerLines = z.infer<typeof SpeakerLines>;

export const listSpeakers = endpoint({
  method: "GET",
  path: "/api/meetings/:id/speakers",
  summary: "Who speaks in a meeting, in the order of their first lines.",
  params: meetingParams,
  response: z.object({ speakers: z.array(SpeakerLines) }),
});

export const SpeakerChange = z
  .strictObject({
    /** The speaker whose lines all change; null: the lines without a name. Left out with `first`. */
    from: z.string().max(300).nullable().optional(),
    /** The first and the last line that change; without `last`, all from the first one on. */
    first: z.number().int().min(0).max(1_000_000).optional(),
    last: z.number().int().min(0).max(1_000_000).optional(),
    /** The name. A name that another speaker has merges both. */
    to: typedText().min(1, "Enter a name.").max(100, "Keep the name within 100 characters."),
    /** Who spoke when the person saw it. */
    expected: z.strictObject({ speakers: z.array(SpeakerLines) }).optional(),
  })
  .refine(({ from, first }) => from !== undefined || first !== undefined, "Choose the lines to change.")
  .meta({ example: { from: "Speaker 1", to: "Ana" } });
export type SpeakerChange = z.infer<typeof SpeakerChange>;

export const nameSpeaker = endpoint({
  method: "POST",
  path: "/api/meetings/:id/speakers",
  summary:
    "Name who speaks, in all lines of a speaker or in some lines. The header journal-entry has the id of the change, for undo. " +
    "With `expected`, 409 if others speak by now, or in other lines.",
  params: meetingParams,
  body: SpeakerChange,
  response: Meeting,
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export {
  addNote,
  createMeetingTasks,
  deleteNote,
  getItem,
  ItemPatch,
  listNotes,
  MeetingNote,
  updateItem,
} from "./note-and-item-calls";
export { MeetingItem };
