import type { ReactNode } from "react";
import type { User } from "../../features/auth/contract";
import { hasBilling } from "../../features/billing/web/billing-settings";
import { PlanLine } from "../../features/billing/web/plan-line";
import { Checklist } from "../../features/start/web/checklist";
import { TeamLine } from "../../features/teams/web/team-line";
import { Dialog } from "../../web/ui/dialog";
import classes from "./more-dialog.module.css";
import { ThemeChoice } from "./theme-choice";
import { UserBlock } from "./user-block";

interface MoreDialogProps {
  user: User;
  teamId: string | undefined;
  onClose: () => void;
  /** The views that don't fit into the bar. */
  children: ReactNode;
}

/** What doesn't fit into the bottom bar on phones. */
export function MoreDialog({ user, teamId, onClose, children }: MoreDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="More">
      <div className={classes.more}>
        {teamId && user.demoEndsAt === null && <Checklist teamId={teamId} onFollow={onClose} />}
        <div className={classes.views}>{children}</div>
        {teamId && user.demoEndsAt === null && hasBilling && <PlanLine teamId={teamId} onOpen={onClose} />}
        {teamId && <TeamLine onOpen={onClose} />}
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
