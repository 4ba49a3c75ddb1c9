import { useMantineColorScheme } from "@mantine/core";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useUser } from "../../features/auth/web/auth-queries";
import { signOut } from "../../features/auth/web/sign-in";
import { nowTexts } from "../../features/focus/web/texts";
import { useReplan } from "../../features/focus/web/use-replan";
import { activityTexts } from "../../features/journal/web/texts";
import { notificationTexts } from "../../features/notifications/web/texts";
import { useTeam } from "../../features/teams/web/team-queries";
import { Dialog } from "../../web/ui/dialog";
import { keyNames } from "../../web/ui/shortcuts/key-names";
import { type Shortcut, worksWith } from "../../web/ui/shortcuts/shortcut-registry";
import { useKeyChoice, useRegisteredShortcuts } from "../../web/ui/shortcuts/shortcuts";
import lineInput from "../../web/ui/styles/line-input.module.css";
import { settingsIndex } from "../screens/settings-index";
import { settingsSections } from "../screens/settings-sections";
import classes from "./palette.module.css";
import { themes } from "./theme-choice";

interface PaletteProps {
  onClose: () => void;
  /** Opens what has a button in the header, but no key. */
  onOpen: (dialog: "activity" | "notifications") => void;
}

/**
 * Everything that a key does on the page below, and what has a button or an address but no key, found by name; Enter
 * does it. Mounted means open.
 */
export function Palette({ onClose, onOpen }: PaletteProps) {
  const registered = useRegisteredShortcuts();
  const keyless = useKeyless(onOpen);
  const { singleKeys } = useKeyChoice();
  // What the page offered when this opened; this dialog has no keys of its own.
  const [offered] = useState(() => commandsOf([...registered, ...keyless]));
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = useMemo(() => matching(offered, text), [offered, text]);
  const current = Math.min(at, found.length - 1);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    // After the dialog has given the focus and the keys back to the page.
    setTimeout(() => command.run(new globalThis.KeyboardEvent("keydown", { key: command.key })));
  }

  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && found.length > 0) {
      event.preventDefault();
      const next = (current + by + found.length) % found.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(found[current]);
    }
  }

  return (
    <Dialog opened onClose={onClose} title="Commands" width={520}>
      <input
        data-autofocus
        className={lineInput.input}
        role="combobox"
        aria-label="Find a command"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        placeholder="Find a command"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {found.length === 0 ? (
        <p className={classes.nothing} role="status">
          No command has this name.
        </p>
      ) : (
        <div className={classes.list} id={`${id}-list`} role="listbox" aria-label="Commands">
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
            <div
              key={`${command.group} ${command.label}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              className={classes.option}
              aria-selected={index === current}
              onPointerMove={() => setAt(index)}
              onClick={() => run(command)}
            >
              <span>
                {command.label} <span className={classes.group}>{command.group}</span>
              </span>
              {command.key !== "" && worksWith(singleKeys, command.key) && (
                <span className={classes.keys}>
                  {keyNames(command.key).map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </Dialog>
  );
}

/** `also`: what else it is found by. */
type Command = Shortcut & { also?: string };

/** What has a button or an address, but no key. */
function useKeyless(onOpen: PaletteProps["onOpen"]): Command[] {
  const { data: team } = useTeam();
  const { data: user } = useUser();
  const { mutate: replan } = useReplan(team?.id ?? "");
  const { setColorScheme } = useMantineColorScheme();
  const [, navigate] = useLocation();
  const command = (group: string, label: string, run: () => void, also?: string): Command => ({
    ...{ key: "", group, label, run },
    ...(also !== undefined && { also }),
  });
  const viewer = team && user && { team, user, demo: user.demoEndsAt !== null };
  const sections = settingsSections.filter((id) => viewer && (settingsIndex[id].shown?.(viewer) ?? true));
  return [
    command("Anywhere", activityTexts.title, () => onOpen("activity")),
    command("Anywhere", notificationTexts.title, () => onOpen("notifications")),
    ...(team ? [command("Anywhere", nowTexts.replanOverdue, () => replan())] : []),
    command("Anywhere", "Sign out", () => void signOut()),
    command("Go to", "List of tasks", () => navigate("/matrix?view=list")),
    command("Go to", "Calendar of due tasks", () => navigate("/matrix?view=calendar")),
    command("Go to", "Snoozed messages", () => navigate("/inbox?snooze=snoozed")),
    ...themes.map(({ value, label }) => command("Settings", label, () => setColorScheme(value))),
    ...sections.map((id) =>
      command("Settings", settingsIndex[id].name, () => navigate(`/settings/${id}`), settingsIndex[id].about),
    ),
  ];
}

const lastGroups = ["Go to", "Settings"];

/** One command for each name, without steps through a list, which only make sense as keys. */
function commandsOf(shortcuts: readonly Command[]): Command[] {
  const commands = new Map<string, Command>();
  for (const shortcut of shortcuts)
    if (!shortcut.repeats && !/^Arrow|^Escape$|^Enter$|^ $/.test(shortcut.key) && shortcut.key !== "mod+k")
      commands.set(`${shortcut.group} ${shortcut.label}`, shortcut);
  return [...commands.values()].toSorted((a, b) => lastGroups.indexOf(a.group) - lastGroups.indexOf(b.group));
}

/** The commands whose name or group has all the words, those that begin with the first word ahead. */
function matching(commands: Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const name = ({ label, group, also = "" }: Command) => `${label} ${group} ${also}`.toLowerCase();
  const found = commands.filter((command) => words.every((word) => name(command).includes(word)));
  const first = words[0] ?? "";
  return found.toSorted((a, b) => Number(name(b).startsWith(first)) - Number(name(a).startsWith(first)));
}
