import { base64Of } from "../transcript-file";
import { recorderState } from "./recorder-store";

/** The most that a call to transcribe carries (bytes), about five minutes: a slow connection sends it in time. */
const mostBytes = 2_000_000;

/** What a recording has been so far, if it is short and in one part. */
interface WholeSound {
  meetingId: string;
  format: string;
  pieces: ArrayBuffer[];
}

let sound: WholeSound | undefined;

/** A recording begins. */
export function beginSound(meetingId: string, format: string): void {
  sound = { meetingId, format, pieces: [] };
}

/** Adds a piece, or forgets a recording that gets too long. */
export function addToSound(piece: ArrayBuffer): void {
  sound?.pieces.push(piece);
  if (sound && sound.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0) > mostBytes) forgetSound();
}

/** The recording isn't whole any more, or over. */
export function forgetSound(): void {
  sound = undefined;
}

/**
 * A recording of this tab as the specification sends it to be transcribed. Empty for any other: the server has its
 * pieces.
 */
export async function soundOf(meetingId: string): Promise<{ audioData?: string; format?: string }> {
  const state = recorderState();
  if (state.step !== "stopped" || state.refusal || state.meetingId !== meetingId) return {};
  if (sound?.meetingId !== meetingId || sound.pieces.length === 0) return {};
  return { audioData: await base64Of(new Blob(sound.pieces)), format: sound.format };
}
