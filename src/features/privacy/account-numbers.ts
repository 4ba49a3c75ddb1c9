import { behindLabels, type LabelledValue, type RedactedSpan, type Search } from "./redacted-span";

/** Groups of digits separated by blanks, dots or any kind of dash. */
const digitGroups =
  /(?<![\p{L}\p{N}_+])\d{1,19}(?:[ \u00a0\u2007\u2009\u202f\u2010-\u2015.-]{1,3}\d{1,19}){0,40}(?![\p{L}\p{N}_])/gu;
/** Possible lengths of the first group of a card number, printed or typed. */
const firstGroups = new Set([4, 6]);

const socialSecurity =
  /(?<!\p{L})(?:ssn|social[ -]security(?: (?:number|no\.?|#))?|soc\.? sec\.?(?: no\.?)?)(?!\p{L})/giu;

/** Payment cards, bank accounts (IBAN) and social security numbers. */
export function* accountNumberSpans(text: string): Search {
  for (const match of text.matchAll(digitGroups)) yield* cardsIn(match[0], match.index);
  yield* bankAccountSpans(text);
  yield* behindLabels(text, socialSecurity, socialSecurityIn);
}

function* socialSecurityIn(rest: string): Generator<LabelledValue> {
  const match = /^[^\d\n]{0,24}(\d{3}[- .]?\d{2}[- .]?\d{4})(?!\d)/.exec(rest);
  const value = match?.[1];
  if (value) yield { at: match[0].length - value.length, value, kind: "social_security_number" };
}

/**
 * Finds cards among groups of digits. A card has at most nine groups, which bounds the attempts per start.
 */
function* cardsIn(run: string, offset: number): Generator<RedactedSpan> {
  const groups = [...run.matchAll(/\d+/g)].map((match) => ({ digits: match[0], at: match.index }));
  for (let first = 0; first < groups.length; first++) {
    let digits = "";
    for (let last = first; last < Math.min(first + 9, groups.length); last++) {
      const group = groups[last] as (typeof groups)[number];
      digits += group.digits;
      if (digits.length > 19) break;
      const printed = last === first || firstGroups.has(groups[first]?.digits.length ?? 0);
      if (!printed || !isCard(digits)) continue;
      const start = offset + (groups[first]?.at ?? 0);
      yield { start, end: offset + group.at + group.digits.length, kind: "card_number" };
      first = last;
      break;
    }
  }
}

/**
 * Prefixes and lengths of the card schemes: Visa; Mastercard; American Express; Diners and JCB; Maestro,
 * Discover, UnionPay.
 */
const schemes =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[05689]\d{12,17}|(?:50|5[6-9]|6\d)\d{11,17})$/;

/** True if the digits can be a payment card: a known scheme and a valid check digit. */
export function isCard(digits: string): boolean {
  return schemes.test(digits) && passesLuhn(digits);
}

/** Checks the digit defined in ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  // Repeating one digit sometimes passes but is never a card.
  return sum % 10 === 0 && /(\d)(?!\1)\d/.test(digits);
}

const ibanStart = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ \u00a0-]?[A-Z0-9])/giu;
/** Characters in an IBAN per country. Source: IBAN registry, ISO 13616. */
const ibanLengths = new Map(
  "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
    .split(" ")
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function* bankAccountSpans(text: string): Generator<RedactedSpan> {
  for (const { index, 0: start } of text.matchAll(ibanStart)) {
    const length = ibanLengths.get(start.slice(0, 2).toUpperCase());
    const end = length && endOfIban(text, index, length);
    if (end) yield { start: index, end, kind: "bank_account" };
  }
}

/**
 * The end of this many letters and digits, with single blanks or dashes between them; undefined if not an
 * IBAN.
 */
function endOfIban(text: string, start: number, length: number): number | undefined {
  let iban = "";
  let at = start;
  while (iban.length < length) {
    if (/[ \u00a0-]/.test(text[at] ?? "")) at++;
    const character = text[at] ?? "";
    if (!/[A-Z0-9]/i.test(character)) return;
    iban += character.toUpperCase();
    at++;
  }
  return !/[A-Z0-9]/i.test(text[at] ?? "") && remainder97(iban) === 1 ? at : undefined;
}

function remainder97(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}
