import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../../web/ui/dialog";
import { showToast } from "../../../web/ui/feedback/toast";
import { useReturnedFocus } from "../../../web/ui/sheet";
import { minutesOf } from "../../integrations/web/accounts/sync-settings-dialog";
import { integrationTexts } from "../../integrations/web/texts";
import { type CrmConnection, crmIntervals } from "../contract";
import { crmName } from "../crm-facts";
import classes from "./crm.module.css";
import { useUpdateCrm } from "./crm-queries";
import { SyncChoice } from "./sync-choice";

interface CrmSettingsDialogProps {
  crm: CrmConnection;
  teamId: string;
  onClose: () => void;
}

/** How often a CRM is synced, and what. */
export function CrmSettingsDialog({ crm, teamId, onClose }: CrmSettingsDialogProps) {
  useReturnedFocus();
  const update = useUpdateCrm(teamId);
  const [text, setText] = useState(String(Number((crm.syncInterval / 60).toFixed(1))));
  const [syncSettings, setSyncSettings] = useState(crm.syncSettings);
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const syncInterval = Math.round(minutesOf(text) * 60);
    if (syncInterval < crmIntervals.least) {
      const { invalidInterval: title, intervalTooShort: description } = integrationTexts;
      setError(description);
      return showToast({ title, description, tone: "error" });
    }
    update.mutate({ id: crm.id, syncInterval, syncSettings }, { onSuccess: onClose });
  }

  return (
    <Dialog opened small title="Sync settings" width={460} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          className={classes.field ?? ""}
          label="Sync interval (minutes)"
          description={`How often Zippy checks ${crmName(crm.provider)} for changes.`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setError(undefined);
          }}
        />
        <SyncChoice value={syncSettings} onChange={setSyncSettings} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
