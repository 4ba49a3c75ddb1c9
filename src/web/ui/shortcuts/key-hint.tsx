import { ariaKeys, keyNames } from "./key-names";
import { useBindings } from "./shortcuts";

/** The key that does what an entry of a menu does, as the person has it. */
export function KeyHint({ of }: { of: string }) {
  return <kbd>{useKeyNames()(of)}</kbd>;
}

/** The key of a shortcut as the person has it, for `aria-keyshortcuts`, by the default one. */
export function useAriaKeys(): (defaultKey: string) => string {
  const own = useBindings();
  return (defaultKey) => ariaKeys(own[defaultKey] ?? defaultKey);
}

/** Names the keys of shortcuts as the person has them, by the default ones; for the tooltips of buttons. */
export function useKeyNames(): (defaultKey: string) => string {
  const own = useBindings();
  return (defaultKey) => keyNames(own[defaultKey] ?? defaultKey).join(" ");
}
