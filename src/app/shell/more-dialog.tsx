import type { ReactNode } from "react";
import type { User } from "../../features/auth/contract";
import { Dialog } from "../../web/ui/dialog";
import classes from "./bottom-bar.module.css";
import { ThemeChoice } from "./theme-choice";
import { UserBlock } from "./user-block";

interface MoreDialogProps {
  user: User;
  onClose: () => void;
  /** The views that found no place in the bar. */
  children: ReactNode;
}

/** What the bottom bar of phones has no room for. */
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
