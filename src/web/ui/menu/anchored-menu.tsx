import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./menu.module.css";
import { CloseMenu } from "./menu-items";
import { enabledItems, useItemKeys } from "./use-item-keys";

interface AnchoredMenuProps {
  /** The button it is attached to; gets the focus back, unless a key opened it from elsewhere, such as its row. */
  button: HTMLElement;
  label: string;
  onClose: () => void;
  /** Its items. */
  children: ReactNode;
}

/**
 * An open menu at a row's button. One per list, because one per row would multiply the page's nodes. The library's own
 * asks every element around it for its style, and draws itself three times, in the frame of the key that opens it.
 */
export function AnchoredMenu({ button, label, onClose, children }: AnchoredMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const moveFocus = useItemKeys();
  // A click leaves the focus on something around the button.
  const [before] = useState(focusOfKeyboard);
  const close = () => {
    onClose();
    (before?.isConnected ? before : button).focus();
  };
  usePosition(menu, button);
  useFocusInside(menu);
  useClosedFromOutside(menu, close);
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={label}
      aria-orientation="vertical"
      tabIndex={-1}
      className={classes.menu}
      // As for its items: a press on a label gives the focus to the menu itself.
      data-mantine-stop-propagation
      onKeyDownCapture={(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.nativeEvent.isComposing) close();
      }}
      onKeyDown={moveFocus}
    >
      <CloseMenu value={close}>{children}</CloseMenu>
    </div>
  );
}

const focusOfKeyboard = (): HTMLElement | undefined => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement.matches(":focus-visible")
    ? activeElement
    : undefined;
};

/** Space between the button and its menu, and between the menu and the window's edge (pixels). */
const [gap, edge] = [8, 5];

/** Keeps the menu below the button, or above it where there is no room, also when its items or the window change. */
function usePosition(menu: { current: HTMLElement | null }, button: HTMLElement): void {
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const align = () => {
      // A list may have removed the button meanwhile.
      if (!button.isConnected) return;
      const [anchor, now] = [button.getBoundingClientRect(), element.getBoundingClientRect()];
      const left = inside(anchor.right - now.width, now.width, window.innerWidth);
      const below = anchor.bottom + gap;
      const above = anchor.top - gap - now.height;
      const fits = below + now.height <= window.innerHeight - edge || above < edge;
      const top = inside(fits ? below : above, now.height, window.innerHeight);
      // From where it is now, because something around it may be what its place is counted from.
      if (Math.abs(left - now.left) >= 1)
        element.style.left = `${Number.parseFloat(element.style.left || "0") + left - now.left}px`;
      if (Math.abs(top - now.top) >= 1)
        element.style.top = `${Number.parseFloat(element.style.top || "0") + top - now.top}px`;
    };
    align();
    // Notified after the layout, unlike a listener of the window's "resize".
    const observer = new ResizeObserver(align);
    for (const one of [document.documentElement, element]) observer.observe(one);
    return () => observer.disconnect();
  }, [menu, button]);
}

const inside = (start: number, size: number, room: number): number =>
  Math.max(edge, Math.min(start, room - edge - size));

/** Gives the focus to the first item, also when other items replace it, so that a key pressed right away goes there. */
function useFocusInside(menu: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const focusFirst = () => {
      if (element.contains(document.activeElement)) return true;
      const [first] = enabledItems(element);
      first?.focus({ preventScroll: true });
      return first !== undefined;
    };
    if (focusFirst()) return;
    // Its items are still loading.
    const observer = new MutationObserver(() => focusFirst() && observer.disconnect());
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  });
}

/** Closes the menu when somebody clicks or types elsewhere. */
function useClosedFromOutside(menu: { current: HTMLElement | null }, close: () => void): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const look = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !menu.current?.contains(target)) latest.current();
    };
    const kinds = ["mousedown", "touchstart", "keydown"];
    for (const kind of kinds) document.addEventListener(kind, look);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look);
    };
  }, [menu]);
}
