import {
  ADTS,
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MP4,
  Output,
  QTFF,
  Quality,
  WebMOutputFormat,
} from "mediabunny";

/** Bits per second of one channel; speech needs no more. */
const bitRate = 48_000;

/** Thrown with a sentence if a video has no sound. */
export class NoSound extends Error {
  override name = "NoSound";
}

/**
 * Converts the sound of an MP4, M4A, MOV or AAC file to WebM, on this computer and in bounded memory. Video is
 * left out, so the upload gets much smaller too.
 *
 * @param onShare - receives how much is done, 0 to 1.
 * @returns null if this browser can't convert it; the server may be able to.
 * @throws NoSound, or the signal's reason.
 */
export async function convertRecording(
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<File | null> {
  // Browsers have no codecs on plain http from other machines.
  if (!("AudioDecoder" in window && "AudioEncoder" in window)) return null;
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, ADTS] });
  const target = new BufferTarget();
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track && (await input.getPrimaryVideoTrack()))
      throw new NoSound("This video has no sound. Choose another file.");
    if (!track) return null;
    const channels = Math.min(2, await track.getNumberOfChannels());
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new WebMOutputFormat(), target }),
      tracks: "primary",
      video: { discard: true },
      audio: {
        codec: "opus",
        numberOfChannels: channels,
        sampleRate: 48_000,
        quality: new Quality({ bitrate: channels * bitRate }),
      },
      tags: {},
    });
    if (!conversion.isValid) return null;
    conversion.onProgress = onShare;
    signal.addEventListener("abort", () => void conversion.cancel(), { once: true });
    await conversion.execute();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoSound) throw error;
    // Damaged: the server keeps the file and says that it can't be read.
    return null;
  } finally {
    input.dispose();
  }
  return target.buffer && new File([target.buffer], `${file.name.replace(/\.[^.]{1,8}$/, "")}.webm`);
}
