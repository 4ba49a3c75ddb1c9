import type { Blobs } from "../../server/blobs";
import { readArchive } from "./archive";
import type { RawMail, ReportProblem } from "./raw-mail";
import type { StoredFile } from "./tables";

/** The mails of all files, in an order that is the same every time: a resumed import counts on it. */
export async function* readFiles(
  blobs: Blobs,
  files: StoredFile[],
  report: ReportProblem,
): AsyncGenerator<RawMail> {
  for (const file of files)
    yield* readArchive("blob" in file ? blobs.path(file.blob) : file.path, file.name, report);
}
