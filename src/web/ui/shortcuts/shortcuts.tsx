import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { beginKeyFrame } from "../../after-keys";
import { createShortcutRegistry, type KeyChoice, type Shortcut } from "./shortcut-registry";

const registry = createShortcutRegistry();
const Scope = createContext(registry.page);
const storageKey = "zippy-single-keys";

/** Starts listening to the keyboard; call once. Returns a function that stops it. */
export function listenToKeys(): () => void {
  registry.setSingleKeys(singleKeysOn());
  const listener = (event: KeyboardEvent) => registry.handle(event);
  document.addEventListener("keydown", beginKeyFrame, { capture: true });
  document.addEventListener("keydown", listener);
  return () => {
    document.removeEventListener("keydown", beginKeyFrame, { capture: true });
    document.removeEventListener("keydown", listener);
  };
}

/** Whether keys without Ctrl or Cmd work; the person's choice, stored in this browser. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

/** Stores the person's choice of {@link singleKeysOn}. */
export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? "on" : "off");
  registry.setSingleKeys(on);
}

/**
 * Registers a key while the component is mounted and `enabled` (default true).
 *
 * Keys without Ctrl or Cmd do nothing during typing, and Enter and Space do nothing on controls they press.
 * Inside a {@link ShortcutScope}, the key belongs to that dialog. A held key runs once unless `repeats`.
 */
export function useShortcut({ enabled = true, ...shortcut }: Shortcut & { enabled?: boolean }): void {
  const scope = useContext(Scope);
  const run = useRef(shortcut.run);
  useLayoutEffect(() => {
    run.current = shortcut.run;
  });
  const { key, label, group, repeats = false, whileTyping = true } = shortcut;
  // A layout effect, because an ordinary one may run later: a key works as soon as its component is on screen.
  useLayoutEffect(() => {
    if (!enabled) return;
    return registry.add(
      { key, label, group, repeats, whileTyping, run: (event) => run.current(event) },
      scope,
    );
  }, [enabled, key, label, group, repeats, whileTyping, scope]);
}

/** Gives shortcuts the person's own keys, by the default ones. */
export const setBindings = registry.setBindings;

/** The keys that the person has changed, and whether single keys work. */
export function useKeyChoice(): KeyChoice {
  return useSyncExternalStore(registry.subscribe, registry.choice);
}

/** While mounted, only shortcuts registered inside it work. Put it around the content of every dialog. */
export function ShortcutScope({ children }: { children: ReactNode }) {
  const [scope] = useState(() => Symbol("scope"));
  useLayoutEffect(() => registry.enter(scope), [scope]);
  return <Scope value={scope}>{children}</Scope>;
}

/** All current shortcuts in order of registration, for the help sheet. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.all);
}
