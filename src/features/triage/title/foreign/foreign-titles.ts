import type { Language } from "../../text/language";
import type { Around, Candidate } from "../candidate";
import { isDeed } from "../deed";
import { finish, maxTitle } from "../title";
import { foreignDeed, keptFrom } from "./foreign-deeds";
import { german, irregularFrench, italian, portuguese, spanish } from "./foreign-verbs";

/** What one language needs to turn a request into a title. Patterns have the flags `iu`. */
interface Phrases {
  /** Sentences that ask; the first group is what is asked. Each yields the title's words, or null. */
  requests: [RegExp, (found: RegExpExecArray) => string | null][];
  /** Words that point at something said before. */
  points: RegExp;
  /** Courtesies anywhere in a request. */
  courtesy: RegExp;
  reply: (sender: string | null, topic: string) => string;
  /** What to do about a topic if nobody asked for an answer. */
  handle: string;
}

const group = (found: RegExpExecArray) => found[1] ?? null;

const prefixes =
  /^(.*)\s(mit|an|ab|auf|aus|ein|zu|zurück|vor|nach|durch|weiter|bei|her|hin|fest|um|statt|teil|bereit|frei)$/i;

/** "Schicken die Liste" with its verb at the end: "Die Liste schicken", "mitteilen". */
function verbLast(verb: string, rest: string): string {
  const [main = "", ...clauses] = rest.replace(/[\s.!?]+$/, "").split(/(?=,\s)/);
  const parted = prefixes.exec(main.trim());
  const head = parted ? `${parted[1]} ${parted[2]}${verb}` : `${main.trim()} ${verb}`;
  const clause =
    clauses[0] && /^,\s(?:ob|wann|wie|was|welche[rnms]?|wer|wo|wohin)\b/i.test(clauses[0]) ? clauses[0] : "";
  return `${head}${clause}`;
}

const infinitiveOf = (verb: string) => irregularFrench[verb.toLowerCase()] ?? verb.replace(/ez$/i, "er");

const byTable = (table: Record<string, string>) => (found: RegExpExecArray) => {
  const verb = table[found[1]!.toLowerCase()];
  return verb ? `${verb} ${found[2]}` : null;
};
const tableOf = (table: Record<string, string>) => Object.keys(table).join("|");

const phrases: Partial<Record<Language, Phrases>> = {
  de: {
    requests: [
      [
        /(?:können|könnten|würden|könntet|könnt|kannst|könntest|würdest) (?:sie|du|ihr)\s+(.+\p{L}(?:en|ern|eln|tun|sein)(?:, (?:ob|wann|wie|was|welche[rnms]?|wer|wo) [^?]+)?)\s*[?.!]*$/iu,
        group,
      ],
      [
        /(?:^|[\s,.:])(?:bitte )?(\p{L}+e[rl]?n) sie (?:bitte )?(.+)$/iu,
        (found) => (/\bbitte\b/i.test(found.input) ? verbLast(found[1]!.toLowerCase(), found[2]!) : null),
      ],
      [/^(?:.*[,.:]\s)?bitte (?!um\b|nicht\b)(.+\p{L}(?:en|ern|eln))[.!]*$/iu, group],
      [
        new RegExp(`(?:^|[,.:]\\s|\\bbitte )(${tableOf(german)})(?![\\p{L}])\\s+(.+)$`, "iu"),
        (found) => verbLast(german[found[1]!.toLowerCase()]!, found[2]!),
      ],
      [
        /\b(?:sie|du|ihr) (?:müssen|musst|müsst|sollten|solltest|solltet)\s+(.+\p{L}(?:en|ern|eln))[.!]*$/iu,
        group,
      ],
    ],
    points:
      /(?<!\p{L})(?:es|ihn|ihm|ihnen|sie|davon|dazu|darüber|damit|daran|dafür|dabei|dort|hier|diese[nrms]?|dies|jene\p{L}*|das(?= \p{Ll})|das$|er|ich|wir|mein\p{L}*|unser\p{L}*|selbe\p{L}*|oben|unten)(?!\p{L})/u,
    courtesy:
      /(?<!\p{L})(?:bitte|mir|uns|mal|doch|noch|kurz|vielleicht|einfach|freundlicherweise|schon|auch|dann)(?!\p{L})\s*/giu,
    reply: (sender, topic) => (sender ? `${sender} antworten: ${topic}` : `Antworten: ${topic}`),
    handle: "Erledigen: ",
  },
  fr: {
    requests: [
      [
        /(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu|tu peux|tu pourrais|vous pouvez|vous pourriez)\s+((?:[^\s?]+\s+){0,3}?\p{L}+(?:er|ir|re)\s[^?]+)/iu,
        group,
      ],
      [
        /(?:merci de|veuillez|prière de|pensez à|pense à|n['’]oubliez pas de|n['’]oublie pas de|vous devez|tu dois|il (?:vous |te )?(?:faut|faudrait)|je vous (?:prie|demande|remercie) de)\s+(\p{L}[^?]+)/iu,
        group,
      ],
      [
        /(?:^|[\s,.:;])(\p{L}{3,}ez|dites|faites)(?:-(?:moi|nous))\s+(.+)$/iu,
        (found) => `${infinitiveOf(found[1]!)} ${found[2]}`,
      ],
    ],
    points:
      /(?<!\p{L})(?:cela|ça|ceci|celui\p{L}*|celle\p{L}*|ceux|là|ci-dessus|ci-dessous|ci-après|y|ici|je|j['’]|mon|ma|mes|notre|nos|il|elle|ils|elles)(?!\p{L})|^(?:le |la |les |l['’])(?=\p{L}+(?:er|ir|re)(?!\p{L}))|-(?:le|la|les|y|en)(?!\p{L})/iu,
    courtesy:
      /(?<!\p{L})(?:s['’]il (?:vous|te) pla[iî]t|svp|stp|me|nous|bien vouloir|donc|aussi|également|d['’]avance|simplement|juste|bien)(?!\p{L})\s*|(?<!\p{L})m['’](?=\p{L})/giu,
    reply: (sender, topic) => (sender ? `Répondre à ${sender} : ${topic}` : `Répondre : ${topic}`),
    handle: "Traiter : ",
  },
  es: {
    requests: [
      [
        /(?<!no )(?:puedes?|pueden|podéis|podrías?|podrían)\s+(?:usted(?:es)? )?(?:por favor,? )?(\p{L}+[aeií]r(?:me|nos)?\s[^?]+)/iu,
        group,
      ],
      [
        /(?:(?<!\bsi )hay que|tienes que|tenéis que|debes|recuerd[ae]n?|favor de|no olvides|no olvide|le ruego|os ruego)\s+(\p{L}+[aeií]r(?:me|nos)?\s[^?]+)/iu,
        group,
      ],
      [
        new RegExp(`(?<!\\p{L})(${tableOf(spanish)})(?:me|nos)?\\s+(.+)$`, "iu"),
        (found) => (/por favor|(?<=[aeéí])(?:me|nos)\s/iu.test(found.input) ? byTable(spanish)(found) : null),
      ],
    ],
    points:
      /(?<!\p{L})(?:eso|esto|esta|este|estos|estas|ello|ellos|aquí|allí|lo|mi|mis|nuestr\p{L}+|yo|él|ella|arriba|abajo|mismo)(?!\p{L})|[aei]r(?:me)?(?:lo|la|los|las)(?!\p{L})/iu,
    courtesy: /(?<!\p{L})(?:por favor|me|nos|también|gracias|cuando puedas|si puedes)(?!\p{L})[\s,]*/giu,
    reply: (sender, topic) => (sender ? `Responder a ${sender}: ${topic}` : `Responder: ${topic}`),
    handle: "Atender: ",
  },
  it: {
    requests: [
      [
        /(?:puoi|può|potresti|potrebbe|potete|potreste)\s+(?:per favore |cortesemente |gentilmente )?(\p{L}+(?:are|ere|ire|rre|[aei]r(?:mi|ci))\s[^?]+)/iu,
        group,
      ],
      [
        /(?:si prega di|la prego di|ti prego di|vi prego di|ti chiedo di|vi chiedo di|le chiedo di|bisogna|devi|dovete|dovresti|ricordati di|ricordatevi di|non dimenticare di)\s+(\p{L}+(?:are|ere|ire|rre|[aei]r(?:mi|ci))\s[^?]+)/iu,
        group,
      ],
      [new RegExp(`(?<!\\p{L})(${tableOf(italian)})(?:mi|ci)\\s+(.+)$`, "iu"), byTable(italian)],
    ],
    points:
      /(?<!\p{L})(?:ciò|quello|quella|quelli|questo|questa|questi|queste|qui|lì|là|mio|mia|miei|mie|nostr\p{L}+|io|lui|lei|loro|stess[oaie]|sopra|sotto)(?!\p{L})|[aei]r(?:me|ce)?(?:lo|la|li|le|ne|ti|vi)(?!\p{L})/iu,
    courtesy:
      /(?<!\p{L})(?:per (?:favore|cortesia|piacere)|mi|ci|anche|cortesemente|gentilmente|grazie)(?!\p{L})[\s,]*/giu,
    reply: (sender, topic) => (sender ? `Rispondere a ${sender}: ${topic}` : `Rispondere: ${topic}`),
    handle: "Gestire: ",
  },
  pt: {
    requests: [
      [
        /(?:pode(?:m|s|ria|riam|rias)?|consegue[sm]?)\s+(?:por favor,? )?((?:me |nos )?\p{L}+[aeiô]r(?:-me|-nos)?\s[^?]+)/iu,
        group,
      ],
      [
        /(?:é preciso|favor|tens (?:que|de)|temos (?:que|de)|não se esqueça de|não te esqueças de|peço para|pedimos para|agradecemos)\s+((?:me |nos )?\p{L}+[aeiô]r(?:-me|-nos)?\s[^?]+)/iu,
        group,
      ],
      [
        new RegExp(`(?<!\\p{L})(${tableOf(portuguese)})(?:-me|-nos)?\\s+(.+)$`, "iu"),
        (found) =>
          /por favor|-me|-nos|^\s*(?:me|nos)\s/iu.test(found.input) ? byTable(portuguese)(found) : null,
      ],
    ],
    points:
      /(?<!\p{L})(?:isso|isto|aquilo|este|esta|estes|estas|esse|essa|esses|essas|aqui|ali|lá|meu|minha|meus|minhas|noss\p{L}+|eu|ele|ela|eles|elas|mesm[oa]|acima|abaixo)(?!\p{L})|[aeiáêí](?:r)?-(?:lo|la|los|las|o|a|os|as)(?!\p{L})/iu,
    courtesy: /(?<!\p{L})(?:por favor|me|nos|também|obrigad[oa]|favor)(?!\p{L})[\s,]*/giu,
    reply: (sender, topic) => (sender ? `Responder a ${sender}: ${topic}` : `Responder: ${topic}`),
    handle: "Tratar: ",
  },
};

/** "Enviarme", "mandarmi", "enviar-me" without the pronoun. */
const enclitic = /^(\p{L}+[aeiô]r)(?:me|nos|-me|-nos)(?=\s)/iu;
const encliticItalian = /^(\p{L}+[aei]r)(?:mi|ci)(?=\s)/iu;

/** What follows a request without being part of it. */
const after =
  /\s*(?:\.\s|[?!;:]\s?|\s[-–—]\s|\.{2,}|\(|,\s+(?!ob\b|wann\b|wie\b|was\b|welche|wer\b|wo\b)|\s(?:weil|damit|denn|sonst|und (?:ich|wir|dann)|car|parce que|pour que|afin|et (?:je|nous)|porque|para que|ya que|y (?:yo|así)|perché|così|e (?:io|poi|eu)|pois|senão)(?!\p{L})).*$/iu;

function requestIn(text: string, { requests, courtesy }: Phrases): string | null {
  for (const [pattern, made] of requests) {
    const found = pattern.exec(text);
    const words = found && made(found);
    if (!words) continue;
    const plain = words
      .replace(/\s*[.!?]+\s*$/, "")
      .replace(enclitic, "$1")
      .replace(encliticItalian, "$1e")
      .replace(courtesy, "")
      .replace(after, "")
      .trim();
    if (plain !== "") return plain;
  }
  return null;
}

/** "Am Samstag die Schicht übernehmen": German titles begin with what is asked. */
const dayFirst = /^((?:am|im|um|an) \S+) (.+) (\p{L}+n)$/iu;
/** "Meine Schicht" as its reader says it. */
const ofSender = /(?<!\p{L})mein(?:e[nrms]?)?(?= \p{Lu})/gu;

/** "Me remplacer": the verbs that do something to the sender, not for him. */
const toSender =
  /(?<!\p{L})(?:me|m['’] ?)\s*(remplacer|aider|appeler|rappeler|contacter|joindre|rejoindre|accompagner|prévenir|informer)(?!\p{L})/giu;

function withSender(text: string, sender: string | null, language: Language): string {
  if (!sender) return text;
  if (language === "de") return text.replace(ofSender, `${sender}s`);
  return language === "fr" ? text.replace(toSender, `$1 ${sender}`) : text;
}

const question = /^[^.!;:…]{12,64}$/;

/**
 * The titles that a sentence in another language may give, in that language: what is asked, the whole question, or an answer
 * to the sender about the topic. None in a language without patterns.
 */
export function foreignForms(words: string, { sender, topic, language }: Around): Candidate[] {
  const known = phrases[language];
  if (!known) return [];
  const found: Candidate[] = [];
  const add = (text: string, direct: boolean) => {
    const title = finish(text);
    const shown = title.replace(/\?$/, "");
    if (title.endsWith("…") || title.split(" ").length < 2 || !isDeed(shown) || title.length > maxTitle)
      return;
    if (!found.some((one) => one.title === title))
      found.push({ form: direct ? "request" : "foreign", title, direct });
  };
  const said = words.replace(/\s+/g, " ").trim();
  const deed = foreignDeed(said, language);
  if (deed && !known.points.test(deed)) add(deed, true);
  if (keptFrom.test(said) && deed) return found;
  const own = withSender(said, sender, language);
  const asked = requestIn(own, known)?.replace(dayFirst, "$2 $1 $3") ?? null;
  // "Sofort neu starten" doesn't say what.
  const objectless = language === "de" && asked !== null && !/(?<!\p{L})\p{Lu}/u.test(asked);
  if (asked && !(deed && objectless) && !known.points.test(asked) && asked.split(" ").length >= 2)
    add(asked, true);
  const mark = words.indexOf("?");
  if (mark > 0 && !asked) {
    const own = words
      .slice(0, mark)
      .replace(/^.*[.!:;¿]\s*/, "")
      .replace(/^¿/, "")
      .trim();
    if (question.test(own) && own.split(" ").length >= 4 && !known.points.test(own)) {
      const title = finish(known.reply(sender, own));
      if (title.length < maxTitle && !title.endsWith("…"))
        found.push({ form: "foreign", title: `${title}?`, direct: false });
    }
  }
  const about = topic.replace(/[\s?!.,;:–-]+$/, "").trim();
  if (about.length >= 5 && about.length <= 56 && about.split(" ").length >= 2)
    add(words.includes("?") ? known.reply(sender, about) : `${known.handle}${about}`, false);
  return found;
}
