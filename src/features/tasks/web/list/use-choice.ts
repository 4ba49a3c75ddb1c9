import { useMemo, useState } from "react";
import type { Task } from "../../contract";

interface ChoiceState {
  /** The filter it belongs to: another one starts again. */
  of: string;
  ids: ReadonlySet<string>;
  /** Everything that the filter matches, loaded or not. */
  all: boolean;
}

/** Which tasks are chosen for an action on many. */
export interface Choice {
  active: boolean;
  ids: ReadonlySet<string>;
  all: boolean;
  has: (task: Task) => boolean;
  toggle: (task: Task) => void;
  /** Chooses these too. */
  add: (tasks: (Task | undefined)[]) => void;
  chooseAll: () => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * Choosing many tasks of a list.
 *
 * @param of - the list's filter as text.
 * @param tasks - those that are loaded.
 */
export function useChoice(of: string, tasks: Task[]): Choice {
  const [stored, setState] = useState<ChoiceState>({ of, ids: none, all: false });
  return useMemo<Choice>(() => {
    const chosen = stored.of === of ? stored : { of, ids: none, all: false };
    // After "all", taking one out leaves the other tasks that are loaded.
    const ids = () => new Set(chosen.all ? tasks.map(({ id }) => id) : chosen.ids);
    return {
      active: chosen.all || chosen.ids.size > 0,
      ids: chosen.ids,
      all: chosen.all,
      has: ({ id }) => chosen.all || chosen.ids.has(id),
      toggle({ id }) {
        const next = ids();
        if (!next.delete(id)) next.add(id);
        setState({ of, ids: next, all: false });
      },
      add(more) {
        if (chosen.all) return;
        setState({
          of,
          ids: new Set([...chosen.ids, ...more.flatMap((task) => task?.id ?? [])]),
          all: false,
        });
      },
      chooseAll: () => setState({ of, ids: none, all: true }),
      clear: () => setState({ of, ids: none, all: false }),
    };
  }, [stored, of, tasks]);
}
