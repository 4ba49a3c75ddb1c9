import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createShortcutRegistry, type Shortcut } from "./shortcut-registry";

const registry = createShortcutRegistry();
const Scope = createContext(registry.page);
const storageKey = "zippy-single-keys";

/** Starts listening to the keyboard; call once. Returns how to stop. */
export function listenToKeys(): () => void {
  registry.setSingleKeys(singleKeysOn());
  const listener = (event: KeyboardEvent) => registry.handle(event);
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** Whether keys without Ctrl or Cmd work; the person's choice, kept in this browser. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== "off";
}

/** Keeps the person's choice of {@link singleKeysOn}. */
export function setSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? "on" : "off");
  registry.setSingleKeys(on);
}

/**
 * Registers a key while the component is mounted and `enabled` (default true).
 *
 * Keys without Ctrl or Cmd do nothing while typing, Enter and Space nothing on a control that they press. Inside a
 * {@link ShortcutScope} it belongs to that dialog. A held key runs once unless `repeats`.
 */
export function useShortcut({ enabled = true, ...shortcut }: Shortcut & { enabled?: boolean }): void {
  const scope = useContext(Scope);
  const run = useRef(shortcut.run);
  useLayoutEffect(() => {
    run.current = shortcut.run;
  });
  const { key, label, group, repeats = false } = shortcut;
  useEffect(() => {
    if (!enabled) return;
    return registry.add({ key, label, group, repeats, run: (event) => run.current(event) }, scope);
  }, [enabled, key, label, group, repeats, scope]);
}

/** While mounted, only the shortcuts registered inside it work; put it into every dialog, around its content. */
export function ShortcutScope({ children }: { children: ReactNode }) {
  const [scope] = useState(() => Symbol("scope"));
  useLayoutEffect(() => registry.enter(scope), [scope]);
  return <Scope value={scope}>{children}</Scope>;
}

/** Every shortcut registered now, in the order of registration; for the help sheet. */
export function useRegisteredShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.all);
}
