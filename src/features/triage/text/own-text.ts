import { quotedWriter } from "./quoted-writer";

/** A stretch of a text: offsets into it, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** What the sender wrote, as spans of the message's content, without quoted text, signature and footers. */
export interface OwnText {
  ranges: Range[];
  /** The sender only forwarded a message; the ranges are in the forwarded text. */
  forwarded: boolean;
  /** Where the text begins that the ranges are in: behind the lines above a forwarded message, else 0. */
  textFrom: number;
  /** Who wrote what is forwarded, as far as the lines above it tell. */
  forwardedFrom: string | null;
  /** It quotes earlier mail, at the end or in between. */
  quotes: boolean;
  /** Where reading was cut off; null if every word of the sender was read. */
  readUpTo: number | null;
}

/** Own text beyond this many characters isn't read. */
export const maxOwnText = 64 * 1024;

/** Lines beyond this many are ignored, quoted ones included. */
const maxLines = 20_000;

interface Line extends Range {
  text: string;
}

/** Only the beginning of longer lines is matched against the patterns. */
const lineHead = 240;

function splitLines(content: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let own = 0;
  while (start <= content.length && lines.length < maxLines && own < maxOwnText * 2) {
    const found = content.indexOf("\n", start);
    const end = found < 0 ? content.length : found;
    const text = content.slice(start, Math.min(end, start + lineHead)).trim();
    lines.push({ start, end, text });
    if (text.charCodeAt(0) !== 62) own += end - start;
    if (found < 0) break;
    start = found + 1;
  }
  return lines;
}

const quoted = /^(?:>|\|\s|[A-Z][\w.]{0,11}>\s)/;
const attribution =
  /(?:^|\s)(?:wrote|writes|schrieb|skrev|escribi[oó]|a [eé]crit|ha scritto|schreef)\s?:\s*$/i;
const senderLine = /^(?:from|von)\s?:.{0,80}[@<]/i;
const attributionStart = /^(?:on|am|le|el|il)\s.{4,}\d/i;
const originalMessage =
  /^(?:[-_=*\s]{0,40})(?:original message|forwarded message|forwarded by\b|urspr[uü]ngliche nachricht|message d'origine|mensaje original|begin forwarded message|weitergeleitete nachricht)/i;
const headerStart = /^\*?(?:from|von|de|da|van)\s?:\*?\s+\S/i;
const headerLine =
  /^\*?(?:from|to|cc|bcc|sent|date|subject|sent by|reply-to|importance|please respond to|von|an|gesendet|betreff|datum|a|envoy[eé]|objet|para|enviado|asunto)\b[^:]{0,24}:/i;
const headerTo = /^(?:to|an|para|[aà])\s?:/i;
const headerSubject = /^(?:cc|subject|betreff|objet|asunto)\s?:/i;
const subjectLine = /^\*?(?:subject|betreff|objet|asunto)\s?:/i;
const lotusStamp = /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b.{0,4}\d{1,2}:\d{2}/;
const signatureMark = /^--\s*$|^_{2,3}$/;
const rule = /^[_=#*~-]{10,}$/;
const listFooter = /mailing list$|list-?info\//i;
const footer =
  /^(?:to unsubscribe|unsubscribe\b|you (?:are )?receiv(?:ed|ing) this (?:message|e-?mail)|yahoo! groups|to post(?: a message)?[ ,:]|your use of yahoo|sent from my |get outlook for|-{6,} next part -{6,}|(?:this|the information in this|the information contained in this) (?:e-?mail|message|communication|transmission)\b.{0,160}(?:confidential|privileged|intended)|this e-?mail is the property of|\*{4,}$|#{10,}$|do you yahoo|confidentiality (?:notice|note)|this sf\.net e-?mail is sponsored|-{6,}\s*yahoo! groups sponsor|(?:diese e-?mail|ce (?:message|courriel)|este (?:mensaje|correo)|questo messaggio|questa e-?mail|esta mensagem|este e-?mail)\b.{0,160}(?:vertraulich|confidentiel|confidencial|riservat|destin)|von meinem \S+ gesendet|envoy[eé] de mon |enviado (?:desde|do|de) m|inviato da(?:l mio)? |(?:um sich|newsletter) ab(?:zu)?(?:bestellen|melden)|(?:se d[eé]sabonner|pour vous d[eé]sinscrire)|para (?:darse de baja|cancelar (?:la|a|su)|deixar de receber)|per (?:annullare|cancellare|disiscriver))/i;
const closing =
  /^(?:(?:kind|kindest|best|warm|warmest|many)?\s?(?:regards|wishes)|best|cheers|sincerely(?: yours)?|yours (?:truly|sincerely|faithfully)|thanks(?: again| in advance| so much| very much)?|thank you(?: very much)?|thx|many thanks|take care|rgds|br|love|respectfully|mfg|mit freundlichen gr[uü](?:ß|ss)en|viele gr[uü](?:ß|ss)e|cordialement|saludos)\s?[,.!]*$/i;
/** What a line may be, by its first letter alone: nearly every line is none of these. */
const kinds = {
  quoted: 1,
  signature: 1 << 1,
  footer: 1 << 2,
  sender: 1 << 3,
  attribution: 1 << 4,
  original: 1 << 5,
  header: 1 << 6,
  to: 1 << 7,
} as const;
const beginnings: Record<keyof typeof kinds, string> = {
  quoted: ">|ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  signature: "-_",
  footer: "tuyisgd-*#cqevnp",
  sender: "fv",
  attribution: "oalei",
  original: "-_=*ofumbw",
  header: "*fvd",
  to: "tap",
};
const kindsByCode = new Uint8Array(128);
for (const [kind, letters] of Object.entries(beginnings))
  for (const letter of letters)
    for (const form of kind === "quoted" ? [letter] : [letter, letter.toUpperCase()])
      kindsByCode[form.charCodeAt(0)]! |= kinds[kind as keyof typeof kinds];
/** The kinds by the first letter; a non-ASCII letter may be all of them. */
const kindsOf = (text: string) => kindsByCode[text.charCodeAt(0)] ?? 255;

const isQuoted = (text: string) => (kindsOf(text) & kinds.quoted) !== 0 && quoted.test(text);
const isFooter = (text: string) =>
  ((kindsOf(text) & kinds.footer) !== 0 && footer.test(text)) ||
  ((text.includes("/") || /t$/i.test(text)) && listFooter.test(text));

/** If more lines than this follow a closing formula, they are text, not a signature. */
const maxSignature = 9;

/** If the text from this line on is a quoted message: its first line, and the line where its body begins. */
function quoteStart(lines: Line[], at: number): { body: number } | null {
  const text = lines[at]!.text;
  const kind = kindsOf(text);
  if (kind & kinds.original && originalMessage.test(text)) return { body: skipHeaders(lines, at + 1) };
  if (kind & kinds.header && headerStart.test(text) && countHeaders(lines, at + 1, 4) > 0)
    return { body: skipHeaders(lines, at) };
  if (kind & kinds.to && headerTo.test(text) && hasSubjectSoon(lines, at))
    return { body: skipHeaders(lines, at) };
  if (text.length < 90 && text.includes("/") && lotusStamp.test(text) && hasToSoon(lines, at))
    return { body: skipHeaders(lines, at + 1) };
  return null;
}

function countHeaders(lines: Line[], from: number, span: number): number {
  let count = 0;
  for (let i = from; i < Math.min(lines.length, from + span); i++)
    if (headerLine.test(lines[i]!.text)) count++;
  return count;
}

function hasSubjectSoon(lines: Line[], at: number): boolean {
  for (let i = at + 1; i < Math.min(lines.length, at + 14); i++)
    if (headerSubject.test(lines[i]!.text)) return true;
  return false;
}

function hasToSoon(lines: Line[], at: number): boolean {
  for (let i = at + 1; i < Math.min(lines.length, at + 4); i++)
    if (headerTo.test(lines[i]!.text)) return true;
  return false;
}

/** The line after a quoted message's headers; after its subject, only further header lines are skipped. */
function skipHeaders(lines: Line[], from: number): number {
  let body = from;
  let subject = false;
  for (let i = from; i < Math.min(lines.length, from + 24); i++) {
    const { text } = lines[i]!;
    if (headerLine.test(text)) {
      body = i + 1;
      subject ||= subjectLine.test(text);
    } else if (subject) break;
  }
  return body;
}

const isAttribution = (text: string) => text.endsWith(":") && attribution.test(text);

/** True if the attribution ("On … wrote:") at this line, possibly wrapped onto the next one, opens a quote. */
function attributionLength(lines: Line[], at: number): number {
  const text = lines[at]!.text;
  if (text.length === 0 || text.length >= lineHead) return 0;
  const kind = kindsOf(text);
  if (isAttribution(text)) return 1;
  if (kind & kinds.sender && senderLine.test(text) && isQuoted(nextText(lines, at + 1) ?? "")) return 1;
  const next = lines[at + 1]?.text ?? "";
  return next.length < 100 && isAttribution(next) && kind & kinds.attribution && attributionStart.test(text)
    ? 2
    : 0;
}

interface Scan {
  kept: Line[];
  quotes: boolean;
  /** Line numbers where a quoted message begins with who wrote it, and where its text does. */
  quote: { head: number; body: number } | null;
  /** No line shows that the sender's words end before the last line. */
  toEnd: boolean;
}

function scan(lines: Line[], from: number): Scan {
  const kept: Line[] = [];
  let quotes = false;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    if (isQuoted(line.text)) {
      quotes = true;
      continue;
    }
    if (line.text.length > 0) {
      if (
        kindsOf(line.text) & kinds.signature &&
        signatureMark.test(line.text) &&
        kept.some((other) => other.text.length > 0)
      ) {
        const quote = findQuoteBelow(lines, at + 1);
        return { kept, quotes: quotes || quote !== null, quote, toEnd: false };
      }
      if (isFooter(line.text)) {
        if (rule.test(kept.at(-1)?.text ?? "")) kept.pop();
        return { kept, quotes, quote: findQuoteBelow(lines, at + 1), toEnd: false };
      }
      const length = attributionLength(lines, at);
      const start = length > 0 ? null : quoteStart(lines, at);
      if (start) {
        const quote = { head: at, body: start.body };
        return { kept: dropQuoteIntro(kept), quotes: true, quote, toEnd: false };
      }
      if (length > 0) {
        const next = nextText(lines, at + length);
        if (next === null || !isQuoted(next))
          return { kept, quotes: true, quote: { head: at, body: at + length }, toEnd: false };
        quotes = true;
        at += length - 1;
        continue;
      }
    }
    kept.push(line);
  }
  return { kept, quotes, quote: null, toEnd: true };
}

function findQuoteBelow(lines: Line[], from: number): Scan["quote"] {
  for (let at = from; at < lines.length; at++) {
    if (lines[at]!.text.length === 0) continue;
    const start = quoteStart(lines, at);
    if (start) return { head: at, body: start.body };
  }
  return null;
}

function nextText(lines: Line[], from: number): string | null {
  for (let at = from; at < lines.length; at++) if (lines[at]!.text.length > 0) return lines[at]!.text;
  return null;
}

/** Removes the quoted sender's name, company and date, which some programs print above the header lines. */
function dropQuoteIntro(kept: Line[]): Line[] {
  const lines = [...kept];
  for (let dropped = 0; dropped < 5 && lines.length > 0; dropped++) {
    const text = lines.at(-1)!.text;
    const intro =
      text.length === 0 ||
      rule.test(text) ||
      lotusStamp.test(text) ||
      /^sent by:/i.test(text) ||
      /^["']?[\w .,'"()<@>/-]{2,60}@[\w./]{2,60}>?$/.test(text) ||
      /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(text);
    if (!intro) break;
    lines.pop();
  }
  return lines;
}

/** Removes the block after a closing formula ("Best regards,") if little follows it. */
function dropSignature(kept: Line[]): Line[] {
  const filled = kept.reduce((count, line) => count + (line.text.length > 0 ? 1 : 0), 0);
  let after = 0;
  for (let at = kept.length - 1; at >= 0 && after <= maxSignature; at--) {
    const text = kept[at]!.text;
    if (text.length === 0) continue;
    if (text.length < 40 && closing.test(text) && after < filled - 1) return kept.slice(0, at);
    after++;
  }
  return kept;
}

function toRanges(lines: Line[], limit: number): Range[] {
  const ranges: Range[] = [];
  let left = limit;
  for (const line of lines) {
    if (left <= 0) break;
    const end = Math.min(line.end, line.start + left);
    left -= end - line.start + 1;
    const last = ranges.at(-1);
    if (last && last.end + 1 === line.start) last.end = end;
    else ranges.push({ start: line.start, end });
  }
  return ranges;
}

const filledLines = (lines: Line[]) =>
  lines.some((line) => /[\p{L}\p{N}?!\p{Extended_Pictographic}]/u.test(line.text));

/** Lines above a quoted message's first one that may name its writer: Lotus Notes does so above the date. */
const above = 3;

function writerOf(lines: Line[], { head, body }: NonNullable<Scan["quote"]>): string | null {
  const textsOf = (from: number, to: number) => lines.slice(from, to).map(({ text }) => text);
  return quotedWriter(textsOf(head, body), textsOf(Math.max(0, head - above), head));
}

/** Words of a message that is quoted, and who wrote it, as far as the lines above it tell. */
export interface QuotedText extends Range {
  writer: string | null;
}

/** Messages that are quoted below each other, as far as they are read. */
const mostBelow = 4;

/**
 * Finds the words of the messages that are quoted whole below what the sender wrote, as forwarding and most mail programs
 * do. Lines quoted one by one ("> ") don't count: they belong to messages that were answered.
 *
 * @param content - plain text as stored, any length.
 * @returns spans of `content`, in order; none if its own text is only a forwarded one.
 */
export function findTextBelow(content: string): QuotedText[] {
  const lines = splitLines(content);
  const first = scan(lines, 0);
  if (first.quote === null || !filledLines(dropSignature(first.kept))) return [];
  const found: QuotedText[] = [];
  for (let at: Scan["quote"] = first.quote, depth = 0; at !== null && depth < mostBelow; depth++) {
    const below = scan(lines, at.body);
    const writer = writerOf(lines, at);
    for (const range of toRanges(dropSignature(below.kept), maxOwnText)) found.push({ ...range, writer });
    at = below.quote;
  }
  return found;
}

/**
 * Finds the sender's own words in a message.
 *
 * @param content - plain text as stored, any length; at most {@link maxOwnText} characters of own text are
 * kept.
 * @returns spans of `content`; empty if it contains only quotes and footers.
 */
export function findOwnText(content: string): OwnText {
  const lines = splitLines(content);
  const lastLine = lines.at(-1)?.end ?? 0;
  const first = scan(lines, 0);
  const own = dropSignature(first.kept);
  const passedOn = first.quote !== null && !filledLines(own) ? first.quote : null;
  const forwarded = passedOn !== null;
  const taken = passedOn ? scan(lines, passedOn.body) : first;
  const kept = forwarded ? dropSignature(taken.kept) : own;
  const ranges = toRanges(kept, maxOwnText);
  const cutInside = (ranges.at(-1)?.end ?? 0) < (kept.at(-1)?.end ?? 0);
  const cutBefore = taken.toEnd && lastLine < content.length;
  return {
    ranges,
    forwarded,
    textFrom: passedOn ? (lines[passedOn.body]?.start ?? content.length) : 0,
    forwardedFrom: passedOn && writerOf(lines, passedOn),
    quotes: forwarded || first.quotes,
    readUpTo: cutInside ? (ranges.at(-1)?.end ?? 0) : cutBefore ? lastLine : null,
  };
}
