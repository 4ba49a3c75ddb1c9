import { Button } from "@mantine/core";
import { useState } from "react";
import { SectionCard } from "../../../web/ui/section-card";
import { needsFreshSignIn } from "../../auth/web/confirm-identity";
import type { Team } from "../../teams/contract";
import { takeBackDays } from "../contract";
import { ConfirmQuestion } from "./confirm-question";
import { useDeleteTeam } from "./deletion-queries";
import classes from "./portability.module.css";
import { portabilityTexts } from "./texts";
import { TypedQuestion } from "./typed-question";

/** Deletes the team; for its owner. */
export function DeleteTeamSection({ team }: { team: Team }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteTeam(team.id);
  const again = needsFreshSignIn(remove.error);
  const typed = remove.variables ?? "";
  return (
    <SectionCard title={portabilityTexts.deleteTeam}>
      <p className={classes.text}>
        Nobody can open the team any more, its accounts are disconnected, and their access is revoked. You can
        take it back for {takeBackDays} days. Then everything the team owns is deleted for good.
      </p>
      <Button variant="default" className={classes.danger} onClick={() => setAsking(true)}>
        {portabilityTexts.deleteTeam}…
      </Button>
      {asking && !again && (
        <TypedQuestion
          title={`Delete ${team.name}?`}
          label="Type the team's name to confirm"
          expected={team.name}
          confirm={portabilityTexts.deleteTeam}
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirmed={(name) => remove.mutate(name)}
        >
          <p>
            All members lose access at once. Export the team's data first if you want to keep a copy: after{" "}
            {takeBackDays} days, nobody can bring it back. Accounts have to be connected again even if you
            take it back.
          </p>
        </TypedQuestion>
      )}
      {asking && again && (
        <ConfirmQuestion
          purpose={`to delete ${team.name}`}
          busy={remove.isPending}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
          onConfirmed={() => remove.mutate(typed)}
        />
      )}
    </SectionCard>
  );
}
