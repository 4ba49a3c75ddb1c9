import type { SoundRecorder } from "./sound-recorder";
import { type WavCommand, wavHeader } from "./wav-sound";
import workletUrl from "./wav-worklet.ts?worker&url";

/** How long its answer is waited for (milliseconds): a phone call may have stopped all sound of the browser. */
const patience = 2000;
/** The highest frequency that is kept (Hz): what is above would be heard as something else at 16 kHz. */
const highest = 7000;

/**
 * Records as WAV, for browsers whose own recorder knows only MP4, which our engine can't read. Each piece is
 * complete when it is handed on, as with the browser's own recorder.
 *
 * @param source - the sound, with as many channels as are recorded.
 * @returns what makes a recorder of it.
 */
export async function openWavRecorders(source: AudioNode, channels: 1 | 2): Promise<() => SoundRecorder> {
  const { context } = source;
  await context.audioWorklet.addModule(workletUrl);
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: highest });
  source.connect(filter);
  return () => {
    const node = new AudioWorkletNode(context, "zippy-wav", {
      ...{ channelCount: channels, channelCountMode: "explicit", outputChannelCount: [1] },
      processorOptions: { channels },
    });
    return recorderOf(node, filter, channels);
  };
}

function recorderOf(node: AudioWorkletNode, source: AudioNode, channels: number): SoundRecorder {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isFirst = true;
  const ask = (command: WavCommand) => node.port.postMessage(command);
  return {
    start(onPiece) {
      node.port.onmessage = ({ data }: MessageEvent<Int16Array<ArrayBuffer> | null>) => {
        if (data === null) return end();
        if (data.length === 0) return;
        onPiece(new Blob(isFirst ? [wavHeader(node.context.sampleRate, channels), data] : [data]));
        isFirst = false;
      };
      source.connect(node);
      // Its output is silent: browsers only process for certain what leads to the speakers.
      node.connect(node.context.destination);
    },
    pause: () => ask("pause"),
    resume: () => ask("resume"),
    async stop() {
      ask("end");
      setTimeout(end, patience);
      await ended;
      source.disconnect(node);
      node.disconnect();
    },
  };
}
