import { useShortcut } from "./shortcuts";

interface ChooseKeys {
  /** Their heading in the help sheet. */
  group: string;
  /** What Space does, such as: Choose the task. */
  label: string;
  /** Whether there is anything to choose. */
  any: boolean;
  /** Whether anything is chosen. */
  active: boolean;
  onToggle: () => void;
  /** Chooses the row after or before the selected one too, and selects it. */
  onExtend: (by: 1 | -1) => void;
  onAll: () => void;
  onNone: () => void;
}

/**
 * The keys that choose rows of a list: Space toggles the selected one, Shift+J and Shift+K extend, Ctrl or Cmd+A takes
 * all, and Escape lets go.
 */
export function useChooseKeys({ group, label, any, active, ...on }: ChooseKeys): void {
  const extend = (by: 1 | -1) => ({ group, repeats: true, run: () => on.onExtend(by) });
  useShortcut({ key: " ", label, group, run: on.onToggle });
  useShortcut({ key: "J", label: "Choose the next one too", ...extend(1) });
  useShortcut({ key: "K", label: "Choose the previous one too", ...extend(-1) });
  useShortcut({ key: "mod+a", label: "Choose all", group, whileTyping: false, enabled: any, run: on.onAll });
  useShortcut({ key: "Escape", label: "Choose none", group, enabled: active, run: on.onNone });
}
