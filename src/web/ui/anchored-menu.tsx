import { Menu } from "@mantine/core";
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";

interface AnchoredMenuProps {
  /** The button it is attached to; gets the focus back, unless a key opened it from elsewhere, such as its row. */
  button: HTMLElement;
  label: string;
  onClose: () => void;
  /** Its items. */
  children: ReactNode;
}

/** An open menu at a row's button. One per list, because one per row would multiply the page's nodes. */
export function AnchoredMenu({ button, label, onClose, children }: AnchoredMenuProps) {
  useMovedButton();
  // A click leaves the focus on something around the button.
  const [before] = useState(() => document.querySelector<HTMLElement>(":focus-visible"));
  const { left, top, width, height } = button.getBoundingClientRect();
  const close = () => {
    onClose();
    (before?.isConnected ? before : button).focus();
  };
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-end"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* Replaces the row's own button, which the list may move or remove while the menu is open. */}
        <span aria-hidden style={{ position: "fixed", left, top, width, height, pointerEvents: "none" }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        <Items>{children}</Items>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Renders again when the page's size changes, and the button has its new place. */
function useMovedButton(): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    // Notified after the layout, unlike a listener of the window's "resize".
    const observer = new ResizeObserver(render);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
}

/** The menu itself takes the focus a moment later; until then, a pressed key would go to the row. */
function Items({ children }: { children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = items.current;
    const focusFirst = () => {
      const first = list?.querySelector<HTMLElement>("[role=menuitem]:enabled");
      first?.focus({ preventScroll: true });
      return first != null;
    };
    if (!list || focusFirst()) return;
    // Its items are still loading.
    const observer = new MutationObserver(() => focusFirst() && observer.disconnect());
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={items} role="none" onFocus={holdFocus}>
      {children}
    </div>
  );
}

/** Makes the menu focus the same item a moment later, instead of the first one again. */
function holdFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
  for (const item of currentTarget.querySelectorAll("[data-autofocus]"))
    item.removeAttribute("data-autofocus");
  target.setAttribute("data-autofocus", "");
}
