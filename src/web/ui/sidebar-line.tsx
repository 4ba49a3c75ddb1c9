import type { ReactNode } from "react";
import { Link } from "wouter";
import classes from "./sidebar-line.module.css";
import { Tooltip } from "./tooltip";

interface SidebarLineProps {
  href: string;
  icon: ReactNode;
  /** What the link is called; where only its icon fits, a tooltip says it. */
  label: string;
  urgent?: boolean;
  /** Only an icon fits. */
  rail: boolean;
  onOpen: (() => void) | undefined;
  /** What stands beside the icon. */
  children: ReactNode;
}

/** A link at the foot of the sidebar, and under More on phones. */
export function SidebarLine({ href, icon, label, urgent, rail, onOpen, children }: SidebarLineProps) {
  return (
    <Tooltip label={label} position="right" disabled={!rail}>
      <Link
        href={href}
        className={classes.line ?? ""}
        data-rail={rail || undefined}
        data-urgent={urgent || undefined}
        aria-label={label}
        {...(onOpen && { onClick: onOpen })}
      >
        {icon}
        {!rail && children}
      </Link>
    </Tooltip>
  );
}
