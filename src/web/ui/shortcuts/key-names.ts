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

/** The keys of a shortcut in order, such as "G", "I" or "Ctrl", "K". */
export function keyNames(key: string): string[] {
  const parts = key.split(/[ +]/).filter(Boolean);
  // Space and plus are keys too.
  return (parts.length > 0 ? parts : [key]).map(keyName);
}
