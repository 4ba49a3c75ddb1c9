import type { IntegrationAccount } from "../../contract";
import { useUpdateAccount } from "../integration-queries";
import { SyncIntervalDialog } from "../sync-interval-dialog";

interface SyncSettingsDialogProps {
  account: IntegrationAccount;
  teamId: string;
  onClose: () => void;
}

/** Sets how often an account is polled. */
export function SyncSettingsDialog({ account, teamId, onClose }: SyncSettingsDialogProps) {
  const { mutate: update, isPending } = useUpdateAccount(teamId);
  const { id: accountId, accountName, syncInterval } = account;
  return (
    <SyncIntervalDialog
      interval={syncInterval}
      description={`How often Zippy checks ${accountName} for new messages.`}
      busy={isPending}
      onSave={(syncInterval) => update({ accountId, syncInterval }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
