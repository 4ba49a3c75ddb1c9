import type { ReactNode } from "react";
import classes from "./notice-screen.module.css";

interface NoticeScreenProps {
  title: string;
  /** The plain cause. */
  children: ReactNode;
  icon: ReactNode;
  action?: { label: string; run: () => void };
  /** For a failure that appears by itself; a screen one navigated to needs none. */
  role?: "alert";
  /** Stands in the place of a view, inside the page's <main>, instead of filling the window. */
  inView?: boolean;
}

/** A whole screen that says one thing and offers at most one button. Uses no library component, so that it works when one fails. */
export function NoticeScreen({ title, children, icon, action, role, inView = false }: NoticeScreenProps) {
  const Frame = inView ? "div" : "main";
  const Title = inView ? "h2" : "h1";
  return (
    <Frame className={inView ? classes.view : classes.screen}>
      <div className={classes.card} role={role}>
        <div className={classes.icon}>{icon}</div>
        <Title className={classes.title}>{title}</Title>
        <div className={classes.text}>{children}</div>
        {action && (
          <button type="button" className={classes.button} onClick={action.run}>
            {action.label}
          </button>
        )}
      </div>
    </Frame>
  );
}
