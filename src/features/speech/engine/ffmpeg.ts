import { spawn } from "node:child_process";
import { once } from "node:events";
import { SpeechError } from "../speech-error";

/**
 * Converts what our decoders can't read (M4A, MP4, AAC) with the system's ffmpeg, if there is one.
 *
 * @returns the WAV file's path.
 * @throws SpeechError, or the signal's reason.
 */
export async function convertWithFfmpeg(file: string, into: string, signal: AbortSignal): Promise<string> {
  const args = [
    "-nostdin",
    "-v",
    "error",
    "-y",
    "-i",
    file,
    "-vn",
    "-ar",
    "16000",
    "-c:a",
    "pcm_s16le",
    into,
  ];
  const child = spawn("ffmpeg", args, { stdio: "ignore", signal, killSignal: "SIGKILL" });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    signal.throwIfAborted();
    if (code === 0) return into;
  } catch (error) {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new SpeechError(
        "unsupported_format",
        "Zippy can't read this kind of audio here. Save it as MP3, WAV, OGG, WebM or FLAC, or ask your administrator to install ffmpeg.",
        false,
      );
    throw error;
  }
  throw new SpeechError(
    "unreadable_audio",
    "This recording can't be read: it is empty, damaged, or no audio.",
    false,
  );
}
