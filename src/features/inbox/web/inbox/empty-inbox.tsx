import { Button } from "@mantine/core";
import { IconCircleCheck, IconFilterOff, IconInbox, IconInboxOff } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { isUnclaimed } from "../../../../web/ui/shortcuts/returned-focus";
import { type InboxFilter, isNarrowed } from "../message-cache";
import { inboxTexts } from "../texts";
import classes from "./inbox-screen.module.css";

interface EmptyInboxProps {
  filter: InboxFilter;
  /** The team has no messages yet. */
  firstRun: boolean;
  /** How many messages that required action are done; 0: nobody had anything to do. */
  done: number;
  /** Whether the view had messages a moment ago. */
  emptied: () => boolean;
  onClear: () => void;
}

/** Whether a list had rows before it was empty, when asked after it is drawn. */
export function useHadRows(hasRows: boolean): () => boolean {
  const had = useRef(false);
  useEffect(() => {
    if (hasRows) had.current = true;
  }, [hasRows]);
  return () => had.current;
}

/** The text of an empty view with the one helpful action: clear a filter, import mail, or go on with the tasks. */
export function EmptyInbox({ filter, firstRun, done, emptied, onClear }: EmptyInboxProps) {
  const [, navigate] = useLocation();
  const helpful = useRef<HTMLButtonElement>(null);
  const finished = filter.view === "requires_action" && done > 0 && !isNarrowed(filter);
  // The last row took the focus with it. How many are done may be known a moment later, and so the action.
  useEffect(() => {
    if (emptied() && isUnclaimed()) helpful.current?.focus();
  });
  const Icon = finished ? IconCircleCheck : firstRun ? IconInbox : IconInboxOff;
  return (
    <div className={classes.empty} data-finished={finished || undefined}>
      <Icon size={finished ? 48 : 32} stroke={finished ? 1.25 : 2} aria-hidden />
      {finished && (
        <p className={classes.finished}>
          {`You're done: ${done.toLocaleString("en-US")} of ${done.toLocaleString("en-US")}.`}
        </p>
      )}
      <h2>{inboxTexts.emptyTitle}</h2>
      <p>{inboxTexts.empty[filter.view]}</p>
      {isNarrowed(filter) && !firstRun && (
        <Button
          ref={helpful}
          variant="default"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={onClear}
        >
          Clear filters
        </Button>
      )}
      {finished && (
        <Button ref={helpful} onClick={() => navigate("/matrix")}>
          Open Task Matrix
        </Button>
      )}
      {firstRun && <Button onClick={() => navigate("/import")}>Import mail</Button>}
    </div>
  );
}
