import { Button } from "@mantine/core";
import { useSyncExternalStore } from "react";
import type { SavedMinutes } from "../../features/analytics/contract";
import type { AreaRules } from "../../features/areas/contract";
import { channelName } from "../../features/channels/channels";
import type { FocusSession } from "../../features/focus/contract";
import type { SpeakerLines } from "../../features/meetings/contract";
import { counted } from "../../shared/counted";
import { exactTimeOf } from "../../shared/snooze-times";
import { capitalize } from "../../shared/wording";
import {
  keepMine,
  nowOf,
  removeChange,
  sendAnyway,
  skipChanged,
  tryAgain,
} from "../../web/offline/decisions";
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
  const { remove, removeLabel } = offlineTexts;
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
      ) : state === "conflict" ? (
        <ConflictOfMany change={change} />
      ) : (
        <Choice
          other={{ label: remove, name: removeLabel(what), run: () => removeChange(change) }}
          main={furtherOption(change)}
        />
      )}
    </li>
  );
}

/** What can be done with a change besides removing it. */
function furtherOption(change: QueuedChange): Option | undefined {
  const { state, what } = change;
  const { tryAgain: again, tryAgainLabel, sendAnyway: anyway, sendAnywayLabel } = offlineTexts;
  // A refusal may have a cause that passes, such as a role or a limit.
  if (state === "stuck" || state === "failed")
    return { label: again, name: tryAgainLabel(what), run: () => tryAgain(change) };
  if (state === "old") return { label: anyway, name: sendAnywayLabel(what), run: () => sendAnyway(change) };
  return undefined;
}

/** Both values of each field that differs, and the choice. */
function Conflict({ change, theirs }: { change: QueuedChange; theirs: Fields }) {
  const { method, body, expected = {} } = change;
  // Removing something or skipping a time sets no field, so the values that the person saw are compared.
  const mine = { ...expected, ...body };
  const sets = Object.keys(expected).some((name) => name in body);
  const differing = Object.keys(expected).filter((name) => !same(mine[name], nowOf(name, theirs)));
  const texts = method === "DELETE" ? offlineTexts.removal : sets ? offlineTexts.change : offlineTexts.step;
  return (
    <div className={classes.conflict}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{texts.mine}</th>
            <th scope="col">{texts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{words(name)}</th>
              <td dir="auto">{shown(name, mine[name], mine)}</td>
              <td dir="auto">{shown(name, nowOf(name, theirs), theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Choice
        other={{ label: texts.keepTheirs, run: () => removeChange(change) }}
        main={{ label: texts.keepMine, run: () => keepMine(change) }}
      />
    </div>
  );
}

/** For a change of many things, some of which somebody else has changed; the entry names them. */
function ConflictOfMany({ change }: { change: QueuedChange }) {
  const { skip, all, remove, removeLabel } = offlineTexts;
  return (
    <Choice
      other={{ label: remove, name: removeLabel(change.what), run: () => removeChange(change) }}
      third={{ label: skip, run: () => skipChanged(change) }}
      main={{ label: all, run: () => keepMine(change) }}
    />
  );
}

interface Option {
  label: string;
  /** For screen readers, if the label alone doesn't say what it is about. */
  name?: string;
  run: () => Promise<void>;
}

function Choice({ main, ...others }: { main?: Option | undefined; other: Option; third?: Option }) {
  const button = ({ label, name, run }: Option, variant: "default" | "filled") => (
    <Button key={label} variant={variant} size="compact-sm" aria-label={name} onClick={() => void run()}>
      {label}
    </Button>
  );
  return (
    <div className={classes.choice}>
      {Object.values(others).map((one) => button(one, "default"))}
      {main && button(main, "filled")}
    </div>
  );
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The name of a field, such as: Due date. */
function words(name: string): string {
  const known: Record<string, string> = {
    ...{ assigneeId: "Assignee", until: "Snoozed until", body: "Comment", hasTask: "Has a task" },
    minutesPer: "Minutes saved",
    count: "Similar messages",
  };
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return known[name] ?? capitalize(text);
}

function shown(name: string, value: unknown, all: Fields): string {
  if (name === "assigneeId") return assigneeIn(value, all);
  if (value === null || value === undefined || value === "") return "None";
  if (["snoozedUntil", "until", "dueDate"].includes(name)) return exactTimeOf(String(value));
  if (name === "rules") return rulesInWords(value as AreaRules);
  if (name === "minutesPer") return minutesInWords(value as SavedMinutes);
  if (name === "session") return sessionInWords(value as FocusSession);
  if (name === "deal") return (value as { name?: string }).name ?? offlineTexts.chosenDeal;
  if (name === "speakers") return speakersInWords(value as SpeakerLines[]);
  if (Array.isArray(value))
    return value
      .map((one) => `${(one as Fields).done ? "✓" : "–"} ${String((one as Fields).title)}`)
      .join("\n");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = String(value);
  return ["status", "priority", "urgency", "importance", "category"].includes(name)
    ? capitalize(text).replaceAll("_", " ")
    : text;
}

/** What an area's rules name, such as: Jonas, invoice. */
function rulesInWords({ people, channels, keywords, companies }: AreaRules): string {
  const named = [...people, ...companies].map((one) => one.name || ("key" in one ? one.key : one.companyId));
  return [...named, ...keywords, ...channels.map(channelName)].join(", ") || "None";
}

/** What an estimate of the time saved says, such as: 2 per message. */
const minutesInWords = (minutes: SavedMinutes): string =>
  Object.entries(minutes)
    .map(([action, count]) => `${count} per ${action}`)
    .join(", ");

/** A session that an earlier version has kept doesn't say since when it runs. */
const sessionInWords = ({ startedAt, pausedAt, since = startedAt }: Partial<FocusSession>): string =>
  pausedAt ? `Paused since ${exactTimeOf(pausedAt)}` : `Running since ${exactTimeOf(String(since))}`;

const speakersInWords = (speakers: SpeakerLines[]): string =>
  speakers.map(({ speaker, lines }) => `${speaker ?? "No name"} (${counted(lines, "line")})`).join("\n");

function assigneeIn(value: unknown, { assignee }: Fields): string {
  const { firstName, lastName, email } = (assignee ?? {}) as Record<string, string | undefined>;
  if (value === null || value === undefined) return "Nobody";
  return `${firstName ?? ""} ${lastName ?? ""}`.trim() || email || "A member of the team";
}
