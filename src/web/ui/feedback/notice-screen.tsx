import type { ReactNode } from "react";
import classes from "./notice-screen.module.css";

interface NoticeScreenProps {
  title: string;
  /** The cause. */
  children: ReactNode;
  icon: ReactNode;
  action?: { label: string; run: () => void };
  /** For an error that appears without a click; not needed for screens people navigate to. */
  role?: "alert";
  /** Replaces a view inside the page's <main> instead of filling the window. */
  inView?: boolean;
  /** Whether the page has no other main heading. Default: true, unless it is in a view, below the header's heading. */
  main?: boolean;
}

/** A full screen with one message and at most one button. Without library components, in case they fail. */
export function NoticeScreen({
  title,
  children,
  icon,
  action,
  role,
  inView = false,
  main = !inView,
}: NoticeScreenProps) {
  const Frame = inView ? "div" : "main";
  const Title = main ? "h1" : "h2";
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
