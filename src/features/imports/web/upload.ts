import { ownTimeZone } from "../../../shared/time-zone";
import { urlOf } from "../../../web/api";
import { upload } from "../../../web/upload";
import { createImport, type Import } from "../contract";

interface UploadOptions {
  /** Share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads archives for a dry run. Also sends the user's time zone, because chats don't contain one.
 *
 * @returns the import, which is still being counted.
 * @throws as {@link upload}.
 */
export function uploadArchives(
  teamId: string,
  files: readonly File[],
  { onProgress, signal }: UploadOptions,
): Promise<Import> {
  const body = new FormData();
  for (const file of files) body.append("files", file, file.name);
  const url = urlOf(createImport.path, { teamId }, { timeZone: ownTimeZone(), wait: 0 });
  return upload<Import>(url, body, {
    signal,
    onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
  });
}
