import { foreignNeeds } from "../../text/foreign-needs";
import type { Language } from "../../text/language";

/** What is to be done with what somebody tells, in one language. */
interface Deeds {
  /** @param thing - with its article. */
  fix: (thing: string) => string;
  /** @param location - with its preposition; empty if unknown. */
  refill: (what: string, location: string) => string;
  remember: (what: string) => string;
  sign: (what: string) => string;
  /** What comes before that somebody can't do something; none where the order of words would change. */
  why?: string;
}

const supply =
  /strom|internet|wi-?fi|wlan|netz|vpn|réseau|courant|électricité|luz|luce|red$|rete|rede|corrente/iu;
const withoutArticle = (text: string) => text.replace(/^(?:der|die|das|unsere?|meine?|eine?) /iu, "");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const deeds: Partial<Record<Language, Deeds>> = {
  de: {
    fix: (thing) =>
      `${capital(withoutArticle(thing))} ${supply.test(thing) ? "wiederherstellen" : "reparieren"}`,
    refill: (what, location) => (location ? `${what} ${location} nachfüllen` : `${what} besorgen`),
    remember: (what) =>
      `${capital(what.replace(/^(?:den|die|das|unseren?|deinen?|ihren?) /iu, ""))} nicht vergessen`,
    sign: (what) => `${what} unterschreiben`,
  },
  fr: {
    fix: (thing) => `${supply.test(thing) ? "Rétablir" : "Réparer"} ${thing}`,
    refill: (what, location) =>
      location
        ? `Réapprovisionner ${location.replace(/^(?:dans|à|pour|en) /iu, "")} en ${what}`
        : `Se réapprovisionner en ${what}`,
    remember: (what) => `Ne pas oublier ${what}`,
    sign: (what) => `Signer ${what}`,
    why: "Trouver pourquoi",
  },
  es: {
    fix: (thing) => `${supply.test(thing) ? "Restablecer" : "Reparar"} ${thing}`,
    refill: (what, location) => `Reponer ${what} ${location}`,
    remember: (what) => `Recordar ${what}`,
    sign: (what) => `Firmar ${what}`,
    why: "Averiguar por qué",
  },
  it: {
    fix: (thing) => `${supply.test(thing) ? "Ripristinare" : "Riparare"} ${thing}`,
    refill: (what, location) => (location ? `Rimettere ${what} ${location}` : `Procurare ${what}`),
    remember: (what) => `Ricordare ${what}`,
    sign: (what) =>
      `Firmare ${what
        .replace(/^sul /iu, "il ")
        .replace(/^sulla /iu, "la ")
        .replace(/^sull/iu, "l")}`,
    why: "Capire perché",
  },
  pt: {
    fix: (thing) => `${supply.test(thing) ? "Restabelecer" : "Reparar"} ${thing}`,
    refill: (what, location) => `Repor ${what} ${location}`,
    remember: (what) => `Lembrar ${what}`,
    sign: (what) => `Assinar ${what.replace(/^no /iu, "o ").replace(/^na /iu, "a ")}`,
    why: "Descobrir porque",
  },
};

/** "Les clients ne peuvent pas payer", "nessuno riesce ad accedere". */
export const keptFrom =
  /(?:(?:les |nos |los |i |os )?(?:clients|clientes|clienti)|personne|nadie|nessuno|ninguém) (?:ne |no |non |não )?(?:peut|peuvent|arrivent?|puede|pueden|può|possono|riesce|riescono|pode|podem|consegue|conseguem) [^.!?;,]{3,60}/iu;

/** The verbs that {@link foreignDeed} adds. */
export const foreignVerbs =
  "reparieren wiederherstellen nachfüllen besorgen nicht vergessen unterschreiben réparer rétablir réapprovisionner se en ne pas oublier signer reparar restablecer reponer recordar firmar averiguar por qué trouver pourquoi capire perché descobrir porque riparare ripristinare rimettere procurare ricordare firmare il restabelecer repor lembrar assinar o a".split(
    " ",
  );

/** What a sentence that tells of a need wants done; null if it tells of none, or not clearly. */
export function foreignDeed(words: string, language: Language): string | null {
  const needs = foreignNeeds[language];
  const deed = deeds[language];
  if (!needs || !deed || /\?\s*$/.test(words)) return null;
  const remembered = needs.remember.exec(words);
  if (remembered) return deed.remember((remembered[1] ?? remembered[2]!).trim());
  const signed = needs.sign.exec(words)?.[1];
  if (signed) return deed.sign(signed);
  const [kept] = deed.why ? (keptFrom.exec(words) ?? []) : [];
  if (kept && needs.alarming.test(words))
    return `${deed.why} ${kept.charAt(0).toLowerCase()}${kept.slice(1)}`;
  const trouble = needs.trouble.exec(words);
  if (trouble) {
    const said = trouble[0].replace(/^[,.:!;–-]\s+/, "");
    const thing = said.slice(0, said.indexOf(trouble[1]!) + trouble[1]!.length);
    return deed.fix(thing.charAt(0).toLowerCase() + thing.slice(1));
  }
  const [, what, location = ""] = needs.runsOut.exec(words) ?? [];
  return what ? deed.refill(what, location).trim() : null;
}
