import { asker, noMore, runningOut, wanting } from "../text/need-words";
import { mayNamePlight, maySayFailed, maySayUnable, ruleWord } from "../text/rule-words";
import {
  danger,
  failing,
  mishap,
  mistake,
  often,
  overdue,
  shutOut,
  states,
  stopped,
  supplies,
  troubledLine,
  troubledThing,
  withoutSupply,
} from "../text/trouble-words";
import { leadIn } from "./asked-statement";
import type { Add, Around } from "./candidate";
import { bare, clauseAfter, contentOf, forReader, lower, ownWords, phrase } from "./wording";

/** "We're out of printer paper", "the printer is out of ink", "we have run out of stamps". */
const runsOut = new RegExp(`^${runningOut}\\s+(?:the |our )?([^?!;]{3,60})`, "iu");
/** "There's no toner left in the copier", "we have no clean cups left". */
const noneLeft = new RegExp(`^${noMore} ([^?!;,]{2,40}?) left\\b([^?!;,.]{0,40})`, "iu");

/** "The customer wants a refund", "the guests in room 12 are asking for a second key". */
const wants = new RegExp(
  `^((?:the|an?|one|another|our|your|this|that|two|three|\\d)\\s(?:\\p{L}+\\s)?${asker}(?:\\s(?:at|in|from|of|on|with|for)\\s(?:\\S+\\s){0,3}?\\S+?)?)\\s${wanting}\\s((?:an?|the|another|some|more|one|two|three|his|her|their|\\d+)\\s[^?!;]{3,60})`,
  "iu",
);
/** "Anna", "Mrs. Holt"; not "everybody". */
const name =
  "(?:(?:mrs?|ms|miss|dr|prof)\\.? )?(?!every|some|any|no(?:body|ne)|people|who|what|it|he|she|they|we|you|i\\b)[\\p{L}'’-]+";
const toKnow = new RegExp(
  `^((?:the|an?|one|another|our|my|your|this|that)\\s(?:\\p{L}+\\s)?${asker}|${name})\\s(?:wants?|needs?|would like) to know ((?:if|whether|when|where|why|how|what|which|who)\\b[^?!;]{6,60})`,
  "iu",
);

/** "The sink in room 2 is leaking", "our login page gives an error 500". */
const troubled = new RegExp(`^(${troubledThing})(${failing}[^?!;,.]{0,40})`, "iu");
/** "Printer jammed again", "staging deploy fails with a timeout". */
const troubledBare = new RegExp(`^${troubledLine}`, "iu");
/** What is called without an article. */
const ownName = /^(?:production|prod|staging|internet|network access|wi-?fi)$/i;
const isState = new RegExp(
  `^(?:(?:is|are) )?${often}(${states}|not (?:working|responding|printing|opening|charging|loading))(?: again| now| since .*)?$|^fail(?:s|ed)(?: again)?$|^(?:has )?stopped working$`,
  "iu",
);
/** "Blocked in the ladies": where it failed, of a line without a verb. */
const isLocated = new RegExp(`^${often}(?:${states})(?: again| now)? ((?:in|on|at) .+)$`, "iu");
/** "There's no hot water in the flat": what is missing, and where. */
const supplyGone = new RegExp(
  `^(?=${withoutSupply})(?:.*?\\bno |(?:(?:the|our|all the) )?)(${supplies}|lights?)\\b(?:[^.,;!?]*?(?<!\\bis )\\b((?:in|at|on) (?:the |our )?[^.,;!?]{2,40}))?`,
  "iu",
);
/** "There's a smell of gas in the kitchen". */
const dangerous = new RegExp(
  `^(?=${danger})(?:there(?:['’]s| is) (?:now |still |suddenly )?)?([^.,;!?]{4,70})`,
  "iu",
);
const stoppedThing = new RegExp(
  `^(?=${stopped})(.+?) (?:has |have )?(?:just |suddenly )?stopped working`,
  "iu",
);
const lostThing = new RegExp(
  `^(?=${mishap}).*?\\b(lost|misplaced|forgot|forgotten|broke|broken) (?:my|our|the) ([^.!,]+?)(?= (?:again|today|and|this|for|to|at)\\b|[.!,]|$)`,
  "iu",
);
const isLockedOut = new RegExp(
  `^(?=${mishap}).*?\\blocked (?:my|our)sel(?:f|ves) (out(?: of [^.!,;]{3,40})?)`,
  "iu",
);
const notArrived = new RegExp(`^(${overdue})`, "iu");
const wrongIn = new RegExp(`^${mistake}`, "iu");
/** "Customers | can't pay in the shop": who can't do what. */
const kept = new RegExp(
  `^(?=${shutOut})(.+?)(?: (?:still|now|suddenly|again|all|currently))* (can['’]?t|cannot|can not|can(?= )|(?:am|are|is) (?:unable|not able) to)(?: (?:even|currently|now))* ([^?!;:]+)$`,
  "iu",
);
/** When, or a further clause: the deed is the same without. */
const besides =
  /(?:,|\.\s|\s(?:since|for (?:an?|the|two|three|\d)|again|any ?more|anymore|at the moment|right now|today|this (?:morning|afternoon)|all day|and|but|because|so)\b).*$/i;
/** The same anywhere in a sentence that also asks. */
const failed = new RegExp(`(${troubledThing})${failing}`, "iu");

/** "The sink" as the reader calls it, for "my sink". */
const forTitle = (thing: string, sender: string | null) =>
  forReader(lower(thing).replace(/^my /i, "the "), sender);

/** What "it" is in "The checkout page is down, please fix it"; null if nothing is said to have failed. */
export function failedThing(words: string, sender: string | null): string | null {
  const thing = failed.exec(words)?.[1];
  return thing ? forTitle(thing, sender) : null;
}

/** What is to be done with what fails: "Fix the leaking sink", "Refill the first aid box". */
function addTrouble(plain: string, { sender, open }: Around, add: Add): void {
  const [, named, after] = troubled.exec(plain) ?? [];
  const [, bareThing, line] = named ? [] : (troubledBare.exec(plain) ?? []);
  const thing = named ?? (bareThing && (ownName.test(bareThing) ? bareThing : `the ${lower(bareThing)}`));
  const trouble = after ?? line;
  if (!thing || !trouble) return;
  const what = forTitle(thing, open ? null : sender);
  if (!what || contentOf(what) === 0) return;
  const said = bare(
    trouble
      .replace(/^['’]s\b/, " is")
      .replace(/^['’]re\b/, " are")
      .replace(clauseAfter, ""),
  );
  const state = isState.exec(said);
  const location = bareThing && isLocated.exec(said)?.[1];
  if (location) add("help", `Fix ${what} ${location}`);
  else if (state?.[1]?.toLowerCase() === "empty") add("provide", `Refill ${what}`);
  else {
    if (/^(?:gives?|shows?|returns?|throws?)\b.*\berrors?$/i.test(said))
      add("help", `Fix the error on ${what}`);
    add("help", `Fix ${what}${state ? "" : ` that ${said}`}`);
  }
}

/** "Find out why customers can't pay in the shop", "Help Mary log in". */
function addShutOut(plain: string, { sender }: Around, add: Add): void {
  const [, who = "", helper = "", all = ""] = kept.exec(plain) ?? [];
  const what = bare(all.replace(besides, ""));
  if (!what) return;
  const own = /^(?:i|we)$/i.test(who);
  if (own && sender)
    add("help", forReader(`Help ${sender} ${what.replace(/\b(?:my|our|any)\b/gi, "the")}`, sender));
  else if (!own)
    add(
      "help",
      forReader(
        `Find out why ${lower(who).replace(/^our\b/i, "the")} ${helper.toLowerCase()} ${what}`,
        sender,
      ),
    );
}

/** "Help Mary with the lost badge", "Find out why order 4411 never arrived", "Correct the address in invoice 8821". */
function addMishap(plain: string, { sender, open }: Around, add: Add): void {
  const name = sender ? ` ${sender}` : "";
  const [, how = "", thing] = lostThing.exec(plain) ?? [];
  const participle: Record<string, string> = { forgot: "forgotten", broke: "broken" };
  const state = participle[how.toLowerCase()] ?? how.toLowerCase();
  if (thing) add("help", `Help${name} with the ${state} ${thing}`);
  const out = isLockedOut.exec(plain)?.[1];
  if (out && sender) add("help", `Help${name}, who is locked ${out.replace(/\b(?:my|our)\b/gi, "the")}`);
  const late = notArrived.exec(plain)?.[1];
  if (late) {
    const [, what = "", rest = ""] =
      /^(.+?) ((?:has |have |had )?never .*|(?:still )?(?:has|did) ?(?:n['’]?t|not|still).*)$/iu.exec(late) ??
      [];
    const named = forReader(lower(what).replace(/^(?:our|my) /i, "the "), open ? null : sender);
    if (named) add("help", `Find out why ${named} ${rest}`);
  }
  const [, where, wrong] = wrongIn.exec(plain) ?? [];
  if (where && wrong) add("provide", `Correct the ${bare(wrong)} in the ${where}`);
}

/** "Restore the power in building B", "Look into the smell of gas in the kitchen". */
function addPlight(plain: string, { sender, open }: Around, add: Add): void {
  const [, supply, location = ""] = supplyGone.exec(plain) ?? [];
  const thing = stoppedThing.exec(plain)?.[1];
  const hazard = dangerous.exec(plain)?.[1];
  if (supply)
    add("help", `${/^lights?$/i.test(supply) ? "Fix" : "Restore"} the ${lower(supply)} ${location}`.trim());
  else if (thing) add("help", `Fix ${forTitle(thing, open ? null : sender) ?? ""}`);
  else if (hazard && /\balarm\b/i.test(hazard)) {
    const location = /\b((?:in|at|on) (?:the |our )?[^.,;!?]{2,40})$/iu.exec(hazard)?.[1] ?? "";
    add(
      "help",
      `Look into the ${/(\p{L}+ )?\p{L}+ alarm/iu.exec(hazard.replace(/^(?:the|an?) /i, ""))?.[0].toLowerCase() ?? "alarm"} ${location}`.trim(),
    );
  } else if (hazard && /\b(?:lift|elevator)\b/i.test(hazard))
    add("help", `Free the people stuck in the ${/\b(?:lift|elevator)\b/i.exec(hazard)![0].toLowerCase()}`);
  else if (hazard && !/^(?:i|we)\b/i.test(hazard)) {
    const what = hazard.replace(/^water(?:['’]s| is) /i, "water ").replace(/^(?:an?|some) /i, "the ");
    add("dealTopic", forReader(`Look into ${lower(what)}`, open ? null : sender));
  }
}

/**
 * The deed that a told need is: getting what is lacking, giving a customer what he wants.
 *
 * @param found - by `ruleWordsIn`.
 */
export function addLacks(words: string, found: number, around: Around, add: Add): void {
  const { sender, open } = around;
  if (/\?\s*$/.test(words)) return;
  const has = (bit: number) => (found & bit) !== 0;
  const plain = words.replace(leadIn, "");
  if (maySayFailed(plain, found)) addTrouble(plain, around, add);
  if (mayNamePlight(found)) addPlight(plain, around, add);
  if (maySayUnable(found)) addShutOut(plain, around, add);
  if (has(ruleWord.plight)) addMishap(plain, around, add);
  const [, gone, at = ""] = (has(ruleWord.left) && noneLeft.exec(plain)) || [];
  const where = bare(at).replace(/^ ?(?:in|at|on|for) /i, "for ");
  const lacking = gone
    ? [where && `${gone} ${where}`, gone]
    : [has(ruleWord.left) ? runsOut.exec(plain)?.[1] : undefined];
  for (const one of open ? [] : lacking) {
    const thing = one && forReader(phrase(one.replace(/[.,]\s.*$|\sagain\b.*$/, "")), sender);
    if (thing && contentOf(thing) > 0) add("provide", `Get ${lower(thing)}`);
  }
  const [, asker, question] = (has(ruleWord.know) && toKnow.exec(plain)) || [];
  if (asker && question) {
    const what = bare(question.replace(clauseAfter, "")).replace(/^if\b/i, "whether");
    if (!ownWords.test(what)) add("tell", `Tell ${named(asker)} ${what}`);
    return;
  }
  const [, who, what] = (has(ruleWord.asker) && wants.exec(plain)) || [];
  if (!who || !what || open) return;
  const plainly = what.replace(/^(?:his|her|their) /i, "the ").replace(/[.,]\s.*$/, "");
  const wish = forReader(phrase(plainly), sender);
  if (!wish || contentOf(wish) === 0 || /\bto \p{L}+$/iu.test(wish)) return;
  // "The heating fixed" is something to get.
  const gets = /^the (?:\p{L}+ ){1,3}(?:\p{L}{3,}ed|done|redone|sent|built|cut)$/iu.test(wish);
  add("provide", gets ? `Get ${wish}` : `Give ${named(who)} ${wish}`);
}

/** "A customer" is one that the reader knows from the message. */
const named = (who: string) => lower(who).replace(/^(?:an?|our|your|this|that) /i, "the ");
