import { createBrowserRecorder, type SoundRecorder } from "./sound-recorder";

/** Sound that is being recorded. */
export interface Capture {
  recorder: SoundRecorder;
  format: "webm" | "ogg" | "wav";
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
  again: () => SoundRecorder;
  /** Releases the microphone and the shared tab. */
  close: () => void;
}

/** Thrown if the tab or screen that somebody chose is shared without its sound. */
export class NoTabSound extends Error {
  override name = "NoTabSound";
}

/** What browsers' own recorders can write and our engine can read, the best first. */
const types = [
  { type: "audio/webm;codecs=opus", format: "webm" },
  { type: "audio/ogg;codecs=opus", format: "ogg" },
] as const;

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
    let recorded: SoundSource = { node: left, stream: microphone, channels: 1 };
    let shared: MediaStream | undefined;
    if (call) {
      shared = await navigator.mediaDevices.getDisplayMedia({ audio: true, video: true });
      streams.push(shared);
      if (shared.getAudioTracks().length === 0) throw new NoTabSound();
      recorded = stereoOf(context, left, context.createMediaStreamSource(shared), analyser);
    }
    const { format, again } = await recordersOf(recorded);
    return {
      recorder: again(),
      format,
      stream: recorded.stream,
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

/** The sound to record, as the two kinds of recorders need it. */
interface SoundSource {
  node: AudioNode;
  stream: MediaStream;
  channels: 1 | 2;
}

async function recordersOf({
  node,
  stream,
  channels,
}: SoundSource): Promise<Pick<Capture, "format" | "again">> {
  const found = types.find(({ type }) => MediaRecorder.isTypeSupported(type));
  if (found)
    return { format: found.format, again: () => createBrowserRecorder(stream, found.type, channels) };
  const { openWavRecorders } = await import("./wav-recorder");
  return { format: "wav", again: await openWavRecorders(node, channels) };
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
): SoundSource {
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
  return { node: merger, stream: destination.stream, channels: 2 };
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
