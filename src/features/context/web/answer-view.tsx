import { IconCheckbox, IconMessage, IconMicrophone, IconPin, IconQuote } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ChannelBadge } from "../../channels/web/channel-badge";
import type { Answer, AnswerSource } from "../contract";
import classes from "./answer-view.module.css";
import { contextTexts } from "./texts";

/** What opens a source: where it is, and the words to show. */
export type OpenedSource = Pick<AnswerSource, "type" | "id" | "quote">;

interface AnswerViewProps {
  answer: Answer;
  onOpen: (source: AnswerSource) => void;
  /** Tasks to confirm, if the answer offers some. */
  children?: ReactNode;
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** An answer as text with a button for each source. Nothing in it is rendered as markup, link or image. */
export function AnswerView({ answer, onOpen, children }: AnswerViewProps) {
  const { kind, intro, sentences, sources } = answer;
  const sourceOf = (number: number) => sources.find((source) => source.number === number);
  const listed = kind === "nothing" || kind === "written";
  return (
    <div className={classes.answer}>
      {intro && <p className={classes.intro}>{intro}</p>}
      {kind === "written" ? (
        <p className={classes.written} dir="auto">
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no id and never move
            <span key={index} data-unsupported={sentence.sources.length === 0 || undefined}>
              {sentence.text}
              {sentence.sources.map((number) => (
                <Citation key={number} source={sourceOf(number)} number={number} onOpen={onOpen} />
              ))}
              {sentence.sources.length === 0 && (
                <span className={classes.unsupported}>{contextTexts.unsupported}</span>
              )}{" "}
            </span>
          ))}
        </p>
      ) : (
        <ul className={classes.sentences}>
          {sentences.map(({ text, sources: [number = 0] }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no id and never move
            <li key={index} data-kind={kind}>
              {kind === "quotes" ? (
                <>
                  <IconQuote size={16} className={classes.mark} aria-hidden />
                  <div className={classes.quoted}>
                    <blockquote className={classes.quote} dir="auto">
                      {text}
                    </blockquote>
                    <SourceButton source={sourceOf(number)} onOpen={onOpen} />
                  </div>
                </>
              ) : (
                <SourceButton source={sourceOf(number)} words={text} onOpen={onOpen} />
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
      {listed && sources.length > 0 && (
        <ol className={classes.sources} aria-label="Sources">
          {sources.map((source) => (
            <li key={source.number}>
              {kind === "written" && <span className={classes.number}>{source.number}</span>}
              <SourceButton source={source} onOpen={onOpen} />
            </li>
          ))}
        </ol>
      )}
      {kind === "written" && sources.length > 0 && <p className={classes.note}>{contextTexts.written}</p>}
      {kind === "quotes" && sentences.length > 0 && (
        <p className={classes.note}>{contextTexts.quotes(sources)}</p>
      )}
      {kind === "list" && sentences.length > 0 && (
        <p className={classes.note}>{contextTexts.list(sources)}</p>
      )}
    </div>
  );
}

interface SourceButtonProps {
  /** Missing while the answer grows. */
  source: AnswerSource | undefined;
  /** Default: its title. */
  words?: string;
  onOpen: (source: AnswerSource) => void;
}

/** A source's title, author and date; a press opens it at the words that are quoted. */
function SourceButton({ source, words, onOpen }: SourceButtonProps) {
  if (!source) return words ? <span className={classes.title}>{words}</span> : null;
  const { type, title, author, date, channel } = source;
  return (
    <button type="button" className={classes.source} onClick={() => onOpen(source)}>
      {type === "task" && <IconCheckbox size={16} aria-label="Task" />}
      {type === "message" && <IconMessage size={16} aria-label="Message" />}
      {type === "meeting" && <IconMicrophone size={16} aria-label="Meeting" />}
      {type === "fact" && <IconPin size={16} aria-label="Fact" />}
      <span className={classes.about}>
        <span className={classes.title} dir="auto">
          {words ?? title}
        </span>
        {words === undefined && (
          <span className={classes.meta}>
            {channel && type === "message" && <ChannelBadge channel={channel} />}
            {author && <span dir="auto">{author}</span>}
            <time dateTime={date}>{day.format(new Date(date))}</time>
          </span>
        )}
      </span>
    </button>
  );
}

interface CitationProps {
  source: AnswerSource | undefined;
  number: number;
  onOpen: (source: AnswerSource) => void;
}

function Citation({ source, number, onOpen }: CitationProps) {
  if (!source) return <span className={classes.citation}>{number}</span>;
  return (
    <button
      type="button"
      className={classes.citation}
      aria-label={`Source ${number}: ${source.title}`}
      onClick={() => onOpen(source)}
    >
      {number}
    </button>
  );
}
