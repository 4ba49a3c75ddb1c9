import type { Language } from "../text/language";
import { type Day, dayOf, mondayOf, monthEnd, weekdayOf, yearOf } from "./calendar";

/** Days with set phrases in a language, which the general parser doesn't know or counts differently. */
type SetDay =
  | "dayAfterTomorrow"
  | "nextWeek"
  | "endOfNextWeek"
  | "endOfWeek"
  | "weekend"
  | "endOfMonth"
  | "endOfYear"
  | "endOfDay"
  | "twoWeeks";

/** What one language needs for its dates. Patterns are compiled with the flags `giu`. */
export interface ForeignPhrases {
  days: Partial<Record<SetDay, string>>;
  /** Words right before a date that make it a limit. */
  limit: string;
  /** Words right after a date that make it a limit. */
  limitAfter?: string;
  /** Words that turn a date next to them into the past or a greeting. */
  notAhead: string;
  /**
   * Whole phrases that the general parser takes for a day, such as "good morning" where tomorrow is the same
   * word.
   */
  notDay?: string;
  /** Words that ask somebody to do something. */
  asks: string;
  /** Words that tell what is needed or has to be done, where a request may be meant. */
  needs?: string;
}

/** Before and after a word, because JavaScript's `\b` doesn't know accented letters. */
export const wordStart = "(?<![\\p{L}\\p{N}])";
export const wordEnd = "(?![\\p{L}\\p{N}])";

const friday = (day: Day) => (weekdayOf(day) > 4 ? mondayOf(day) + 11 : mondayOf(day) + 4);

export const setDays: Record<SetDay, (day: Day) => Day> = {
  dayAfterTomorrow: (day) => day + 2,
  nextWeek: (day) => mondayOf(day) + 7,
  endOfNextWeek: (day) => mondayOf(day) + 11,
  endOfWeek: friday,
  weekend: (day) => (weekdayOf(day) > 4 ? day : mondayOf(day) + 5),
  endOfMonth: monthEnd,
  endOfYear: (day) => dayOf(yearOf(day), 12, 31)!,
  endOfDay: (day) => day,
  twoWeeks: (day) => day + 14,
};

export const foreignPhrases: Partial<Record<Language, ForeignPhrases>> = {
  de: {
    days: {
      dayAfterTomorrow: "übermorgen",
      endOfNextWeek: "ende (?:der )?(?:nächste[rn]|kommende[rn]) woche",
      nextWeek: "(?:anfang )?(?:der )?(?:nächste[rn]?|kommende[rn]?) woche",
      endOfWeek: "(?:zum )?ende (?:der|dieser) woche|(?:noch )?diese woche",
      weekend: "wochenende",
      endOfMonth: "(?:zum )?ende (?:des|dieses) monats|(?:zum )?monatsende",
      endOfYear: "(?:zum )?ende (?:des|dieses) jahres|jahresende",
      endOfDay: "feierabend|ende des (?:tages|arbeitstages)|dienstschluss|büroschluss",
    },
    limit:
      "bis(?: spätestens| zum| einschließlich)?|vor(?: dem)?|spätestens(?: am| bis)?|fällig(?: am)?|frist:?",
    notAhead: "letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|gestern|seit|guten|jeden|schönes",
    notDay: "(?:guten|am|heute|jeden) morgen",
    asks: "bitte|könn(?:en|ten) (?:sie|wir)|kannst du|könntest du|könntet ihr|würden sie|würdest du|brauchen? (?:wir|ich)|schicken sie|melden sie sich",
    needs:
      "benötig(?:en|e) (?:wir|ich)|(?:wir|ich) (?:benötigen?|brauchen?|bräuchten?|erwarten?)|fehl(?:t|en) (?:mir|uns|noch)|(?:mir|uns) fehl(?:t|en)|muss(?:t)?|müss(?:en|t|te|ten)|sollten? (?:sie|wir|ihr)|solltest du|(?:geben|senden|teilen|prüfen|kommen|rufen|nehmen|denken|reichen|lassen|bringen|sagen) sie|(?:gib|schick|sag|denk|melde?|ruf|komm|bring|prüf) (?:mir|uns|dich|dran|an|mal|doch|das|die|den)|gebt|schickt|meldet euch|erforderlich|um rückmeldung|rückmeldung bis|freigabe",
  },
  fr: {
    days: {
      dayAfterTomorrow: "après[- ]demain",
      endOfNextWeek: "fin de (?:la )?semaine prochaine",
      nextWeek: "(?:début de )?(?:la )?semaine prochaine",
      endOfWeek: "(?:la )?fin de (?:la |cette )?semaine|cette semaine",
      weekend: "week-?end",
      endOfMonth: "(?:la )?fin (?:du|de ce) mois",
      endOfYear: "(?:la )?fin de (?:l['’]|cette )année",
      endOfDay: "(?:la )?fin de (?:la )?journée|ce soir",
    },
    limit:
      "avant(?: le| la)?|d['’]ici(?: à| au| le| la)?|au plus tard(?: le)?|jusqu['’](?:au|à)|échéance(?: le)?:?",
    notAhead: "derni(?:er|ère)|passée?|hier|depuis|bon",
    notDay: "à (?:demain|lundi|mardi|mercredi|jeudi|vendredi)",
    asks: "s['’]il (?:vous|te) pla[iî]t|merci de (?!votre|ton|vos|m['’]avoir)|pouvez-vous|pourriez-vous|peux-tu|pourrais-tu|veuillez|svp|stp|prière de",
    needs:
      "j['’]ai (?:donc |encore )?besoin|nous avons (?:donc |encore )?besoin|(?:il )?(?:me|nous|te|vous|leur) (?:faut|manque|faudrait)|(?:il )?faut|faudra|vous devez|tu dois|devez|doi(?:t|vent) (?:être|me|nous|partir|arriver)|il suffit|(?:envoyez|renvoyez|dites|mettez|rappelez|signez|confirmez|précisez|indiquez|transmettez|pensez|vérifiez)(?:-(?:moi|nous|le|la|les))?|(?:envoie|dis|rappelle|confirme|pense|vérifie|apporte)(?:-(?:moi|nous|le|la))?|j['’]attends|nous attendons|reste à",
  },
  es: {
    days: {
      dayAfterTomorrow: "pasado mañana",
      endOfNextWeek: "final(?:es)? de la (?:próxima semana|semana que viene)",
      nextWeek: "(?:la )?próxima semana|(?:la )?semana (?:que viene|próxima)",
      weekend: "fin de semana",
      endOfWeek: "final(?:es)? de (?:la |esta )?semana|esta semana",
      endOfMonth: "(?:fin|final(?:es)?) de(?:l| este)? mes",
      endOfYear: "(?:fin|final(?:es)?) de(?:l| este)? año",
      endOfDay: "(?:fin|final) del día",
    },
    limit: "antes del?|hasta(?: el)?|para(?: el)?|a más tardar(?: el)?|como máximo(?: el)?|vence(?: el)?",
    notAhead: "pasad[oa]|últim[oa]|ayer|desde|buenos|buen|cada",
    notDay: "(?:por|de|en|toda|cada|esta) (?:la )?mañana",
    asks: "por favor|pued(?:e|es|en|as)|podr[ií]as?|podr[ií]an|necesito que|le agradecería que|te agradecería que|envíame|envíenos",
    needs:
      "necesit(?:o|amos|aría|aríamos)|(?:me|nos) (?:hace|hacen) falta|hace falta|falta(?:n)?|hay que|tien(?:e|es|en) que|tenéis que|deb(?:e|es|en|éis)|esper(?:o|amos)|(?:manda|envía|avisa|di|confirma|pasa|trae)(?:me|nos)|(?:mande|envíe|avise|diga|confirme|indique|pase|remita)(?:me|nos|n)?|agradecer(?:ía|íamos)|quedo a la espera|le ruego|se ruega",
  },
  it: {
    days: {
      dayAfterTomorrow: "dopodomani",
      endOfNextWeek: "fine della (?:prossima settimana|settimana prossima)",
      nextWeek: "(?:la )?prossima settimana|(?:la )?settimana prossima",
      endOfWeek: "(?:la )?fine della settimana|(?:questa|la) settimana",
      weekend: "fine settimana|weekend",
      endOfMonth: "(?:la )?fine (?:del |di questo )?mese",
      endOfYear: "(?:la )?fine (?:dell['’])?anno",
      endOfDay: "(?:la )?fine (?:della )?giornata|stasera",
    },
    limit:
      "entro(?: il| la| le)?|prima d(?:i|el|ella)|non oltre(?: il)?|al più tardi(?: il)?|fino a(?:l)?|scadenza:?",
    notAhead: "scors[oa]|passat[oa]|ieri|ultim[oa]|da|buon|ogni",
    asks: "per (?:favore|cortesia|piacere)|puoi|potresti|potrebbe|può|ti chiedo di|la prego|vi prego|mi serve",
    needs:
      "(?:mi|ci|vi|gli) (?:serv(?:e|ono)|occorr(?:e|ono)|manca(?:no)?)|serv(?:e|ono)|occorr(?:e|ono)|manca(?:no)?|dev(?:e|i|ono)|dovete|dovrest(?:i|e)|bisogna|va(?:nno)? (?:fatt|mandat|inviat|firmat|trovat|consegnat|pagat)\\p{L}+|attend(?:o|iamo)|aspett(?:o|iamo)|(?:ho|abbiamo) bisogno|(?:manda|invia|dimmi|fammi|facci|conferma|porta|ricorda)(?:mi|ci|ti)?|mi (?:faccia|mandi|invii|confermi|dica)|potete|si prega",
  },
  pt: {
    days: {
      dayAfterTomorrow: "depois de amanhã",
      nextWeek: "(?:na |a )?próxima semana|(?:na )?semana que vem",
      endOfWeek: "(?:o )?(?:fim|final) d(?:a|esta) semana|esta semana",
      weekend: "(?:fim|final) de semana",
      endOfMonth: "(?:o )?(?:fim|final) d(?:o|este) mês",
      endOfYear: "(?:o )?(?:fim|final) d(?:o|este) ano",
      endOfDay: "(?:o )?(?:fim|final) do dia",
      twoWeeks: "(?:em|dentro de|daqui a) duas semanas",
    },
    limit: "até(?: o| a| ao| à| dia)?|antes d[eoa]|para(?: o| a)?|no máximo(?: até)?|vence(?: em)?",
    notAhead: "passad[oa]|últim[oa]|ontem|desde|cada|bom",
    asks: "por favor|você pode(?:ria)?|pode(?:m|s|ria|riam)?|preciso que|favor|gentileza",
    needs:
      "precis(?:o|amos|ava)|tem (?:que|de)|têm (?:que|de)|tens de|deve(?:m|s)?|convém|falta(?:m)?|fico à espera|aguard(?:o|amos)|esper(?:o|amos) (?:o|a|que|receb)|(?:mand|envi|confirm|indic|devolv|traz|lig|assin)(?:e|a|em|am)(?:-(?:me|nos|o|a))?|agradec(?:ia|emos|íamos)|peço|pedimos|solicit(?:o|amos)|é preciso|favor",
  },
  nl: {
    days: {
      dayAfterTomorrow: "overmorgen",
      endOfNextWeek: "eind(?:e)?(?: van)? (?:de )?volgende week",
      nextWeek: "(?:begin )?volgende week(?! (?:maan|dins|woens|donder|vrij|zater|zon)dag)",
      endOfWeek: "(?:het )?eind(?:e)? van (?:de|deze) week|eind deze week|deze week",
      weekend: "weekend",
      endOfMonth: "(?:het )?eind(?:e)? van (?:de|deze) maand|eind (?:deze|van de) maand|maandeinde",
      endOfYear: "(?:het )?eind(?:e)? van (?:het|dit) jaar",
      endOfDay: "(?:het )?eind(?:e)? van de (?:werk)?dag|vanavond",
    },
    limit: "voor|vóór|uiterlijk(?: op)?|tegen|tot(?: en met)?|deadline:?",
    notAhead: "vorige|afgelopen|gisteren|sinds|elke|goede",
    asks: "alstublieft|alsjeblieft|a\\.?u\\.?b\\.?|kun(?:t)? (?:je|jij|u)|kan je|wil(?:t)? (?:je|u)|zou(?:den)? (?:je|u|jullie)|graag (?:voor|uiterlijk|een|uw|je)|gelieve",
  },
  sv: {
    days: {
      dayAfterTomorrow: "i ?övermorgon",
      endOfNextWeek: "slutet av nästa vecka",
      nextWeek: "nästa vecka|nästkommande vecka",
      endOfWeek: "slutet av (?:veckan|denna vecka)|(?:den|i) här veckan|i veckan",
      weekend: "(?:till )?helgen",
      endOfMonth: "slutet av (?:månaden|denna månad)|månadsskiftet",
      endOfYear: "slutet av året|årsskiftet",
      endOfDay: "slutet av dagen|ikväll|i kväll",
      twoWeeks: "om två veckor",
    },
    limit: "senast(?: på| den)?|före|innan|till(?: på)?|inom",
    notAhead: "förra|igår|i går|sedan|varje|god",
    asks: "snälla|kan du|kan ni|skulle du kunna|vänligen|var (?:god|vänlig) och|kunde du|behöver (?:du|ni)",
  },
  ru: {
    days: {
      dayAfterTomorrow: "послезавтра",
      endOfNextWeek: "кон(?:ца|це) следующей недели",
      nextWeek: "(?:на )?следующей неделе|следующую неделю",
      endOfWeek: "кон(?:ца|це) (?:этой )?недели|на этой неделе",
      weekend: "выходны(?:е|х)",
      endOfMonth: "кон(?:ца|це) (?:этого )?месяца",
      endOfYear: "кон(?:ца|це) (?:этого )?года",
      endOfDay: "кон(?:ца|це) (?:рабочего )?дня",
    },
    limit: "до|к|не позднее|не позже|срок:?",
    notAhead: "прошл(?:ой|ый|ую|ом|ого)|вчера|с|каждый|каждую|добрый",
    asks: "пожалуйста|прошу|просьба|можете|можешь|могли бы вы|не могли бы|пришлите|отправьте|сделайте|нужно, чтобы",
  },
  uk: {
    days: {
      dayAfterTomorrow: "післязавтра",
      nextWeek: "(?:на )?наступного тижня|(?:на )?наступному тижні",
      endOfWeek: "кінця (?:цього )?тижня|цього тижня",
      weekend: "вихідн(?:і|их)",
      endOfMonth: "кінця (?:цього )?місяця",
      endOfYear: "кінця (?:цього )?року",
      endOfDay: "кінця (?:робочого )?дня",
    },
    limit: "до|не пізніше",
    notAhead: "минул(?:ого|ої|ому|ий)|вчора|з|кожн(?:ого|у)|добрий",
    asks: "будь ласка|прошу|прохання|можете|можеш|чи могли б|надішліть|перевірте|підготуйте",
  },
  ja: {
    days: {
      dayAfterTomorrow: "明後日|あさって",
      endOfNextWeek: "来週(?:末|中)",
      nextWeek: "来週(?!の|末|中)",
      endOfWeek: "今週(?:末|中)",
      weekend: "週末",
      endOfMonth: "今月末|今月中|月末",
      endOfYear: "年末|今年中",
      endOfDay: "本日中|今日中",
      twoWeeks: "再来週",
    },
    limit: "締め?切り?は?|期限は?",
    limitAfter: "まで|以前|前",
    notAhead: "先週|昨日|先月|毎週|前回",
    asks: "お願い|ください|下さい|いただけ|頂け|してほしい|ご確認",
  },
  zh: {
    days: {
      dayAfterTomorrow: "后天|後天",
      nextWeek: "下(?:周|週|星期|礼拜)(?![一二三四五六日天末])",
      endOfWeek: "(?:本周|这周|本週|這週)(?:内|內|之内)?(?![一二三四五六日天末])",
      weekend: "周末|週末",
      endOfMonth: "月底(?:前)?|月末",
      endOfYear: "年底|年末",
      endOfDay: "今天之内|今天内|下班(?:前|之前)",
    },
    limit: "截止(?:日期|时间)?(?:是|为|到)?|最晚|最迟",
    limitAfter: "之?前|以前|截止",
    notAhead: "上周|上週|昨天|上个月|每周|每天",
    asks: "请|請|麻烦|麻煩|能否|可否|可以.{0,12}吗|能不能|务必",
  },
};

const patterns = new Map<string, RegExp>();

/** One of the patterns above as a regular expression, compiled once. */
export function phrasePattern(source: string, ending = wordEnd, flags = "giu"): RegExp {
  const key = `${source} ${ending} ${flags}`;
  const known = patterns.get(key);
  if (known) return known;
  const made = new RegExp(`(?:${source})${ending}`, flags);
  patterns.set(key, made);
  return made;
}

/** Scripts without spaces, where word ends aren't visible. */
export const isUnspaced = (language: Language) => language === "ja" || language === "zh";

/** How clearly words in a language other than English ask somebody to do something. */
export function asksIn(language: Language, text: string): "plainly" | "asNeed" | null {
  const phrases = foreignPhrases[language];
  if (!phrases) return null;
  const has = (words: string) => {
    const source = isUnspaced(language) ? words : `${wordStart}(?:${words})`;
    return phrasePattern(source, isUnspaced(language) ? "" : wordEnd, "iu").test(text);
  };
  if (has(phrases.asks)) return "plainly";
  return phrases.needs && has(phrases.needs) ? "asNeed" : null;
}
