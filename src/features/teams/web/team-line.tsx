import { IconUsers } from "@tabler/icons-react";
import { Link } from "wouter";
import { Tooltip } from "../../../web/ui/tooltip";
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
    <Tooltip label={teamTexts.inUse(team.name)} position="right" disabled={!rail}>
      <Link
        href="/settings/team"
        className={classes.line ?? ""}
        data-rail={rail || undefined}
        aria-label={teamTexts.inUse(team.name)}
        {...(onOpen && { onClick: onOpen })}
      >
        <IconUsers size={18} stroke={1.75} aria-hidden />
        {!rail && (
          <span className={classes.name} dir="auto">
            {team.name}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
