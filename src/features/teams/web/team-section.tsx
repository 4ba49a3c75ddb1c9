import { Button } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Role, Team } from "../contract";
import { may } from "../rights";
import { CreateTeamDialog } from "./create-team-dialog";
import { roleNames } from "./member-roles";
import classes from "./settings.module.css";
import { useSwitchTeam } from "./team-changes";
import { TeamName } from "./team-name";
import { teamInUse, useTeams } from "./team-queries";
import { teamTexts } from "./texts";

const roleSentence: Record<Role, string> = {
  owner: "You own this team. You decide about members, roles and ownership.",
  admin: "You're an admin of this team. You can rename it, invite people and remove members.",
  member: "You're a member of this team. Its owner and admins can rename it and invite people.",
};

/** The team in use, the person's other teams, and a button for a new one. */
export function TeamSection({ team, demo }: { team: Team; demo: boolean }) {
  const teams = useTeams();
  const [creating, setCreating] = useState(false);
  return (
    <SectionCard title="Team">
      {may(team.role, "renameTeam") ? (
        <TeamName team={team} />
      ) : (
        <p className={classes.teamName} dir="auto">
          {team.name}
        </p>
      )}
      <p className={classes.text}>{roleSentence[team.role]}</p>
      <h3 className={classes.subtitle}>Your teams</h3>
      <QueryView query={teams} failure={teamTexts.failedToFetch}>
        {(all) => <TeamList teams={all} />}
      </QueryView>
      {!demo && (
        <Button
          variant="default"
          className={classes.after}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {teamTexts.create}
        </Button>
      )}
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </SectionCard>
  );
}

function TeamList({ teams }: { teams: Team[] }) {
  const change = useSwitchTeam();
  const inUse = teamInUse(teams)?.id;
  return (
    <ul className={classes.rows} aria-label="Your teams">
      {teams.map(({ id, name, role }) => (
        <li key={id} className={classes.row} aria-current={id === inUse || undefined}>
          <span className={classes.words}>
            <span className={classes.name} dir="auto">
              {name}
            </span>
            <span className={classes.meta}>{roleNames[role]}</span>
          </span>
          {id === inUse ? (
            <span className={classes.mark}>
              <IconCheck size={16} stroke={1.75} aria-hidden />
              In use
            </span>
          ) : (
            <Button
              variant="default"
              aria-label={`Switch to ${name}`}
              loading={change.isPending && change.variables === id}
              disabled={change.isPending}
              onClick={() => change.mutate(id)}
            >
              Switch
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
