import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trimmed } from "../../../../shared/typed-values";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { useUser } from "../../../auth/web/auth-queries";
import { personName } from "../../../auth/web/person-name";
import { useMembers } from "../../../teams/web/team-queries";
import { longestComment } from "../../comments/contract";
import type { WrittenComment } from "./comment-queries";
import { commentTexts } from "./comment-texts";
import { type MentionedPerson, mentionAt, mentionedIds, peopleFor, withMention } from "./mentions";
import classes from "./task-comments.module.css";

interface CommentEditorProps {
  teamId: string;
  label: string;
  /** What is being written; the caller keeps it. */
  text: string;
  onText: (text: string) => void;
  /** People who were mentioned before. */
  mentioned?: MentionedPerson[];
  submit: string;
  busy: boolean;
  onSubmit: (comment: WrittenComment) => void;
  /** Escape calls it, unless it closes the list of people. */
  onCancel?: () => void;
  input?: Ref<HTMLTextAreaElement>;
  children?: ReactNode;
}

/** The most people offered at once. */
const mostOffered = 6;

/** A field for a comment: @ offers the team's members, Ctrl or Cmd+Enter sends. */
export function CommentEditor(props: CommentEditorProps) {
  const { teamId, label, text, onText, mentioned = [], submit, busy, onSubmit, onCancel, children } = props;
  const { data: user } = useUser();
  const { data: members = [] } = useMembers(teamId);
  const people = [...members.map(({ user }) => user), ...mentioned].filter(
    ({ id }, index, all) => index === all.findIndex((other) => other.id === id),
  );
  const own = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(mentioned.map(({ id }) => id)));
  /** The @ whose list was closed with Escape. */
  const [closed, setClosed] = useState<number>();
  const [active, setActive] = useState(0);
  const list = useId();
  const keys = useKeyNames();
  const typed = mentionAt(text, caret);
  const offered =
    typed && typed.start !== closed ? peopleFor(typed.query, people, user?.id).slice(0, mostOffered) : [];
  const open = offered.length > 0;
  const current = offered[Math.min(active, offered.length - 1)];
  const optionId = (person: MentionedPerson) => `${list}-${person.id}`;

  const take = (person: MentionedPerson) => {
    if (!typed) return;
    const next = withMention(text, typed, person);
    // The caret can only be set in the text that is there.
    flushSync(() => onText(next.text));
    setPicked(new Set([...picked, person.id]));
    setCaret(next.caret);
    setActive(0);
    own.current?.focus();
    own.current?.setSelectionRange(next.caret, next.caret);
  };
  const send = () => {
    const body = trimmed(text);
    const ids = mentionedIds(body, people, picked);
    if (body !== "" && !busy) onSubmit({ body, mentions: people.filter(({ id }) => ids.includes(id)) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (open && by) setActive((active + by + offered.length) % offered.length);
    else if (open && current && (event.key === "Enter" || event.key === "Tab")) take(current);
    else if (open && event.key === "Escape") setClosed(typed?.start);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === "Escape" && onCancel) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const read = ({ value, selectionStart }: HTMLTextAreaElement) => {
    if (value !== text) onText(value);
    setCaret(selectionStart);
    setActive(0);
  };

  return (
    <div className={classes.editor}>
      <textarea
        ref={(element) => {
          own.current = element;
          if (typeof props.input === "function") props.input(element);
          else if (props.input) props.input.current = element;
        }}
        className={classes.input}
        aria-label={label}
        placeholder={commentTexts.placeholder}
        dir="auto"
        rows={Math.min(8, Math.max(2, text.split("\n").length))}
        maxLength={longestComment}
        value={text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && current ? optionId(current) : undefined}
        // The dialog around it leaves Escape to it.
        data-mantine-stop-propagation={open || onCancel !== undefined}
        onChange={({ currentTarget }) => {
          read(currentTarget);
          if (closed !== undefined && currentTarget.value[closed] !== "@") setClosed(undefined);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={press}
      />
      {open && (
        <div id={list} role="listbox" aria-label={commentTexts.people} className={classes.people}>
          {offered.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
            <div
              key={person.id}
              id={optionId(person)}
              role="option"
              tabIndex={-1}
              aria-selected={person === current}
              className={classes.person}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              <span dir="auto">{personName(person)}</span>
              <span className={classes.email}>{person.email}</span>
            </div>
          ))}
        </div>
      )}
      {text.length >= longestComment && (
        <p role="alert" className={classes.tooLong}>
          {commentTexts.tooLong}
        </p>
      )}
      <div className={classes.actions}>
        {children}
        <Button
          size="compact-md"
          disabled={trimmed(text) === ""}
          loading={busy}
          title={withKeys(submit, keys("mod+Enter"))}
          onClick={send}
        >
          {submit}
        </Button>
      </div>
    </div>
  );
}
