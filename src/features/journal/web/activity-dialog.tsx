import { Button, Skeleton } from "@mantine/core";
import { useRef } from "react";
import { Dialog } from "../../../web/ui/dialog";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { personName } from "../../auth/web/person-name";
import { useMembers } from "../../teams/web/team-queries";
import type { JournalEntry } from "../contract";
import classes from "./activity-dialog.module.css";
import { useJournal } from "./journal-queries";
import { activityTexts, undoTexts } from "./texts";
import { useIsUndoing, useUndo } from "./undo";

interface ActivityDialogProps {
  teamId: string;
  onClose: () => void;
}

/** The team's last 50 changes, by people and by the engine, each with Undo; mounted means open. */
export function ActivityDialog({ teamId, onClose }: ActivityDialogProps) {
  const query = useJournal(teamId);
  return (
    <Dialog opened onClose={onClose} title={activityTexts.title} width={600}>
      <p className={classes.note}>{activityTexts.note}</p>
      <QueryView query={query} failure={activityTexts.failed} skeleton={<Skeletons />}>
        {(entries) =>
          entries.length > 0 ? (
            <Entries teamId={teamId} entries={entries} />
          ) : (
            <p className={classes.empty}>{activityTexts.empty}</p>
          )
        }
      </QueryView>
    </Dialog>
  );
}

function Entries({ teamId, entries }: { teamId: string; entries: JournalEntry[] }) {
  const { data: members = [] } = useMembers(teamId);
  const undo = useUndo(teamId);
  const undoing = useIsUndoing();
  const now = useNow(30_000);
  const list = useRef<HTMLUListElement>(null);
  const names = new Map(members.map(({ user }) => [user.id, personName(user)]));
  return (
    <ul className={classes.entries} ref={list} tabIndex={-1} aria-label={activityTexts.title}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry} data-undone={entry.undoneAt !== null || undefined}>
          <span className={classes.words}>
            <span className={classes.summary} dir="auto">
              {entry.summary}
            </span>
            <span className={classes.meta}>
              {authorOf(entry, names)} · {messageAge(entry.createdAt, now)}
            </span>
          </span>
          {entry.undoneAt !== null ? (
            <span className={classes.state}>{undoTexts.done}</span>
          ) : (
            entry.action !== "undo" && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${labelOf(entry)}: ${entry.summary}`}
                disabled={undoing}
                onClick={() => {
                  undo.mutate({ id: entry.id });
                  // The button disappears, and the focus with it.
                  list.current?.focus({ preventScroll: true });
                }}
              >
                {labelOf(entry)}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the engine did in one run is undone as a whole. */
function labelOf({ runId, userId }: JournalEntry): string {
  return runId !== null || userId === null ? activityTexts.undoRun : undoTexts.action;
}

function authorOf({ userId }: JournalEntry, names: Map<string, string>): string {
  return userId === null ? activityTexts.engine : (names.get(userId) ?? activityTexts.formerMember);
}

function Skeletons() {
  return (
    <div className={classes.entries} aria-hidden>
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} height={44} radius={8} />
      ))}
    </div>
  );
}
