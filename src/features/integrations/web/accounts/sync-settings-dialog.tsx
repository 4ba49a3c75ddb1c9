import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../../../web/ui/dialog";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useReturnedFocus } from "../../../../web/ui/sheet";
import { type IntegrationAccount, syncIntervals } from "../../contract";
import { useUpdateAccount } from "../integration-queries";
import classes from "../integrations.module.css";
import { integrationTexts } from "../texts";

interface SyncSettingsDialogProps {
  account: IntegrationAccount;
  teamId: string;
  onClose: () => void;
}

/** Parses typed minutes. Anything else counts as 1. Source: specification, section 5. */
export function minutesOf(text: string): number {
  const minutes = Number.parseFloat(text.replace(",", "."));
  return Number.isFinite(minutes) ? minutes : 1;
}

/** Sets how often an account is polled. */
export function SyncSettingsDialog({ account, teamId, onClose }: SyncSettingsDialogProps) {
  useReturnedFocus();
  const update = useUpdateAccount(teamId);
  const [text, setText] = useState(String(Math.round(account.syncInterval / 60) || 1));
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const seconds = Math.round(minutesOf(text) * 60);
    if (seconds < syncIntervals.least) {
      setError(integrationTexts.intervalTooShort);
      showToast({
        title: integrationTexts.invalidInterval,
        description: integrationTexts.intervalTooShort,
        tone: "error",
      });
      return;
    }
    update.mutate({ accountId: account.id, syncInterval: seconds }, { onSuccess: onClose });
  }

  return (
    <Dialog opened small title="Sync settings" width={420} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          className={classes.field ?? ""}
          label="Sync interval (minutes)"
          description={`How often Zippy checks ${account.accountName} for new messages.`}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setError(undefined);
          }}
        />
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
