/** Every kind of error a user can see, with its HTTP status. */
export const errorStatus = {
  invalid_input: 400,
  not_signed_in: 401,
  limit_reached: 402,
  forbidden: 403,
  /** Needs a fresh sign-in; POST /api/auth/confirm gives it. */
  sign_in_again: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  /** What the caller expected to change has another value by now. */
  changed_since: 409,
  too_large: 413,
  unsupported: 415,
  too_many_requests: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const;

export type AppErrorCode = keyof typeof errorStatus;

/** An error for users: `message` is their sentence. Anything else is a bug, logged in full and shown generically. */
export class AppError extends Error {
  override name = "AppError";
  /** When to try again, in seconds; undefined: no hint. */
  readonly retryAfter: number | undefined;
  constructor(
    readonly code: AppErrorCode,
    message: string,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(message, options);
    this.retryAfter = options?.retryAfter;
  }
}
