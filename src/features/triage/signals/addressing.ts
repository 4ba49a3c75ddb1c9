import type { TriageInput } from "../message";

/** Who a message speaks to. */
export interface Addressing {
  /** A chat line or list mail that opens with somebody's name: "Anna: …", "Anna, …". */
  namesOther: boolean;
  /** No single reader is named: a channel or a list. */
  open: boolean;
  chat: boolean;
  recipients: number;
  /** Sender and first recipient belong to different domains. */
  external: boolean;
  /** The sender's first name, to use in a title; null if unknown. */
  senderName: string | null;
  /** Names that the readers in To may be called by, lower case. */
  readers: ReadonlySet<string>;
  /** The same for those only copied. */
  copied: ReadonlySet<string>;
}

const greetingWord =
  /^\s*(?:(?:hi|hello|hey|dear|hallo|moin|servus|sali|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|chers?|ch[eè]res?|hola|estimad[oa]s?|querid[oa]s?|ciao|car[oaie]|gentile|buongiorno|buonasera|ol[aá]|oi|prezad[oa]s?|good (?:morning|afternoon|evening)|guten (?:tag|morgen|abend)|buen[oa]s (?:d[ií]as|tardes)|bo[am] (?:dia|tarde))\b,?\s*)/iu;
const formOfAddress =
  /^(?:mrs?|ms|dr|prof|herrn?|frau|m|mme|monsieur|madame|se[nñ]or(?:a|ita)?|sr|sra|signora?|sig|senhora?|miss|sir)\.?\s+/iu;
/** "Anna", "Anna and Ben", "Anna, Ben" or "Anna Berg" before the mark that ends a salutation. */
const called =
  /^@?([\p{L}\p{N}_|`^[\]'’.-]{2,24}(?:(?:\s*(?:,|&|\/|\band\b|\bund\b|\bet\b|\by\b|\be\b)\s*@?|\s)[\p{L}\p{N}_'’.-]{2,24}){0,3}?)\s*(?:[:,!–-](?=\s|$)|\n|$)/u;
/** "@anna" at the beginning of a chat line. */
const mention = /^@([\w.-]{2,39})/;
const everyone =
  /^(?:all|everyone|everybody|team|folks|guys|colleagues|list|there|here|channel|hi|hello|hey|dear|yes|no|ok|okay|well|so|sorry|thanks|thank|btw|also|actually|anyway|anyways|good|please|maybe|hmm|oh|lol|sure|right|now|then|but|and|however|fyi|note|ps|re|fw|first|second|finally|yeah|yep|nope|great|attached|unfortunately|currently|today|tomorrow|question|subject|from|date|http|https|if|in|alle|zusammen|kollegen|team|tous|toutes|todos|todas|tutti|equipo|delegates|customers?|members?|subscribers?|sirs?|madam|friends?|title|time|for|nit|nifty|nice|uh|ah|update|reminder|morning|afternoon|evening)$/iu;
/** Addresses that many people read. */
const listAddress =
  /@(?:lists?|groups|listserv)\.|@[\w.-]*(?:yahoogroups|googlegroups|lists\.)|[\w.+](?:-|\.)(?:list|l|users?|dev|devel|talk|discuss(?:ion)?|announce|help|general|commits|bugs)@|list@|\b(?:all|everyone|staff)@/i;

const domain = (address: string | null | undefined) =>
  address?.split("@")[1]?.replace(/>.*$/, "").split(".").slice(-2).join(".").toLowerCase() ?? null;

/** Names that an address or a display name may stand for. */
function namesOf(recipient: string): string[] {
  return recipient
    .toLowerCase()
    .split("@")[0]!
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}

/** What channels call somebody whose name they don't know: "Instagram user", "Facebook User", "Unknown". */
const nameless = /(?:^| )user$|^unknown$/i;

/** "Anna" from "Anna Berg", "Berg, Anna" or "anna.berg@…"; null if there is no clear name. */
function firstName({ name, address }: TriageInput["from"]): string | null {
  const shown = (name ?? "").replace(/["'<>]/g, "").trim();
  if (nameless.test(shown)) return null;
  if (/^[\p{L}'-]+,\s*\p{L}{2,}/u.test(shown)) return shown.split(",")[1]!.trim().split(/\s/)[0]!;
  const word = shown.split(/[\s@]/)[0] ?? "";
  if (/^\p{L}[\p{L}'-]+$/u.test(word) && !shown.includes("@")) return word;
  const local = (address ?? shown).split("@")[0]!.split(/[._\d]/)[0]!;
  return /^[a-z]{3,12}$/i.test(local) && /[._]/.test((address ?? shown).split("@")[0]!)
    ? local[0]!.toUpperCase() + local.slice(1).toLowerCase()
    : null;
}

/** The names a text opens with, lower case; empty if it greets nobody or everybody. */
function namesCalled(opening: string, chat: boolean): string[] {
  const greeting = greetingWord.exec(opening)?.[0] ?? "";
  const rest = opening.slice(greeting.length).trimStart().replace(formOfAddress, "");
  const mentioned = chat ? mention.exec(rest)?.[1] : undefined;
  if (mentioned) return everyone.test(mentioned) ? [] : [mentioned.toLowerCase()];
  // Without a greeting, the first words are a name only if a mark follows them.
  if (greeting === "" && !/^[^\n:,]{2,26}[:,]/.test(rest)) return [];
  const found = called.exec(rest)?.[1];
  if (!found) return [];
  // Without a greeting, more than one word is no name either, except "Anna and Ben".
  if (greeting === "" && /\s/.test(found.trim()) && !/[,&]|\band\b/.test(found)) return [];
  const names = found.split(/[\s,&/]+/u).filter((word) => !/^(?:and|und|et|y|e)$/.test(word));
  const plausible = (name: string) => !everyone.test(name) && (chat || /^\p{Lu}/u.test(name));
  return names.every(plausible) ? names.map((name) => name.toLowerCase()) : [];
}

/** Finds out who is addressed, from the headers and the first words. */
export function readAddressing(input: TriageInput, opening: string): Addressing {
  const chat = input.subject === null && input.to.every((to) => !to.includes("@"));
  const [first] = input.to;
  const open = first === undefined || input.to.some((to) => to.startsWith("#")) || listAddress.test(first);
  const readers = new Set(input.to.flatMap(namesOf));
  const copied = new Set(input.cc.flatMap(namesOf));
  const toAll = /^[^\n]{0,60}?\b(?:all|everyone|everybody|team|colleagues|folks)\b\s*[,:]/i.test(
    opening.slice(0, 80),
  );
  const names = toAll ? [] : namesCalled(opening.slice(0, 60), chat);
  const isReader = names.some((name) => readers.has(name));
  // A single recipient may be called by a name that isn't in the address: "Allan," to astewart@….
  const namesOther = names.length > 0 && !isReader && (open || names.some((name) => copied.has(name)));
  const sender = domain(input.from.address);
  const reader = domain(first);
  return {
    namesOther,
    open,
    chat,
    recipients: input.to.length + input.cc.length,
    external: sender !== null && reader !== null && sender !== reader,
    senderName: firstName(input.from),
    readers,
    copied,
  };
}
