import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import yazl from "yazl";

/** Texts compress well at a low level, which keeps up with the database. */
const compressionLevel = 3;

/** One file of a zip, read when its turn comes. */
export interface ZipEntry {
  name: string;
  /** Texts or bytes, piece by piece. */
  content: () => AsyncIterable<string | Buffer>;
}

/**
 * A zip that is written while it is read, in the order of its entries.
 *
 * @param entries - yields each entry after the one before it was read to its end. If reading stops early, so
 * does this.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  let source: Readable | undefined;
  let stopped = false;
  const add = async () => {
    for await (const { name, content } of entries) {
      source = Readable.from(content(), { objectMode: false });
      zip.addReadStream(source, name, { compressionLevel });
      await ended(source);
      if (stopped) return;
    }
    zip.end();
  };
  zip.on("error", (error: Error) => output.destroy(error));
  const adding = add();
  adding.catch((error: Error) => output.destroy(error));
  try {
    for await (const piece of output) yield piece as Buffer;
    await adding;
  } finally {
    stopped = true;
    source?.destroy();
    output.destroy();
    await adding.catch(() => undefined);
  }
}

const ended = (stream: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once("error", reject);
    stream.once("close", resolve);
  });

/** The bytes of a file. */
export const fileBytes = (path: string): AsyncIterable<Buffer> => createReadStream(path);
