import { isDecision } from "./deeds";

interface Kind {
  asks: RegExp;
  has: Pick<RegExp, "test">;
  /** Whether only such sentences answer, if there are some. */
  alone?: true;
}

/** What a question asks for, and how a sentence shows that it has it: a time, a figure, or a decision. */
const kinds: Kind[] = [
  {
    asks: /^\W*(?:(?:and|so|but) )?(?:(?:until|till|since|by|from) )?(?:when\b|(?:what|which) (?:day|date|time|month|year)\b)/i,
    has: /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan(?:uary)?|feb(?:ruary)?|march|april|may \d|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|today|tomorrow|tonight|yesterday|noon|(?:next|this|last) (?:week|month|year)|in (?:spring|summer|autumn|winter))\b|\b\d{1,2}(?::\d\d| ?[ap]\.?m\b|(?:st|nd|rd|th)\b)|\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b(?:19|20)\d\d\b/i,
  },
  {
    asks: /\bhow (?:much|many|long|large|big|often|far|old)\b|\b(?:price|cost|rent|budget|fee|salary|amount) of\b/i,
    has: /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|dozen|half|twice)\b/i,
  },
  {
    asks: /\b(?:decide|decided|decision|decisions|agreed? (?:on|to|upon|about))\b/i,
    has: { test: isDecision },
    alone: true,
  },
];

/**
 * Whether a sentence has the time, the figure or the decision that a question asks for; never for other questions.
 * `alone`: whether nothing else answers, if there is such a sentence.
 */
export function kindOfAnswer(question: string): { fits: (text: string) => boolean; alone: boolean } {
  // A question that follows another stands behind it, and asks for something else.
  const last = question.split(/\?\s+(?=\S)/).at(-1) ?? "";
  const kind = kinds.find(({ asks }) => asks.test(last));
  return { fits: (text) => kind?.has.test(text) ?? false, alone: kind?.alone ?? false };
}
