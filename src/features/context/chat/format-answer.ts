import type { Answer, AnswerSource, ProposedTask, Quote } from "../contract";
import type { ListedTask } from "../repository";
import { listed } from "../repository";
import type { QuotedSentence } from "../sentences";
import { isQuotedAt, quotedBy, quotedWriterAt, type SourceText } from "../sources";
import { readWords } from "./read-words";

/** When an answer is given, and where. */
export interface Moment {
  now: Date;
  /** IANA. */
  timeZone: string;
}

/** Most items that a refusal offers as the nearest. */
const mostNearest = 3;

/** A source as an answer names it. */
function toSource(of: SourceText, number: number, quote: Quote | null): AnswerSource {
  const { type, id, title, date, channel } = of;
  const isQuoted = quote !== null && isQuotedAt(of, quote.start);
  const author =
    (quote && spokenAt(of, quote.start)?.speaker) ??
    (isQuoted ? quotedBy(of.author, quotedWriterAt(of, quote.start)) : of.author);
  return { number, type, id, title, author, date: date.toISOString(), channel, quote };
}

/** The exact words of a source between two offsets. */
function quoteOf({ of, range: { start, end } }: QuotedSentence): Quote {
  const quote = of.text.slice(start, end);
  const spoken = spokenAt(of, start);
  return spoken
    ? { part: "transcript", start, end, quote, second: spoken.second }
    : { part: of.isComment ? "comment" : "content", start, end, quote };
}

/** Who says the words at an offset of a transcript, and when. */
const spokenAt = ({ spoken }: SourceText, offset: number) =>
  spoken?.find(({ start, end }) => start <= offset && offset < end);

/** Sentences of the sources in their own words. */
export function quotedAnswer(quotes: QuotedSentence[], intro: string): Answer {
  return {
    kind: "quotes",
    intro,
    sentences: quotes.map((quote, index) => ({
      text: readWords(quote),
      sources: [index + 1],
    })),
    sources: quotes.map((quote, index) => numberedQuote(quote, index + 1)),
  };
}

/** A sentence of a source as the source of a written one. */
export const numberedQuote = (quote: QuotedSentence, number: number): AnswerSource =>
  toSource(quote.of, number, quoteOf(quote));

/** Each source once, in order. */
export const distinct = (all: SourceText[]): SourceText[] => [
  ...new Map(all.map((one) => [one.id, one])).values(),
];

/** Nothing answers the question; the sources come nearest. */
export function nothingFound(nearest: SourceText[], none = "I found nothing about that."): Answer {
  const some = nearest.slice(0, mostNearest);
  return {
    kind: "nothing",
    intro: `${none}${some.length > 0 ? " Nearest to it:" : ""}`,
    sentences: [],
    sources: some.map((of, index) => toSource(of, index + 1, null)),
  };
}

/** Facts that messages show by themselves, such as their sender's address. */
export const factList = (facts: { text: string; of: SourceText }[], intro: string): Answer => ({
  kind: "list",
  intro,
  sentences: facts.map(({ text }, index) => ({ text, sources: [index + 1] })),
  sources: facts.map(({ of }, index) => toSource(of, index + 1, null)),
});

/** Tasks that somebody asked to add, for them to confirm. */
export const offeredTasks = (proposals: ProposedTask[]): Answer => ({
  kind: "list",
  intro:
    proposals.length === 1
      ? "I change nothing by myself. Confirm the task to add it:"
      : "I change nothing by myself. Confirm each task to add it:",
  sentences: [],
  sources: [],
  proposals,
});

/**
 * Open tasks that a query found; if there are none, what comes nearest.
 *
 * @param texts - `more`: what it says of the tasks that it lists if there are more of them.
 */
export function taskList(
  { rows, nearest }: { rows: ListedTask[]; nearest: ListedTask[] },
  texts: { found: string; more: string; none: string; nearest: string },
  moment: Moment,
): Answer {
  const shown = rows.length > 0 ? rows.slice(0, listed) : nearest.slice(0, mostNearest);
  const more = rows.length > listed ? ` (${texts.more})` : "";
  const none = shown.length > 0 ? `${texts.none} ${texts.nearest}` : texts.none;
  return {
    kind: "list",
    intro: rows.length > 0 ? `${texts.found}${more}:` : none,
    sentences: shown.map((task, index) => ({ text: describeTask(task, moment), sources: [index + 1] })),
    sources: shown.map((task, index) => ({
      number: index + 1,
      type: "task",
      id: task.id,
      title: task.title,
      author: task.assignee,
      date: task.createdAt.toISOString(),
      channel: task.channel,
      quote: null,
    })),
  };
}

function describeTask({ title, dueDate, assignee, status }: ListedTask, moment: Moment): string {
  const due = dueDate && `due ${dayWords(dueDate, moment)}`;
  const facts = [due, assignee, status === "blocked" && "blocked"].filter(Boolean).join(", ");
  return facts ? `${title} (${facts})` : title;
}

/** "Mon, May 31", with its year unless that is now. */
export function dayWords(date: Date, { now, timeZone }: Moment): string {
  const yearOf = (at: Date) => new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric" }).format(at);
  return new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, weekday: "short", month: "short", day: "numeric" },
    ...(yearOf(date) !== yearOf(now) && { year: "numeric" }),
  }).format(date);
}

/** An answer as plain text, with the numbers of its sources. */
export function asText({ kind, intro, sentences, sources, proposals = [] }: Answer): string {
  const marked = sentences.map(({ text, sources: numbers }) => {
    const words = kind === "quotes" ? `“${text}”` : text;
    return [words, ...numbers.map((number) => `[${number}]`)].join(" ");
  });
  const named = sources.map(({ number, title, author, date }) =>
    [`[${number}] ${title}`, author, date.slice(0, 10)].filter(Boolean).join(", "),
  );
  const offered = proposals.map(({ title, dueDate }) =>
    [`Task to confirm: ${title}`, dueDate && `due ${dueDate.slice(0, 10)}`].filter(Boolean).join(", "),
  );
  return [intro, ...marked, ...offered, ...(named.length > 0 ? ["", ...named] : [])].join("\n").trim();
}
