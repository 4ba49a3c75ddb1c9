import { Menu } from "@mantine/core";
import type { ReactNode } from "react";

interface AnchoredMenuProps {
  /** The button it is attached to; gets the focus back. */
  button: HTMLElement;
  label: string;
  onClose: () => void;
  /** Its items. */
  children: ReactNode;
}

/** An open menu at a row's button. One per list, because one per row would multiply the page's nodes. */
export function AnchoredMenu({ button, label, onClose, children }: AnchoredMenuProps) {
  const { left, top, width, height } = button.getBoundingClientRect();
  const close = () => {
    onClose();
    button.focus();
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
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}
