import { z } from "zod";
import { QuarantineEntries } from "../../sync/quarantine";
import type { Cursor, Fetched } from "../provider";

const Thread = z.object({
  conversation: z.string(),
  ts: z.string(),
  /** Replies after this are news. */
  after: z.string(),
  /** Where reading goes on; null: at its beginning. */
  page: z.string().nullable(),
});

/** One walk through all conversations, a page at a time. */
const Round = z.object({
  /** Those left, the first of them being read. */
  conversations: z.array(z.string()),
  /** Where in the first one reading goes on, and the newest in it; null: at its beginning. */
  history: z.object({ page: z.string(), newest: z.string() }).nullable(),
  /** Threads with news that are left. */
  threads: z.array(Thread),
  /** Conversations and threads that may still be rechecked after that. */
  rechecks: z.int().default(0),
});
export type Round = z.infer<typeof Round>;

const Progress = z.object({
  /** The newest thing that happened in each conversation when it was last read to its end, as Slack's time. */
  seen: z.record(z.string(), z.string()),
  /** Null between two rounds. */
  round: Round.nullable(),
  /** What of the recheck that has been begun is left: conversations, and threads of those that were rechecked. */
  recheck: z
    .object({
      conversations: z.array(z.string()),
      threads: z.array(z.object({ conversation: z.string(), ts: z.string() })),
    })
    .default({ conversations: [], threads: [] }),
  /** When the recheck was begun (ISO 8601). */
  checked: z.iso.datetime().default(() => new Date().toISOString()),
  /** Conversations that Slack fails on: each round tries them again, and goes on without them. */
  quarantine: QuarantineEntries.default([]),
  /** When the latest round was begun (ISO 8601). */
  began: z.iso.datetime().nullable().default(null),
});
export type Progress = z.infer<typeof Progress>;

/** There is nothing to recheck yet at a beginning. */
export const readProgress = (cursor: Cursor | null): Progress =>
  Progress.safeParse(cursor).data ?? Progress.parse({ seen: {}, round: null });

/** The cursor that stands for a place in a round. */
export function locationIn(progress: Progress, round: Round): Pick<Fetched, "cursor" | "more"> {
  const { conversations, threads } = progress.recheck;
  const rechecking = round.rechecks > 0 && conversations.length + threads.length > 0;
  const more = round.conversations.length > 0 || round.threads.length > 0 || rechecking;
  return { cursor: { ...progress, round: more ? round : null } satisfies Progress, more };
}

/** Slack's times are texts of seconds and six digits, which a number would not hold exactly. */
const partsOf = (ts: string): [number, string] => {
  const [seconds = "0", rest = ""] = ts.split(".");
  return [Number(seconds), rest.padEnd(9, "0")];
};

export function isLater(ts: string, than: string): boolean {
  const [[seconds, rest], [otherSeconds, otherRest]] = [partsOf(ts), partsOf(than)];
  return seconds === otherSeconds ? rest > otherRest : seconds > otherSeconds;
}

export const latest = (all: [string, ...string[]]): string =>
  all.reduce((newest, ts) => (isLater(ts, newest) ? ts : newest));

export const secondsBefore = (ts: string, seconds: number): string =>
  `${Math.max(0, partsOf(ts)[0] - seconds)}.000000`;

export const toTs = (time: Date): string => `${Math.floor(time.getTime() / 1000)}.000000`;
