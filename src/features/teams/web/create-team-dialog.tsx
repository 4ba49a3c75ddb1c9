import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import { Dialog } from "../../../web/ui/dialog";
import classes from "./settings.module.css";
import { useCreateTeam } from "./team-changes";
import { longestTeamName } from "./team-name";
import { teamTexts } from "./texts";

/** Asks for the name of a new team and switches to it; mounted means open. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTeam();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    if (!trimmed(name)) return setError(teamTexts.nameNeeded);
    create.mutate(trimmed(name), { onSuccess: onClose });
  }

  return (
    <Dialog opened title={teamTexts.create} width={420} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          className={classes.field}
          label="Team name"
          description="You'll own it. Your other teams don't change."
          maxLength={longestTeamName}
          autoComplete="off"
          dir="auto"
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setError(undefined);
          }}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create team
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
