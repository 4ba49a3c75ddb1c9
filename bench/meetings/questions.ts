import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { createAnswers } from "../../src/features/context/chat/answer";
import { createRetrieval } from "../../src/features/context/retrieve";
import { openDatabase } from "../../src/server/database";
import { median, report } from "../measure";
import type { Product } from "../product";

/** Meetings of ten hours, a line every five seconds. */
const meetings = 5;
const lines = (10 * 3600) / 5;
const runs = 10;

/**
 * How long a question over very long transcripts holds the thread that answers everybody. The server's own code runs
 * in this process, because only a process itself knows how long its event loop stood still.
 */
export async function measureQuestions({ person, databaseUrl, connect }: Product): Promise<void> {
  const client = await connect();
  for (let n = 0; n < meetings; n++)
    await client.query(
      `with said as materialized (
         select n, 'We talk about topic ' || (n * 7919 + $2 * 31) % 5000 || ' and the harbour, number ' || n
           || ', for a long while, and then we go on with the other things that are on the list.' as text
         from generate_series(0, $3::int - 1) n),
       meeting as (
         insert into meetings (team_id, title, status, transcript)
         select $1, 'Talks ' || $2, 'completed', string_agg(text, E'\\n' order by n) from said returning id)
       insert into meeting_segments (meeting_id, position, team_id, start_second, end_second, speaker, text)
       select id, n, $1, n * 5, n * 5 + 5, 'Speaker ' || n % 3, text from said, meeting`,
      [person.teamId, n, lines],
    );
  await client.query("vacuum analyze passages");
  await client.end();
  const { db, close } = openDatabase(databaseUrl, (error) => {
    throw error;
  });
  const retrieval = createRetrieval({ db });
  const answers = createAnswers({ db, retrieval });
  const viewer = { teamId: person.teamId, userId: person.user.id };
  const holds: number[] = [];
  const took: number[] = [];
  // The first ones start the worker and compile what it runs.
  for (let run = -3; run < runs; run++) {
    const watching = { on: true };
    const longestOne = longestTurn(watching);
    const began = performance.now();
    const found = await retrieval.retrieve(viewer, `What was said about topic ${run + 700} and the harbour?`);
    if (answers.quoted(found).sources.length === 0) throw new Error("the question found nothing");
    took.push(performance.now() - began);
    watching.on = false;
    const hold = await longestOne;
    if (run >= 0) holds.push(hold);
  }
  await close();
  const longest = Math.max(...holds);
  report({
    measure: `longest turn of the server's event loop, processor time, in a question over ${meetings} transcripts of ten hours (answered in ${Math.round(median(took))} ms)`,
    value: longest,
    unit: "ms",
    goal: "< 20 ms",
    met: longest < 20,
  });
}

/** Processor time of this thread so far (milliseconds), which other programs don't add to. */
const spent = () => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;

/** The longest turn of the event loop, in processor time (milliseconds). */
async function longestTurn(watching: { on: boolean }): Promise<number> {
  let longest = 0;
  for (let before = spent(); watching.on; ) {
    await setImmediate();
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  }
  return longest;
}
