import { CheckRow } from "../../integrations/web/check-row";
import type { CrmSyncSettings } from "../contract";
import classes from "./crm.module.css";

const choices: { name: keyof CrmSyncSettings; label: string; note: string }[] = [
  {
    name: "syncContacts",
    label: "Contacts",
    note: "People and their companies, to recognize who writes to you.",
  },
  { name: "syncDeals", label: "Deals", note: "Their stage and value, and whom they concern." },
  {
    name: "syncTasks",
    label: "Tasks",
    note: "Open tasks appear in the matrix. Changes and outcomes go both ways.",
  },
];

interface SyncChoiceProps {
  value: CrmSyncSettings;
  onChange: (value: CrmSyncSettings) => void;
}

/** What is synced. */
export function SyncChoice({ value, onChange }: SyncChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>What to sync</legend>
      {choices.map(({ name, label, note }) => (
        <CheckRow
          key={name}
          label={label}
          note={note}
          checked={value[name]}
          onChange={(checked) => onChange({ ...value, [name]: checked })}
        />
      ))}
    </fieldset>
  );
}
