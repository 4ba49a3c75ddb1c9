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
  /** The sender's first name as it may stand in a title; null when unknown. */
  senderName: string | null;
  /** Words the readers named in To may be called by, lower case. */
  readers: ReadonlySet<string>;
  /** The same for those only copied. */
  copied: ReadonlySet<string>;
}

const greeting =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))?\s*,?\s*([\p{L}\p{N}_|`^[\]-]{2,24})\s*[:,]/iu;
const everyone =
  /^(?:all|everyone|everybody|team|folks|guys|colleagues|list|there|hi|hello|hey|dear|yes|no|ok|okay|well|so|sorry|thanks|btw|also|actually|anyway|anyways|good|please|maybe|hmm|oh|lol|sure|right|now|then|but|and|however|fyi|note|ps|re|fw|first|second|finally|yeah|yep|nope|great|attached|unfortunately|currently|today|tomorrow|question|subject|from|date|http|https|if|in)$/i;

const domain = (address: string | null | undefined) =>
  address?.split("@")[1]?.replace(/>.*$/, "").split(".").slice(-2).join(".").toLowerCase() ?? null;

/** Words an address or a display name may call its owner by. */
function namesOf(recipient: string): string[] {
  return recipient
    .toLowerCase()
    .split("@")[0]!
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
}

/** "Anna" from "Anna Berg", "Berg, Anna" or "anna.berg@…"; null when no name can be told. */
function firstName({ name, address }: TriageInput["from"]): string | null {
  const shown = (name ?? "").replace(/["'<>]/g, "").trim();
  if (/^[\p{L}'-]+,\s*\p{L}{2,}/u.test(shown)) return shown.split(",")[1]!.trim().split(/\s/)[0]!;
  const word = shown.split(/[\s@]/)[0] ?? "";
  if (/^\p{L}[\p{L}'-]+$/u.test(word) && !shown.includes("@")) return word;
  const local = (address ?? shown).split("@")[0]!.split(/[._\d]/)[0]!;
  return /^[a-z]{3,12}$/i.test(local) && /[._]/.test((address ?? shown).split("@")[0]!)
    ? local[0]!.toUpperCase() + local.slice(1).toLowerCase()
    : null;
}

/** Works out who is spoken to, from the headers and the first words. */
export function readAddressing(input: TriageInput, opening: string): Addressing {
  const chat = input.subject === null && input.to.every((to) => !to.includes("@"));
  const open = input.to.length === 0 || input.to.some((to) => to.startsWith("#"));
  const called = greeting.exec(opening.slice(0, 60))?.[1] ?? null;
  const readers = new Set(input.to.flatMap(namesOf));
  const toAll = /^[^\n]{0,60}?\b(?:all|everyone|everybody|team|colleagues|folks)\b\s*[,:]/i.test(
    opening.slice(0, 80),
  );
  const isName = !toAll && called !== null && !everyone.test(called) && (chat || /^\p{Lu}/u.test(called));
  const namesOther = isName && !readers.has(called.toLowerCase()) && (open || input.cc.length > 0);
  const sender = domain(input.from.address);
  const reader = domain(input.to[0]);
  return {
    namesOther,
    open,
    chat,
    recipients: input.to.length + input.cc.length,
    external: sender !== null && reader !== null && sender !== reader,
    senderName: firstName(input.from),
    readers,
    copied: new Set(input.cc.flatMap(namesOf)),
  };
}
