import type { MeetingStatus } from "../contract";

export const meetingTexts = {
  failedToFetch: "Failed to fetch meetings",
  failedToFetchOne: "Failed to fetch the meeting",
  failedToFetchTranscript: "Couldn't load the transcript",
  titleRequired: "Meeting Title Required",
  titleRequiredDetail: "Please enter a title for the meeting.",
  createTasks: "Create Tasks",
  tasksCreated: "Tasks Created",
  tasksCreatedDetail: (count: number) => `Created ${count} tasks from the meeting.`,
  failedToCreateTasks: "Failed to create tasks from the meeting",
  transcriptionComplete: "Transcription Complete",
  found: (count: number) => `Found ${count} tasks in the meeting.`,
  failedToUpload: "The upload didn't finish",
  converting: (name: string) => `Converting ${name} on this computer…`,
  failedToFinish: "Couldn't finish the recording",
  failedToCancel: "Couldn't stop the transcription",
  failedToAdd: "Couldn't add the transcript",
  failedToRename: "Couldn't rename the meeting",
  failedToDelete: "Couldn't delete the meeting",
  failedToChangeItem: "Couldn't change the proposed task",
  deleted: "Meeting deleted",
  audioDeleted: "Audio deleted",
  failedToDeleteAudio: "Couldn't delete the audio",
  copied: "Copied!",
  failedToFetchNotes: "Couldn't load the notes",
  failedToAddNote: "Couldn't add the note",
  failedToDeleteNote: "Couldn't delete the note",
  noteLater: (text: string) => `Add the note “${text}”`,
  noteDeleted: "Note deleted",
  speakerNamed: "Speaker named",
  failedToNameSpeaker: "Couldn't name the speaker",
  empty: "No meetings yet",
  emptyDetail:
    "Record a meeting, or add a recording or a transcript. Zippy finds the tasks that were agreed on.",
  nothingFound: "No meeting matches your search.",
} as const;

/** The name of each status. */
export const statusTexts: Record<MeetingStatus, string> = {
  recording: "Recording",
  recorded: "Not transcribed yet",
  transcribing: "Transcribing",
  completed: "Completed",
  partly_transcribed: "Partly transcribed",
  failed: "Transcription failed",
  needs_transcript: "Needs a transcript",
};
