import { accessKeySpans } from "./access-keys";
import { accountNumberSpans } from "./account-numbers";
import type { PrivacyChoice, Redacted, RedactionKind } from "./contract";
import { addressSpans, nameSpans, type Person } from "./names-and-addresses";
import { passwordSpans } from "./passwords";
import { merged, type RedactedSpan, type Search } from "./redacted-span";

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
  const steps = redactionSteps([text], choice);
  for (;;) {
    const step = steps.next();
    if (step.done) return onlyText(step.value);
  }
}

/** The result for a single text. */
export function onlyText({ texts: [text = ""], redacted, restore }: RedactedTexts): RedactedText {
  return { text, redacted, restore };
}

/** Several texts that are safe to send together. */
export interface RedactedTexts extends Omit<RedactedText, "text"> {
  /** In the order given. */
  texts: string[];
}

/**
 * Does what {@link redact} does to texts that are sent together: each is searched by itself, and the same person
 * has the same number in all of them. It takes seconds for a long text full of words for passwords, so it comes in
 * short steps.
 */
export function* redactionSteps(
  originals: string[],
  choice: PrivacyChoice & { people: Person[] },
): Generator<undefined, RedactedTexts> {
  const placeholders = createPlaceholders();
  const redacted: Redacted = {};
  const texts: string[] = [];
  for (const [index, text] of originals.entries()) {
    const found: RedactedSpan[] = [];
    for (const span of searchIn(text, choice)) {
      if (span) found.push(span);
      yield;
    }
    let result = "";
    let end = 0;
    for (const span of merged(found)) {
      result += text.slice(end, span.start);
      result += placeholders.put(span, text.slice(span.start, span.end), `${index}:${result.length}`);
      redacted[span.kind] = (redacted[span.kind] ?? 0) + 1;
      end = span.end;
    }
    texts.push(result + text.slice(end));
  }
  const restore = (answer: string): string => {
    const index = texts.findIndex((text) => text.includes(answer));
    return placeholders.restore(
      answer,
      (offset) => `${index}:${(texts[index]?.indexOf(answer) ?? 0) + offset}`,
    );
  };
  return { texts, redacted, restore };
}

function* searchIn(text: string, choice: PrivacyChoice & { people: Person[] }): Search {
  yield* accessKeySpans(text);
  yield* passwordSpans(text);
  yield* accountNumberSpans(text);
  if (choice.redactAddresses) yield* addressSpans(text, choice.people);
  if (choice.redactNames) yield* nameSpans(text, choice.people);
}

/** Assigns placeholders and remembers the original of each, by number and by its place in the redacted texts. */
function createPlaceholders() {
  const given = new Map<string, string>();
  const counts = new Map<RedactionKind, number>();
  const byNumber = new Map<string, string>();
  const byOffset = new Map<string, string>();

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
    put({ kind, same }: RedactedSpan, original: string, at: string): string {
      if (same === undefined) return `[${placeholders[kind]}]`;
      byOffset.set(at, original);
      return numberedFor(kind, same, original);
    },
    /**
     * @param at - where the answer's offsets are in the redacted texts, if it quotes one. In a quote each name
     * gets its original form.
     */
    restore: (answer: string, at: (offset: number) => string): string =>
      answer.replace(
        numbered,
        (found, offset: number) => byOffset.get(at(offset)) ?? byNumber.get(found) ?? found,
      ),
  };
}
