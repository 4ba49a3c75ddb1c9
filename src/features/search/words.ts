/** Words too common to distinguish one passage from another. */
const common = new Set(
  "a an the this that these those there here it its and or but if then than so as at by for from in into of off on onto out over to under up with without about after before between during until while is are was were be been being am do does did doing done have has had having will would shall should can could may might must not no nor i me my mine you your yours he him his she her hers we us our ours they them their theirs who whom whose which what when where why how all any both each few more most other some such only own same too very just also again once further because s t ll re ve d m uh um hmm mm yeah yep okay ok oh well like inc ltd llc gmbh corp".split(
    " ",
  ),
);

/** Words for how people ask rather than what they ask about, as in "summarize the discussion". */
const asking = new Set(
  "tell show give find list explain describe description summarize summarise summary discuss discussed discussing discussion discussions say said says saying talk talked talking mention mentioned think thought thoughts opinion opinions view views comment comments contribute respond responded response answer answered ask asked elaborate elaborated conclude concluded conclusion agree agreed agreement decide decided decision decisions decisive due meeting meetings group team participants people everyone someone anybody anyone please according regarding concerning general main what's whats".split(
    " ",
  ),
);

/** The verb of "What did Bo write about the lease?", which asks for his words and is in none of them. */
const verbOfSaying =
  /\b(?:did|does|do|has|have|had|would)\s+(?:\S+\s+){1,4}?(?<verb>announce|announced|claim|claimed|confirm|confirmed|explain|explained|promise|promised|propose|proposed|recommend|recommended|reply|replied|report|reported|suggest|suggested|write|written)\s+(?:about|on|regarding|concerning)\b/iu;

/** What people are addressed by, which is no part of their names. */
export const titles: ReadonlySet<string> = new Set("mr mrs ms dr prof sir".split(" "));

/**
 * Strips common English endings so that "recording", "records" and "recorded" match. Deliberately rough: the
 * result only has to be the same for all forms, not a dictionary word.
 */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stemmed = cutEndings(word);
  if (stems.size >= mostStems) stems.clear();
  stems.set(word, stemmed);
  return stemmed;
}

/** Texts repeat their words, and cutting the endings of one takes ten times as long as looking it up. */
const stems = new Map<string, string>();
const mostStems = 50_000;

function cutEndings(written: string): string {
  const word = plainWord(written.toLowerCase());
  if (word.length < 4 || /\d/.test(word)) return word;
  let base = word.replace(/'s?$/, "");
  if (/(?:ss|us|is)$/.test(base)) return base;
  base = base.replace(/ies$/, "y").replace(/(ss|x|z|ch|sh)es$/, "$1");
  base = base.replace(/([^s])s$/, "$1");
  for (const ending of [/ations?$/, /ingly$/, /edly$/, /ments?$/, /ness$/, /ing$/, /ed$/, /ly$/]) {
    const cut = base.replace(ending, "");
    if (cut === base || cut.length < 4 || !/[aeiouy]/.test(cut)) continue;
    base = cut.replace(/([bdfgklmnprt])\1$/, "$1");
    break;
  }
  return base.length > 4 ? base.replace(/e$/, "").replace(/i$/, "y") : base;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'[\p{L}][\p{L}\p{M}]*)?/gu;

/** Letters that no accent can be taken from, and what people type instead. */
const letters: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", ς: "σ" },
};
/** Common words that the index leaves out, beside those that count as common here. */
const leftOut = new Set("above below don down now itself myself".split(" "));

/**
 * Whether a word without accents is too common to be another word's spelling: "the" for "thé". The function
 * `search_common` (see the migrations) has the same words.
 */
export const isTooCommon = (word: string): boolean =>
  [...word].length < 7 && (common.has(word) || leftOut.has(word));

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/**
 * A word in small letters without accents, as the index has it: "brulé" finds "Brûlé". A word that would be too common
 * without them keeps them ("thé"). The function `search_plain` (see the migrations) does the same.
 */
function plainWord(written: string): string {
  if (isAscii(written)) return written;
  const plain = withoutAccents(written);
  return isTooCommon(plain) ? written.normalize("NFC") : plain;
}

/** A word in small letters without any accent, however common it is then. */
export const withoutAccents = (written: string): string =>
  written
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC")
    .replace(/[ßæœþøłđðħŧıς]/g, (letter) => letters[letter] ?? letter);

/** A text in small letters, with straight apostrophes and with its words as {@link wordsOf} has them. */
export function plainText(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.replace(/’/g, "'").replace(word, plainWord);
}

/** The words of a text in order, in lower case without accents, with straight apostrophes. */
export const wordsOf = (text: string): string[] => plainText(text).match(word) ?? [];

/** The stems that a passage can be found by. */
export function passageTerms(text: string): string[] {
  const terms: string[] = [];
  for (const one of wordsOf(text)) if (!common.has(one)) terms.push(stem(one));
  return terms;
}

/**
 * The words a question asks about, each once, as it writes them. Falls back to its phrasing words if nothing
 * else is left.
 */
export function questionWords(text: string): string[] {
  const words = wordsOf(text).filter((one) => !common.has(one));
  const verb = verbOfSaying.exec(text)?.groups?.verb?.toLowerCase();
  const about = words.filter((one) => !asking.has(one) && !titles.has(one) && one !== verb);
  return [...new Set(about.length > 0 ? about : words)];
}

/** The stems a question asks about. Falls back to its phrasing words if nothing else is left. */
export function questionTerms(text: string): string[] {
  return [...new Set(questionWords(text).map(stem))];
}
