import { Button } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { exactTimeOf } from "../../shared/snooze-times";
import { keepMine, removeChange, sendAnyway, tryAgain } from "../../web/offline/send-changes";
import {
  type Fields,
  onQueuedChanges,
  type QueuedChange,
  queuedChanges,
} from "../../web/offline/waiting-changes";
import { Dialog } from "../../web/ui/dialog";
import { offlineTexts } from "./offline-texts";
import classes from "./queued-changes-dialog.module.css";

/** The changes that wait to be sent, in order. Each can be removed; one that met a newer change asks. */
export function QueuedChangesDialog({ onClose }: { onClose: () => void }) {
  const changes = useSyncExternalStore(onQueuedChanges, queuedChanges);
  return (
    <Dialog opened onClose={onClose} title={offlineTexts.title} width={560}>
      <p className={classes.note}>{changes.length > 0 ? offlineTexts.intro : offlineTexts.empty}</p>
      <ol className={classes.list}>
        {changes.map((change) => (
          <Entry key={change.number} change={change} />
        ))}
      </ol>
    </Dialog>
  );
}

function Entry({ change }: { change: QueuedChange }) {
  const { what, at, state, reason, theirs } = change;
  return (
    <li className={classes.entry} data-state={state}>
      <div className={classes.words}>
        <span className={classes.what} dir="auto">
          {what}
        </span>
        <span className={classes.note}>
          {offlineTexts.made(at)} · {reason ?? offlineTexts.states[state]}
        </span>
      </div>
      {state === "conflict" && theirs ? (
        <Conflict change={change} theirs={theirs} />
      ) : (
        <div className={classes.choice}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={offlineTexts.removeLabel(what)}
            onClick={() => void removeChange(change)}
          >
            {offlineTexts.remove}
          </Button>
          {state === "stuck" && (
            <Button
              size="compact-sm"
              aria-label={offlineTexts.tryAgainLabel(what)}
              onClick={() => void tryAgain(change)}
            >
              {offlineTexts.tryAgain}
            </Button>
          )}
          {state === "old" && (
            <Button
              size="compact-sm"
              aria-label={offlineTexts.sendAnywayLabel(what)}
              onClick={() => void sendAnyway(change)}
            >
              {offlineTexts.sendAnyway}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Both values of each field that differs, and the choice. */
function Conflict({ change, theirs }: { change: QueuedChange; theirs: Fields }) {
  const mine = Object.entries(named(change.body)).filter(([name, value]) => !same(value, theirs[name]));
  return (
    <div className={classes.conflict}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{offlineTexts.mine}</th>
            <th scope="col">{offlineTexts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {mine.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{words(name)}</th>
              <td dir="auto">{shown(name, value, change.body)}</td>
              <td dir="auto">{shown(name, theirs[name], theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.choice}>
        <Button variant="default" size="compact-sm" onClick={() => void removeChange(change)}>
          {offlineTexts.keepTheirs}
        </Button>
        <Button size="compact-sm" onClick={() => void keepMine(change)}>
          {offlineTexts.keepMine}
        </Button>
      </div>
    </div>
  );
}

/** A snooze's call names the field otherwise than the message. */
const named = ({ until, ...body }: Fields): Fields =>
  until === undefined ? body : { ...body, snoozedUntil: until };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The name of a field, such as: Due date. */
function words(name: string): string {
  const known: Record<string, string> = { assigneeId: "Assignee", snoozedUntil: "Snoozed until" };
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return known[name] ?? text.charAt(0).toUpperCase() + text.slice(1);
}

function shown(name: string, value: unknown, all: Fields): string {
  if (name === "assigneeId") return assigneeIn(value, all);
  if (value === null || value === undefined || value === "") return "None";
  if (name === "snoozedUntil" || name === "dueDate") return exactTimeOf(String(value));
  if (Array.isArray(value))
    return value
      .map((one) => `${(one as Fields).done ? "✓" : "–"} ${String((one as Fields).title)}`)
      .join("\n");
  const text = String(value);
  return ["status", "priority", "urgency", "importance"].includes(name)
    ? text.charAt(0).toUpperCase() + text.slice(1).replaceAll("_", " ")
    : text;
}

function assigneeIn(value: unknown, { assignee }: Fields): string {
  const { firstName, lastName, email } = (assignee ?? {}) as Record<string, string | undefined>;
  if (value === null || value === undefined) return "Nobody";
  return `${firstName ?? ""} ${lastName ?? ""}`.trim() || email || "The person you chose";
}
