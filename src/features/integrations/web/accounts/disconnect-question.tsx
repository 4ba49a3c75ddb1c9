import { Question } from "../../../../web/ui/question";
import type { IntegrationAccount, IntegrationProvider } from "../../contract";
import { useDisconnect } from "../integration-queries";
import { integrationTexts } from "../texts";

interface DisconnectQuestionProps {
  account: IntegrationAccount;
  provider: IntegrationProvider;
  teamId: string;
  onClose: () => void;
  /** The account is disconnected, and its row is about to disappear. */
  onGone: () => void;
}

/** Asks before disconnecting an account. */
export function DisconnectQuestion({ account, provider, teamId, onClose, onGone }: DisconnectQuestionProps) {
  const disconnect = useDisconnect(teamId);
  const run = () =>
    disconnect.mutate(account.id, {
      onSuccess: () => {
        onClose();
        onGone();
      },
    });
  return (
    <Question
      title={`Disconnect ${account.accountName}?`}
      confirm={{ label: "Disconnect", run, danger: true, busy: disconnect.isPending }}
      onClose={onClose}
    >
      {integrationTexts.disconnectNote} {provider.disconnectNote}
    </Question>
  );
}
