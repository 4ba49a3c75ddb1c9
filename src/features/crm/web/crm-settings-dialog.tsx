import { useState } from "react";
import { SyncIntervalDialog } from "../../integrations/web/sync-interval-dialog";
import type { CrmConnection } from "../contract";
import { crmName } from "../crm-facts";
import { useUpdateCrm } from "./crm-queries";
import { SyncChoice } from "./sync-choice";

interface CrmSettingsDialogProps {
  crm: CrmConnection;
  teamId: string;
  onClose: () => void;
}

/** How often a CRM is synced, and what. */
export function CrmSettingsDialog({ crm, teamId, onClose }: CrmSettingsDialogProps) {
  const { mutate: update, isPending } = useUpdateCrm(teamId);
  const [syncSettings, setSyncSettings] = useState(crm.syncSettings);
  return (
    <SyncIntervalDialog
      interval={crm.syncInterval}
      description={`How often Zippy checks ${crmName(crm.provider)} for changes.`}
      busy={isPending}
      onSave={(syncInterval) => update({ id: crm.id, syncInterval, syncSettings }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <SyncChoice value={syncSettings} onChange={setSyncSettings} />
    </SyncIntervalDialog>
  );
}
