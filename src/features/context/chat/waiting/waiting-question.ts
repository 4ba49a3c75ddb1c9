import { asking, lead } from "../question-words";

/** Asks who waits for an answer. */
export interface WaitingQuestion {
  kind: "waiting";
  /** "me": what others have asked the person; "others": what the person has asked others. */
  on: "me" | "others";
}

const reply = "(?:reply|answer|response|replies|answers|responses|word)";
const aReply = `(?:(?:an?|any|my|some) )?${reply}(?: (?:from|of|by) (?:me|mine|us))?`;
const messages =
  "(?:messages?|mails?|e-?mails?|questions?|chats?|conversations?|requests?|people|ones?|things?)";
const answer =
  "(?:answer(?:ed)?|repl(?:y|ied)(?: to)?|respond(?:ed)?(?: to)?|get back to|got back to|write back(?: to)?|written back(?: to)?|react(?:ed)? to)";
const adverbs = "(?:(?:still|yet|currently|now|else|all|actually) )*";
const must = "(?:have to|need to|must|should|ought to|got to)";
const not = "(?:haven['’]?t|have not|hasn['’]?t|has not|didn['’]?t|did not|never|not)";
const end =
  "(?:,? (?:yet|still|so far|now|right now|today|at the moment|currently|next|first|or not))*[\\s?.!]*$";
const pattern = (sources: string[]) => asking(`${lead}(?:${sources.join("|")})${end}`);

const onMe = pattern([
  // "Who is waiting for my reply?"
  `(?:who(?:m|se)?|(?:what|which) ${messages})(?:['’]?s| is| are| has been| have been)? ${adverbs}(?:wait(?:s|ing)?) (?:for|on) (?:me|us|${aReply}|(?:me|us) to ${answer}|to hear (?:back )?from me)`,
  `(?:is|are) (?:any(?:one|body)|some(?:one|body)|people|there (?:any(?:one|body)|people)) ${adverbs}waiting (?:for|on) (?:me|us|${aReply}|to hear (?:back )?from me)`,
  `who ${adverbs}(?:needs?|wants?|expects?) ${aReply} from (?:me|us)`,
  // "What do I still have to answer?", "Whom do I owe a reply?"
  `(?:who(?:m|se ${messages})?|what|(?:what|which) ${messages}) (?:do|must|should|have|ought) (?:i|we) ${adverbs}(?:${must} |to )?${adverbs}${answer}`,
  `(?:who(?:m)? )?do (?:i|we) ${adverbs}owe (?:(?:any(?:one|body)|some(?:one|body)|people) )?(?:an?|any) ${reply}(?: to)?`,
  `(?:do|must|should) (?:i|we) ${adverbs}(?:${must} )?${answer} (?:to )?(?:any(?:one|body|thing)|some(?:one|body|thing))`,
  // "What haven't I answered?", "Unanswered messages"
  `(?:who(?:m)?|what|(?:what|which) ${messages}) ${not} (?:i|we) ${adverbs}${answer}`,
  `(?:who(?:m)?|what|(?:what|which) ${messages}) (?:have|did) (?:i|we) ${adverbs}(?:not|never|forgotten to|forget to|missed to) ${adverbs}${answer}`,
  `(?:(?:what|which|how many|show(?: me)?|list|any|are there(?: any)?|do i have(?: any)?)(?: (?:my|the|all))? )?unanswered ${messages}(?: do (?:i|we) have| are there| have (?:i|we))?`,
  `(?:(?:what|which) ${messages}|what)(?:['’]?s| is| are) ${adverbs}unanswered`,
]);

const onOthers = pattern([
  // "Who owes me a reply?"
  `who ${adverbs}owes? (?:me|us) (?:an? |any )?${reply}`,
  `does any(?:one|body) ${adverbs}owe (?:me|us) (?:an? |any )?${reply}`,
  `(?:what|who(?:m)?) (?:am|are) (?:i|we) ${adverbs}waiting (?:for|on)(?: to (?:answer|reply|respond|get back)(?: to (?:me|us))?)?`,
  `(?:whose|what|which) ${reply} (?:am|are) (?:i|we) ${adverbs}waiting (?:for|on)`,
  `(?:am|are) (?:i|we) ${adverbs}waiting (?:for|on) (?:any(?:one|body|thing)|some(?:one|body|thing)|(?:an?|any) ${reply})`,
  `is there any(?:one|body|thing) (?:that )?(?:i['’]?m|i am|we['’]?re|we are) ${adverbs}waiting (?:for|on)`,
  // "Who hasn't answered me?"
  `who ${adverbs}${not} ${adverbs}${answer}(?: (?:to )?(?:me|us|my ${messages}|our ${messages}))`,
  `who ${adverbs}(?:has|needs|have|need) to (?:get back|reply|answer|respond|write back) ?(?:to )?(?:me|us)`,
  `(?:what|which)(?: of)? my ${messages} (?:(?:are|is|were) ${adverbs}(?:unanswered|not answered|without (?:an? )?${reply})|${not} (?:been answered|got(?:ten)? (?:an? |any )?${reply})|have (?:no|not got any|not been) ?(?:${reply}|answered)|got no ${reply})`,
  `(?:who(?:m)?) (?:do|should|must) (?:i|we) ${adverbs}(?:${must} )?(?:chase|nudge|follow up with|chase up)`,
]);

/** Words of which each pattern needs one: compiling the patterns takes longer than answering most questions. */
const hint = /wait|owe|answer|repl|respon|react|back|word|chase|nudge|follow/i;

/** Recognizes a question for who waits for an answer; null if it is any other question. */
export function readWaiting(question: string): WaitingQuestion | null {
  if (!hint.test(question)) return null;
  if (onMe.test(question)) return { kind: "waiting", on: "me" };
  return onOthers.test(question) ? { kind: "waiting", on: "others" } : null;
}
