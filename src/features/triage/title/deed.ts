/**
 * No title of an action begins with these: they open a statement, a bare question, a greeting or the middle of
 * a sentence.
 */
const noDeed =
  /^(?:i|i['’]?m|i['’]?ve|i['’]?d|i['’]?ll|im|ive|we|we['’]\w+|you|you['’]\w+|u|he|she|it|it['’]?s|they|he['’]s|she['’]s|they['’]re|this|that|that['’]s|these|those|there|there['’]s|here|here['’]s|the|a|an|my|our|your|his|her|their|its|some|any|anyone|anybody|someone|somebody|anything|something|nothing|everyone|all|each|every|both|is|isn['’]?t|are|aren['’]?t|am|was|wasn['’]?t|were|do|does|doesn['’]?t|did|didn['’]?t|don['’]?t you|can|can['’]?t|could|couldn['’]?t|will|would|wouldn['’]?t|won['’]?t|shall|should|shouldn['’]?t|has|hasn['’]?t|have you|haven['’]?t|had|may|might|must|mind if|what|what['’]?s|when|where|where['’]?s|who|who['’]?s|whom|whose|how|how['’]?s|why|which|or|and|but|so|because|since|as|if|then|than|though|although|while|whereas|however|also|too|not|no|nope|yes|yep|yeah|ok|okay|oh|ah|hm+|well|hi|hello|hey|dear|thanks|thank|thx|cheers|regards|best regards|kind regards|sincerely|sorry|please|pls|fyi|btw|ps|p\.s|re|fw|fwd|aw|wg|of|in|at|to|from|for|with|by|about|into|like|very|just|only|really|actually|maybe|perhaps|unfortunately|currently|anyway|again|even|still|already|never|good (?:morning|afternoon|evening|day)|happy to|glad to|looking forward|hope|hoping|wondering|trying|got|am i)\b/i;

/** What mass mail, footers and machines say; never anybody's task, whatever it asks. */
const machine =
  /\b(?:do(?:n['’]?t| not) reply|not reply to|noreply|no-reply|unsubscrib\w*|opt[- ]out|mailing list|click (?:here|below|on|the)|view (?:this|it) (?:e-?mail |message )?(?:in|online)|in your browser|privacy policy|all rights reserved|terms (?:of|and)|sent from my|get outlook|confidential|intended (?:recipient|only)|this e-?mail|disclaimer|copyright|powered by|forward this|manage (?:your )?(?:preferences|subscription)|you (?:want|wish) to (?:continue|proceed|quit|exit)(?=\W*$)|are you sure(?=\W*$)|add us to|was sent to|you(?:['’]re| are) receiving|virus|sponsored by|free trial|best regards|kind regards|original message|wrote:?$)/i;

/** Set phrases that look like actions. */
const idiom =
  /^(?:let (?:\S+ ){1,2}know(?=,|$)|keep in touch|stay (?:tuned|safe|well)|take care$|take it easy|have (?:a|an) (?:nice|great|good|lovely|wonderful|safe|happy|look)|enjoy\b|give (?:\S+ )?an? (?:\S+ )?break|rest assured|feel free|bear with|excuse|forgive|pardon|see you|talk to you|go figure|go ahead$|work with \S+ (?:folks|people|guys|here)$|let (?:me|us) (?:know|say|tell|explain|see|be|just)|let (?:it|them|him|her) be|say (?:hi|hello)|use the restroom|get (?:a life|over|real|lost)|give (?:\S+ )?a (?:shot|try|go)$|come on|think about it|look (?:forward|like)|help me$|help (?:please|out)$|set \S+ straight|make up your mind|join in thanking|note that|be (?:careful|aware|sure|nice))\b/i;

/** A tag within a title that is about one: "Rename <div> to <section>". */
const namedTag = /(?<!^)<\/?[a-z][a-z\d-]{0,20}>/gi;

/** A request with something else before it. */
const inside = /.\b(?:please|pls|plz|(?:can|could|would|will) you|let's)\b/i;

/** Program output, an address or a line of code. */
const printed =
  /^[-dl]?(?:[r-][w-][x-]){2,3}|https?:|www\.|[{}<>|\\]|^\S*::|::(?!\p{L})|=>|\(\)|\$[A-Za-z_]|^\W|[/\\]\w+[/\\]\w+|[=;]\s*\S+[=;]|==|(?:^|\s)&\p{L}|\b\w+@\w+\.\w+$/iu;

/** "Fix especially if …": the verb has lost its object. */
const objectless =
  /^\p{L}+ (?:especially|particularly|hopefully|unfortunately|presumably|apparently|obviously|perhaps|maybe|probably|unless|although|because)\b/iu;

/** "Say where the spare key is": whole although it ends with a form of "to be". */
const endsInBeing =
  /^(?:say|tell \S+|explain|find out) (?:what|who|where|when|which \p{L}+|how \p{L}+) (?:(?:the|an?|your) |\p{Lu})[^,;:]{2,} (?:is|are)$/iu;

/** A title that is cut off. */
const broken =
  /(?:\b(?:mr|mrs|ms|dr|prof|the|a|an|of|to|and|or|but|for|with|at|by|from|that|which|if|whether|as|is|are|be|my|your|our|their|than|into|i|we|not|how|what|when|where|why|very|so|because|can|could|would|will|should|respect|regard|regards|interested|due|according|able|going|supposed|before|after|since|until|while|even|such|some|any|more|other|existing|still|(?:an?|the) (?:common|working|new|good|nice|better|simple|easy|proper|clean|quick|specific|certain|possible)|(?:why|whether|if|because) [^\s?]+)|[,:(–-])$/i;

const letters = /\p{L}/gu;

/**
 * Whether a title names an action as people write it: not a statement, question, greeting, footer, program
 * output or fragment.
 */
export function isDeed(title: string): boolean {
  const text = title.trim();
  const words = text.split(/\s+/);
  if (words.length < 2 || words.length > 16) return false;
  const shown = text.replace(/\s/g, "");
  if ((text.match(letters)?.length ?? 0) < shown.length * 0.6) return false;
  if (!/\p{L}{3}/u.test(text)) return false;
  return (
    !noDeed.test(text) &&
    !idiom.test(text) &&
    !inside.test(text) &&
    !machine.test(text) &&
    !printed.test(text.replace(namedTag, "")) &&
    !objectless.test(text) &&
    (!broken.test(text) || endsInBeing.test(text))
  );
}
