import { cutText } from "../../../../shared/cut-text";
import type { Reason } from "../../../triage/contract";
import { markName } from "./mark-names";
import classes from "./why-sheet.module.css";

/** Longer quotes in a row are cut (characters). */
const longest = { words: 40, sentence: 72 };

const inOneLine = (quote: string) => quote.replace(/\s+/g, " ").trim();
const quotesOf = ({ spans }: Pick<Reason, "spans">) => [
  ...new Set(spans.map(({ quote }) => inOneLine(quote))),
];

/** Words of the message; a mark without words is also named. */
export function Quote({ words }: { words: string }) {
  const name = markName(words.trim());
  return (
    <span className={classes.quote}>
      <q dir="auto">{inOneLine(words)}</q>
      {name && ` ${name}`}
    </span>
  );
}

interface QuotesProps {
  of: Pick<Reason, "spans">;
  /** The sentence to show; the others are only marked in the text. */
  sentence?: string | undefined;
}

/** The words a reason comes from. */
export function Quotes({ of, sentence }: QuotesProps) {
  const short = quotesOf(of).filter((quote) => quote.length <= longest.words);
  const shown = sentence ? [...short, cutText(sentence, longest.sentence)] : short;
  return shown.map((quote) => <Quote key={quote} words={quote} />);
}

/** The first sentence of each reason, unless an earlier reason shows it: several may share one. */
export function firstSentences<R extends Pick<Reason, "spans">>(reasons: readonly R[]): Map<R, string> {
  const named = new Map<R, string>();
  const taken = new Set<string>();
  for (const reason of reasons) {
    const own = quotesOf(reason).find((quote) => quote.length > longest.words && !taken.has(quote));
    if (!own) continue;
    taken.add(own);
    named.set(reason, own);
  }
  return named;
}
