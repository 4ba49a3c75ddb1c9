import { ApiError } from "./api";

/** Why something failed, as a sentence for the person; the server's own if it sent one. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiError)
    return (
      error.sentence ??
      (error.status === 429
        ? "Too many requests came from your network. Try again in a minute."
        : undefined) ??
      // A page for browsers, which only something between them and the server sends.
      (/^\s*</.test(error.body)
        ? `A proxy in front of Zippy refused this (${error.status}). Ask your administrator.`
        : error.message)
    );
  if (!(error instanceof TypeError)) return error.message;
  return navigator.onLine
    ? "Can't reach Zippy's server. Check that it's running."
    : "You're offline, and this needs a connection.";
}

/**
 * The server's own sentence, else what failed (specification, section 8); without an answer, or if too many calls came,
 * also why.
 */
export function sentenceOr(error: Error, what: string): string {
  if (error instanceof ApiError && (error.sentence || error.status !== 429)) return error.sentence ?? what;
  return `${what}. ${reasonOf(error)}`;
}
