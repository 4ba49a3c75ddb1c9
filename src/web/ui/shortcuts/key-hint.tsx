import { ariaKeys, keyNames } from "./key-names";
import { worksWith } from "./shortcut-registry";
import { useKeyChoice } from "./shortcuts";

/** The key that does what an entry of a menu does, as the person has it. Nothing if it does nothing. */
export function KeyHint({ of }: { of: string }) {
  const name = useKeyNames()(of);
  return name && <kbd>{name}</kbd>;
}

/** The key of a shortcut as the person has it, for `aria-keyshortcuts`, by the default one; undefined if it does nothing. */
export function useAriaKeys(): (defaultKey: string) => string | undefined {
  const key = useOwnKeys();
  return (defaultKey) => key(defaultKey, ariaKeys);
}

/**
 * Names the keys of shortcuts as the person has them, by the default ones; for the tooltips of buttons. Undefined: the
 * key does nothing, because the person has turned single keys off.
 */
export function useKeyNames(): (defaultKey: string) => string | undefined {
  const key = useOwnKeys();
  return (defaultKey) => key(defaultKey, (own) => keyNames(own).join(" "));
}

function useOwnKeys() {
  const { bindings, singleKeys } = useKeyChoice();
  return (defaultKey: string, name: (key: string) => string): string | undefined => {
    const own = bindings[defaultKey] ?? defaultKey;
    return worksWith(singleKeys, own) ? name(own) : undefined;
  };
}

/** A tooltip: what a button does, and the key that does the same, if one does. `to`: the last of several keys. */
export function withKeys(label: string, key: string | undefined, to?: string): string {
  if (!key) return label;
  return `${label} (${to ? `${key}–${to}` : key})`;
}
