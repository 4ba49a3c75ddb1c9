import { wordsOf } from "../../search/words";
import { isDecision } from "./deeds";

interface Kind {
  asks: RegExp;
  has: (text: string, question: string) => boolean;
  /** Whether only such sentences answer, if there are some. */
  alone?: true;
  /** Whether a sentence must be about it by its own words: a name below a title may be anybody's. */
  byItself?: true;
}

const days =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan(?:uary)?|feb(?:ruary)?|march|april|may \d|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|today|tomorrow|tonight|yesterday|noon|(?:next|this|last) (?:week|month|year)|in (?:spring|summer|autumn|winter))\b|\b\d{1,2}(?::\d\d| ?[ap]\.?m\b|(?:st|nd|rd|th)\b)|\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b(?:19|20)\d\d\b/i;
/** "10:30" and "3 pm" are no prices. */
const money = /[$€£¥]|\b(?:dollars?|euros?|pounds?|cents?|usd|eur|gbp|percent)\b|\d{3}|\d[.,]\d\d|\d ?%/i;
const figures =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|dozen|half|twice)\b/i;
const name = /(?:\p{Lu}\p{Ll}+|\p{Lu}\.)[ \t]+(?:\p{Lu}\.?[ \t]+)?\p{Lu}\p{Ll}+/gu;

/** What a question asks for, and how a sentence shows that it has it. */
const kinds: Kind[] = [
  {
    asks: /\b(?:decide|decided|decision|decisions|agreed? (?:on|to|upon|about))\b/i,
    has: isDecision,
    alone: true,
  },
  {
    asks: /^\W*(?:(?:and|so|but) )?(?:(?:until|till|since|by|from) )?(?:when\b|(?:what|which) (?:day|date|time|month|year)\b)|\b(?:deadline|(?:due|last|start(?:ing)?|end|closing|opening) (?:date|day|time))\b/i,
    has: (text) => days.test(text),
  },
  {
    asks: /\b(?:price|costs?|rent|budget|fee|salary|how expensive)\b/i,
    has: (text) => money.test(text),
  },
  {
    asks: /\bhow (?:much|many|long|large|big|often|far|old)\b|\bamount of\b/i,
    has: (text) => figures.test(text),
  },
  {
    asks: /\b(?:number|code|pin|id|iban) (?:of|for)\b|\b(?:account|booking|case|confirmation|contract|customer|flight|invoice|order|reference|room|serial|ticket|tracking) (?:number|code|id)\b/i,
    has: (text) => /\b\p{L}*\d[\p{L}\d-]{2,}/u.test(text),
  },
  { asks: /^\W*(?:(?:and|so|but) )?who(?:m|se)?\b/i, has: namesAnother, byItself: true },
];

/** Whether a text names somebody whom the question doesn't. */
function namesAnother(text: string, question: string): boolean {
  const asked = new Set(wordsOf(question));
  return [...text.matchAll(name)].some(([found]) => wordsOf(found).some((word) => !asked.has(word)));
}

/** What a sentence has that answers a question. */
export interface KindOfAnswer {
  /** Whether a sentence has the time, the price, the figure, the name or the decision that is asked for. */
  fits: (text: string) => boolean;
  /** Whether nothing else answers, if there is such a sentence. */
  alone: boolean;
  /** Whether the title of its source doesn't make a sentence an answer. */
  byItself: boolean;
}

/** Reads what kind of answer a question asks for. Nothing fits other questions. */
export function kindOfAnswer(question: string): KindOfAnswer {
  // A question that follows another stands behind it, and asks for something else.
  const last = question.split(/\?\s+(?=\S)/).at(-1) ?? "";
  const kind = kinds.find(({ asks }) => asks.test(last));
  const { alone = false, byItself = false } = kind ?? {};
  return { fits: (text) => kind?.has(text, question) ?? false, alone, byItself };
}
