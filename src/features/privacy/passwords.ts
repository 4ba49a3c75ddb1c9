import { behindLabels, type LabelledValue, type Search, spansOf } from "./redacted-span";

/** Words for a password in the most common mail languages. The short ones only match as whole words. */
const passwordWord =
  /(?<!\[)(?:pass ?words?|pass ?phrase|passwd|passwor[td]e?|kennwort|mot de passe|contraseña|clave de acceso|senha|wachtwoord|lösenord|hasło|пароль)|(?<![\p{L}\p{N}])(?:(?:pwd|pw|psw)(?![\p{L}\p{N}])|pass(?=["']?\s{0,2}[:=]))/giu;
const userAndPassword =
  /(?<!\p{L})(?:login|credentials|zugangsdaten|user(?:name)? ?\/ ?pass(?:word|wd)?)(?!\p{L})/giu;

/** Words for a short secret that is typed once or on a keypad. */
const codeWord =
  /(?<![\p{L}\p{N}])(?:PIN|TAN|OTP|CVV2?|CVC2?|(?:pass|access|security|verification|authentication|authorization|confirmation|log-?in|sign-?in|one[- ]time|2fa|mfa|door|gate|alarm|participant|conference|meeting|unlock|reset)[ -]?(?:pass)?code|one[- ]time password|pin[ -](?:code|number)|(?:bestätigungs|sicherheits|zugangs|einmal|verifizierungs|pin-)code|code (?:de|d')\s?(?:vérification|sécurité|confirmation)|código de (?:verificación|seguridad)|(?:your|ihr|dein) (?:(?!zip|post|promo|discount|area|error|country|source|coupon|voucher|gift|tracking|booking|reference|customer|product|order)[\w-]{1,20} ){0,2}code)(?![\p{L}\p{N}])/giu;

/** A quoted value, or everything up to the next blank. */
const value = String.raw`(["'“„‘«\x60][^"'”“’»\x60\n]{3,64}["'”“’»\x60]|\S{3,128})`;
const colonValue = new RegExp(
  String.raw`^(?:["']?[^\n.!?:=,[]{0,40}?\s{0,3}(?::|=|->|=>)|\s[–—-]\s)[ \t]{0,4}\n?[ \t>]{0,4}${value}`,
);
const saidValue = new RegExp(
  String.raw`^[^\n.!?:=[]{0,60}?(?<!\p{L})(?:is|was|will be|to|ist|lautet|est|es|é|är|jest|wird|['’]s)(?!\p{L})(?: now| jetzt)?[:,]?\s{1,3}${value}`,
  "iu",
);
/** Matches <password>X</password>. */
const taggedValue = /^>\s{0,3}([^<\s]{3,128})(?=\s{0,3}<)/;
const bareValue = /^[ \t]{1,2}(\S{6,128})/;
const pairValue = /^\s{0,2}[:=]\s{0,3}\S{1,64}\s{0,2}[/|]\s{0,2}(\S{3,128})/;
const codeValue =
  /^(?:\s{0,2}\((?:PIN|TAN|OTP|code)\))?(?: number| no\.?)?([^\n\d:=#[]{0,24}?(?:[:=#]|(?<!\p{L})(?:is|ist|lautet|est|es)(?!\p{L}))|)[ \t*"'“]{0,3}\n?[ \t]{0,2}([A-Z]-\d{4,8}|\d{2,4}(?:[ -]\d{2,4}){1,3}|\d{3,12}|[A-Z0-9]{4,10})(?![\p{L}\p{N}])/iu;
const codeFirst =
  /(?<![\w.,/:+-])(?:[A-Z]-)?(?:\d{4,8}|\d{3}[ -]\d{3})(?=\s{1,2}(?:is|ist|est|as|als) (?:your|the|ihr|dein|votre|su|tu)\s[^.\n]{0,40}?(?:code|otp|pin|tan)(?!\p{L}))/giu;

/** Passwords and short codes that are labeled as such in a sentence or on a line. */
export function* passwordSpans(text: string): Search {
  yield* behindLabels(text, passwordWord, passwordsIn);
  yield* behindLabels(text, userAndPassword, pairsIn);
  yield* behindLabels(text, codeWord, codesIn);
  yield* spansOf(text, codeFirst, "code");
}

/**
 * Matches "the password for the wiki is X", "wiki password: X" and "use password X". A line may contain
 * several.
 */
function* passwordsIn(rest: string): Generator<LabelledValue> {
  const said = saidValue.exec(rest);
  const colon = colonValue.exec(rest);
  const tagged = taggedValue.exec(rest);
  if (tagged)
    yield { ...found(tagged, tagged[1] as string), at: tagged[0].length - (tagged[1] as string).length };
  const bare = colon ? null : bareValue.exec(rest);
  for (const match of [said, colon]) {
    const raw = match?.[1] ?? "";
    const alone = match === colon && /^[ \t]*(?:\n|\r|$)/.test(rest.slice(match?.[0].length));
    if (match && (invented(raw) || ((alone || isQuoted(raw)) && plainPassword(raw)))) yield found(match, raw);
  }
  if (bare && /\d/.test(bare[1] as string) && invented(bare[1] as string))
    yield found(bare, bare[1] as string);
}

function* pairsIn(rest: string): Generator<LabelledValue> {
  const match = pairValue.exec(rest);
  if (match) yield found(match, match[1] as string);
}

function* codesIn(rest: string, label: string): Generator<LabelledValue> {
  const match = codeValue.exec(rest);
  if (!match) return;
  const [whole, joint, code] = match as unknown as [string, string, string];
  const digits = code.replace(/\D/g, "").length;
  const verification = /^CV/i.test(label);
  if (/^(?:your|ihr|dein)/i.test(label) && !/^[\d -]+$/.test(code)) return;
  // Without "is" or a colon and in lower case, "pin 1234" may be any pin.
  if (!joint && /^(?:pin|tan|otp)$/.test(label)) return;
  if (digits < (verification ? 3 : 4) && !/^[A-Z0-9]{5,}$/.test(code)) return;
  if (digits === 0 || (/[a-z]/.test(code) && /[A-Z]/i.test(value))) return;
  yield { at: whole.length - code.length, value: code, kind: "code" };
}

function isQuoted(raw: string): boolean {
  return /^["'“„‘«`].*["'”“’»`]$/.test(raw);
}

function found(match: RegExpExecArray, raw: string): LabelledValue {
  const value = withoutPunctuation(raw);
  return { at: match[0].length - raw.length + raw.indexOf(value), value, kind: "password" };
}

/**
 * Strips quotes and emphasis around a word and sentence punctuation after it; they aren't part of a password.
 */
function withoutPunctuation(raw: string): string {
  const opened = raw.replace(/^["'“”„‘’«»`*_(<]+/, "");
  const closed = opened.replace(/[.,;:?)>"'“”„‘’«»`*_]+$/, "");
  return closed || raw;
}

/** True if the value looks invented as a password: not a word, an address or a reference number. */
function invented(raw: string): boolean {
  const value = withoutPunctuation(raw);
  if (value.length < 4 || isPlaceholder(value)) return false;
  if (/^\d+$/.test(value)) return value.length <= 12;
  const letters = /\p{L}/u.test(value);
  return letters && (/\d|[!@#$%^&*+=~|\\{}]/.test(value) || /\p{Ll}\p{Lu}/u.test(value));
}

const noPassword =
  /^(?:see|siehe|required|optional|none|tbd|n\/a|below|above|attached|expired|forgotten|unchanged|same|reset|wrong|invalid|incorrect|changed|yes|no|ok|lost|missing|folgt|pending|hidden|login|username|email|true|false|null|passed|failed|string|text)$/i;

/** After a colon and alone on its line, even a dictionary word is a password. */
function plainPassword(raw: string): boolean {
  const value = withoutPunctuation(raw);
  return value.length >= 4 && !noPassword.test(value) && !isPlaceholder(value);
}

/** An address, a form placeholder, or an earlier replacement of a password. */
function isPlaceholder(value: string): boolean {
  return /^(?:https?:|www\.|mailto:|ftp:|\/\/|\[|<|\{\{|\$\{|%)/i.test(value) || /^(.)\1*$/u.test(value);
}
