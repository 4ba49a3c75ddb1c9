import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { activityTexts } from "../../features/journal/web/texts";
import { notificationTexts } from "../../features/notifications/web/texts";
import { Dialog } from "../../web/ui/dialog";
import { keyNames } from "../../web/ui/shortcuts/key-names";
import { type Shortcut, worksWith } from "../../web/ui/shortcuts/shortcut-registry";
import { useKeyChoice, useRegisteredShortcuts } from "../../web/ui/shortcuts/shortcuts";
import lineInput from "../../web/ui/styles/line-input.module.css";
import classes from "./palette.module.css";

interface PaletteProps {
  onClose: () => void;
  /** Opens what has a button in the header, but no key. */
  onOpen: (dialog: "activity" | "notifications") => void;
}

/**
 * Everything that a key does on the page below, and the buttons of the header, found by name; Enter does it. Mounted
 * means open.
 */
export function Palette({ onClose, onOpen }: PaletteProps) {
  const registered = useRegisteredShortcuts();
  const { singleKeys } = useKeyChoice();
  // What the page offered when this opened; this dialog has no keys of its own.
  const [offered] = useState(() =>
    commandsOf([
      ...registered,
      { ...keyless, label: activityTexts.title, run: () => onOpen("activity") },
      { ...keyless, label: notificationTexts.title, run: () => onOpen("notifications") },
    ]),
  );
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = useMemo(() => matching(offered, text), [offered, text]);
  const current = Math.min(at, found.length - 1);

  function run(command: Shortcut | undefined) {
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

const keyless = { key: "", group: "Anywhere" };

/** One command for each name, without steps through a list, which only make sense as keys. */
function commandsOf(shortcuts: readonly Shortcut[]): Shortcut[] {
  const commands = new Map<string, Shortcut>();
  for (const shortcut of shortcuts)
    if (!shortcut.repeats && !/^Arrow|^Escape$|^Enter$|^ $/.test(shortcut.key) && shortcut.key !== "mod+k")
      commands.set(`${shortcut.group} ${shortcut.label}`, shortcut);
  return [...commands.values()].toSorted((a, b) => Number(a.group === "Go to") - Number(b.group === "Go to"));
}

/** The commands whose name or group has all the words, those that begin with the first word ahead. */
function matching(commands: Shortcut[], text: string): Shortcut[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const name = ({ label, group }: Shortcut) => `${label} ${group}`.toLowerCase();
  const found = commands.filter((command) => words.every((word) => name(command).includes(word)));
  const first = words[0] ?? "";
  return found.toSorted((a, b) => Number(name(b).startsWith(first)) - Number(name(a).startsWith(first)));
}
