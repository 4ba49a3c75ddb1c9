import { postOnce, type SinglePost } from "../../server/post-once";
import { refusalSentence } from "../../server/typed-hosts";

/** Longest wait for a receiver's answer (milliseconds). */
const patience = 15_000;

/** How a receiver took a delivery; `status`: null if it didn't answer. */
export interface PostResult {
  status: number | null;
  /** Null: it accepted. */
  problem: string | null;
}

/** `signal`: cuts it off, whatever the receiver does. */
type PostRequest = Omit<SinglePost, "signal"> & { body: string; signal: AbortSignal | undefined };

/** Posts once. Never throws, follows no redirect, and ignores what the receiver writes. */
export async function post({ headers, body, signal, ...to }: PostRequest): Promise<PostResult> {
  const limit = AbortSignal.timeout(patience);
  try {
    const { statusCode = 0 } = await postOnce({
      ...to,
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "Zippy",
        ...headers,
      },
      body,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { status: statusCode, problem: problemOf(statusCode) };
  } catch (error) {
    return {
      status: null,
      problem: limit.aborted ? "The receiver didn't answer within 15 seconds." : reasonOf(error),
    };
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver redirects (${status}). Enter the address it leads to.`;
  if (status === 410) return "The receiver says that it is gone (410), so the webhook was turned off.";
  return `The receiver answered with status ${status}.`;
}

function reasonOf(error: unknown): string {
  const refusal = refusalSentence(error);
  if (refusal) return refusal;
  const { code } = error as { code?: unknown };
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "The receiver's name can't be resolved.";
  if (code === "ECONNREFUSED") return "The receiver refused the connection.";
  return "The connection to the receiver broke.";
}
