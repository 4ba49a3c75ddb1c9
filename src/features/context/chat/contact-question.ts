import { asking, execAsking, lead, nameAs } from "./question-words";

/** What a question wants to know of somebody: where they can be reached. */
export interface ContactQuestion {
  kind: "contact";
  wants: "phone" | "email";
  /** A name of up to four words, or an address. */
  of: string;
}

const person = nameAs("who");
const opening =
  "(?:(?:what|where)(?:['’]?s| is| are| was)|(?:do|did) (?:i|we|you) (?:have|know)|(?:can|could) you (?:find|show|tell|give)(?: me)?|give me|show me|tell me|find(?: me)?|look up|search(?: for)?)? ?";
const phone =
  "(?:(?:(?:tele)?phone|mobile|cell|office|direct|work|home) ?)+(?:numbers?)?(?:phone ?(?:numbers?)?)?|(?:tel|contact) numbers?";
const email = "(?:e-?mail|mail)(?: address(?:es)?| id)?";
const end = "\\s*[?.!]*$";
const patterns: [ContactQuestion["wants"], RegExp][] = (
  [
    ["phone", `${lead}${opening}(?:the |an? )?(?:${phone}) (?:of|for|from) ${person}${end}`],
    ["phone", `${lead}${opening}${person}(?:['’]s?) (?:${phone}|numbers?)${end}`],
    ["phone", `^how (?:can|do|could|should) (?:i|we) (?:call|phone|ring) ${person}(?: up)?${end}`],
    ["phone", `^(?:what|which) (?:${phone}|number) (?:does|has) ${person} (?:have|use)${end}`],
    ["email", `${lead}${opening}(?:the |an? )?${email} (?:of|for|from) ${person}${end}`],
    ["email", `${lead}${opening}${person}(?:['’]s?) ${email}${end}`],
    ["email", `^how (?:can|do|could|should) (?:i|we) (?:e-?mail|mail) ${person}${end}`],
  ] as const
).map(([wants, source]) => [wants, asking(source)]);

/** Only a name with capitals: "who is late" and "who is next" ask for something else. */
const who =
  /^who(?:['’]?s| is| was) (?<who>\p{Lu}[^\s?!]*(?: (?:(?:d[aeiu]|de[lnr]|la|le|v[ao]n|zu)|\p{Lu}[^\s?!]*)){0,4}?)[\s.?!]*$/u;

/** Who can't be looked up by a name. */
const nobody =
  /^(?:i|me|you|he|him|she|it|they|them|we|us|this|that|these|those|people|everyone|anyone|someone|the|a|an|my|our|your|their|his|her)\b/i;

/** Words of which each pattern needs one: compiling the patterns takes longer than answering most questions. */
const hint = /phone|mobile|cell|office|direct|work|home|number|mail|call|ring/i;

/** Whom a question asks about ("Who is Anna Berg?"); null if it is any other question. */
export const readWho = (question: string): string | null =>
  who.exec(question.trim().replace(/^Who/, "who"))?.groups?.who ?? null;

/** Recognizes a question about somebody's phone number or address; null if it is any other question. */
export function readContactQuestion(question: string): ContactQuestion | null {
  if (!hint.test(question)) return null;
  for (const [wants, pattern] of patterns) {
    const who = execAsking(pattern, question)?.groups?.who;
    if (who && /\p{L}/u.test(who) && !nobody.test(who)) return { kind: "contact", wants, of: who };
  }
  return null;
}
