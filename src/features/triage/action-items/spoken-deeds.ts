import { escapePattern } from "../../../shared/escape-pattern";
import { capitalize } from "../../../shared/wording";

/** Who is to do what a sentence says. */
export type Doer =
  | { kind: "speaker" }
  | { kind: "listener" }
  | { kind: "named"; name: string }
  | { kind: "anyone" };

/** Work that a sentence assigns, promises or calls for. */
export interface SpokenDeed {
  doer: Doer;
  /** What is to be done, beginning with a verb. */
  deed: string;
  /** How plainly it is said: 1 is "I will", 0.3 is "we should". */
  strength: number;
}

const adverbs =
  "(?:(?:also|just|then|probably|definitely|certainly|now|maybe|please|perhaps|still|all|both|quickly|actually|first|really|go ahead and|go and|come and|try to|try and|be able to|have to|need to|start to|make sure to|be sure to)\\s+)*";

/** Verbs of talk and thought: they are done once they are said. */
const empty =
  "(?:you|we|i|they|he|she|it|the|a|an|this|that|say|see|think|be|been|being|know|guess|agree|admit|start|begin|go|go on|go over|go through|skip|talk|mention|quote|want|like|need|hear|understand|imagine|remember|just|not|never|have|get|got|do|feel|believe|wonder|assume|suppose|suggest|move|pass|repeat|explain|tell|show|leave|stop|end|wait|continue|find it|sit|stand|use|live|love|hate|hope|become|happen|depend|come|put|turn|keep|look like|mean|ask|answer|elaborate|wrap|summari[sz]e|recap|read|click|press|scroll|close|open|share my|share the screen|speak|run|take a|take the|give you an|give an|try|let|only|always|actually|still|say|argue|add that|point out|imagine|pretend|assume|reckon|choose|pick|decide|notice|figure|recall|expect|learn|stay|stick|play|handle|buy|pay|spend|sell|fit|hold|control|operate|change the|push|switch|watch|miss|lose|care|worry|receive|presume|bet|listen|describe|hopefully|generally|usually|give (?:us|the committee|me) (?:some|an?|any) (?:indication|assurance|idea|example|sense)|give that|introduce|present (?:the|my|our|you)|close the meeting|focus|interact|walk|briefly|later|either|make (?:money|sense)|manage to|prefer|hit|save|say)\\b";
/** Verbs among those that are work after all with these words. */
const yet =
  "(?:come up with|put together|find out|get back|get in touch|get (?:some|the|an?|those|that|you|him|her|them|it)\\b|look (?:into|at|for|after|up|over)|talk (?:to|with)|speak (?:to|with)|go (?:back|and)|do (?:the|some|an?|more|that|it|this|those|your|my|our)\\b|ask\\s+(?!you\\b)\\p{L}+|send|have (?:a|another) (?:look|word|chat|call)|have (?:an?|the|it|that|this|these|those|my|our) [^.,]{0,40}(?:ready|done|finished)|take (?:care|a look|notes|that|over|it|on|the minutes|the action)|put (?:it|that|this|them|the|some|an?|all|your|my) |try to|tell (?!you|me|us)\\p{L}+|show (?!you|me|us)\\p{L}+|run (?:the|a|an|some|it)|read (?:the|through|up)|share (?:the|my|it|that|them|this|a)|keep (?:an eye|track|you|everyone)|pick (?:up|it up)|change the|buy|pay|handle|summari[sz]e (?:the|this|it|what)|explain (?:it|this|that|the) .* to|finali[sz]e|add|save|open a|close (?:the|that|this)|leave (?:a|it|you)|move (?:the|it|that)|turn (?:it|this|that) into|add that to|choose|decide on|figure out|let \\p{L}+ know|learn|hold (?:a|the))";
const verb = `(?:(?=${yet})|(?!${empty}))(?=\\p{Ll}{2,})`;
const rest = `(${verb}\\p{L}[^?!]*)`;

const start = "(?:^|[\\s,;:–-])";

interface Pattern {
  pattern: RegExp;
  kind: Exclude<Doer["kind"], "named">;
  strength: number;
}

const p = (source: string, kind: Pattern["kind"], strength: number): Pattern => ({
  pattern: new RegExp(`${start}${source}\\s+${adverbs}${rest}`, "iu"),
  kind,
  strength,
});

const patterns: Pattern[] = [
  p("i(?:'ll| will| shall)", "speaker", 1),
  p("(?:i'm|i am)(?: going to| gonna)", "speaker", 0.8),
  p(
    "(?:i'm supposed to|i am supposed to|i(?:'ve| have)? got to|i (?:have|need|ought) to|i must)",
    "speaker",
    0.6,
  ),
  p("i (?:can|could|should)", "speaker", 0.35),
  p("let me", "speaker", 0.25),
  p(
    "(?:can|could|would|will) (?:you|you guys|one of you|somebody|someone|anyone)(?: two| both| guys)?",
    "listener",
    0.9,
  ),
  p("(?:i|we)(?:'d| would)? (?:need|want|like|ask) you(?: two| both| guys| all)? to", "listener", 1),
  p("(?:please|make sure (?:that )?you|don't forget to|remember to|be sure to)", "listener", 0.9),
  p(
    "you(?: two| both| guys)?(?: will have to| all have to|'re going to|'re gonna| are going to| are gonna| gonna|'re supposed to| are supposed to)",
    "listener",
    0.8,
  ),
  p("you(?: two| both| guys)?(?:'ll| will| should| need to| have to| must| ought to)", "listener", 0.6),
  p("you(?: two| both| guys)? (?:can|could|may|might want to)", "listener", 0.35),
  p(
    "(?:somebody|someone|everybody|everyone|one of us|the team|all of us)(?:'ll| will| should| needs to| has to|'s going to|'s gonna| is going to| must)",
    "anyone",
    0.65,
  ),
  p(
    "we(?: all| also| still| just)?(?:'ll| will| need to| have to| must| 'll have to|'ve got to| gotta|'re going to|'re gonna| are going to| ought to)",
    "anyone",
    0.4,
  ),
  p("we should", "anyone", 0.35),
  p("let's", "anyone", 0.15),
];

const mark =
  /^(?:action(?: items?| points?)?|to-?dos?|next steps?|follow-?ups?|task)\s*(?:for\s+(\p{L}[\p{L}\s.'-]{0,40}?))?\s*[:–-]\s*(.{4,})$/iu;
/** "Bo to send the figures", as minutes write it. */
const assigned = `(?:will|'ll|should|is going to|is gonna|'s going to|'s gonna|has to|needs to|must|is supposed to|can|to)`;
const gerund = /\b(?:would|do) you mind\s+(\p{Ll}+)ing\s+(\p{L}.*)$/iu;

/** "The audit committee will review the policy": people that nobody calls by name. */
const bodies = new RegExp(
  `${start}(?:the|our)\\s+((?:\\p{L}+\\s+){0,2}?(?:committee|secretary|treasurer|lawyers?|solicitors?|accountants?|auditors?|(?:sales|finance|design|legal|support|product|marketing|it|hr|data|security|platform|accounting)\\s+(?:team|department)))\\s+(?:will|'ll|(?:is|are) going to|needs? to|has to|have to|must|should)\\s+${adverbs}${rest}`,
  "iu",
);

/** What was said only to be taken back or to ask. */
const hedged =
  /\b(?:i'll tell you|i don't know|i didn't|if i|if we|if you|should i|should we|shall i|shall we|shall we|would have|could have|should have|i'd|might have|suppose we|imagine|in a (?:moment|minute|second|bit)|for a (?:second|moment)|in this meeting|of this meeting|for this meeting|(?:the|a) users? (?:can|could|will))\b/i;

/**
 * Compiles a reader of sentences for a meeting's people.
 *
 * @param names - full and first names that a sentence may assign work to.
 */
export function deedReader(names: readonly string[]): (plain: string) => SpokenDeed | null {
  const known = names.filter((name) => name.length > 1).map(escapePattern);
  const named =
    known.length === 0
      ? null
      : new RegExp(
          `${start}(?:the\\s+)?(${known.join("|")})\\s*,?\\s*${assigned}\\s+${adverbs}${rest}`,
          "iu",
        );
  const vocative =
    known.length === 0
      ? null
      : new RegExp(`(?:^|[.,]\\s*)(${known.join("|")})\\s*[,:]|,\\s*(${known.join("|")})\\s*[.?!]*$`, "iu");
  return (plain) => {
    const marked = mark.exec(plain);
    if (marked) {
      const [, name, deed] = marked;
      const inside = named?.exec(` ${deed}`);
      if (inside) return { doer: { kind: "named", name: inside[1]! }, deed: inside[2]!, strength: 1.5 };
      return { doer: name ? { kind: "named", name } : { kind: "anyone" }, deed: deed!, strength: 1.5 };
    }
    const third = named?.exec(plain);
    if (third && !/^\s*(?:can|should|will)\b.*\?$/i.test(plain))
      return { doer: { kind: "named", name: third[1]! }, deed: third[2]!, strength: 1 };
    const body = bodies.exec(plain);
    if (body && !hedged.test(plain)) {
      const name = capitalize(body[1]!);
      return { doer: { kind: "named", name }, deed: body[2]!, strength: 0.9 };
    }
    const minding = gerund.exec(plain);
    if (minding)
      return { doer: callee(vocative, plain), deed: `${baseOf(minding[1]!)} ${minding[2]}`, strength: 0.9 };
    const best = likeliest(plain);
    if (!best) return null;
    const strength = hedged.test(plain) ? best.strength - 0.5 : best.strength;
    const doer = best.doer.kind === "listener" ? callee(vocative, plain) : best.doer;
    return strength > 0 ? { ...best, doer, strength } : null;
  };
}

function likeliest(plain: string): SpokenDeed | null {
  let best: SpokenDeed | null = null;
  for (const { pattern, kind, strength } of patterns) {
    if (best && best.strength >= strength) continue;
    const match = pattern.exec(plain);
    if (match) best = { doer: { kind }, deed: match[1]!, strength };
  }
  return best;
}

function callee(vocative: RegExp | null, plain: string): Doer {
  const match = vocative?.exec(plain);
  const name = match?.[1] ?? match?.[2];
  return name ? { kind: "named", name } : { kind: "listener" };
}

/** "Sending" without its ending, for the few forms that need a letter back. */
function baseOf(stem: string): string {
  if (/([bdgmnprt])\1$/i.test(stem) && !/(?:ll|ss)$/i.test(stem)) return stem.slice(0, -1);
  return /(?:[^aeiou][aeiou](?:[cgksvz])|[^aeiou]at|writ|tak|mak|giv|shar|prepar|updat|creat|schedul|arrang|mov|clos|chang|summaris|summariz|finaliz|finalis|provid|not|us)$/i.test(
    stem,
  )
    ? `${stem}e`
    : stem;
}

/** Somebody takes on what was asked, of nobody or of everybody. */
export const takesOn = (plain: string): boolean =>
  /\b(?:i'll|i will|i can|let me|happy to) (?:do|take|handle|take care of|look after) (?:it|that|this|those|them|care of)\b|\b(?:i'm on it|i've got (?:it|that)|leave (?:it|that) (?:to|with) me|that's on me|i volunteer)\b/i.test(
    plain,
  );

/** An answer that takes what was asked before it. */
export const accepts = (plain: string): boolean =>
  /^(?:(?:yes|yeah|yep|ok|okay|sure|of course|no problem|absolutely|certainly|great|fine|alright|all right|right)[,.!\s]*)*(?:sure|of course|will do|i will|i'll do (?:that|it|this)|i can do (?:that|it)|i'll take (?:that|it|care)|i'm on it|on it|leave it to me|no problem|happy to|consider it done|absolutely|yes|yeah|yep|okay|ok)\b/i.test(
    plain,
  );
