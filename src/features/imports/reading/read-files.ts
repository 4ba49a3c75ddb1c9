import type { RawMail } from "../../mail/raw-mail";
import type { Reading } from "../formats/chat-message";
import { readArchive } from "../formats/mail/archive";
import type { NamedFile } from "./archive-batch";

/**
 * Yields the messages of all files in a stable order, which a resumed import relies on.
 *
 * @param onFile - receives the index of each file before it is read.
 */
export async function* readFiles(
  files: readonly NamedFile[],
  { report, ...reading }: Reading,
  onFile: (index: number) => void,
): AsyncGenerator<RawMail> {
  for (const [index, { path, name }] of files.entries()) {
    onFile(index);
    yield* readArchive(path, name, report, reading);
  }
}
