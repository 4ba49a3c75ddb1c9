/**
 * What the keys do that a person can change, by their default. One entry for each key: it does the same kind of thing
 * wherever it works. A test compares them with the shortcuts that the screens register.
 */
export const shortcutNames: Record<string, string> = {
  "mod+k": "Find a command",
  "?": "Show keyboard shortcuts",
  "/": "Search",
  c: "Add a task",
  z: "Undo the last change",
  j: "Next message or task",
  k: "Previous message or task",
  J: "Choose the next one too",
  K: "Choose the previous one too",
  "mod+a": "Choose all",
  e: "Resolve or finish",
  E: "Reopen the message",
  h: "Snooze",
  w: "Why",
  x: "Not a task",
  t: "Correct task, priority or category; go to today",
  l: "Correct similar messages",
  a: "Assign the task",
  d: "Set the due date",
  m: "Write a comment",
  f: "Focus",
  b: "Break down",
  n: "Not today",
  "[": "Previous month or week",
  "]": "Next month or week",
  "1": "To Do First",
  "2": "To Schedule",
  "3": "To Delegate",
  "4": "To Delete/Defer",
};

/** The letters after G that a person can change, by their default, with the view that each opens. */
export const viewNames: Record<string, string> = {
  "g i": "Go to AI Inbox",
  "g m": "Go to Task Matrix",
  "g e": "Go to Meetings",
  "g x": "Go to Context Memory",
  "g a": "Go to Analytics",
  "g r": "Go to CRM Settings",
  "g p": "Go to Import",
  "g c": "Go to Integrations",
  "g b": "Go to Billing",
  "g s": "Go to Settings",
};

/**
 * Keys that can't be changed. Screen readers and browsers know what the arrows, Enter, Space, Esc and Delete do with
 * what has the focus: in lists, menus, forms and dialogs they'd go on doing it whatever a person chose here.
 */
export const fixedKeys = [
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", " "],
  ...["PageUp", "PageDown", "alt+ArrowUp", "alt+ArrowDown", "alt+ArrowLeft", "alt+ArrowRight"],
  ...["mod+Enter", "Delete", "g"],
];

/** Keys with Ctrl or Cmd that browsers and fields need. */
const reserved = new Set(
  ["a", "c", "f", "l", "n", "p", "q", "r", "s", "t", "v", "w", "x", "y", "z"].map((one) => `mod+${one}`),
);

/** Why a key can't be chosen for a shortcut, as a sentence; undefined if it can. */
export function problemOf(
  key: string,
  shortcut: string,
  own: Readonly<Record<string, string>>,
): string | undefined {
  if (shortcut in viewNames)
    return /^g \S$/.test(key)
      ? problemIfTaken(key, shortcut, own, viewNames)
      : "Choose a letter, a digit or a sign to press after G.";
  if (!/^(mod\+)?\S$/.test(key)) return "Choose a letter, a digit or a sign.";
  if (key === shortcut) return undefined;
  if (fixedKeys.includes(key)) return "G begins the keys that go to a view. Choose another key.";
  if (reserved.has(key)) return "Browsers need this key. Choose another one.";
  return problemIfTaken(key, shortcut, own, shortcutNames);
}

/** Why a key is taken by another shortcut of these. */
function problemIfTaken(
  key: string,
  shortcut: string,
  own: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): string | undefined {
  const user = Object.keys(names).find((other) => other !== shortcut && (own[other] ?? other) === key);
  return user && `This key is used by “${names[user]}”. Choose another one, or change that first.`;
}
