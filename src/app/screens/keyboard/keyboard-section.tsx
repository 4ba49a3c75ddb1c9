import { Button, Switch } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { User } from "../../../features/auth/contract";
import { useSetShortcutKeys } from "../../../features/auth/web/shortcut-keys";
import { announce } from "../../../web/ui/feedback/announce";
import { SectionCard } from "../../../web/ui/section-card";
import { keyNames } from "../../../web/ui/shortcuts/key-names";
import { keyOf } from "../../../web/ui/shortcuts/shortcut-registry";
import { setSingleKeys, singleKeysOn } from "../../../web/ui/shortcuts/shortcuts";
import classes from "./keyboard-section.module.css";
import { problemOf, shortcutNames, viewNames } from "./shortcut-names";

/** The keys of the shortcuts: change them, reset them, or turn single keys off. */
export function KeyboardSection({ user }: { user: User }) {
  const [single, setSingle] = useState(singleKeysOn);
  const { shortcutKeys: own } = user;
  const set = useSetShortcutKeys();
  const [changing, setChanging] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const changed = Object.keys(own).length > 0;

  function choose(shortcut: string, pressed: string) {
    // G stays in front of the letter of a view.
    const key = shortcut in viewNames ? `g ${pressed}` : pressed;
    const found = problemOf(key, shortcut, own);
    setProblem(found);
    if (found) return announce(found);
    setChanging(undefined);
    const { [shortcut]: _old, ...others } = own;
    set.mutate(key === shortcut ? others : { ...others, [shortcut]: key });
  }

  return (
    <SectionCard title="Keyboard">
      <Switch
        label="Single-letter shortcuts"
        description="In this browser. When off, only Esc and keys with Ctrl or Cmd work."
        checked={single}
        onChange={({ currentTarget: { checked } }) => {
          setSingle(checked);
          setSingleKeys(checked);
        }}
      />
      <p className={classes.text}>
        Change a key to one that you like better; it applies wherever you sign in. Arrows, Enter, Space, Esc
        and Delete can't be changed, because browsers and screen readers use them too. For a view, you change
        the letter after G.
      </p>
      <ul className={classes.rows} aria-label="Shortcuts">
        {Object.entries({ ...shortcutNames, ...viewNames }).map(([shortcut, name]) => (
          <li key={shortcut}>
            <span className={classes.name}>{name}</span>
            <KeyButton
              name={name}
              keys={keyNames(own[shortcut] ?? shortcut).join(" ")}
              changed={own[shortcut] !== undefined}
              capturing={changing === shortcut}
              problem={problem}
              onStart={() => {
                setProblem(undefined);
                setChanging(shortcut);
              }}
              onKey={(key) => choose(shortcut, key)}
              onCancel={() => setChanging(undefined)}
            />
          </li>
        ))}
      </ul>
      <Button variant="default" disabled={!changed || set.isPending} onClick={() => set.mutate({})}>
        Reset all keys
      </Button>
    </SectionCard>
  );
}

interface KeyButtonProps {
  name: string;
  /** The shortcut's key, in words. */
  keys: string;
  changed: boolean;
  /** It waits for the next key. */
  capturing: boolean;
  problem: string | undefined;
  onStart: () => void;
  onKey: (key: string) => void;
  onCancel: () => void;
}

/** Shows a shortcut's key, and waits for another one once it is pressed. It stays one button, so it keeps the focus. */
function KeyButton({ name, keys, changed, capturing, problem, onStart, onKey, onCancel }: KeyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // Some browsers don't focus a button that is clicked.
  useEffect(() => {
    if (!capturing) return;
    button.current?.focus();
    // Not every screen reader reads a name that changes on the focused button.
    announce(`Press a key for ${name}, or Escape`);
  }, [capturing, name]);
  return (
    <span className={classes.capture}>
      <Button
        ref={button}
        variant="default"
        aria-label={capturing ? `Press a key for ${name}, or Escape` : `Change the key of ${name}: ${keys}`}
        data-changed={changed || undefined}
        className={classes.key ?? ""}
        onClick={capturing ? onCancel : onStart}
      >
        {capturing ? "Press a key" : <kbd>{keys}</kbd>}
      </Button>
      {capturing && <NextKey onKey={onKey} onCancel={onCancel} />}
      {capturing && problem && <Problem key={problem} words={problem} />}
    </span>
  );
}

/** Takes the next key, which does nothing else. Escape and Tab leave it. */
function NextKey({ onKey, onCancel }: Pick<KeyButtonProps, "onKey" | "onCancel">) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === "Tab") return onCancel();
      if (["Shift", "Control", "Meta", "Alt"].includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === "Escape") return onCancel();
      onKey(keyOf(event) ?? event.key);
    };
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [onKey, onCancel]);
  return null;
}

/** Why a key can't be used. The button may be at the end of the screen, so this moves into view. */
function Problem({ words }: { words: string }) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => line.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <span ref={line} className={classes.problem}>
      {words}
    </span>
  );
}
