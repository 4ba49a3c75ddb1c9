import { asking, execAsking, lead, nameAs } from "./question-words";

/** Asks who answered a message. */
export interface AnsweredQuestion {
  kind: "answered";
  /** Who wrote the message; null: the sources of the answer before, unless `about` says more. */
  whom: string | null;
  /** What it is about; null: anything. */
  about: string | null;
}

const who =
  "(?:who (?:else )?(?:has |have )?(?:answered|replied|responded|wrote back)|(?:did|has) (?:any(?:one|body)|some(?:one|body)) (?:else )?(?:answer(?:ed)?|repl(?:y|ied)|respond(?:ed)?|write back|written back))";
const message = "(?:question|message|mail|e-?mail|post|request|note)";
const about = "(?: (?:about|on|regarding|concerning) (?<about>.+?))";
const end = "[\\s?.!]*$";

const patterns = [
  `${lead}${who}(?:,? (?:(?:to )?(?:it|this|that|these|those|them|him|her|me|us)|first|last|yet|already|then|so far))*${end}`,
  `${lead}${who}(?: (?:to )?(?:the|this|that) ${message})?${about}?${end}`,
  `${lead}${who} (?:to )?${nameAs("whom")}(?:['’]s? (?:last |latest )?${message})?${about}?${end}`,
].map((source) => asking(source));

/** Whom nobody can look up. */
const nobody =
  /^(?:i|me|you|he|him|she|her|it|they|them|we|us|this|that|these|those|the|an?|my|our|your|their|his|all|any\p{L}*|some\p{L}*|every\p{L}*)\b/iu;

/** Words of which each pattern needs one: compiling the patterns takes longer than answering most questions. */
const hint = /answer|repl|respond|back/i;

/** Recognizes a question about who answered; null if it is any other question. */
export function readAnswered(question: string): AnsweredQuestion | null {
  if (!hint.test(question)) return null;
  for (const pattern of patterns) {
    const found = execAsking(pattern, question);
    if (!found) continue;
    const { whom = null, about: topic = null } = found.groups ?? {};
    return whom && nobody.test(whom) ? null : { kind: "answered", whom, about: topic };
  }
  return null;
}

/** Whether only the answer before says what was answered. */
export const asksOfSources = ({ whom, about }: AnsweredQuestion): boolean => whom === null && about === null;
