import { type Alternative, patternFor, prefilterPattern } from "../text/prefiltered-pattern";
import type { FoundDate } from "./date-readings";

const words = (list: string) => list.split(" ");
const either = (list: string) => list.replaceAll(" ", "|");

/** Actions of somebody named by a pronoun, because the same words can mean something still to do. */
const actions =
  "left talked chatted discussed visited received returned signed shipped launched finished started landed called emailed paid sent submitted watched bought sold closed joined opened resigned";
/** Verbs that are past with any subject. */
const events =
  "met went came spoke flew arrived happened crashed failed occurred resigned fell rose grew dropped declined jumped peaked";
const dropped = "ignore disregard forget scrap scratch skip cancel";
const earlier = "originally previously initially formerly";

/** Words needed to deny a day, besides the short ones of `date-clues`. */
export const denialWords = words(
  `${actions} ${events} ${dropped} ${earlier} not dont didnt cant wont wasnt isnt cannot never mind instead rather opposed place sorry used supposed meant was were saw took wrote began broke won promised mentioned open opens hours staffed from since had last further per thanks thank great nice good following cancelled canceled late soon early impossible longer anymore any off out away leave vacation holiday available unavailable film movie song book`,
);

/** Words after which a day is still requested, so nothing before them denies it. */
const asksAgain =
  "(?!\\b(?:to|if|could|can|would|should|will|that|for|by|before|until|till|due|need|when|whether|and|but|so)\\b)";
const leave = "(?:leave|vacation|holiday|pto)";
const sick = "(?:(?:off|out) sick|out of (?:the )?office)";
const subject = "(?:I|we|he|she|they|you|it|who)\\s+(?:(?:\\w+ly|just|all|both|also|last)\\s+)?";
const on = "(?:\\bon\\s+(?:the\\s+)?|(?<=\\s)(?:the\\s+)?)";

/** All spellings of "not"; in "don't" and "isn’t" the last letter is a separate word. */
const negations = "no not t dont doesnt isnt arent wasnt werent neednt cannot never";

/** Verbs of changed plans, with every word that starts with their stems. */
export const moves =
  "mov move moving movable push shift change bring brought postpone extend bump slip pull reschedule delay advance put puts putting";

/** What comes directly before a day that isn't meant. */
const before: Alternative[] = [
  // "not Friday", "not by Friday"; "if not Friday" leaves it open, "not later than" sets it
  {
    needs: ["not"],
    source: `(?<!\\b(?:if|why|or|whether)\\s)\\bnot\\s+(?:(?:by|on|for|this|the|in|at|due|needed|actually|necessarily)\\s+)*`,
  },
  // "can't wait until Friday", "don't leave it until Friday"
  {
    needs: ["wait leave hold put keep sit delay postpone"],
    source: `(?:n['’]?t|\\bcannot|\\bnot)\\s+(?:wait|leave|hold|put|keep|sit|delay|postpone)\\b(?:\\s+\\w+){0,4}?\\s+(?:until|till?|for|to)\\s+(?:the\\s+)?`,
  },
  // "no need to finish it today", "it isn't needed before Friday"; "isn't due until Friday" means it
  {
    needs: [negations, "need longer have required due expected urgent necessary"],
    source: `(?:\\bno need\\b|\\bno longer\\b|\\bneed(?:n['’]?t| not)\\b|\\b(?:do|does)(?:n['’]?t| not) (?:need|have) to\\b|\\b(?:is|are|was|were)(?:n['’]?t| not) (?:needed|required|due|expected|urgent|necessary)\\b)(?:(?!\\b(?:until|till?)\\b)[^.;:,!?]){0,60}`,
  },
  // "don't send it on Friday"; "don't forget Friday" means it
  {
    needs: [negations],
    source: `(?:^|[.;:!?,–—-]\\s*|\\b(?:please|pls|plz|so|and|but|just)\\s+)(?:don['’]?t|do not|never)\\s+(?!forget|miss|hesitate|fail|neglect|lose|let|allow|overlook|exceed|be late|worry)[a-z]+\\b(?:(?!\\b(?:later|past|beyond|unless|without|until|till?|before|after|by)\\b)[^.;:,!?]){0,40}?(?:\\b(?:on|for|in|at)\\s+)?`,
  },
  {
    needs: [`${dropped} never instead rather opposed place sorry`],
    source: `(?<!n['’]t |not )\\b(?:${either(dropped)}|forget about|never mind|(?:ignore|disregard|forget)\\s+[^.;:,!?]{0,36}\\b(?:about|of|for|on|by|said|saying)|instead of|rather than|as opposed to|in place of|sorry (?:to|for|about) [a-z]+(?: you)?)\\s+(?:(?:on|by|for|the|a|my|that|our)\\s+)*`,
  },
  {
    needs: [`${earlier} used supposed meant`],
    source: `\\b(?:${either(earlier)}|used to be|supposed to be|meant to be)\\s+(?:(?:due|set|planned|scheduled|for|on|by|said|agreed|asked|is|was|the)\\s+)*`,
  },
  {
    needs: ["was not"],
    source: `[,(–—-]\\s*(?:was|not)\\s+(?:(?:on|by|due|the)\\s+)*`,
  },
  // "we met on Wednesday" is over; "I was hoping to get it on Wednesday" is not
  {
    needs: [
      `${actions} ${events} was were did didnt had met saw went took wrote began broke won discussed promised mentioned`,
    ],
    source: `\\b(?:${subject}(?:(?:was|were)(?!\\s+(?:told|hoping|thinking|wondering|expecting|asked|promised|due|supposed|planning|looking|aiming))|did(?:n['’]?t| not)|had (?:an?|our|the|lunch|dinner|coffee)|met|saw|went|took|wrote|began|broke|won|${either(actions)})|took place|${either(events)}|as (?:discussed|promised|mentioned))\\b(?:${asksAgain}[^.;:,!?]){0,40}${on}`,
  },
  // "thanks for joining on Monday", "further to your mail of Monday"
  {
    needs: ["thanks great nice lovely good sorry following further per"],
    source: `(?:^|[.!?]\\s+)(?:thanks|thank you|great|nice|lovely|sorry|it was (?:nice|great|good|lovely)|following up on|further to|(?:as )?per)\\b(?:(?!\\b(?:if|could|can|would|will|by|before|until|due|need)\\b)[^.;:,!?]){0,50}\\s`,
  },
  {
    needs: ["minutes notes slides email mail messages photos recording since last", "of from since last"],
    source: `\\b(?:minutes|notes?|slides|e-?mails?|messages?|photos|recording|since|last)\\s+(?:(?:of|from)\\s+)?(?:the\\s+)?(?<=\\b(?:of|from|since|last)\\s+(?:the\\s+)?)`,
  },
  {
    needs: ["open hours staffed"],
    source: `\\b(?:open|opens|hours(?: are)?|staffed)\\s+(?:from\\s+)?(?:[a-z]{3,9}\\s*(?:to|through|thru|[-–])\\s*)?`,
  },
  // "I'm away until Monday"
  {
    needs: ["available unavailable away out off closed leave vacation holiday pto"],
    source: `\\b(?:(?:I['’]m|I am|I['’]ll be|we['’]re|we are|we['’]ll be|s?he['’]s)\\s+(?:not available|unavailable|away|out|off|closed|on ${leave}|${sick})|(?:is|are|be)\\s+(?:away|unavailable|on ${leave}|${sick})|(?:office|shop|store|building|canteen|bank)\\s+(?:is|will be)\\s+closed)\\s+(?:(?:on|until|till?|for|from|next|this|through|all|to|the)\\s+)*(?:[a-z]{3,9}\\.? \\d{1,2} (?:to|through|until|[-–]) )?`,
  },
  // "moved from Friday to Monday"
  {
    needs: [moves, "from"],
    source: `\\b(?:(?:mov|push|shift|chang|br(?:ing|ought)|postpon|exten|bump|slip|pull|resched|delay|advanc)[a-z]*|put(?:s|ting)?)\\b[^.;:!?]{0,60}\\bfrom\\s+(?:the\\s+)?`,
  },
];
export const deniedBefore = prefilterPattern(before, (source) => new RegExp(`(?:${source})$`, "i"));

/** What comes directly after such a day. */
const deniedAfter =
  /^['’]?s?\s*(?:(?:(?:deadline|(?:due )?date|meeting|call|slot|session|review)\s*)?,?\s*(?:(?:(?:is|are|was|has been|have been|['’]s|got)\s+)?(?:now\s+)?(?:no longer|cancell?ed|called off|not (?:needed|possible|necessary|required|going to work|an option)|out of the question|(?:(?:too|far too|much too) (?:late|soon|early))|impossible|off the table)|(?:is|are|was) off\b|(?:won['’]?t|doesn['’]?t|will not|does not|isn['’]?t) (?:work|do|possible|going|be possible)|isn['’]?t (?:possible|needed|necessary|an option)|any ?more\b)|was (?!(?:agreed|due|supposed|set|the (?:deadline|last)))\b|is (?:an?|my|the|our) (?:\w+ )?(?:film|movie|song|book)\b)/i;
/** "I'm off on Friday, so please answer before then". */
const meantAfterAll = /\b(?:before|by|until) (?:then|that)\b/i;

/** How many characters around a day are checked. */
const reach = 90;

/** Whether the words around a day deny it, or say that it is past. */
export function isDenied(text: string, { start, end }: FoundDate): boolean {
  const following = text.slice(end, end + reach);
  const before = text.slice(Math.max(0, start - reach), start);
  const denied = (patternFor(deniedBefore, before)?.test(before) ?? false) || deniedAfter.test(following);
  return denied && !meantAfterAll.test(following);
}
