import { lead } from "./question-words";

/** What a question wants to know of somebody: where they can be reached. */
export interface ContactQuestion {
  kind: "contact";
  wants: "phone" | "email";
  /** A name of up to four words, or an address. */
  of: string;
}

const person = "(?<who>(?:[\\p{L}\\p{N}.’'-]+ ){0,3}[\\p{L}\\p{N}.&’'@_+-]+?)";
const asking =
  "(?:(?:what|where)(?:['’]?s| is| are| was)|(?:do|did) (?:i|we|you) (?:have|know)|(?:can|could) you (?:find|show|tell|give)(?: me)?|give me|show me|tell me|find(?: me)?|look up|search(?: for)?)? ?";
const phone =
  "(?:(?:(?:tele)?phone|mobile|cell|office|direct|work|home) ?)+(?:numbers?)?(?:phone ?(?:numbers?)?)?|(?:tel|contact) numbers?";
const email = "(?:e-?mail|mail)(?: address(?:es)?| id)?";
const end = "\\s*[?.!]*$";
const patterns: [ContactQuestion["wants"], RegExp][] = (
  [
    ["phone", `${lead}${asking}(?:the |an? )?(?:${phone}) (?:of|for|from) ${person}${end}`],
    ["phone", `${lead}${asking}${person}(?:['’]s?) (?:${phone}|numbers?)${end}`],
    ["phone", `^how (?:can|do|could|should) (?:i|we) (?:call|phone|ring) ${person}(?: up)?${end}`],
    ["phone", `^(?:what|which) (?:${phone}|number) (?:does|has) ${person} (?:have|use)${end}`],
    ["email", `${lead}${asking}(?:the |an? )?${email} (?:of|for|from) ${person}${end}`],
    ["email", `${lead}${asking}${person}(?:['’]s?) ${email}${end}`],
    ["email", `^how (?:can|do|could|should) (?:i|we) (?:e-?mail|mail) ${person}${end}`],
  ] as const
).map(([wants, source]) => [wants, new RegExp(source, "iu")]);

/** Who can't be looked up by a name. */
const nobody =
  /^(?:i|me|you|he|him|she|it|they|them|we|us|this|that|these|those|people|everyone|anyone|someone|the|a|an|my|our|your|their|his|her)\b/i;

/** Recognizes a question about somebody's phone number or address; null if it is any other question. */
export function readContactQuestion(question: string): ContactQuestion | null {
  for (const [wants, pattern] of patterns) {
    const who = pattern.exec(question)?.groups?.who;
    if (who && /\p{L}/u.test(who) && !nobody.test(who)) return { kind: "contact", wants, of: who };
  }
  return null;
}
