import { AuditSection } from "../../features/audit/web/audit-section";
import { useUser } from "../../features/auth/web/auth-queries";
import { ProfileSection } from "../../features/auth/web/profile-section";
import { SessionsSection } from "../../features/auth/web/sessions-section";
import { CorrectionsSection } from "../../features/corrections/web/corrections-section";
import { MessageDialog } from "../../features/inbox/web/source-views";
import { PrivacySection } from "../../features/privacy/web/privacy-section";
import { may } from "../../features/teams/rights";
import { InvitationsSection } from "../../features/teams/web/invitations-section";
import { MembersSection } from "../../features/teams/web/members-section";
import { useTeam } from "../../features/teams/web/team-queries";
import { TeamSection } from "../../features/teams/web/team-section";
import { usePreload } from "../../web/ui/use-preload";
import classes from "./settings-screen.module.css";

const ahead = [MessageDialog];

/** The current team, its members and invitations, and the person's sessions. */
export function SettingsScreen() {
  usePreload(ahead);
  const { data: team } = useTeam();
  const { data: user } = useUser();
  if (!team || !user) return null;
  const demo = user.demoEndsAt !== null;
  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        {!demo && <ProfileSection user={user} />}
        <TeamSection team={team} demo={demo} />
        <MembersSection team={team} userId={user.id} demo={demo} />
        {!demo && may(team.role, "invite") && <InvitationsSection teamId={team.id} />}
        <CorrectionsSection teamId={team.id} />
        <PrivacySection team={team} MessageDialog={MessageDialog} />
        {may(team.role, "readAuditLog") && !demo && <AuditSection teamId={team.id} />}
        {demo ? (
          <p className={classes.note}>
            This is a demo without invitations and new teams. Start a free trial to use both with your own
            team.
          </p>
        ) : (
          <SessionsSection />
        )}
      </div>
    </div>
  );
}
