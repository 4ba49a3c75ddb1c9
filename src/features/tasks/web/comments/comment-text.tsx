import { useEffect, useRef } from "react";
import { type MentionedPerson, partsOf } from "./mentions";
import classes from "./task-comments.module.css";

/** Words of a comment that an answer quotes: offsets into its text, and what stands between them. */
export interface CitedWords {
  start: number;
  end: number;
  quote: string;
}

interface CommentTextProps {
  body: string;
  mentions: MentionedPerson[];
  /** Words of it that are marked, and scrolled to. */
  cited: CitedWords | undefined;
}

/** A comment's text as it was typed, with mentions marked. */
export function CommentText({ body, mentions, cited }: CommentTextProps) {
  const mark = useRef<HTMLElement>(null);
  const start = cited?.start;
  useEffect(() => {
    if (start !== undefined) mark.current?.scrollIntoView({ block: "center" });
  }, [start]);
  if (!cited)
    return (
      <p className={classes.text} dir="auto">
        <Parts body={body} mentions={mentions} />
      </p>
    );
  return (
    <p className={classes.text} dir="auto">
      <Parts body={body.slice(0, cited.start)} mentions={mentions} />
      <mark ref={mark}>
        <Parts body={body.slice(cited.start, cited.end)} mentions={mentions} />
      </mark>
      <Parts body={body.slice(cited.end)} mentions={mentions} />
    </p>
  );
}

/** Web addresses are links. A link shows its whole address, so that it can't pretend to lead elsewhere. */
function Parts({ body, mentions }: Omit<CommentTextProps, "cited">) {
  return partsOf(body, mentions).map(({ kind, text }, index) => {
    if (kind === "plain") return text;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    if (kind === "mention")
      return (
        <span key={index} className={classes.mention}>
          {text}
        </span>
      );
    return (
      <a key={index} href={text} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
        {text}
      </a>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text keep their order
  });
}
