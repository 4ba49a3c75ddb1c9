import { ownTimeZone } from "../../../shared/time-zone";
import { ApiError, reportUnauthorized, urlOf } from "../../../web/api";
import { createImport, type Import } from "../contract";
import { importTexts } from "./texts";

/** The longest time without a single byte sent, or until the answer after the last one (milliseconds). */
const longestSilence = 60_000;

interface UploadOptions {
  /** Share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads archives for a dry run, with progress (which `fetch` doesn't report). Also sends the user's time
 * zone, because chats don't contain one.
 *
 * @returns the import, which is still being counted.
 * @throws ApiError if the server rejects it, or if nothing moves any more; TypeError if it is unreachable; AbortError if
 * cancelled.
 */
export function uploadArchives(
  teamId: string,
  files: readonly File[],
  { onProgress, signal }: UploadOptions,
): Promise<Import> {
  const body = new FormData();
  for (const file of files) body.append("files", file, file.name);
  const request = new XMLHttpRequest();
  request.open(
    createImport.method,
    urlOf(createImport.path, { teamId }, { timeZone: ownTimeZone(), wait: 0 }),
  );
  request.withCredentials = true;
  let silence = 0;
  let stalled = false;
  const listen = () => {
    window.clearTimeout(silence);
    silence = window.setTimeout(() => {
      stalled = true;
      request.abort();
    }, longestSilence);
  };
  request.upload.onprogress = ({ loaded, total }) => {
    listen();
    onProgress(total > 0 ? loaded / total : 0);
  };
  request.upload.onload = () => onProgress(1);
  return new Promise((resolve, reject) => {
    request.onload = () => settle(request, resolve, reject);
    request.onerror = () => reject(new TypeError("Upload failed"));
    request.onabort = () => reject(stalled ? stall() : new DOMException("Upload cancelled", "AbortError"));
    request.onloadend = () => window.clearTimeout(silence);
    signal.addEventListener("abort", () => request.abort());
    listen();
    request.send(body);
  });
}

function stall(): ApiError {
  const answer = JSON.stringify({ message: importTexts.stalled, code: "timeout" });
  return new ApiError(408, answer, "Request Timeout");
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
