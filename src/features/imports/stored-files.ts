import type { Blobs } from "../../server/blobs";
import type { NamedFile } from "./reading/archive-batch";
import type { StoredFile } from "./tables";

/** Where the files of an import are. */
export const pathsOf = (blobs: Blobs, files: readonly StoredFile[]): NamedFile[] =>
  files.map((file) => ({ name: file.name, path: "blob" in file ? blobs.path(file.blob) : file.path }));

/** Removes uploaded files. Those named on the command line stay. */
export async function removeUploads(blobs: Blobs, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) if ("blob" in file) await blobs.remove(file.blob);
}
