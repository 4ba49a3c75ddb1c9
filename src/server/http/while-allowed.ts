/** How often a download asks whether it may go on: after so much of it (bytes), and after so long (milliseconds). */
const askAfter = { bytes: 1024 * 1024, milliseconds: 1000 };

/** The reader of a download may no longer have it. */
export class NoLongerAllowed extends Error {
  override name = "NoLongerAllowed";
}

/**
 * Passes on the pieces of a download, which can take hours, as long as its reader may have them.
 *
 * @throws NoLongerAllowed
 */
export async function* whileAllowed(
  pieces: AsyncIterable<Buffer>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  let [bytes, askedAt] = [0, performance.now()];
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > askAfter.bytes || performance.now() - askedAt > askAfter.milliseconds) {
      if (!(await isAllowed())) throw new NoLongerAllowed("its reader may no longer have the download");
      [bytes, askedAt] = [0, performance.now()];
    }
    yield piece;
  }
}
