import { closeSync, openSync, readSync } from "node:fs";

/** Decoded 16-bit samples on disk; several files are averaged. */
export interface SoundFile {
  /** Samples from -1 to 1; fewer at the end. */
  read(start: number, end: number): Float32Array;
  close(): void;
}

export function openSound(files: readonly string[], samples: number): SoundFile {
  const handles = files.map((file) => openSync(file, "r"));
  return {
    read(start, end) {
      const from = Math.max(0, start);
      const count = Math.max(0, Math.min(end, samples) - from);
      const sound = new Float32Array(count);
      for (const handle of handles) {
        const bytes = Buffer.alloc(count * 2);
        const read = readSync(handle, bytes, 0, bytes.length, from * 2) >> 1;
        for (let at = 0; at < read; at++) sound[at]! += bytes.readInt16LE(at * 2) / 32_768 / handles.length;
      }
      return sound;
    },
    close() {
      for (const handle of handles) closeSync(handle);
    },
  };
}
