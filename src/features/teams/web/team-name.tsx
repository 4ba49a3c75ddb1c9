import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { trimmed } from "../../../shared/typed-values";
import type { Team } from "../contract";
import classes from "./settings.module.css";
import { useRenameTeam } from "./team-changes";
import { teamTexts } from "./texts";

/** Longest team name (characters). */
export const longestTeamName = 80;

/** The team's name, edited in place: Enter saves, Escape restores. */
export function TeamName({ team }: { team: Team }) {
  const rename = useRenameTeam(team.id);
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const changed = draft !== undefined && trimmed(draft) !== team.name;

  function edit(next: string | undefined) {
    setDraft(next);
    setError(undefined);
  }
  function save(event: FormEvent) {
    event.preventDefault();
    if (!changed) return edit(undefined);
    if (!trimmed(draft)) return setError(teamTexts.nameNeeded);
    rename.mutate(trimmed(draft));
    edit(undefined);
  }
  function restore(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) edit(undefined);
  }

  return (
    <form noValidate className={classes.nameForm} onSubmit={save}>
      <TextInput
        className={classes.field}
        label="Team name"
        maxLength={longestTeamName}
        autoComplete="off"
        dir="auto"
        value={draft ?? team.name}
        error={error}
        onChange={({ currentTarget }) => edit(currentTarget.value)}
        onKeyDown={restore}
      />
      {changed && (
        <Button type="submit" className={classes.besideField}>
          Save
        </Button>
      )}
    </form>
  );
}
