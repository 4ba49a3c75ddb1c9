import { accessKeySpans } from "./access-keys";
import { accountNumberSpans } from "./account-numbers";
import type { PrivacyChoice, Redacted, RedactionKind } from "./contract";
import { addressSpans, nameSpans, type Person } from "./names-and-addresses";
import { passwordSpans } from "./passwords";
import { merged, type RedactedSpan } from "./redacted-span";

export type { Person } from "./names-and-addresses";

/** A text that is safe to send. */
export interface RedactedText {
  text: string;
  /** Number of replacements per kind. */
  redacted: Redacted;
  /**
   * Restores names and addresses in an answer, in their exact form where it quotes the text. Secrets stay
   * replaced.
   */
  restore(answer: string): string;
}

/** Replacements say what a secret was, so that the sentence keeps its meaning. */
const placeholders: Record<RedactionKind, string> = {
  access_key: "access key",
  private_key: "private key",
  password: "password",
  code: "code",
  card_number: "card number",
  bank_account: "bank account",
  social_security_number: "social security number",
  name: "person",
  email: "email",
  phone: "phone",
};
const numbered = /\[(?:person|email|phone) \d{1,6}\]/g;

/**
 * Removes what must not leave. Always replaces keys, passwords, codes, card and account numbers; replaces
 * names and addresses on request. Linear in the length of the text.
 *
 * The same person or address gets the same number throughout a text: "[person 1] will call [person 2]".
 */
export function redact(text: string, choice: PrivacyChoice & { people: Person[] }): RedactedText {
  const spans = merged([
    ...accessKeySpans(text),
    ...passwordSpans(text),
    ...accountNumberSpans(text),
    ...(choice.redactAddresses ? addressSpans(text, choice.people) : []),
    ...(choice.redactNames ? nameSpans(text, choice.people) : []),
  ]);
  const placeholders = createPlaceholders(text);
  const redacted: Redacted = {};
  let result = "";
  let end = 0;
  for (const span of spans) {
    result += text.slice(end, span.start);
    result += placeholders.put(span, result.length);
    redacted[span.kind] = (redacted[span.kind] ?? 0) + 1;
    end = span.end;
  }
  result += text.slice(end);
  return {
    text: result,
    redacted,
    restore: (answer) => placeholders.restore(answer, result.indexOf(answer)),
  };
}

/**
 * Assigns placeholders and remembers the original of each, by number and by position in the redacted text.
 */
function createPlaceholders(text: string) {
  const given = new Map<string, string>();
  const counts = new Map<RedactionKind, number>();
  const byNumber = new Map<string, string>();
  const byOffset = new Map<number, string>();

  function numberedFor(kind: RedactionKind, same: string, original: string): string {
    const key = `${kind} ${same}`;
    const known = given.get(key);
    if (known) return known;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const placeholder = `[${placeholders[kind]} ${number}]`;
    given.set(key, placeholder);
    byNumber.set(placeholder, original);
    return placeholder;
  }

  return {
    put({ kind, same, start, end }: RedactedSpan, at: number): string {
      if (same === undefined) return `[${placeholders[kind]}]`;
      const original = text.slice(start, end);
      byOffset.set(at, original);
      return numberedFor(kind, same, original);
    },
    /**
     * @param at - where the answer quotes the text, or negative if it doesn't. In a quote each name gets its
     * original form.
     */
    restore: (answer: string, at: number): string =>
      answer.replace(
        numbered,
        (found, offset: number) =>
          (at < 0 ? undefined : byOffset.get(at + offset)) ?? byNumber.get(found) ?? found,
      ),
  };
}
