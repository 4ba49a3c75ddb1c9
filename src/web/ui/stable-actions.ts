import { useLayoutEffect, useRef, useState } from "react";

/**
 * The same functions on every render, each of which calls the latest one of its name: rows that get them rerender
 * only when their own content changes. The names must not change.
 */
export function useStableActions<Actions extends object>(actions: Actions): Actions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() => {
    const names = Object.keys(actions) as (keyof Actions)[];
    const call =
      (name: keyof Actions) =>
      (...input: unknown[]) =>
        (latest.current[name] as (...input: unknown[]) => unknown)(...input);
    return Object.fromEntries(names.map((name) => [name, call(name)])) as Actions;
  });
  return stable;
}
