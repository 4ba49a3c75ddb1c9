import { Button } from "@mantine/core";
import { useState } from "react";
import { QueryView } from "../../../web/ui/feedback/query-view";
import { SectionCard } from "../../../web/ui/section-card";
import type { Invitation } from "../contract";
import { InvitationLink } from "./invitation-link";
import { useInvitations, useWithdrawInvitation } from "./invitation-queries";
import { InviteForm } from "./invite-form";
import { roleNames } from "./member-roles";
import { RowSkeletons } from "./members-section";
import classes from "./settings.module.css";
import { teamTexts } from "./texts";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** Creates invitation links and lists the open ones; for owners and admins. */
export function InvitationsSection({ teamId }: { teamId: string }) {
  const invitations = useInvitations(teamId);
  const [made, setCreated] = useState<Invitation & { token: string }>();
  // Accepted, withdrawn or expired: its link no longer works.
  const holds = made && invitations.data?.some(({ id }) => id === made.id) !== false;
  return (
    <SectionCard title="Invitations">
      <InviteForm teamId={teamId} onCreated={setCreated} />
      {holds && <InvitationLink key={made.id} token={made.token} />}
      <h3 className={classes.subtitle}>Open invitations</h3>
      <QueryView query={invitations} failure={teamTexts.failedToFetchInvitations} skeleton={<RowSkeletons />}>
        {(all) => <OpenInvitations teamId={teamId} invitations={all} />}
      </QueryView>
    </SectionCard>
  );
}

function OpenInvitations({ teamId, invitations }: { teamId: string; invitations: Invitation[] }) {
  const withdraw = useWithdrawInvitation(teamId);
  if (invitations.length === 0) return <p className={classes.text}>No open invitations.</p>;
  return (
    <ul className={classes.rows} aria-label="Open invitations">
      {invitations.map(({ id, role, createdAt, expiresAt }) => (
        <li key={id} className={classes.row}>
          <span className={classes.words}>
            <span className={classes.name}>{roleNames[role]}</span>
            <span className={classes.meta}>
              Created {day.format(new Date(createdAt))}, expires {day.format(new Date(expiresAt))}
            </span>
          </span>
          <Button
            variant="subtle"
            color="gray"
            className={classes.rowAction}
            onClick={() => withdraw.mutate(id)}
          >
            Withdraw
          </Button>
        </li>
      ))}
    </ul>
  );
}
