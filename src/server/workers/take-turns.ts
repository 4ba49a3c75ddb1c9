import pLimit from "p-limit";

/**
 * Lets a few at a time run what holds something that is scarce, such as a connection to the database. The others wait in
 * order.
 *
 * @param crowded - what one fails with if `mostWaiting` wait already.
 */
export function takeTurns({
  most,
  mostWaiting,
  crowded,
}: {
  most: number;
  mostWaiting: number;
  crowded(): Error;
}) {
  const limit = pLimit(most);
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount + limit.pendingCount >= most + mostWaiting) throw crowded();
    return limit(run);
  };
}

/**
 * Lets one at a time of each key run, such as of a team that locks itself meanwhile: those that wait hold nothing yet.
 *
 * @param limits - as for {@link takeTurns}, for each key.
 */
export function takeTurnsOf(limits: { mostWaiting: number; crowded(): Error }) {
  const queues = new Map<string, { inTurn: ReturnType<typeof takeTurns>; count: number }>();
  return async <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? { inTurn: takeTurns({ most: 1, ...limits }), count: 0 };
    queues.set(key, queue);
    queue.count++;
    try {
      return await queue.inTurn(run);
    } finally {
      if (--queue.count === 0) queues.delete(key);
    }
  };
}
