import { ownTimeZone } from "../../../shared/time-zone";
import { ApiError, reportUnauthorized, urlOf } from "../../../web/api";
import { createImport, type Import } from "../contract";

interface UploadOptions {
  /** Share of bytes sent, 0 to 1. At 1 the server is still counting. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads archives for a dry run, with progress (which `fetch` doesn't report). Also sends the user's time
 * zone, because chats don't contain one.
 *
 * @returns the counted import.
 * @throws ApiError if the server rejects it; TypeError if it is unreachable; AbortError if cancelled.
 */
export function uploadArchives(
  teamId: string,
  files: readonly File[],
  { onProgress, signal }: UploadOptions,
): Promise<Import> {
  const body = new FormData();
  for (const file of files) body.append("files", file, file.name);
  const request = new XMLHttpRequest();
  request.open(createImport.method, urlOf(createImport.path, { teamId }, { timeZone: ownTimeZone() }));
  request.withCredentials = true;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.upload.onload = () => onProgress(1);
  return new Promise((resolve, reject) => {
    request.onload = () => settle(request, resolve, reject);
    request.onerror = () => reject(new TypeError("Upload failed"));
    request.onabort = () => reject(new DOMException("Upload cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

function settle(
  request: XMLHttpRequest,
  resolve: (uploaded: Import) => void,
  reject: (error: Error) => void,
): void {
  const { status, responseText, statusText } = request;
  if (status >= 200 && status < 300) {
    resolve(JSON.parse(responseText) as Import);
  } else {
    if (status === 401) reportUnauthorized();
    reject(new ApiError(status, responseText, statusText));
  }
}
