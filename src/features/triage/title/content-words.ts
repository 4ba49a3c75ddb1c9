import { wordsIn } from "./title";

/** Words that say nothing about what the work is on. */
const hollow = new Set(
  "a an the it its it's this that that's these those them they him her he she we i you me us my your our their one ones thing things stuff something anything everything some any more most all both so then there here now just really very also too up out on in at to for of with by about from into and or do does make made get go have has be is are was take give put come back over can could will would should what how who when where which if whether like look find work use try start need want let know bit lot way okay yeah monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight morning afternoon evening noon week weeks month months day days year next last end soon later time".split(
    " ",
  ),
);

/** Words that name what the work is about. */
export const contentWords = (text: string): string[] =>
  wordsIn(text).filter((word) => word.length > 2 && !hollow.has(word) && !/^\d+$/.test(word));
