import { Button } from "@mantine/core";
import { IconFilterOff, IconInbox, IconInboxOff } from "@tabler/icons-react";
import { useLocation } from "wouter";
import type { InboxFilter } from "../message-cache";
import { inboxTexts } from "../texts";
import classes from "./inbox-screen.module.css";

interface EmptyInboxProps {
  filter: InboxFilter;
  /** The team has no messages yet. */
  firstRun: boolean;
  onClear: () => void;
}

/** The text of an empty view with the one helpful action: clear a filter, or import mail. */
export function EmptyInbox({ filter, firstRun, onClear }: EmptyInboxProps) {
  const [, navigate] = useLocation();
  const Icon = firstRun ? IconInbox : IconInboxOff;
  return (
    <div className={classes.empty}>
      <Icon size={32} aria-hidden />
      <h2>{inboxTexts.emptyTitle}</h2>
      <p>{inboxTexts.empty[filter.view]}</p>
      {filter.channel !== null && !firstRun && (
        <Button variant="default" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onClear}>
          Clear filters
        </Button>
      )}
      {firstRun && <Button onClick={() => navigate("/import")}>Import mail</Button>}
    </div>
  );
}
