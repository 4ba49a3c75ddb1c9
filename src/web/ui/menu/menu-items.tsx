import { createContext, type ReactNode, useContext } from "react";
import classes from "./menu.module.css";

/** Closes the menu around an item. */
export const CloseMenu = createContext<() => void>(() => undefined);

interface MenuItemProps {
  /** What stands before and after its words. */
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  disabled?: boolean;
  /** It deletes something, or takes something away. */
  danger?: boolean;
  /** The choice that applies now. */
  current?: boolean;
  /** Leaves the menu open. */
  stays?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Something that a menu offers. */
export function MenuItem(props: MenuItemProps) {
  const { leftSection, rightSection, disabled = false, danger = false, current = false } = props;
  const close = useContext(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      disabled={disabled}
      aria-current={current || undefined}
      data-danger={danger || undefined}
      // Escape closes the menu, not the dialog that it is in.
      data-mantine-stop-propagation
      // Leaves the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        props.onClick();
        if (!props.stays) close();
      }}
    >
      {leftSection && <span className={classes.before}>{leftSection}</span>}
      <span className={classes.words}>{props.children}</span>
      {rightSection && <span className={classes.after}>{rightSection}</span>}
    </button>
  );
}

/** Names the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={classes.label}>{children}</div>;
}

/** Separates items. */
export function MenuDivider() {
  return <div className={classes.divider} />;
}
