/** Where a sentence's question begins, and whether it is one that somebody could answer without the rest. */

const auxiliary =
  "(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|may|might|must)";

/** What people say before a question. */
const leadIn =
  /^(?:[\s"'“([*•>·–—.,:;!-]+|(?:and|or|but|so|also|btw|by the way|well|hey|hi|hello|hallo|ok|okay|ah|oh|hmm*|uh|um|guys|anyway|then|now|please|pls|actually|basically|sorry|thanks|thank you|great|cool|nice|yes|no|yeah|yep|nope|lol|sure|right|question|quick question|my question is|the question is|just wondering|just curious|dumb question|stupid question|one (?:more )?question|another question|finally|secondly|first|second|third|in general|p\.?s\.?|folks|everyone|everybody|again|if so|in that case|for example|perhaps|maybe|hopefully|seriously|exactly|just|i mean|\d{1,2}[.)])(?=[\s,.:;!?)–-])[\s,.:;!)–-]*|@?[\p{L}\p{N}_-]{2,20}\s*[,:]\s+(?=(?:what|how|why|where|when|who|which|any|is|are|do|does|did|can|could|will|would|should|have|has)\b))+/iu;

const opens = [
  new RegExp(
    `^(?:when|where|why)(?:\\s+(?:else|exactly|then))?(?:\\s+${auxiliary}|['’]s|['’]re|n['’]t)\\b`,
    "i",
  ),
  new RegExp(
    `^how(?:['’]s|['’]re|\\s+(?:come|about|to|(?:much|many|long|often|far|soon|big|large|well|hard|easy|difficult|fast|good|bad|likely|reliable|safe|exactly|else)\\b(?:\\s+[\\p{L}\\p{N}-]+){0,4}?\\s+${auxiliary}|${auxiliary}))\\b`,
    "iu",
  ),
  new RegExp(
    `^(?:what|which|whose)(?:['’]s|['’]re|\\s+${auxiliary}|\\s+(?!i\\b|you\\b|we\\b|they\\b|an?\\b|the\\b|this\\b|that\\b|he\\b|she\\b|it\\b)[\\p{L}\\p{N}-]+(?:\\s+[\\p{L}\\p{N}/-]+){0,3}?\\s+${auxiliary})\\b`,
    "iu",
  ),
  /^what\s+(?:makes?|made|cause[sd]?|happen(?:s|ed) (?:to|with|if|when)|determine[sd]?|decides?|triggers?|controls?|(?:goes|went) (?:into|with|where))\s+\p{L}+/iu,
  /^who(?:['’]s|m)?\s+(?!cares\b)(?:else\s+)?\p{L}+/iu,
  /^am\s+i\s/i,
  /^mind if (?:i|we) /i,
  /^(?:should|does|do|is|are|will|would|could|can|has|have|did)n['’]t\s+(?!i be surprised)[^?]{8,}\?/i,
  new RegExp(
    `^(?!ha(?:s|ve|d)\\s+to\\b)(?!ha(?:ve|d)\\s+(?!i\\b|we\\b|you\\b|they\\b|any|some|there\\b|people\\b))${auxiliary}(?:n['’]?t)?\\s+(?:i|we|you|u|he|she|it|they|there|this|that|these|those|the|a|an|my|our|your|his|her|their|its|any|some|any\\s?one|any\\s?body|some\\s?one|some\\s?body|everyone|all|both|one|no|most|many|people|[\\p{L}\\p{N}-]{2,}s)\\s`,
    "iu",
  ),
  /^(?:[Ii]s|[Aa]re|[Dd]o|[Dd]oes|[Dd]id|[Cc]an|[Ww]ill|[Ww]ould|[Ss]hould|[Hh]as|[Hh]ave)(?:n['’]?t)?\s+(?:\p{Lu}[\p{L}\p{N}-]*|[a-z][\w-]*[A-Z._\d][\w.-]*)\s/u,
  /^(?:is|does|did|has|will|can)\s+[a-z][\w.-]+\s+(?:still|also|already|really|even|always|ever|just|work|need|support|have|use|require|allow|provide|come|run|mean|possible|available|better|necessary|recommended|dead|broken|down|any|been|a|an|be)\b/i,
  /^any\s+(?:news|chance|update|updates|progress|word|plans|experience|recommendations?|thoughts?|comments?|feedback|suggestions?|opinions?|ideas?|advice|tips|hints|pointers)\b(?!\s+(?:(?:is|are|would be|will be)\s+)?(?:(?:gratefully|greatly|much|very|most)\s+)?(?:received|appreciated|welcome))/i,
];

/** A question begins here even without a mark before it. */
const inner =
  /(?<=\s)(?:(?:how|where|when|why|what)\s+(?:do|does|did|can|could|would|should|is|are)\s+(?:i|we|you|one|the|an?|my)\s|is\s+there\s+(?:an?|any|some)\s|are\s+there\s+any\s|does\s+any\s?(?:one|body)\s|(?:has|did)\s+any\s?(?:one|body)\s|can\s+(?:i|any\s?(?:one|body))\s|do\s+you\s+(?:know|have)\s|what['’]s\s+the\s|which\s+[\p{L}-]+\s+(?:should|is|do|can)\s)/giu;
const marks = /(?:\.{2,}|\s[-–—]+\s|[;:]\s|,\s|[.!?]\s|\)\s|\s(?=(?:and|but|so|or)\s))/g;

/** What follows a question without being part of it. */
const after =
  /\s*(?:(?<=\S{3}):\s(?=[\s\S]*\?)|[,;]?\s+and,?\s+if so\b|[,;]?\s+(?:because|since|so that|as (?:i|we|it|this|the|my)|(?:cause|cuz) (?:i|we|it|my|this|there|they)|but|although|though|(?:and|or|so) (?:i|we|if|how|what|is|are|do|does|did|can|could|if|whether|should|will|would|has|have|where|why|when|also|also,|not|am|anything|something))\b|\s+[-–—]+\s|;|\.{2,}|\s*\(|,\s+(?:[^\s,]+\s+){1,3}(?:is|are|has|says|talks|was)\s|,\s+(?:please|thanks|thank|i|we|my|it|that|this|if|as|like|etc|given|assuming|and|or|which|e\.g|for example|right|correct|or)\b|[?!]|\.\s)[\s\S]*$/i;

/** After a comma, "which is fine" says more about a thing before it. */
const relative = /^(?:which|who|whose)\b/i;

export const opensQuestion = (text: string): boolean => opens.some((pattern) => pattern.test(text));

const anyoneOpens =
  /^(any\s?(?:one|body)|some\s?(?:one|body))(?:\s+(?:here|else|out there|of you))?\s+((?:know|have|use|want|need|got|tried|seen|used|managed|had|heard|experienced?|noticed|using|running|seeing|having|getting|working|interested|going|willing|familiar|aware)\b(?:[^?!.;]|\.(?=[\p{L}\p{N}])){4,})/iu;

/** "You around this weekend?" */
const youOpen =
  /^(?:you|u)(?: guys| all| both| folks)? (?=(?:going|coming|staying|joining|planning|interested|free|available|around|ready|back|done|okay|ok|in|up)\b[^?.!]*\?)/i;

/** "Thoughts on the new layout?" */
const bareOpinion =
  /^(?:thoughts|comments|opinions|feedback|suggestions|advice|tips|news|updates?|progress)\s+(?:on|about|regarding|from)\s[^?.!]{3,}\?/i;

/** "Anyone tried …", "you around …" as a whole question. */
function withHelper(text: string): string {
  if (bareOpinion.test(text)) return `any ${lowerFirst(text)}`;
  const you = text.replace(youOpen, "are you ");
  if (you !== text) return you;
  const found = anyoneOpens.exec(text);
  if (!found) return text;
  const who = found[1]!.toLowerCase();
  const rest = found[2]!;
  const verb = /^\p{L}+/u.exec(rest)![0].toLowerCase();
  if (/^(?:know|have|use|want|need)$/.test(verb)) return `does ${who} ${rest}`;
  return /(?:ing|interested|familiar|aware|willing)$/.test(verb) ? `is ${who} ${rest}` : `has ${who} ${rest}`;
}

/**
 * The question in a sentence, without greeting, asides and question mark, its first letter small.
 *
 * @returns null if the sentence has none that is whole.
 */
export function wholeQuestion(sentence: string): string | null {
  const text = sentence
    .replace(/\s*\([^()]*\)(?=[\s?!.,]|$)/g, "")
    .replace(/,\s+(?:perhaps|maybe|by any chance|then|please),(?=\s)/gi, "")
    .replace(/\b(is there) are\b/gi, "$1")
    .replace(/\b(possible) for (?:me|us) (?=to\b)/gi, "$1 ")
    .replace(/\b(?:that |which )?(?:i|we|one) (?:can|could) use (?=(?:to|for) \p{L})/giu, "")
    .replace(/\s+/g, " ")
    .trim();
  const starts = [0];
  for (const mark of text.matchAll(marks)) starts.push(mark.index + mark[0].length);
  for (const found of text.matchAll(inner)) starts.push(found.index);
  for (const start of starts.sort((one, other) => one - other)) {
    const rest = withHelper(text.slice(start).replace(leadIn, ""));
    if (!opensQuestion(rest) || (relative.test(rest) && /[,(]\s*$/.test(text.slice(0, start)))) continue;
    const question = shortQuestion(rest);
    if (question) return question;
  }
  return null;
}

const trailing = /[\s,;:.?!)"'”–-]+$/;
const adverbs =
  /\s+(?:please|pls|though|then|here|exactly|anyway|by the way|btw|or not|or what|or something|at all|thanks|guys|again|too|yet|now|instead|right|correct|and|or)$/i;

/** "Is the spare key here", "are the dates right": these say the rest. */
const needsComplement = /^(?:is|are|was|were)(?:n['’]?t)?\s.*\s(?:here|right|correct)$/i;
const looseEnd = /\s+(?:please|pls|though|thanks|guys)$/i;

function shortQuestion(text: string): string | null {
  let short = text
    .replace(/\s+(?=\?)/g, "")
    .replace(after, "")
    .replace(trailing, "");
  const loose = needsComplement.test(short) ? looseEnd : adverbs;
  for (let round = 0; round < 2; round++) short = short.replace(loose, "").replace(trailing, "");
  if (short.split(" ").length < 4 && !/^(?:when|where|who|what)/i.test(short)) return null;
  if (short.split(" ").length < 3) return null;
  const open = (short.match(/["“]/g)?.length ?? 0) % 2 === 1;
  if (
    /^how come (?:when|if)\b/i.test(short) ||
    open ||
    (short.match(/(?:^|\s)'|'(?=\s|$)/g)?.length ?? 0) % 2 === 1
  )
    return null;
  return lowerFirst(short);
}

const lowerFirst = (text: string) =>
  /^I\b/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
