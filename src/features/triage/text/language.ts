import { hashWord, type Tokens } from "./tokens";

/** ISO 639-1 codes of the recognized languages; `no` means Danish and Norwegian. */
export const languages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "sv",
  "no",
  "pl",
  "cs",
  "tr",
  "fi",
  "ru",
  "uk",
  "ja",
  "zh",
  "ko",
  "ar",
  "he",
  "el",
  "hi",
  "th",
] as const;
export type Language = (typeof languages)[number];

/** Frequent words in general and in mails, without ordinary English words. */
const words: Partial<Record<Language, string>> = {
  en: "the to of and that for it you with be this have are not we at your can from or by if please my but what there will us he she his her were which who been had should could all our has would they thanks thank is it's i'm don't i'll how hi hello",
  de: "der das und ist nicht ich sie wir mit für auf ein eine einen einer den dem zu von zum zur bei bitte bis auch noch uns ihr ihre mir mich dass oder wenn aber sind haben habe hat wird kann können könnte könnten kannst nach wie hallo liebe lieber danke vielen dank uhr treffen wegen beim vor seit grüße gruß morgen heute schon mal sich es im vom über dir euch schicken geht kein keine funktioniert könntest du deine dein deinen meine unser unsere warum weil jetzt nichts etwas immer niemand brauchen brauche wieder montag dienstag mittwoch donnerstag freitag samstag sonntag",
  fr: "le la les des une un est et pas pour vous nous dans que qui avec sur au aux du ce cette il elle ne se sont votre vos notre mais ou où plus bonjour merci bien cordialement être avez pouvez je tu suis c'est j'ai d'ici avant demain s'il plaît faire très beaucoup salut quand voici dernier dernière prochain prochaine suis êtes mois semaine jour mon ton tes mes peux pourrais pourrait lundi mardi mercredi jeudi vendredi samedi dimanche rien toujours encore faut marche fonctionne n'oublie j'ai l'imprimante",
  es: "el los las una por para con se del que está están su sus lo le más pero como muy hola gracias buenos días favor puede puedes necesito antes esta este eso si cuando y es de la tu mi nos hay ya hasta mañana saludos buenas tardes funciona reunión tenemos podemos semana gracias día podrías podría funcionan sábado lunes martes miércoles jueves viernes domingo nada nadie siempre todavía falta",
  it: "il di che per non sono della del una un gli le lo è ho con si da nel alla questo questa ciao grazie buongiorno puoi può entro prima mi ti ci anche ma come più molto saluti vorrei fare domani favore cordiali ancora alle riunione delle dei nella abbiamo siamo settimana la potresti potrebbe potete posso funziona mio tuo tua suo nostra nostro niente nessuno sempre adesso manca serve riesce riescono al lunedì martedì mercoledì giovedì venerdì sabato domenica",
  pt: "os uma não com para que se por dos das da do na ao é são está você obrigado obrigada olá bom dia pode até antes mas mais muito seu sua foi reunião obrigados pela pelo relatório nos já isso este esta quando amanhã favor abraço preciso podes podias poderias poderia enviar tua teu meu minha nosso nossa chegou tudo falta ainda fazer nada ninguém sempre precisamos impressora sábado domingo férias funciona consegue sem acabou acabaram",
  nl: "de het een van voor niet dat met ik u en op te zijn ook naar maar als je jij wij kun kunt graag bedankt hallo goed groet groeten dit deze nog wel wordt heeft hebben kan uw aan bij uit over morgen alvast alstublieft naar vergadering verplaatst wij ben bent hebt moet volgende alsjeblieft",
  sv: "och det att är jag inte en ett på för av som till har du vi kan den med om ska hej tack senast från eller så vara skicka mvh hälsningar imorgon mycket din ditt min vill",
  no: "og det er jeg ikke en et på for av som til har du vi kan den med om skal hei hej tak takk mvh venlig hilsen fra eller være vennligst inden innen må kunne jer dere",
  pl: "nie się na jest że w z jak czy proszę dziękuję dzień dobry ale dla od po za co są być przez oraz pozdrawiam może możesz mam masz jutro tego mnie",
  cs: "že je na se nebo ale jak prosím děkuji dobrý den jsem jsme by pro aby když máme můžete zítra díky ten tento není co do pozdravem",
  tr: "ve bir bu için ile çok merhaba teşekkürler lütfen değil var mı mi ne gibi daha kadar olarak ben sen biz yarın iyi günler raporu kadar gönderin gün rica ederim",
  fi: "ja ei se että hei kiitos voitko mutta kun niin ole olen joka myös tai huomenna terveisin mennessä ovat hän sinun meidän",
};

const latin = languages.filter((language) => words[language] !== undefined);
const bitsOf = new Map<number, number>();
/** One slot per folded hash: it rules out most words as common words of any language. */
const common = new Uint8Array(1 << 14);
const fold = (hash: number) => (hash ^ (hash >>> 14)) & (common.length - 1);
for (const [index, language] of latin.entries())
  for (const word of words[language]!.split(" ")) {
    const hash = hashWord(word);
    bitsOf.set(hash, (bitsOf.get(hash) ?? 0) | (1 << index));
    common[fold(hash)] = 1;
  }

/** Letters that only some Latin-script languages use; each counts as half a word, up to three. */
const letters: [RegExp, Language[]][] = [
  [/[äöüß]/g, ["de"]],
  [/[éèêàçùœ]/g, ["fr"]],
  [/[ñ¿¡]/g, ["es"]],
  [/[áíóú]/g, ["es", "pt", "cs"]],
  [/[ãõç]/g, ["pt"]],
  [/[àèìòù]/g, ["it"]],
  [/[åäö]/g, ["sv", "fi"]],
  [/[æøå]/g, ["no"]],
  [/[łęąśżźć]/g, ["pl"]],
  [/[řěůčšž]/g, ["cs"]],
  [/[ğışç]/g, ["tr"]],
];

/** Letters of scripts that English doesn't use. */
const otherScript =
  /[\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

const scripts: [RegExp, Language][] = [
  [/[\u3040-\u30ff]/, "ja"],
  [/[\u1100-\u11ff\uac00-\ud7af]/, "ko"],
  [/[\u3400-\u9fff]/, "zh"],
  [/[іїєґІЇЄҐ]/, "uk"],
  [/[\u0400-\u052f]/, "ru"],
  [/[\u0590-\u05ff]/, "he"],
  [/[\u0600-\u06ff]/, "ar"],
  [/[\u0370-\u03ff]/, "el"],
  [/[\u0900-\u097f]/, "hi"],
  [/[\u0e00-\u0e7f]/, "th"],
];

const sampleLength = 1500;
const sampleWords = 300;

/** The language of a text mostly in another script; null for Latin letters. */
function byScript(sample: string): Language | null {
  const found = sample.match(otherScript)?.length ?? 0;
  if (found < 2 || found < sample.length * 0.2) return null;
  return scripts.find(([pattern]) => pattern.test(sample))?.[1] ?? "zh";
}

/** How many different words of each language occur; repeating one ("Est.") proves nothing more. */
function countWords({ hash }: Tokens): number[] {
  const counts = new Array<number>(latin.length).fill(0);
  const seen = new Set<number>();
  for (let at = 0; at < Math.min(hash.length, sampleWords); at++) {
    const word = hash[at]!;
    if (common[fold(word)] === 0 || seen.has(word)) continue;
    seen.add(word);
    for (let bits = bitsOf.get(word) ?? 0; bits !== 0; bits &= bits - 1)
      counts[31 - Math.clz32(bits & -bits)]!++;
  }
  return counts;
}

const plain = /^[\0-\x7f]*$/;

/**
 * Detects a text's language by script, common words and accented letters.
 *
 * @param text - the sender's own words; only the beginning is used.
 * @param tokens - the words of the same text.
 * @returns `en` also if the text is too short or undecided: the engine then works as usual.
 */
export function detectLanguage(text: string, tokens: Tokens): Language {
  const sample = text.slice(0, sampleLength);
  const ascii = plain.test(sample);
  const script = ascii ? null : byScript(sample);
  if (script) return script;
  const counts = countWords(tokens);
  const english = counts[0]!;
  let best = 0;
  for (let index = 1; index < counts.length; index++) if (counts[index]! > counts[best]!) best = index;
  const known = counts[best]!;
  if (best === 0 || (english > 0 && known < 2)) return "en";
  if (!ascii) addLetters(sample.toLowerCase(), counts);
  for (let index = 1; index < counts.length; index++) if (counts[index]! > counts[best]!) best = index;
  const enough = english > 0 ? 3 : tokens.hash.length <= 4 ? 1 : 2;
  return counts[best]! >= enough && counts[best]! > english * 1.5 ? latin[best]! : "en";
}

function addLetters(sample: string, counts: number[]): void {
  for (const [pattern, users] of letters) {
    const found = Math.min(sample.match(pattern)?.length ?? 0, 3) / 2;
    if (found === 0) continue;
    for (const language of users) counts[latin.indexOf(language)]! += found;
  }
}
