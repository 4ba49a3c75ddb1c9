import { hashWord, type Tokens } from "./tokens";

const wordsOf = (text: string) => new Set(text.split(" ").map(hashWord));

const english = wordsOf(
  "the to of and a in is that for it you i on with be this have are not we at as your will can from or by if do was please me my but so what there an all our has would they thanks",
);
const others = wordsOf(
  "der die das und ist nicht ich sie wir mit für auf ein eine den dem zu von bitte le la les des une est pas pour vous nous dans que qui avec sur el los las una por para con se del que está usted il di che per non sono una della het een van voor niet dat met ik u o os um uma não em com å och det som på är att jag ikke jeg på w nie się na do to jest",
);

/** Letters of scripts English is not written in. */
const otherScript =
  /[\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/**
 * Whether a text is written in another language than English, as far as common words and scripts tell.
 * Too short or undecided counts as English: the engine then judges as usual.
 */
export function isForeign(text: string, tokens: Tokens): boolean {
  const sample = text.slice(0, 2000);
  const foreignLetters = sample.match(otherScript)?.length ?? 0;
  if (foreignLetters > 6 && foreignLetters > sample.length * 0.2) return true;
  let own = 0;
  let other = 0;
  for (let at = 0; at < Math.min(tokens.hash.length, 300); at++) {
    if (english.has(tokens.hash[at]!)) own++;
    if (others.has(tokens.hash[at]!)) other++;
  }
  return other >= 3 && other > own * 1.5;
}
