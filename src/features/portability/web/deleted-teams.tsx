import { Button } from "@mantine/core";
import { SectionCard } from "../../../web/ui/section-card";
import { dayWords, useDeletedTeams, useTakeTeamBack } from "./deletion-queries";
import classes from "./portability.module.css";

/** Deleted teams that the person can still take back; nothing if there are none. */
export function DeletedTeams() {
  const { data: teams = [] } = useDeletedTeams();
  const takeBack = useTakeTeamBack();
  if (teams.length === 0) return null;
  return (
    <SectionCard title="Deleted teams">
      <ul className={classes.rows} aria-label="Deleted teams">
        {teams.map((team) => (
          <li key={team.id} className={classes.row}>
            <span className={classes.words}>
              <span dir="auto">{team.name}</span>
              <span className={classes.meta}>Deleted for good on {dayWords(team.deletesAt)}</span>
            </span>
            <Button
              variant="default"
              aria-label={`Restore ${team.name}`}
              loading={takeBack.isPending && takeBack.variables.id === team.id}
              disabled={takeBack.isPending}
              onClick={() => takeBack.mutate(team)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
