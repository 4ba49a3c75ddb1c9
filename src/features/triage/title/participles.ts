/** Participles whose verb no rule can derive. */
const irregular = new Map(
  "sent send, made make, done do, paid pay, written write, given give, taken take, built build, bought buy, brought bring, put put, set set, read read, kept keep, held hold, cut cut, shown show, told tell, found find, left leave, drawn draw, chosen choose, rewritten rewrite, redone redo, split split, met meet, seen see, let let, shut shut, spent spend, sold sell"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** The verb of a participle: something "inserted" is something to insert. Null if the word is not a participle. */
export function verbOf(participle: string): string | null {
  const word = participle.toLowerCase();
  const known = irregular.get(word);
  if (known) return known;
  if (!word.endsWith("ed") || word.length < 5) return null;
  const stem = word.slice(0, -2);
  if (/(.)\1$/.test(stem) && !/(?:ll|ss|ff|zz|dd)$/.test(stem)) return stem.slice(0, -1);
  if (stem.endsWith("i")) return `${stem.slice(0, -1)}y`;
  return /(?:[^aeiou]|[^aeiou][aeiou])(?:v|c|s|u|z|at|ut|et|ot|it|id|ud|ad|od|ar|ir|ur|or|as|os|us|is|ag|ng|dg|rg|in|an|iv|ov|pl|bl|dl|gl|tl|cl|fl|yp|op|ap|ak|ik|ok|am|om|um|il|ol|al|ul)$/.test(
    stem,
  ) &&
    !/(?:ss|sh|ck|ct|pt|st|rt|nt|lt|x|w|y|er|en|on|el|ail|ain|air|eal|ear|ean|eat|oad|oom|ook|oin|oad|ect|isit|imit|edit|dit)$/.test(
      stem,
    )
    ? `${stem}e`
    : stem;
}
