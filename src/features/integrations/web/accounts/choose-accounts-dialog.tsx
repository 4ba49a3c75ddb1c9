import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Sheet } from "../../../../web/ui/sheet";
import type { ConnectChoice } from "../../contract";
import { CheckRow } from "../check-row";
import { useChooseAccounts, useConnectChoice } from "../integration-queries";
import classes from "../integrations.module.css";
import { LimitNotice, limitReached } from "../limit-notice";

interface ChooseAccountsDialogProps {
  teamId: string;
  choiceId: string;
  onClose: () => void;
}

/** After a consent that covers several accounts: selects which ones to connect. */
export function ChooseAccountsDialog({ teamId, choiceId, onClose }: ChooseAccountsDialogProps) {
  const choice = useConnectChoice(teamId, choiceId);
  return (
    <Sheet title="Choose what to connect" width={460} onClose={onClose}>
      <QueryView
        query={choice}
        failure="Couldn't load the accounts"
        skeleton={<Skeleton height={120} radius="md" />}
      >
        {(found) => <Choice teamId={teamId} choice={found} onClose={onClose} />}
      </QueryView>
    </Sheet>
  );
}

function Choice({ teamId, choice, onClose }: { teamId: string; choice: ConnectChoice; onClose: () => void }) {
  const connect = useChooseAccounts(teamId, choice.provider);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setChosen((all) => (all.includes(id) ? all.filter((other) => other !== id) : [...all, id]));
  const run = () => connect.mutate({ choiceId: choice.id, externalIds: [...chosen] }, { onSuccess: onClose });
  return (
    <>
      <p className={classes.text}>
        Your access covers several accounts. Zippy collects messages from the ones you choose.
      </p>
      <div className={classes.checks}>
        {choice.accounts.map(({ externalId, name, address }) => (
          <CheckRow
            key={externalId}
            label={name}
            note={address}
            checked={chosen.includes(externalId)}
            onChange={() => toggle(externalId)}
          />
        ))}
      </div>
      {limitReached(connect.error) && <LimitNotice />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0} loading={connect.isPending} onClick={run}>
          Connect {chosen.length > 1 ? `${chosen.length} accounts` : ""}
        </Button>
      </div>
    </>
  );
}
