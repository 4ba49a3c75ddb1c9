const names: Record<string, string> = {
  Enter: "Enter",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  " ": "Space",
};

/** A key's name on a keyboard: "mod" is ⌘ or Ctrl, "alt" ⌥ or Alt. */
export function keyName(key: string): string {
  if (key === "mod") return /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";
  if (key === "alt") return /Mac|iP/.test(navigator.platform) ? "⌥" : "Alt";
  return names[key] ?? (/^[A-Z]$/.test(key) ? `Shift+${key}` : key.toUpperCase());
}

/** A key as `aria-keyshortcuts` names it, such as "Shift+E" or "Control+K". */
export function ariaKeys(key: string): string {
  const parts = keyNames(key).flatMap((part) => part.split("+"));
  const spoken: Record<string, string> = { Ctrl: "Control", "⌘": "Meta", "⌥": "Alt", Esc: "Escape" };
  return parts.map((part) => spoken[part] ?? part).join("+");
}

/** The keys of a shortcut in order, such as "G", "I" or "Ctrl", "K". */
export function keyNames(key: string): string[] {
  const parts = key.split(/[ +]/).filter(Boolean);
  // Space and plus are keys too.
  return (parts.length > 0 ? parts : [key]).map(keyName);
}
