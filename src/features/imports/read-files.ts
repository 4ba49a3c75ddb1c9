import type { Blobs } from "../../server/blobs";
import type { RawMail } from "../mail/raw-mail";
import type { Reading } from "./formats/chat-message";
import { readArchive } from "./formats/mail/archive";
import type { StoredFile } from "./tables";

/** Yields the messages of all files in a stable order, which a resumed import relies on. */
export async function* readFiles(
  blobs: Blobs,
  files: StoredFile[],
  { report, ...reading }: Reading,
): AsyncGenerator<RawMail> {
  for (const file of files)
    yield* readArchive("blob" in file ? blobs.path(file.blob) : file.path, file.name, report, reading);
}
