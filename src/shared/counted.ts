/**
 * A number with its noun: "1 task" or "1,204 tasks".
 *
 * @param many - the noun for every other number than one, if it isn't `one` with an s.
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** How many of several: "2 of these tasks have", or "This task has" if there is only one. The noun takes an s. */
export const ofThese = (count: number, all: number, one: string): string =>
  all === 1 ? `This ${one} has` : counted(count, `of these ${one}s has`, `of these ${one}s have`);

/** All of several: "These tasks have", or "This task has" if there is only one. The noun takes an s. */
export const allOfThese = (all: number, one: string): string =>
  all === 1 ? `This ${one} has` : `These ${one}s have`;
