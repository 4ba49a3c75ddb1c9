/**
 * Lets a few at a time run what holds something that is scarce, such as a connection to the database. The others wait in
 * order.
 *
 * @param crowded - what one fails with if `mostWaiting` wait already.
 */
export function takeTurns(limits: { most: number; mostWaiting: number; crowded(): Error }) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running < limits.most) running++;
    else if (waiting.length < limits.mostWaiting) await new Promise<void>((begin) => waiting.push(begin));
    else throw limits.crowded();
    try {
      return await run();
    } finally {
      // The next one takes the place over.
      const begin = waiting.shift();
      if (begin) begin();
      else running--;
    }
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
