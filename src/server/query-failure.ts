import { DrizzleQueryError } from "drizzle-orm";

/**
 * Makes an error safe to log. Of a failed query, keeps only the database's message, because the query itself
 * contains private data.
 */
export function withoutQuery(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) return error.cause ?? new Error("a query failed");
  if (error instanceof Error && error.cause !== undefined) {
    const cause = withoutQuery(error.cause);
    if (cause !== error.cause) Object.defineProperty(error, "cause", { value: cause, configurable: true });
  }
  return error;
}

/** The same, as one short line. */
export function reasonOf(error: unknown): string {
  const reason = withoutQuery(error);
  return (reason instanceof Error ? reason.message : String(reason)).slice(0, 500);
}

/** Whether an error, or one that caused it, has a code: an SQLSTATE of the database, or one of the system. */
export function hasCode(error: unknown, codes: RegExp): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (codes.test(String((cause as { code?: unknown }).code))) return true;
  return false;
}

/** True if the disk of the database or of the files has no space left, or none for this account (a quota). */
export const isDiskFull = (error: unknown): boolean => hasCode(error, /^(53100|ENOSPC|EDQUOT)$/);

/** What people read then, who can't do anything about it themselves. */
export const diskFull = "The server's disk is full. Ask your administrator to make room on it.";

/** SQLSTATE classes that blame the data: exceptions, constraints, limits, triggers and internal errors. */
const dataClasses = ["22", "23", "54", "P0", "XX"];

/** True if what was written is at fault, and writing it again would fail again. False for a lost connection. */
export function isDataFault(error: unknown): boolean {
  const cause = withoutQuery(error);
  const { code } = cause as { code?: unknown };
  if (typeof code !== "string") return !(error instanceof DrizzleQueryError);
  return code.length === 5 && dataClasses.includes(code.slice(0, 2));
}
