/** Records sound in pieces of about a second, which make one file if they stand one after the other. */
export interface SoundRecorder {
  start(onPiece: (piece: Blob) => void): void;
  pause(): void;
  resume(): void;
  /** Resolves once the last piece was handed on. */
  stop(): Promise<void>;
}

/** Bits per second of one channel; speech needs no more. */
const bitRate = 48_000;

/** Records with the browser's own recorder in a format that it supports. */
export function createBrowserRecorder(stream: MediaStream, type: string, channels: number): SoundRecorder {
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: channels * bitRate });
  return {
    start(onPiece) {
      recorder.ondataavailable = ({ data }) => {
        if (data.size > 0) onPiece(data);
      };
      recorder.start(1000);
    },
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    stop() {
      if (recorder.state === "inactive") return Promise.resolve();
      return new Promise((resolve) => {
        recorder.addEventListener("stop", () => resolve(), { once: true });
        recorder.stop();
      });
    },
  };
}
