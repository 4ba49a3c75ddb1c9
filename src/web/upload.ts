import { ApiError, reportUnauthorized } from "./api";
import { isOfProxy, ProxyAnswer } from "./proxy-answer";

/** The longest time without a single byte sent, or until the answer after the last one (milliseconds). */
const longestSilence = 60_000;

interface UploadOptions {
  /** How many bytes of how many are sent. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Posts files with progress, which `fetch` doesn't report. The browser reads them from the disk as it sends them.
 *
 * @returns the answer's JSON.
 * @throws ApiError if the server rejects it, or if nothing moves any more; TypeError if it is unreachable; AbortError if
 * cancelled.
 */
export function upload<Answer>(
  url: string,
  body: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const request = new XMLHttpRequest();
  request.open("POST", url);
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
    onProgress(loaded, total);
  };
  request.upload.onload = ({ loaded, total }) => onProgress(loaded, total);
  return new Promise((resolve, reject) => {
    request.onload = () => settle<Answer>(request, resolve, reject);
    request.onerror = () => reject(new TypeError("Upload failed"));
    request.onabort = () => reject(stalled ? stall() : new DOMException("Upload cancelled", "AbortError"));
    request.onloadend = () => window.clearTimeout(silence);
    signal.addEventListener("abort", () => request.abort());
    listen();
    request.send(body);
  });
}

function stall(): ApiError {
  const message = "Nothing has been sent for a minute. Check your connection, then try again.";
  return new ApiError(408, JSON.stringify({ message, code: "timeout" }), "Request Timeout");
}

function settle<Answer>(
  request: XMLHttpRequest,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  const { status, responseText, statusText } = request;
  if (status >= 200 && status < 300) {
    resolve(JSON.parse(responseText) as Answer);
  } else if (isOfProxy(status, request.getResponseHeader("content-type"))) {
    reject(new ProxyAnswer(`${status}: ${responseText || statusText}`));
  } else {
    if (status === 401) reportUnauthorized();
    reject(new ApiError(status, responseText, statusText));
  }
}
