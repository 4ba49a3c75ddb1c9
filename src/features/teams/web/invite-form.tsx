import { Button, NativeSelect } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { counted } from "../../../shared/counted";
import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import type { GivenRole, Invitation } from "../contract";
import { useCreateInvitation } from "./invitation-queries";
import { givenRoles, roleNames } from "./member-roles";
import classes from "./settings.module.css";

/** Choices for how long an invitation is valid (days). */
const durations = [1, 7, 30];

interface InviteFormProps {
  teamId: string;
  onCreated: (invitation: Invitation & { token: string }) => void;
}

/** Creates an invitation with a role and an expiry date. */
export function InviteForm({ teamId, onCreated }: InviteFormProps) {
  const create = useCreateInvitation(teamId);
  const [role, setRole] = useState<GivenRole>("member");
  const [days, setDays] = useState(7);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate({ role, days }, { onSuccess: onCreated });
  }

  return (
    <form onSubmit={submit} aria-labelledby="invite-by-link">
      <h3 id="invite-by-link" className={classes.firstSubtitle}>
        Invite by link
      </h3>
      <p className={classes.text}>A link lets one person join with the role you choose.</p>
      <div className={classes.inviteForm}>
        <NativeSelect
          className={classes.field}
          label="Role"
          value={role}
          data={givenRoles.map((value) => ({ value, label: roleNames[value] }))}
          onChange={({ currentTarget }) => setRole(currentTarget.value as GivenRole)}
        />
        <NativeSelect
          className={classes.field}
          label="Expires after"
          value={String(days)}
          data={durations.map((value) => ({
            value: String(value),
            label: counted(value, "day"),
          }))}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        />
        <Button type="submit" loading={create.isPending} className={classes.besideField}>
          Create link
        </Button>
      </div>
      {create.error && <Refusal error={create.error} />}
    </form>
  );
}

/** Why no link was created; at a plan limit, with a link to the plans. */
function Refusal({ error }: { error: Error }) {
  const limited = error instanceof ApiError && error.status === 402;
  return (
    <p className={classes.refusal} role="alert">
      {reasonOf(error)} {limited && <Link href="/pricing">See the plans</Link>}
    </p>
  );
}
