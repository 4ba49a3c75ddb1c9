// The words that names no longer use, and where. docs/glossary.md lists the words; the rest needs code and is
// here.

/** Where a word is retired, if not everywhere: a pattern for paths. */
const onlyIn = {
  // People and messages ask; an outside service is requested, fetched or polled.
  ask: /^(src\/features\/integrations\/|src\/web\/[^/]+$|test\/|bench\/)/,
  // Data is split into parts; a CRM's deal is a deal.
  deal: /^eval\//,
  // Corrections override; mail servers and windows relay messages.
  relay: /^src\/features\/(triage|corrections|inbox)\//,
};

/** Names that keep a retired word. The check reports entries that no name needs any more. */
export const allowed = [
  {
    name: /^analysed$/,
    path: /^(src|test|e2e|bench)\//,
    reason: "the import's result counts `analysed`, as the specification's decisions spell it",
  },
  {
    name: /^(lesson_effects|analyse-messages)$/,
    path: /^test\/upgrade\.test\.ts$/,
    reason: "what an older version stored",
  },
];

/** Types are nouns. These words end like a participle but are nouns. */
const nouns = new Set(
  "Addressing Feed Finding Heading Meaning Meeting Mapping Need Reading Seed Setting Speed String Timing Warning".split(
    " ",
  ),
);
const irregular =
  /^(Begun|Bound|Broken|Brought|Built|Chosen|Done|Drawn|Fallen|Felt|Found|Gathered|Given|Gone|Got|Grown|Heard|Held|Hidden|Kept|Known|Laid|Left|Lost|Made|Meant|Met|Paid|Said|Says|Seen|Sent|Shown|Shut|Sold|Spoken|Spent|Stood|Taken|Taught|Thought|Told|Understood|Won|Written)$/;

/**
 * Reads the retired words from the glossary: those in code style in the column "Don't use".
 *
 * @param markdown - the text of docs/glossary.md.
 * @returns for each retired word, the words to use instead. `takeIn` is retired where `take` and `in` follow
 * each other; `made…` as the first word of a longer name.
 */
export function retiredWords(markdown) {
  const retired = new Map();
  for (const row of markdown.split("\n")) {
    const [, word, , dont] = row.split("|").map((cell) => cell.trim());
    for (const [, name] of (dont ?? "").matchAll(/`([^`]+)`/g))
      retired.set(name, [...(retired.get(name) ?? []), word]);
  }
  return retired;
}

/** Words that plain English has no need of, and the files that may have them. */
const oldFashioned = /\b(whoever|anew)\b/giu;
const mayBeOldFashioned =
  /^(src\/features\/landing\/web\/legal\/|src\/features\/triage\/signals\/clause-shape\.ts$|(scripts|test\/scripts)\/)/;

/** The old-fashioned words in a text, with their offsets. Legal texts and the engine's lists of words may have them. */
export function oldFashionedIn(path, text) {
  if (mayBeOldFashioned.test(path)) return [];
  return [...text.matchAll(oldFashioned)].map((found) => ({ word: found[0].toLowerCase(), at: found.index }));
}

/** The words of a name in camelCase, kebab-case or snake_case, in lower case. */
export const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A word and its regular forms: judge, judges, judged, judging. */
function formsOf(word) {
  const stem = word.replace(/e$/, "");
  const plural = word === "analyse" ? "analyse" : `${word}e?s`; // "analyses" is the plural of analysis
  return new RegExp(`^(${word}|${plural}|${stem}ed|${stem}ings?)$`);
}

/**
 * Creates the check of one name.
 *
 * @param retired - what {@link retiredWords} returns.
 * @returns a function of path and name; it returns the retired word and what to use instead, or undefined.
 */
export function createNameCheck(retired) {
  const rules = [...retired].map(([word, instead]) => ({
    word,
    instead: instead.join(" or "),
    forms: wordsOf(word.replace("…", "")).map(formsOf),
    beginsOnly: word.endsWith("…"),
    paths: onlyIn[word],
  }));
  return (path, name) => {
    const words = wordsOf(name);
    return rules.find(({ forms, beginsOnly, paths }) => {
      if (paths && !paths.test(path)) return false;
      if (beginsOnly) return words.length > 1 && forms[0].test(words[0]);
      return words.some((_, at) => forms.every((form, next) => form.test(words[at + next] ?? "")));
    });
  };
}

/** True for a type named by a bare participle, such as `Taken` or `Asking`. */
export const isParticiple = (type) =>
  irregular.test(type) || (/^[A-Z][a-z]+(ed|ing)$/.test(type) && !nouns.has(type));
