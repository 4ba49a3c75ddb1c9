import { z } from "zod";
import type { Cursor, FetchedPage } from "../provider";

const Thread = z.object({
  conversation: z.string(),
  ts: z.string(),
  /** Replies after this timestamp are new. */
  after: z.string(),
  /** The page to resume from; null for the first. */
  page: z.string().nullable(),
});

/** One pass over all conversations, a page at a time. */
const Round = z.object({
  /** The remaining conversations. The first one is being read. */
  conversations: z.array(z.string()),
  /** The page to resume from in the first conversation, and its newest message; null at its beginning. */
  history: z.object({ page: z.string(), newest: z.string() }).nullable(),
  /** The remaining threads with new replies. */
  threads: z.array(Thread),
  /** How many conversations and threads may still be rechecked in this round. */
  rechecks: z.int().default(0),
});
export type Round = z.infer<typeof Round>;

const Progress = z.object({
  /** The newest change in each fully read conversation, as a Slack timestamp. */
  seen: z.record(z.string(), z.string()),
  /** Null between two rounds. */
  round: Round.nullable(),
  /** What is left of the current recheck: conversations, and threads of conversations already rechecked. */
  recheck: z
    .object({
      conversations: z.array(z.string()),
      threads: z.array(z.object({ conversation: z.string(), ts: z.string() })),
    })
    .default({ conversations: [], threads: [] }),
  /** Start of the latest recheck (ISO 8601). */
  checked: z.iso.datetime().default(() => new Date().toISOString()),
  /** Start of the latest round (ISO 8601). */
  began: z.iso.datetime().nullable().default(null),
});
export type Progress = z.infer<typeof Progress>;

/** A new cursor starts with nothing to recheck. */
export const readProgress = (cursor: Cursor | null): Progress =>
  Progress.safeParse(cursor).data ?? Progress.parse({ seen: {}, round: null });

/** The cursor for a position in a round. */
export function locationIn(progress: Progress, round: Round): Pick<FetchedPage, "cursor" | "more"> {
  const { conversations, threads } = progress.recheck;
  const rechecking = round.rechecks > 0 && conversations.length + threads.length > 0;
  const more = round.conversations.length > 0 || round.threads.length > 0 || rechecking;
  return { cursor: { ...progress, round: more ? round : null } satisfies Progress, more };
}

/** Timestamps stay strings, because a number can't represent them exactly. */
const partsOf = (ts: string): [number, string] => {
  const [seconds = "0", rest = ""] = ts.split(".");
  return [Number(seconds), rest.padEnd(9, "0")];
};

/** Both are Slack timestamps: seconds with a fraction, as text. */
export function isLater(ts: string, than: string): boolean {
  const [[seconds, rest], [otherSeconds, otherRest]] = [partsOf(ts), partsOf(than)];
  return seconds === otherSeconds ? rest > otherRest : seconds > otherSeconds;
}

export const latest = (all: [string, ...string[]]): string =>
  all.reduce((newest, ts) => (isLater(ts, newest) ? ts : newest));

/** A Slack timestamp some seconds earlier, but not before 1970. */
export const secondsBefore = (ts: string, seconds: number): string =>
  `${Math.max(0, partsOf(ts)[0] - seconds)}.000000`;

/** A moment as a Slack timestamp, cut to seconds. */
export const toTs = (time: Date): string => `${Math.floor(time.getTime() / 1000)}.000000`;
