/** Sound that is being recorded. */
export interface Capture {
  recorder: MediaRecorder;
  format: "webm" | "ogg" | "m4a";
  /** What is recorded. */
  stream: MediaStream;
  /** Whether the call's sound is on the right channel. */
  stereo: boolean;
  /** The loudness right now, 0 to 35. */
  level: () => number;
  /** Calls back when the microphone is gone. */
  onLost: (listener: () => void) => void;
  /** Calls back when the call's sound is no longer shared. */
  onCallLost: (listener: () => void) => void;
  /** Another recorder of the same sound, for a new part. */
  again: () => MediaRecorder;
  /** Releases the microphone and the shared tab. */
  close: () => void;
}

/** Thrown if the tab or screen that somebody chose is shared without its sound. */
export class NoTabSound extends Error {
  override name = "NoTabSound";
}

/** What browsers can record, the best first. */
const types = [
  { type: "audio/webm;codecs=opus", format: "webm" },
  { type: "audio/ogg;codecs=opus", format: "ogg" },
  // The engine reads it only with the system's ffmpeg.
  { type: "audio/mp4", format: "m4a" },
] as const;

/** Bits per second of one channel; speech needs no more. */
const bitRate = 48_000;

/** Whether this browser can record the sound of a tab or of the system. */
export const canShareSound = (): boolean => Boolean(navigator.mediaDevices?.getDisplayMedia);

/**
 * Opens the microphone. With `call`, the sound of a tab or of the system too: the microphone is then left and the
 * call right, so that it's certain who speaks.
 *
 * @throws DOMException as the browser names the cause; NoTabSound.
 */
export async function openCapture(call: boolean): Promise<Capture> {
  const microphone = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const streams = [microphone];
  const close = () => {
    for (const stream of streams) for (const track of stream.getTracks()) track.stop();
    void context.close().catch(() => undefined);
  };
  try {
    const left = context.createMediaStreamSource(microphone);
    left.connect(analyser);
    let recorded = microphone;
    let shared: MediaStream | undefined;
    if (call) {
      shared = await navigator.mediaDevices.getDisplayMedia({ audio: true, video: true });
      streams.push(shared);
      if (shared.getAudioTracks().length === 0) throw new NoTabSound();
      recorded = stereoOf(context, left, context.createMediaStreamSource(shared), analyser);
    }
    const found = types.find(({ type }) => MediaRecorder.isTypeSupported(type));
    if (!found) throw new DOMException("No recordable format", "NotSupportedError");
    const again = () =>
      new MediaRecorder(recorded, {
        mimeType: found.type,
        audioBitsPerSecond: call ? 2 * bitRate : bitRate,
      });
    return {
      recorder: again(),
      format: found.format,
      stream: recorded,
      stereo: call,
      level: meter(analyser),
      onLost: (listener) => onEnd(microphone, listener),
      onCallLost: (listener) => shared && onEnd(shared, listener),
      again,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function onEnd(stream: MediaStream, listener: () => void): void {
  for (const track of stream.getAudioTracks()) track.addEventListener("ended", listener);
}

/** The microphone left, the call right. */
function stereoOf(
  context: AudioContext,
  left: AudioNode,
  right: AudioNode,
  analyser: AudioNode,
): MediaStream {
  const merger = context.createChannelMerger(2);
  const destination = context.createMediaStreamDestination();
  destination.channelCount = 2;
  left.connect(merger, 0, 0);
  const mono = context.createGain();
  mono.channelCount = 1;
  mono.channelCountMode = "explicit";
  right.connect(mono);
  mono.connect(merger, 0, 1);
  mono.connect(analyser);
  merger.connect(destination);
  return destination.stream;
}

/** The quietest sound that the meter shows (decibels). */
const floor = -60;

function meter(analyser: AnalyserNode): () => number {
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    const decibels = 10 * Math.log10(power || 1e-10);
    return Math.round(Math.max(0, Math.min(1, (decibels - floor) / -floor)) * 35);
  };
}
