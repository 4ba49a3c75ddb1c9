import { Button, Skeleton } from "@mantine/core";
import { useRef } from "react";
import { Dialog } from "../../../web/ui/dialog";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { messageAge, useNow } from "../../../web/ui/relative-time";
import { personName } from "../../auth/web/person-name";
import { useMembers } from "../../teams/web/team-queries";
import type { JournalEntry } from "../contract";
import classes from "./activity-dialog.module.css";
import type { ActivityLine } from "./activity-line";
import { activityEntries, useJournal } from "./journal-queries";
import { activityTexts, undoTexts } from "./texts";
import { useIsUndoing, useUndo } from "./undo";

interface ActivityDialogProps {
  teamId: string;
  onClose: () => void;
  /** What changed nothing, newest first. */
  lines?: ActivityLine[];
}

const noLines: ActivityLine[] = [];

/**
 * The team's last 50 changes, by people and by the engine, each with Undo, and the lines between them; mounted means
 * open.
 */
export function ActivityDialog({ teamId, onClose, lines = noLines }: ActivityDialogProps) {
  const query = useJournal(teamId);
  return (
    <Dialog opened onClose={onClose} title={activityTexts.title} width={600}>
      <p className={classes.note}>{activityTexts.note}</p>
      <QueryView query={query} failure={activityTexts.failed} skeleton={<Skeletons />}>
        {(entries) =>
          entries.length > 0 || lines.length > 0 ? (
            <Entries teamId={teamId} rows={inOrder(entries, lines)} />
          ) : (
            <p className={classes.empty}>{activityTexts.empty}</p>
          )
        }
      </QueryView>
    </Dialog>
  );
}

/** Leaves out lines that are older than the oldest loaded change, because changes between them may be missing. */
function inOrder(entries: JournalEntry[], lines: ActivityLine[]): (JournalEntry | ActivityLine)[] {
  const oldest = entries.length < activityEntries ? "" : (entries.at(-1)?.createdAt ?? "");
  const timeOf = (row: JournalEntry | ActivityLine) => ("at" in row ? row.at : row.createdAt);
  return [...entries, ...lines.filter(({ at }) => at >= oldest)].sort((a, b) =>
    timeOf(b).localeCompare(timeOf(a)),
  );
}

function Entries({ teamId, rows }: { teamId: string; rows: (JournalEntry | ActivityLine)[] }) {
  const { data: members = [] } = useMembers(teamId);
  const undo = useUndo(teamId);
  const undoing = useIsUndoing();
  const now = useNow(30_000);
  const list = useRef<HTMLUListElement>(null);
  const undoOf = ({ id }: JournalEntry) => {
    undo.mutate({ id });
    // The button disappears, and the focus with it.
    list.current?.focus({ preventScroll: true });
  };
  const names = new Map(members.map(({ user }) => [user.id, personName(user)]));
  return (
    <ul className={classes.entries} ref={list} tabIndex={-1} aria-label={activityTexts.title}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={classes.entry}
          data-undone={("undoneAt" in row && row.undoneAt !== null) || undefined}
        >
          <span className={classes.words}>
            <span className={classes.summary} dir="auto">
              {row.summary}
            </span>
            <span className={classes.meta}>
              {"at" in row ? row.author : authorOf(row, names)} ·{" "}
              {messageAge("at" in row ? row.at : row.createdAt, now)}
            </span>
          </span>
          {"undoneAt" in row && <Undo entry={row} disabled={undoing} onUndo={() => undoOf(row)} />}
        </li>
      ))}
    </ul>
  );
}

interface UndoProps {
  entry: JournalEntry;
  disabled: boolean;
  onUndo: () => void;
}

/** A button, or that the change is undone. */
function Undo({ entry, disabled, onUndo }: UndoProps) {
  if (entry.undoneAt !== null) return <span className={classes.state}>{undoTexts.done}</span>;
  if (entry.action === "undo") return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${labelOf(entry)}: ${entry.summary}`}
      disabled={disabled}
      onClick={onUndo}
    >
      {labelOf(entry)}
    </Button>
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
