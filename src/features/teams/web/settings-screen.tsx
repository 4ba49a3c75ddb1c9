import { useUser } from "../../auth/web/auth-queries";
import { SessionsSection } from "../../auth/web/sessions-section";
import { CorrectionsSection } from "../../corrections/web/corrections-section";
import { PrivacySection } from "../../privacy/web/privacy-section";
import { may } from "../rights";
import { InvitationsSection } from "./invitations-section";
import { MembersSection } from "./members-section";
import classes from "./settings.module.css";
import { useTeam } from "./team-queries";
import { TeamSection } from "./team-section";

/** The team in use, who is in it and who may join, and where the person is signed in. */
export function SettingsScreen() {
  const { data: team } = useTeam();
  const { data: user } = useUser();
  if (!team || !user) return null;
  const demo = user.demoEndsAt !== null;
  return (
    <div className={classes.screen}>
      <div className={classes.column}>
        <TeamSection team={team} demo={demo} />
        <MembersSection team={team} userId={user.id} demo={demo} />
        {!demo && may(team.role, "invite") && <InvitationsSection teamId={team.id} />}
        <CorrectionsSection teamId={team.id} />
        <PrivacySection team={team} />
        {demo ? (
          <p className={classes.note}>
            This is a demonstration: inviting people and creating teams are left out here. Start a free trial
            to do both with your own team.
          </p>
        ) : (
          <SessionsSection />
        )}
      </div>
    </div>
  );
}
