import type { User } from "../../auth/contract";
import { DeleteAccountSection } from "./delete-account";
import { DeletedTeams } from "./deleted-teams";
import { OwnExportSection } from "./own-export-section";
import classes from "./portability.module.css";

/** What stays somebody's right without a team, when there are no Settings: their deleted teams, data and account. */
export function OwnData({ user }: { user: User }) {
  return (
    <div className={classes.own}>
      <DeletedTeams />
      <OwnExportSection />
      <DeleteAccountSection user={user} />
    </div>
  );
}
