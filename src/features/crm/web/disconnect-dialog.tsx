import { useState } from "react";
import { Question } from "../../../web/ui/question";
import { CheckRow } from "../../integrations/web/check-row";
import type { CrmConnection } from "../contract";
import { crmName } from "../crm-facts";
import { countsInWords } from "./count-words";
import { useDisconnectCrm } from "./crm-queries";

interface DisconnectDialogProps {
  crm: CrmConnection;
  teamId: string;
  onClose: () => void;
}

/** Asks before disconnecting a CRM, and whether to keep what was synced. */
export function DisconnectDialog({ crm, teamId, onClose }: DisconnectDialogProps) {
  const disconnect = useDisconnectCrm(teamId);
  const [remove, setRemove] = useState(false);
  const name = crmName(crm.provider);
  const run = () => disconnect.mutate({ id: crm.id, remove }, { onSuccess: onClose });
  return (
    <Question
      title={`Disconnect ${name}?`}
      confirm={{ label: "Disconnect", run, danger: true, busy: disconnect.isPending }}
      onClose={onClose}
    >
      <p>
        Zippy deletes the key and stops syncing. Nothing changes in {name}.{" "}
        {remove ? "Its records are removed; tasks stay." : "Its records stay, as they are now."}
      </p>
      <CheckRow
        label="Remove contacts, companies and deals"
        note={countsInWords(crm.counts)}
        checked={remove}
        onChange={setRemove}
      />
    </Question>
  );
}
