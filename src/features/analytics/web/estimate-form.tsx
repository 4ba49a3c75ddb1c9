import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { type AnalyticsSummary, mostSavedMinutes, type SavedMinutes } from "../contract";
import { useSaveEstimate } from "./analytics-queries";
import classes from "./figure-dialog.module.css";
import { formulaOf } from "./figure-words";

const actions = [
  { name: "message", label: "Minutes per message triaged" },
  { name: "task", label: "Minutes per task made from a message" },
  { name: "meeting", label: "Minutes per meeting extracted" },
] as const;

interface EstimateFormProps {
  teamId: string;
  timeSaved: AnalyticsSummary["timeSaved"];
}

/** The formula of Time Saved, with the person's own estimate of each action. */
export function EstimateForm({ teamId, timeSaved }: EstimateFormProps) {
  const { minutesPer } = timeSaved;
  const [typed, setTyped] = useState<Partial<Record<keyof SavedMinutes, string>>>({});
  const save = useSaveEstimate(teamId);
  const values = Object.fromEntries(
    actions.map(({ name }) => [name, Number(typed[name] ?? minutesPer[name])]),
  ) as SavedMinutes;
  const valid = (name: keyof SavedMinutes) =>
    typed[name]?.trim() !== "" &&
    Number.isInteger(values[name]) &&
    values[name] >= 0 &&
    values[name] <= mostSavedMinutes;
  const changed = actions.some(({ name }) => values[name] !== minutesPer[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ minutesPer: values, seen: minutesPer }, { onSuccess: () => setTyped({}) });
  };
  return (
    <form className={classes.estimate} onSubmit={submit}>
      <p className={classes.formula}>{formulaOf(timeSaved)}</p>
      <p className={classes.explained}>
        The minutes are your estimate. Only your figures follow it. An imported message counts once somebody
        resolves it or makes a task of it.
      </p>
      <div className={classes.minutes}>
        {actions.map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            inputMode="numeric"
            value={typed[name] ?? String(minutesPer[name])}
            error={valid(name) ? undefined : `From 0 to ${mostSavedMinutes}`}
            onChange={({ currentTarget }) => setTyped((now) => ({ ...now, [name]: currentTarget.value }))}
          />
        ))}
      </div>
      <Button
        type="submit"
        size="compact-md"
        disabled={!changed || !actions.every(({ name }) => valid(name))}
        loading={save.isPending}
      >
        Save estimate
      </Button>
    </form>
  );
}
