import { type MentionedPerson, partsOf } from "./mentions";
import classes from "./task-comments.module.css";

/**
 * A comment's text as it was typed, with mentions marked and web addresses as links. A link shows its whole address,
 * so that it can't pretend to lead elsewhere.
 */
export function CommentText({ body, mentions }: { body: string; mentions: MentionedPerson[] }) {
  return (
    <p className={classes.text} dir="auto">
      {partsOf(body, mentions).map(({ kind, text }, index) => {
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
      })}
    </p>
  );
}
