import { type RedactedSpan, spansOf } from "./redacted-span";

/**
 * Keys that are recognizable by their prefix, as each vendor documents it: OpenAI and Anthropic (sk-), Stripe
 * (sk_live_, whsec_), GitHub (ghp_ …), GitLab (glpat-), Slack (xoxb- …), AWS (AKIA, ASIA), Google (AIza,
 * ya29., GOCSPX-), npm, PyPI, Hugging Face, SendGrid (SG.), Telegram (number:secret), Twilio (SK + 32 hex),
 * age; JSON Web Tokens (RFC 7519).
 */
const prefixed = [
  /(?<![\w-])(?:sk|pat)-[\w-]{16,}/g,
  /(?<!\w)(?:sk|rk)_(?:live|test)_\w{10,}/g,
  /(?<!\w)(?:gh[opusr]|github_pat|npm|hf|shpat|dop_v1|lin_api|ntn|whsec|secret|sbp|re)_[A-Za-z0-9_+/=]{20,}/g,
  /(?<![\w-])(?:glpat|xox[a-z]|xapp|pypi|GOCSPX|xkeysib)-[\w-]{10,}/g,
  /(?<![\w-])AIza[\w-]{30,}/g,
  /(?<![\w.-])(?:ya29|SG)\.[\w.-]{20,}/g,
  /(?<!\w)(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)/g,
  /(?<![\w:])\d{8,10}:[\w-]{35}(?![\w-])/g,
  /(?<!\w)SK[0-9a-f]{32}(?!\w)/g,
  /(?<![\w.-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /AGE-SECRET-KEY-1[A-Z0-9]{20,80}/g,
  /(?<=hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{20,}/g,
];

/** The credentials after a scheme, with or without "Authorization:" before it. */
const scheme = /(?<!\w)(?:bearer|basic)\s{1,3}([\w.~+/=-]{12,})/gi;

/** Matches name=value, "name": "value", name := 'value' and ?name=value. */
const assignment =
  /(?<!\[)(?:secret|token|pass|passw(?:or)?d|pwd|api[ _-]?key|(?:access|account|private|shared|secret)[ _-]?key|credentials?|session[ _-]?(?:id|token|key)|auth|signature|sig)["'\]]{0,2}(?:\s{0,3}(?:=>|:=|[:=])|\s(?:is|ist|lautet):?\s)\s{0,3}["'`]?([^\s"'`<>,;&[\]]{12,})/gi;

/** Matches scheme://user:password@host. */
const login = /:\/\/[^\s/:@]{0,100}:([^\s@/]{1,200})(?=@)/g;

/** Keys, tokens and passwords that are recognizable by their form. */
export function* accessKeySpans(text: string): Generator<RedactedSpan> {
  yield* privateKeySpans(text);
  for (const pattern of prefixed) yield* spansOf(text, pattern, "access_key", mixed);
  yield* spansOf(text, scheme, "access_key", looksRandom);
  yield* spansOf(text, assignment, "access_key", looksRandom);
  yield* spansOf(text, login, "password", (value) => !/^\d{1,5}$/.test(value) && !value.startsWith("["));
}

const header = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const footer = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Longest text that can be half of a key block, in characters. */
const longestHalf = 8000;

/**
 * Finds key blocks, including cut ones. A block cut at its end extends over the key lines that follow its
 * header. A block cut at its beginning (the middle of a long text is left out) extends back over the key
 * lines before its footer.
 */
function* privateKeySpans(text: string): Generator<RedactedSpan> {
  const ends = [...text.matchAll(footer)].map((match) => match.index + match[0].length);
  let next = 0;
  let covered = 0;
  for (const { index, 0: opening } of text.matchAll(header)) {
    if (index < covered) continue;
    while (ends[next] !== undefined && (ends[next] as number) < index) next++;
    const rest = index + opening.length;
    covered =
      ends[next] ?? rest + (/^[\w+/=:,\s\\>-]*/.exec(text.slice(rest, rest + longestHalf))?.[0].length ?? 0);
    yield { start: index, end: covered, kind: "private_key" };
  }
  let from = 0;
  for (const { index, 0: closing } of text.matchAll(footer)) {
    const half = keyLinesBefore(text.slice(Math.max(from, index - longestHalf), index));
    from = index + closing.length;
    if (half > 0) yield { start: index - half, end: from, kind: "private_key" };
  }
}

/** How many characters at the end of a text are lines of a key: base64, quoted or not, without words. */
function keyLinesBefore(text: string): number {
  const lines = text.split("\n");
  if (/\S/.test((lines.pop() ?? "").replace(/>/g, ""))) return 0;
  let length = text.length - text.lastIndexOf("\n") - 1;
  let found = 0;
  for (const line of lines.reverse()) {
    if (
      !/^[\s>]*[A-Za-z0-9+/]{16,}={0,2}\s*$/.test(line) &&
      !(found === 0 && /^[\s>]*[A-Za-z0-9+/=]{1,16}\s*$/.test(line))
    )
      break;
    length += line.length + 1;
    found++;
  }
  return found > 0 ? length : 0;
}

/** Has letters and digits. Ordinary names rarely mix both. */
function mixed(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/**
 * True if a machine likely generated the value: letters and digits, with hardly any repeated more than
 * others.
 */
export function looksRandom(value: string): boolean {
  const start = value.slice(0, 200);
  if (!mixed(start) || /^(?:https?:|www\.|\d{1,4}[-/.]\d)/.test(start)) return false;
  return bitsPerCharacter(start) >= 3;
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
