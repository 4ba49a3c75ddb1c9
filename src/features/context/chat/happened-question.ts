import { asking, lead } from "./question-words";

/** Asks what happened in a stretch of time, or what was decided then, and about nothing in particular. */
export interface HappenedQuestion {
  kind: "happened";
  /** The words that name the time. */
  when: string;
  decided?: true;
}

const all = "(?:we|people|everyone|everybody|anyone|anybody|the (?:team|group|list|board|committee))";
const nouns = "(?:messages?|mails?|e-?mails?|news|meetings?|conversations?|discussions?)";
const question = (sources: string[]): RegExp => asking(`${lead}(?:${sources.join("|")})[\\s?.!]*$`);

const happened = question([
  "what(?:['’]?s| is| was| has| have)? (?:else |all |been |new |important |interesting )*(?:happened|went on|going on|came (?:in|up)|new|arrived|discussed|said|written|sent|received|talked about)(?: (?:here|to (?:me|us)))?",
  `what (?:all )?did (?:i (?:get|receive|miss)|${all} (?:all )?(?:say|write|discuss|talk about|speak about|write about|receive|miss))`,
  `(?:(?:what|which|how many|show(?: me)?|list|were there|was there|any|did (?:i|we) (?:get|have|receive))(?: are| were| all| any| the| my| our| new)* )?${nouns}(?: (?:came(?: in)?|arrived|happened|took place|did (?:i|we) (?:get|have|receive)|(?:was|were) (?:there|sent|written|received)))?`,
]);
const decided = question([
  `what (?:did ${all} (?:all )?(?:decide|agree)(?: on| upon| to)?(?: do)?|(?:was|were|has been|have we) (?:decided|agreed)(?: on| upon)?)`,
  "(?:(?:what|which|show(?: me)?|list|any)(?: are| were| all| any| the| our)* )?decisions?(?: (?:did we (?:make|take)|(?:were|was) (?:made|taken)|we (?:made|took)))?",
]);

/**
 * Recognizes a question about what happened in a stretch of time; null if it is any other question.
 *
 * @param asked - the question without the words that name the time, `when`.
 */
export function readHappened({
  asked,
  when,
}: {
  asked: string;
  when: string | null;
}): HappenedQuestion | null {
  if (when === null) return null;
  if (happened.test(asked)) return { kind: "happened", when };
  return decided.test(asked) ? { kind: "happened", when, decided: true } : null;
}
