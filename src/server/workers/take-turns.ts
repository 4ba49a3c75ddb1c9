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
