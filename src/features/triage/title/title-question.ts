/** "Are you in town?" in the order of a statement: "you are in town". */
const inverted =
  /^(is|are|was|were|do|does|did|can|could|will|would|have|has|had|should|shall|may|might)\s+(you(?: guys| all| both| folks| and (?:your |the )?\p{L}+)?|we|i|they|he|she|it|there|this|that|these|those|someone|anyone|anybody|everyone)\b\s*(.*)$/iu;
const whInverted =
  /^((?:what|when|where|who|whom|how|why|which)(?:\s+(?:much|many|long|often|soon|far|\w+))??)\s+(is|are|was|were|do|does|did|can|could|will|would|have|has|had|should|shall|may)\s+(you|we|i|they|he|she|it|there|this|that|these|those)\b\s*(.*)$/i;
const howTo = /^how\s+(?:can|do|could|would|should|does|might)\s+(?:i|we|one|you)\s+(.+)$/i;
const askAround =
  /^(?:do(?:es)?|did|can|could|would)\s+(?:you|any\s?one|any\s?body|some\s?one|some\s?body)(?:\s+(?:else|here|out there|please))*\s+(?:know|tells?|explain|say|advise|remember|recall|confirm)(?:\s+(?:to\s+)?(?:me|us))?\s+(if|whether|how|what|when|where|who|why|which)\b\s*(.+)$/i;
const anyoneHas =
  /^does\s+(?:any\s?one|any\s?body|some\s?one)(?:\s+(?:else|here))?\s+(have|use|want|need|know)\b\s*(.+)$/i;
const chance = /^(?:is there )?any\s+chance\s+(?:that\s+|of\s+)?(.+)$/i;
const mind = /^(?:do|would)?\s*(?:you\s+)?mind\s+if\s+(.+)$/i;
const wh = /^(?:what|when|where|who|whom|whose|how|why|which)\b/i;

/** "You and Rob": only the pronoun begins small. */
const lower = (words: string) =>
  words.toLowerCase() === "i" ? "I" : words.replace(/^\p{L}+/u, (word) => word.toLowerCase());
const withoutHelper = (verb: string) => (/^(?:do|does|did)$/i.test(verb) ? "" : ` ${verb.toLowerCase()}`);

/** "Why did the page fail": the auxiliary verb is dropped, whatever the subject is. */
const whHelper =
  /^((?:how|why|what|where|when|which)(?:\s+(?:much|many|long|often|far))?)\s+(?:do|does|did)\s+(?!not\b)(.+)$/i;
const negated =
  /^(why|how)\s+((?:is|are|was|were|do|does|did|can|could|will|would|have|has|should)n['’]t)\s+(you|we|i|they|he|she|it|there|this|that|these|those)\b\s*(.*)$/i;

/** "Is there a way to …", "are there any tricks to …": how to do it is what the asker wants to know. */
const wayTo =
  /^(?:if |whether )?(?:is there|there is|there's|are there|there are|is it|it is)\s+(?:then |maybe |perhaps |also |, perhaps, )*(?:a|an|any|some|another|no|any other)\s*(?:good |easy |better |simple |nice |known |proper |other |quick |standard )*(?:ways?|methods?|means|tricks?|commands?|possibility|options?)\s+(?:for (?:me|us|one|someone|anyone) )?(?:to|of)\s+(\p{L}.+)$/iu;

/** A question that begins with how or where to do something, as "how to sort arrays". */
const toDo =
  /^(how|where|what|when|which \p{L}+|what (?:\p{L}+ )?\p{L}+)\s+(?:(?:i|we|you|one|u) (?:can|could|should|would|might|must|need to|have to)|(?:can|could|should|would|do|does|might|must) (?:i|we|you|one|u))\s+(?!think\b|know\b|feel\b|mean\b|say\b|like\b|guys\b|all\b|want\b|have\b|see\b|need\b|prefer\b|suggest\b|recommend\b|learn\b|expect\b|conclude\b|gain\b|assume\b)(?:please |possibly |best |actually )?(\p{L}.*)$/iu;

/** "How to sort arrays" for "how can I sort arrays?". */
export function asToDo(question: string): string | null {
  const found = toDo.exec(question);
  if (!found) return null;
  // "How do you like it" asks the reader; "how do I sort arrays" asks for the way.
  const [, word, rest] = found;
  if (/^what\b|^which\b/i.test(word!) && /\b(?:do|does|did) (?:i|we|you|one|u)\b/i.test(question))
    return null;
  return `${word!.toLowerCase()} to ${rest}`;
}

/** A question as the clause that follows "Tell Anna": "whether you are in town", "how to sort arrays". */
export function indirect(question: string): string | null {
  const clause = clauseOf(question);
  if (clause === null) return null;
  const way = wayTo.exec(clause)?.[1];
  return way && !/^\p{L}+ing\b/u.test(way) ? `how to ${way}` : clause.replace(/^if\b/, "whether");
}

function clauseOf(question: string): string | null {
  const around = askAround.exec(question);
  if (around) return `${around[1]!.toLowerCase()} ${around[2]}`;
  const how = howTo.exec(question);
  if (how) return `how to ${how[1]}`;
  const anyone = anyoneHas.exec(question);
  if (anyone) return `if you ${anyone[1]!.toLowerCase()} ${anyone[2]}`;
  const whose = whInverted.exec(question);
  if (whose) return `${whose[1]!.toLowerCase()} ${lower(whose[3]!)}${withoutHelper(whose[2]!)} ${whose[4]}`;
  const not = negated.exec(question);
  if (not) return `${not[1]!.toLowerCase()} ${lower(not[3]!)} ${not[2]!.toLowerCase()} ${not[4]}`;
  const helped = whHelper.exec(question);
  if (helped) return `${helped[1]!.toLowerCase()} ${helped[2]}`;
  const turned = inverted.exec(question);
  if (turned) {
    const [, verb, subject, after] = turned;
    // "Are you and Rob Miller still in town?"
    const surname = / and /i.test(subject!) ? (/^\p{Lu}\p{Ll}+ /u.exec(after!)?.[0] ?? "") : "";
    const whole = `${lower(subject!)} ${surname}`.trim();
    return `if ${whole}${withoutHelper(verb!)} ${after!.slice(surname.length)}`;
  }
  const asked = mind.exec(question) ?? chance.exec(question);
  if (asked) return `if ${asked[1]}`;
  if (/^you\b/i.test(question)) return `if you${question.slice(3)}`;
  return wh.test(question) ? question.charAt(0).toLowerCase() + question.slice(1) : null;
}
