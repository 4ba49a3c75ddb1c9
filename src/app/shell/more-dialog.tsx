import type { ReactNode } from "react";
import type { User } from "../../features/auth/contract";
import { Dialog } from "../../web/ui/dialog";
import classes from "./bottom-bar.module.css";
import { ThemeChoice } from "./theme-choice";
import { UserBlock } from "./user-block";

interface MoreDialogProps {
  user: User;
  onClose: () => void;
  /** The views that don't fit into the bar. */
  children: ReactNode;
}

/** What doesn't fit into the bottom bar on phones. */
export function MoreDialog({ user, onClose, children }: MoreDialogProps) {
  return (
    <Dialog small opened onClose={onClose} title="More">
      <div className={classes.more}>
        {children}
        <div className={classes.theme}>
          Theme
          <ThemeChoice />
        </div>
        <UserBlock user={user} />
        <p className={classes.hint}>Tap your name to sign out.</p>
      </div>
    </Dialog>
  );
}
