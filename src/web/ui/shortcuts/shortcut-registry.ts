import { typingInto } from "./typing";

/** A registered key, as the help sheet shows it. */
export interface Shortcut {
  /** `event.key` ("j", "Enter", "?"), a sequence ("g i"), with Ctrl or Cmd ("mod+Enter"), or an arrow with Alt. */
  key: string;
  label: string;
  /** Its heading in the help sheet. */
  group: string;
  run: (event: KeyboardEvent) => void;
  /** Holding the key repeats the action; for movement, not for changes. */
  repeats?: boolean;
  /** False: a key with Ctrl or Cmd that means something else while typing, such as selecting all text. */
  whileTyping?: boolean;
}

/** What the person has chosen about keys. */
export interface KeyChoice {
  /** Their own keys, by the default ones. */
  bindings: Readonly<Record<string, string>>;
  /** Whether keys without Ctrl or Cmd work. */
  singleKeys: boolean;
}

/** What the registry reads from a keyboard event. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat" | "isComposing" | "defaultPrevented"
> & { target: unknown; preventDefault: () => void };

/** How long to wait for the second key of a sequence (milliseconds). */
const sequenceTime = 1_500;

const pressed =
  'button, a[href], summary, input, select, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';
const ownKeys = '[role="menu"], [role="listbox"], [role="dialog"]';

/** All shortcuts of the page. Only those of the innermost scope (an open dialog) work, latest first. */
export function createShortcutRegistry(clock: () => number = Date.now) {
  const page = Symbol("page");
  const scopes = [page];
  let entries: { shortcut: Shortcut; scope: symbol }[] = [];
  /** Made when it is asked for: a screen registers dozens of keys, and the help and the palette rarely list them. */
  let visible: readonly Shortcut[] | undefined;
  let pending = { first: "", at: 0 };
  let choice: KeyChoice = { bindings: {}, singleKeys: true };
  const listeners = new Set<() => void>();

  function change(next: typeof entries) {
    entries = next;
    visible = undefined;
    for (const listener of listeners) listener();
  }

  const keyFor = (defaultKey: string): string => choice.bindings[defaultKey] ?? defaultKey;

  function find(key: string, scope: symbol) {
    return entries.findLast((entry) => entry.scope === scope && keyFor(entry.shortcut.key) === key)?.shortcut;
  }

  return {
    page,
    /** Adds a shortcut; returns a function that removes it. */
    add(shortcut: Shortcut, scope: symbol = page) {
      const entry = { shortcut, scope };
      change([...entries, entry]);
      return () => change(entries.filter((other) => other !== entry));
    },
    /** Makes `scope` the only one whose shortcuts work; returns a function that leaves it. */
    enter(scope: symbol) {
      scopes.push(scope);
      return () => {
        scopes.splice(scopes.lastIndexOf(scope), 1);
      };
    },
    all(): readonly Shortcut[] {
      visible ??= entries.map(({ shortcut }) => ({ ...shortcut, key: keyFor(shortcut.key) }));
      return visible;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choice: () => choice,
    /** Gives shortcuts the person's own keys, by the default ones. The others keep theirs. */
    setBindings(bindings: KeyChoice["bindings"]) {
      choice = { ...choice, bindings };
      change(entries);
    },
    /** Turns keys without Ctrl or Cmd off or on (Escape always works). */
    setSingleKeys(singleKeys: boolean) {
      choice = { ...choice, singleKeys };
      change(entries);
    },
    /** Runs the shortcut of a key press, if there is one. */
    handle(event: KeyPress) {
      if (event.defaultPrevented || event.isComposing) return;
      const scope = scopes.at(-1) ?? page;
      const key = keyOf(event);
      if (!key || !mayRun(event, key, scope === page, choice.singleKeys)) return;

      const now = clock();
      const sequence = now - pending.at < sequenceTime && pending.first ? `${pending.first} ${key}` : "";
      pending = { first: "", at: 0 };
      const shortcut = (sequence && find(sequence, scope)) || find(key, scope);
      if (shortcut) {
        if (event.repeat && !shortcut.repeats) return;
        if (shortcut.whileTyping === false && isTyping(event)) return;
        event.preventDefault();
        shortcut.run(event as KeyboardEvent);
      } else if (entries.some((e) => e.scope === scope && keyFor(e.shortcut.key).startsWith(`${key} `))) {
        pending = { first: key, at: now };
      }
    },
  };
}

/** The key in the registry's spelling; undefined if a modifier changes its meaning. */
export function keyOf(
  event: Pick<KeyPress, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): string | undefined {
  // With Alt, other keys type characters.
  if (event.altKey)
    return event.key.startsWith("Arrow") && !event.ctrlKey && !event.metaKey ? `alt+${event.key}` : undefined;
  // Caps Lock gives "J" without Shift. Shift is part of "?", but makes "J" a different key from "j".
  const key = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

/** Whether a key does anything, with single keys on or off. */
export function worksWith(singleKeys: boolean, key: string): boolean {
  return singleKeys || key === "Escape" || /^(mod|alt)\+/.test(key);
}

function isTyping({ target }: KeyPress): boolean {
  return Boolean((target as { closest?: (selector: string) => unknown } | null)?.closest?.(typingInto));
}

function mayRun(event: KeyPress, key: string, onPage: boolean, singleKeys: boolean): boolean {
  if (key.startsWith("mod+")) return true;
  if (!worksWith(singleKeys, key)) return false;
  const target = event.target as { closest?: (selector: string) => unknown } | null;
  const inside = (selector: string) => Boolean(target?.closest?.(selector));
  if (inside(typingInto)) return false;
  if ((key === "Enter" || key === " ") && inside(pressed)) return false;
  return !(onPage && inside(ownKeys));
}
