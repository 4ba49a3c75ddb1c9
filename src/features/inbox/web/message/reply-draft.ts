import { cutText } from "../../../../shared/cut-text";
import { detectLanguage, type Language } from "../../../triage/text/language";
import { tokenize } from "../../../triage/text/tokens";
import type { Message } from "../../contract";
import { inOneLine } from "../message-words";

interface Phrases {
  greeting: (name: string) => string;
  /** Quotes what was asked. */
  about: (quote: string) => string;
  promise: (day: string) => string;
  noPromise: string;
}

const english: Phrases = {
  greeting: (name) => (name ? `Hi ${name},` : "Hello,"),
  about: (quote) => `About “${quote}”:`,
  promise: (day) => `I'll do it by ${day}.`,
  noPromise: "I'll do it and let you know.",
};

const phrases: Partial<Record<Language, Phrases>> = {
  en: english,
  de: {
    greeting: (name) => (name ? `Hallo ${name},` : "Guten Tag,"),
    about: (quote) => `Zu „${quote}“:`,
    promise: (day) => `Das erledige ich bis ${day}.`,
    noPromise: "Das erledige ich und melde mich.",
  },
  fr: {
    greeting: (name) => (name ? `Bonjour ${name},` : "Bonjour,"),
    about: (quote) => `À propos de « ${quote} » :`,
    promise: (day) => `Je m'en occupe d'ici le ${day}.`,
    noPromise: "Je m'en occupe et je reviens vers vous.",
  },
  es: {
    greeting: (name) => (name ? `Hola, ${name}:` : "Hola:"),
    about: (quote) => `Sobre «${quote}»:`,
    promise: (day) => `Lo hago antes del ${day}.`,
    noPromise: "Lo hago y le aviso.",
  },
  it: {
    greeting: (name) => (name ? `Ciao ${name},` : "Buongiorno,"),
    about: (quote) => `Riguardo a «${quote}»:`,
    promise: (day) => `Lo faccio entro ${day}.`,
    noPromise: "Lo faccio e la avviso.",
  },
  pt: {
    greeting: (name) => (name ? `Olá, ${name},` : "Olá,"),
    about: (quote) => `Sobre “${quote}”:`,
    promise: (day) => `Faço isso até ${day}.`,
    noPromise: "Faço isso e depois aviso.",
  },
};

const longestQuote = 160;

/**
 * A reply to copy and edit, in the message's language if it is one of six, else in English. It promises what was
 * asked, by the due date if that is still ahead.
 *
 * @param me - the reader's first name.
 * @param now - milliseconds since the epoch.
 */
export function draftReply(message: Message, me: string, now: number): string {
  const language = detectLanguage(message.content, tokenize(message.content, 0, message.content.length));
  const words = phrases[language] ?? english;
  const locale = phrases[language] ? language : "en";
  const asked = message.aiAnalysis?.evidence.task?.[0]?.quote;
  const due = message.aiAnalysis?.dueDate;
  const ahead = due && Date.parse(due) > now;
  const day = ahead
    ? new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(
        new Date(due),
      )
    : "";
  return [
    words.greeting(firstNameOf(message)),
    [
      asked && words.about(cutText(inOneLine(asked), longestQuote)),
      ahead ? words.promise(day) : words.noPromise,
    ]
      .filter(Boolean)
      .join("\n"),
    me,
  ].join("\n\n");
}

/** "Mina" of "Mina Sato" and "Sato, Mina"; empty for an address, a number or a handle. */
function firstNameOf({ sender }: Message): string {
  const [last = "", first] = sender.split(",");
  const name = (first ?? last).trim().split(/\s/)[0] ?? "";
  return /^\p{L}[\p{L}'’.-]*$/u.test(name) ? name : "";
}
