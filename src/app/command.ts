import { ConfigError } from "../server/config";
import { PostgresError } from "../server/postgres/postgres-error";
import { isDiskFull } from "../server/query-failure";
import { limitRepeats } from "../server/workers/limit-repeats";
import { AppError } from "../shared/app-error";

/** What the driver says about a database that can't be reached or refuses to be used. */
const noDatabase =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28P01|28000|3D000|57P03)$/;

/** Runs a command until it ends, and ends the process. A failure is explained and sets the exit code. */
export async function runCommand(work: () => Promise<void>): Promise<never> {
  try {
    await work();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
  process.exit();
}

/** What the terminal says about a failure: a sentence for the person who runs the command, or the stack for bugs. */
export function explain(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = sentenceOf(cause);
    if (sentence) return sentence;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function sentenceOf(error: Error): string | undefined {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if ([AppError, ConfigError, PostgresError].some((kind) => error instanceof kind)) return message;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`;
  if (code && noDatabase.test(code))
    return `Can't use the database (${code}). Start it, or correct DATABASE_URL.`;
  if (isDiskFull(error)) return "The disk is full. Make room, then try again.";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return `Not allowed: ${message}`;
  return undefined;
}

/**
 * Prints a line once a minute, with the number of times that it was left out. What is tried again each second would
 * otherwise bury everything else under one outage of the database.
 *
 * @param now - the time (milliseconds), for tests.
 */
export function withoutRepeats(print: (line: string) => void, now?: () => number) {
  const leftOutBefore = limitRepeats(1, now);
  return (line: string): void => {
    const leftOut = leftOutBefore(line);
    if (leftOut !== undefined) print(leftOut > 0 ? `${line} (and ${leftOut} times before)` : line);
  };
}
