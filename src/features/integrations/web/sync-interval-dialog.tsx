import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog } from "../../../web/ui/dialog";
import { showToast } from "../../../web/ui/feedback/toast";
import { useReturnedFocus } from "../../../web/ui/shortcuts/returned-focus";
import { syncIntervals } from "../contract";
import classes from "./integrations.module.css";
import { integrationTexts } from "./texts";

interface SyncIntervalDialogProps {
  /** Seconds. */
  interval: number;
  description: string;
  /** Further settings, below the interval. */
  children?: ReactNode;
  busy: boolean;
  onSave: (interval: number) => void;
  onClose: () => void;
}

/** Parses typed minutes. Anything else counts as 1. Source: specification, section 5. */
function minutesOf(text: string): number {
  const minutes = Number.parseFloat(text.replace(",", "."));
  return Number.isFinite(minutes) ? minutes : 1;
}

/** Asks how often something is synced, in minutes. */
export function SyncIntervalDialog({
  interval,
  description,
  children,
  busy,
  onSave,
  onClose,
}: SyncIntervalDialogProps) {
  useReturnedFocus();
  const [text, setText] = useState(String(Number((interval / 60).toFixed(1)) || 1));
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const seconds = Math.round(minutesOf(text) * 60);
    if (seconds >= syncIntervals.least) return onSave(seconds);
    const { invalidInterval, intervalTooShort } = integrationTexts;
    setError(intervalTooShort);
    showToast({ title: invalidInterval, description: intervalTooShort, tone: "error" });
  }

  return (
    <Dialog opened title="Sync settings" width={440} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          className={classes.field ?? ""}
          label="Sync interval (minutes)"
          description={description}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setError(undefined);
          }}
        />
        {children}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
