import { createWavPieces, type WavCommand } from "./wav-sound";

// What browsers offer where sound is processed.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Frames that are processed at once. Source: W3C Web Audio API, section 1.1 */
const frames = 128;

/** Sends what it hears as 16-bit samples, a second at a time. */
class WavProcessor extends AudioWorkletProcessor {
  readonly #pieces: ReturnType<typeof createWavPieces>;
  #paused = false;

  constructor({ processorOptions }: { processorOptions: { channels: number } }) {
    super();
    this.#pieces = createWavPieces(sampleRate, processorOptions.channels);
    this.port.onmessage = ({ data }: MessageEvent<WavCommand>) => {
      this.#paused = data !== "resume";
      if (data !== "end") return;
      this.#send(this.#pieces.take());
      this.port.postMessage(null);
    };
  }

  process([sound = []]: Float32Array[][]): boolean {
    if (this.#paused) return true;
    // A source that has ended gives nothing: silence, so that the time goes on.
    const piece = this.#pieces.add(sound, sound[0]?.length ?? frames);
    if (piece) this.#send(piece);
    return true;
  }

  #send(piece: Int16Array): void {
    this.port.postMessage(piece, [piece.buffer]);
  }
}

registerProcessor("zippy-wav", WavProcessor);
