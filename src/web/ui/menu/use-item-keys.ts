import { type KeyboardEvent, useRef } from "react";

/** How long letters belong to the same word (milliseconds). */
const wordPause = 500;

/** The items of a menu that can be chosen. */
export const enabledItems = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)'),
];

/** A handler of a menu's keys: arrows, Home and End move the focus, letters find the item that begins with them. */
export function useItemKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ letters: "", at: 0 });
  return (event) => {
    const { key, currentTarget, timeStamp } = event;
    // Nothing around the menu is next in order while it is open.
    if (key === "Tab") return event.preventDefault();
    const items = enabledItems(currentTarget);
    const focused = items.indexOf(document.activeElement as HTMLElement);
    const next = itemAt(key, items, focused) ?? (isLetter(event) ? named(timeStamp, key) : undefined);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();

    function named(now: number, letter: string): HTMLElement | undefined {
      const { letters, at } = typed.current;
      const word = (now - at < wordPause ? letters : "") + letter.toLowerCase();
      typed.current = { letters: word, at: now };
      // The same letter again means the next item with it.
      const isRepeated = [...word].every((one) => one === word[0]);
      const begins = isRepeated ? (word[0] as string) : word;
      const from = isRepeated ? focused + 1 : Math.max(focused, 0);
      return [...items.slice(from), ...items.slice(0, from)].find((item) =>
        item.textContent?.trim().toLowerCase().startsWith(begins),
      );
    }
  };
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;

function itemAt(key: string, items: HTMLElement[], focused: number): HTMLElement | undefined {
  if (key === "ArrowDown") return items[(focused + 1) % items.length];
  if (key === "ArrowUp") return items.at(focused < 0 ? 0 : focused - 1);
  if (key === "Home") return items[0];
  return key === "End" ? items.at(-1) : undefined;
}
