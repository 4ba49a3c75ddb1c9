import { IconUsers } from "@tabler/icons-react";
import { SidebarLine } from "../../../web/ui/sidebar-line";
import classes from "./team-line.module.css";
import { teamInUse, useTeams } from "./team-queries";
import { teamTexts } from "./texts";

interface TeamLineProps {
  /** Only an icon fits. */
  rail?: boolean;
  onOpen?: () => void;
}

/** The team in use, for somebody who is in several; leads to where they switch. */
export function TeamLine({ rail = false, onOpen }: TeamLineProps) {
  const { data: teams = [] } = useTeams();
  const team = teamInUse(teams);
  if (!team || teams.length < 2) return null;
  return (
    <SidebarLine
      href="/settings/team"
      icon={<IconUsers size={18} stroke={1.75} aria-hidden />}
      label={teamTexts.inUse(team.name)}
      {...{ rail, onOpen }}
    >
      <span className={classes.name} dir="auto">
        {team.name}
      </span>
    </SidebarLine>
  );
}
