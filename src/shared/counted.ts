/**
 * A number with its noun: "1 task" or "1,204 tasks".
 *
 * @param many - the noun for every other number than one, if it isn't `one` with an s.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
