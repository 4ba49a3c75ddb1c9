import type { Blobs } from "../../server/blobs";

/** Bytes before the sound of a WAV file that a browser records. */
const headerSize = 44;
/** What a field of four bytes can say. */
const most = 2 ** 32 - 1;

/**
 * Says in a growing WAV file how long it is: players and speech servers believe it.
 *
 * @param size - of the whole file (bytes).
 */
export async function writeWavLengths(
  blobs: Pick<Blobs, "overwrite">,
  blob: string,
  size: number,
): Promise<void> {
  if (size < headerSize) return;
  await blobs.overwrite(blob, 4, fourBytes(size - 8));
  await blobs.overwrite(blob, 40, fourBytes(size - headerSize));
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(Math.min(most, value));
  return bytes;
}
