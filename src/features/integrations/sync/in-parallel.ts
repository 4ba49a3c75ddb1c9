/** Does a piece of work for each item, so many at a time, and keeps the order of the results. The first failure ends it. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  let failed = false;
  async function worker(): Promise<void> {
    while (next < items.length && !failed) {
      const index = next++;
      results[index] = await work(items[index] as Item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  }
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, worker));
  return results;
}
