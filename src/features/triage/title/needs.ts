import { needsEquipment } from "../text/need-words";
import { ruleWord } from "../text/rule-words";
import { leadIn } from "./asked-statement";
import type { Add, Around } from "./candidate";
import { beginsWithVerb, objectWord } from "./imperatives";
import { verbOf } from "./participles";
import { bare, clauseAfter, contentOf, forReader, lower, namesObject, ownWords, phrase } from "./wording";

const trouble =
  /\b(?:(?:a|an|some|any|the|having|have|has) (?:\p{L}+ )?(?:problems?|issues?|troubles?|difficult(?:y|ies))\s+(?:with|on|in)|need (?:some |your |a little )?help (?:with|on)|help me with|stuck (?:on|with|at)(?! (?:people|guests|passengers|children|us|me|two|three)\b)|struggling (?:on|with))\s+((?:[^?!.;]|\.(?=[\p{L}\p{N}])){4,})/iu;
export const unable =
  /^(?:i(?:['’]m| am) (?:trying|attempting|unable|not able) to|i (?:can['’]?t|cannot|can not|could not|couldn['’]?t)(?: seem to)?(?: figure out how to)?|i(?:['’]d like| would like| want| need) to(?: know| learn)? how to)\s+((?!be\b|see\b|find out\b|tell\b|understand\b|believe\b|think\b|say\b|imagine\b|remember\b|wait\b|agree\b|help\b|speak\b|give\b|send\b|come\b|make it\b|attend\b|offer\b|promise\b|comment\b|do\b|recommend\b|afford\b|stand\b|stop\b|thank\b)\p{L}(?:[^?!.;,]|[.,](?=[\p{L}\p{N}])){8,})/iu;
/** The same inside the lines of a room. */
const aiming =
  /(?:^|[\s,.;])(?:i(?:['’]?m| am)(?: now| still| currently| just)? (?:trying|attempting|struggling|unable|not able) to|(?:^|[,.;]\s*)(?:and |now |just )?(?:trying|struggling) to|(?:if )?i (?:really |just )?want(?:ed)? to|i need to)\s+((?!be\b|see\b|find out\b|tell\b|understand\b|believe\b|think\b|say\b|imagine\b|remember\b|wait\b|agree\b|help\b|speak\b|give\b|send\b|come\b|make it\b|know\b|go\b|discuss\b|ask\b|talk\b)\p{L}(?:[^?!.;,]|[.,](?=[\p{L}\p{N}])){8,})/iu;
/** "Rita, the fee should be …" */
const vocative = /^\p{Lu}\p{Ll}+,\s+(?=(?:the|this|these|all|each|your|our|an?)\s)/u;
/** "I am getting a build error". */
const meeting =
  /\b(?:get|gets|getting|got|see|sees|seeing|receive|received|receiving|hit|hitting|run into|running into)\s+(?:the|an?|this|some)\s+((?:[\p{L}\p{N}][\p{L}\p{N}._-]*\s+){1,4}(?:errors?|exception|warning)|(?:[\p{L}\p{N}][\p{L}\p{N}._-]*\s+){0,4}(?:errors?|exception|warning)(?: message)? (?:when|while|after) (?:(?:i|we) (?:am |are )?(?:try|trying) to )?\p{L}[^?!.;,]{5,40})\b/iu;
const pointing = /\b(?:it|this|that|them|these|those|such|there)\b|^do (?:is|the same)\b/i;
/** "I am looking for a mirror". */
const seeking =
  /^(?:i(?:['’]?m| am)|we(?:['’]?re| are)) (?:now |still |currently |just )?(?:looking|searching) for ((?:an?|the|some|any)\s(?:[^?!.;,]|[.,](?=[\p{L}\p{N}])){6,})/iu;
const lacking =
  /^(?:(?:i|we)(?:['’]d| would| will| do)?(?: still| also| now| only| just| really| urgently)*\s+(?:need|require|want|lack|have(?:n['’]?t| not) (?:yet )?(?:got|received)|are (?:still )?missing|am (?:still )?missing|(?:am|are) (?:still )?waiting for|(?<=(?:would|['’]d) )(?:appreciate|welcome|like))|(?:i|we)['’](?:m|re) (?:still )?(?:missing|waiting for))\s+((?:the|your|(?<=(?:appreciate|welcome) )an? (?!chance|opportunity|moment|minute|lot)|a (?:copy|list|signed|revised|draft|short)|an? (?:updated|estimate|answer)|copies|(?:additional|more|further) (?:information|details|data|copies)|\d+)\b(?:[^?!.;]|\.(?=[\p{L}\p{N}])){4,})/iu;
/** "I need from each of you, separately, a list of …", "we need new photos", "what I need is the key number". */
const wanting =
  /^(?:(?:for|before) [^,?!.;]{3,40}?,? )?(?:what |all (?:that )?)?(?:i|we)(?:['’]d| would| will|['’]ll| do)?(?: still| also| now| only| just| really| urgently)* (?:need|require|want)(?: now)?(?: from (?:you|each of you|all of you|both of you))?(?:, [^,?!.;]{3,20},)?(?: is)? ((?:an? |the |two |three |four |some |another |\d+ )?(?:(?:new|signed|clean|clear|corrected|final|updated|written|current|better|exact|short|full|complete) )*(?:pdfs?|files?|cop(?:y|ies)|lists?|photos?|pictures?|scans?|quotes?|quotation|estimates?|invoices?|receipts?|reports?|numbers?|figures|address(?:es)?|dates?|names?|spelling|measurements?|drawings?|plans?|maps?|keys?|codes?|links?|forms?|documents?|letters?|certificates?|drafts?|versions?|details|references?|samples?)\b(?:[^?!.;]|\.(?=[\p{L}\p{N}]))*)/iu;
/** "I need a new keyboard", "we need more chairs for Friday". */
const wantingThing =
  /^(?:i|we)(?: still| also| now| really| urgently)* need ((?:an? new|another|some (?:new|more)|new|more|two|three|four) (?!things?\b|time\b|information\b|info\b|details\b|people\b|help\b|volunteers\b|hours\b|days\b|weeks\b|minutes\b|than\b)[^?!;.,]{3,50})/iu;
/** "The drive needs to be here by Friday", "both lists should be with me on Monday". */
const arriving =
  /^((?:the|all|both|every|each|your|our|this|these|\d+|\p{Lu}\p{Ll}+)(?! of (?:you|us|them)\b)(?: (?!(?:i|you|we|he|she|they|it|that|which|who)\b)[\p{L}\p{N}'’.-]+){0,6}?) (?:(?:still |also |now )*(?:needs? to|(?:has|have)(?: got)? to|ought to)|must(?: please| also)?|should(?: please)?) be (here|there|back(?: (?:here|in the \p{L}+|at the \p{L}+))?|in|with (?:me|us)|at the [\p{L}]+|on (?:my|the|your) desk)\b( (?:by|before|on|until|till|no later than|first thing|today|tonight|tomorrow|this|next|latest)\b[^?!.;,]{0,30})?(?=[.,;!?]|\s(?:or|because|since|so|as|and|otherwise)\b|$)/iu;
const someone =
  /^(?:you|everyone|everybody|he|she|we|they|i|children|people|pupils|students|parents|staff|guests|all)\b|\b(?:you|people|children|students|guests|parents|members|staff|players|team)$/iu;
const answers =
  /^(?:your |the |an? )?(?:approval|feedback|opinion|input|comments|advice|confirmation|decision|answer|(?:additional |more |further )(?:information|details)|okay|ok|consent|permission)\b/i;
const passive =
  /^(?!what|which|how|who|if|when)((?:the|a|an|all|both|every|your|our|this|these|each|\p{Lu})(?:(?!\b(?:is|are|was|were|has|have|had|takes?|that|which|whatever|so|would|will)\b|[:;]\s).){2,50}?)\s+(?:(?:still |also |now )*(?:needs? to|(?:has|have)(?: got)? to|ought to|is to|are to) be|must (?:please |now |also )?be|should (?:please )?be)\s+(\p{L}+)\b\s*(.*)$/iu;

const needing =
  ruleWord.help | ruleWord.error | ruleWord.seek | ruleWord.try | ruleWord.can | ruleWord.be | ruleWord.need;

/**
 * What a sentence says is needed, wrong, looked for or due.
 *
 * @param found - by `ruleWordsIn`.
 */
export function addNeeds(words: string, found: number, { sender, open }: Around, add: Add): void {
  if ((found & needing) === 0) return;
  const has = (bit: number) => (found & bit) !== 0;
  const plain = words.replace(leadIn, "").replace(vocative, "");
  const problem = has(ruleWord.help) ? trouble.exec(plain)?.[1] : undefined;
  if (problem && contentOf(phrase(problem)) > 0) {
    const on = phrase(problem)
      .replace(/\b(?:my|our)\b/gi, "the")
      .replace(/\s+(?:comes|happens|occurs|appears|arises|is|was)$/i, "");
    const [verb = "", next = ""] = on.split(" ");
    const deed = beginsWithVerb(verb) && objectWord.test(next);
    if (!ownWords.test(on))
      add("help", `Help${sender && !open ? ` ${sender}` : ""}${deed ? "" : " with"} ${lower(on)}`);
  }
  const met = problem || !has(ruleWord.error) ? undefined : meeting.exec(plain)?.[1];
  if (met && contentOf(met) > 1 && !ownWords.test(met))
    add("help", `Help${sender ? ` ${sender}` : ""} with the ${met}`);
  const sought = has(ruleWord.seek) ? seeking.exec(plain)?.[1] : undefined;
  if (sought && sender) {
    const what = phrase(sought).replace(/\b(?:my|our)\b/gi, "the");
    if (contentOf(what) > 0 && !ownWords.test(what)) add("help", `Help ${sender} find ${what}`);
  }
  const tries = has(ruleWord.try) || has(ruleWord.can);
  const aimed = tries && open ? aiming.exec(plain)?.[1] : undefined;
  const aim =
    (tries ? unable.exec(plain)?.[1] : undefined) ??
    (aimed && !pointing.test(phrase(aimed)) ? aimed : undefined);
  if (aim) {
    const deed = phrase(aim).replace(/\b(?:my|our)\b/gi, "the");
    if (contentOf(deed) > 1 && !ownWords.test(deed))
      add("help", sender ? `Help ${sender} ${lower(deed)}` : `Explain how to ${lower(deed)}`);
  }
  const [, thing, where = "", time = ""] = (!open && has(ruleWord.be) && arriving.exec(plain)) || [];
  if (thing && !someone.test(thing) && contentOf(thing) > 0) {
    const to = where
      .replace(/^(?:with (?:me|us)|here|there)$/i, sender ? `to ${sender}` : "in")
      .replace(/\bmy\b/i, "the");
    add("provide", forReader(`Get ${lower(thing)} ${to}${time}`, sender));
  }
  const lack = open || !has(ruleWord.need) ? undefined : (lacking.exec(plain) ?? wanting.exec(plain))?.[1];
  const thingWanted =
    lack || !has(ruleWord.need) || (open && !needsEquipment.test(plain))
      ? undefined
      : wantingThing.exec(plain)?.[1];
  if (thingWanted) {
    const what = forReader(phrase(thingWanted), sender);
    if (what && contentOf(what) > 0) add("provide", `Get ${sender ? `${sender} ` : ""}${lower(what)}`);
  }
  if (lack) {
    const what = forReader(phrase(lack).replace(/ (?:yet|so far)$/i, ""), sender);
    if (what && contentOf(what) > 0)
      add("provide", `${answers.test(what) ? "Give" : "Send"}${sender ? ` ${sender}` : ""} ${lower(what)}`);
  }
  const done = has(ruleWord.be) ? passive.exec(plain) : null;
  const verb = done && verbOf(done[2]!);
  if (done && verb) {
    const title = forReader(withoutClause(`${verb} ${lower(bare(done[1]!))} ${done[3]}`), sender);
    if (title && namesObject(title, sender)) add("passive", title);
  }
}

/** "The invoice is due on March 31". */
const due = /^(?:(?:the|your|this|our) )?(.{3,50}?)\s+(?:is|are|falls|fall) (?:now |over)?due\b\s*(.*)$/i;

/** What is to be done with what is due. */
const dueDeeds: [deed: string, what: RegExp][] = [
  ["Make", /^payments?$/i],
  [
    "Pay",
    /\b(?:payments?|invoices?|balance|fees?|rent|bills?|deposit|premium|instal+ment|subscription|tax)\b/i,
  ],
  ["Submit", /\b(?:reports?|forms?|timesheets?|assignments?|applications?|homework|thesis|essays?)$/i],
];

/** "A conference call has been scheduled to discuss the lease"; not one that "was held", or is cancelled. */
const called =
  /^(?![^.?!;]*\b(?:cancel|postpon|called off|called to order))(?:an?|the|our|your|this) ((?:[^\s,;?]+ ){0,5}?(?:meeting|call|session|conference|interview|appointment|workshop|hearing))\s+(?:(?:has been|is|was|will be|is being)\s+(?:now |also |tentatively )?(?:scheduled|set|arranged|planned|called)|(?:will be|is|is being)\s+(?:now |also )?held)\b(?: up)?(?:\s+(?:to discuss|about|on(?! (?:the )?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.? \d))|regarding|to talk about|to review)\s+(?=the\b|an?\b|our\b|\p{Lu})([^.?!;]+)|(\s+(?:for|on|at)\s+[^.?!;]+))?/iu;

/** What follows the time of a meeting; "Monday, March 3" and "Monday and Tuesday" are whole. */
const afterTime =
  /,?\s(?:but|so|because|since|while|if|when|which|who|where|please|and (?:i|we|you|it|they|he|she|there|please|the|will|is|was))\b.*$/i;

/**
 * What is due, and the meetings that were called.
 *
 * @param found - by `ruleWordsIn`.
 */
export function addDue(words: string, found: number, add: Add): void {
  if ((found & (ruleWord.call | ruleWord.due)) === 0) return;
  const [, meet, matter, time = ""] = called.exec(words.replace(leadIn, "")) ?? [];
  const when = bare(time.replace(afterTime, "")).replace(/^for (?=\p{Lu})/u, "on ");
  if (meet) add("request", bare(`Attend ${meet} ${matter ? `about ${matter}` : when}`));
  const [, what, rest] = due.exec(words.replace(leadIn, "")) ?? [];
  if (!what || ownWords.test(what)) return;
  const [deed] = dueDeeds.find(([, pattern]) => pattern.test(what)) ?? ["Deal with"];
  add("dealTopic", `${deed} ${lower(what)} due ${bare(rest ?? "").replace(clauseAfter, "")}`);
}

const withoutClause = (text: string) => bare(text.replace(clauseAfter, ""));
