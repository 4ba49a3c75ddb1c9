import { contentWords } from "./content-words";

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}'’./+#-]*/gu;

/** What comes before a question or a topic, with the name of the person who asks. */
const frame =
  /^(?:(?:Answer|Reply to|Tell|Help|Give) \p{Lu}[\p{L}-]*|Answer|Reply|Tell|Say|Explain|Help with|Help|Give|Let)\b/u;

const times =
  /^(?:days|week|weekend|month|year|quarter|morning|afternoon|evening|night|summer|winter|spring|fall|autumn|season|semester|term|time|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?(?:'s)?$/i;
const prepositions = new Set(
  "in on at to for of with by from as or and but then so now again either too yet please when while if before after because until first instead properly".split(
    " ",
  ),
);
/** After these, "that" begins a clause. */
const saysThat =
  /^(?:confirm|sure|know|think|ensure|mean|means|say|says|believe|guarantee|check|verify|agree|possible|true|normal|so|such|certain|show|assume|make|recommend|suggest)$/i;
const beginsClause =
  /^(?:is|are|was|were|can|could|will|would|should|must|may|might|has|have|had|does|do|did|doesn't|don't|i|you|we|they|users|people|uses|allows|lets|provides|supports|works|runs|makes|needs|requires)$/i;
const auxiliary = /^(?:is|was|will|would|can|could|might|may|should|fits?|works?|suits?)$/i;
/** After "Remind the tenants" or "Write to Anna", "that" begins what is told. */
const reporting =
  /^(?:tell|inform|remind|warn|notify|write to)(?: (?!how\b|what\b|when\b|where\b|who\b|why\b|which\b|whether\b|if\b|to\b|about\b|of\b|on\b|with\b)\S+){1,4}$/i;
/** One or two words after these, "that" begins a clause too. */
const marksNoun = /^(?:an?|the|any|some|no|of|for|with|in|on|few|all|two|three|your|best|good|new)$/i;

/** After these, "it" has found its noun. */
const joints = new Set("when if while after before and so but because that unless since once".split(" "));
const dummyAfter =
  /^(?:possible|impossible|ok|okay|safe|true|worth|worthwhile|necessary|normal|better|best|easy|easier|hard|difficult|fine|important|correct|required|recommended|advisable|legal|wise|just|take|cost|matter|hurt|sense|mean|still possible|too late|too early)$/i;

/** Nouns that name nothing without what was said before. */
const vague =
  /\b(?:the|your|any|some|an?|same) (?:same |other |new |following |above |whole |first |second )*(?:thing|things|stuff|problem|issue|error|question|questions|matter|case|above|below|following|rest|other|others|answer|latter|former|same|way|idea|work|job|part|former one|situation|result|results|point|reason|attached|enclosed|below)$/i;
const elsewhere =
  /\b(?:above|below|aforementioned|latter|former|the following|as follows|as such|previously|mentioned|likewise|vice versa|do so|doing so|the same|something like|and so on|etc|my (?:last|previous|earlier) (?:mail|message|post|email)|your (?:last|previous|earlier|original) (?:mail|message|post|email|question|point))\b/i;

/** "Tell Anna", "ask the tiler when he is done". */
const isNamed = (words: readonly string[], before: number) =>
  (before > 2 &&
    /^(?:ask|tell|remind|let|help|show|call|ring|warn|invite|thank)$/i.test(words[0]!) &&
    /^(?:the|your)$/i.test(words[1]!)) ||
  words.slice(0, before).some((word, at) => at > 0 && /^\p{Lu}\p{Ll}/u.test(word));

const contentBefore = (words: readonly string[], at: number) =>
  contentWords(words.slice(0, at).join(" ").replace(frame, "")).length;

/** For each pronoun, whether what it means is said within the title. */
const resolved: Record<string, (words: readonly string[], at: number) => boolean> = {
  it: (words, at) =>
    words.slice(at + 1, at + 4).some((word, next) => dummyAfter.test(word) && at + next + 2 < words.length) ||
    (contentBefore(words, at) >= 2 && at >= 9) ||
    (contentBefore(words, at) >= 2 && words.slice(2, at).some((word) => joints.has(word.toLowerCase()))),
  its: (words, at) => contentBefore(words, at) >= 2,
  this: (words, at) => pointsAtNamed(words, at),
  these: (words, at) => pointsAtNamed(words, at),
  those: (words, at) => /^(?:who|of|with|that|in|on)$/i.test(words[at + 1] ?? "") && at > 1,
  that: (words, at) => {
    const next = words[at + 1]?.toLowerCase();
    const previous = words[at - 1]?.toLowerCase();
    if (/^(?:chance|hope)$/i.test(previous ?? "") && auxiliary.test(next ?? "")) return false;
    if (isIdentifier(words[at + 1] ?? "") && !beginsClause.test(words[at + 2] ?? "")) return true;
    return (
      next !== undefined &&
      previous !== undefined &&
      !prepositions.has(next) &&
      !times.test(previous) &&
      (saysThat.test(previous) ||
        reporting.test(words.slice(0, at).join(" ")) ||
        (at > 1 && beginsClause.test(next)) ||
        [words[at - 2], words[at - 3]].some((word) => marksNoun.test(word ?? "")))
    );
  },
  there: (words, at) =>
    /^(?:is|are|was|were|be|been|will|would|might|may|could|should|out|whether|if|why|has|have|had)$/i.test(
      words[at - 1] ?? "",
    ) || /^(?:is|are|was|were|will|would|any|should|must|has|have|might|may)$/i.test(words[at + 1] ?? ""),
  here: () => false,
  they: (words, at) => contentBefore(words, at) >= 2,
  them: (words, at) => contentBefore(words, at) >= 2 && at >= 4,
  their: (words, at) => contentBefore(words, at) >= 2,
  theirs: () => false,
  he: isNamed,
  she: isNamed,
  him: isNamed,
  her: isNamed,
  his: isNamed,
  hers: () => false,
  ones: () => false,
  such: (words, at) => /^as$/i.test(words[at + 1] ?? "") && at >= 3,
};

/** "window.top", "load_image", "loadImage". */
const isIdentifier = (word: string) => /\p{L}[._]\p{L}|\p{Ll}\p{Lu}/u.test(word);

const pointsAtNamed = (words: readonly string[], at: number) => {
  const next = words[at + 1];
  if (next === undefined) return false;
  return (
    times.test(next) ||
    isIdentifier(next) ||
    [next, words[at + 2] ?? ""].some((word) => /^\p{Lu}[\p{L}\p{N}-]+$/u.test(word))
  );
};

/** How "one" may be used: "one of", "how does one". */
const oneIsNamed = (words: readonly string[], at: number) =>
  /^(?:of|can|could|should|would|must|might|more|day|week|hour|month|year|page)$/i.test(
    words[at + 1] ?? "",
  ) ||
  /^(?:does|do|can|should|would|could|no)$/i.test(words[at - 1] ?? "") ||
  (at + 1 < words.length &&
    contentWords(words[at + 1]!).length > 0 &&
    !/^(?:that|this|the|which)$/i.test(words[at - 1] ?? ""));

/**
 * Whether a title makes sense without the message: every "it", "this" or "they" has its noun in it, and it doesn't end on a
 * word like "the problem".
 */
export function standsAlone(title: string): boolean {
  const words = title.match(wordPattern) ?? [];
  if (elsewhere.test(title) || vague.test(title.replace(/[\s?!.]+$/, ""))) return false;
  return words.every((word, at) => {
    const plain = word
      .toLowerCase()
      .replace(/['’](?:s|ll|d|re|ve)$/, "")
      .replace(/[.-]+$/, "");
    if (plain === "one") return oneIsNamed(words, at);
    return resolved[plain]?.(words, at) ?? true;
  });
}
