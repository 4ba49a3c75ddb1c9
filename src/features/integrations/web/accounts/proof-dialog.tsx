import { Button, Loader, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { counted } from "../../../../shared/counted";
import { useNow } from "../../../../web/ui/relative-time";
import { Sheet } from "../../../../web/ui/sheet";
import type { IntegrationAccount, IntegrationProvider, Proof } from "../../contract";
import { copyText } from "../copy-text";
import { useProof, useStartProof } from "../integration-queries";
import classes from "../integrations.module.css";
import { problemOf } from "../show-problem";

interface ProofDialogProps {
  account: IntegrationAccount;
  provider: IntegrationProvider;
  teamId: string;
  onClose: () => void;
}

/** A round trip: you send a message with a code to the account and watch it arrive. */
export function ProofDialog({ account, provider, teamId, onClose }: ProofDialogProps) {
  const proof = useProof(teamId, account.id);
  const { mutate, data: started, isPending, error } = useStartProof(teamId);
  useEffect(() => mutate(account.id), [mutate, account.id]);
  // The latest response may still be about an earlier round trip.
  const current = proof.data?.code === started?.code ? proof.data : started;
  return (
    <Sheet title={`Test ${provider.name} with a message`} width={460} onClose={onClose}>
      {current && !isPending ? (
        <RoundTrip
          proof={current}
          account={account}
          inConversation={provider.choosesConversations}
          onAgain={() => mutate(account.id)}
        />
      ) : error ? (
        <p className={classes.refusal}>Couldn't start the round trip. {problemOf(error)}</p>
      ) : (
        <Loader size="sm" aria-label="Starting" />
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Sheet>
  );
}

function RoundTrip({
  proof,
  account,
  inConversation,
  onAgain,
}: {
  proof: Proof;
  account: IntegrationAccount;
  /** True if messages are written in its conversations instead of sent to it. */
  inConversation: boolean;
  onAgain: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const now = useNow(1000);
  const waited = Math.max(0, Math.round((now - Date.parse(proof.startedAt)) / 1000));
  if (proof.arrivedAt) {
    const took = Math.round((Date.parse(proof.arrivedAt) - Date.parse(proof.startedAt)) / 1000);
    return (
      <p className={classes.proven} role="status">
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        <span>
          It arrived {counted(took, "second")} after the code was created.{" "}
          <Link href="/inbox">Open the inbox</Link>
        </span>
      </p>
    );
  }
  if (now > Date.parse(proof.endsAt))
    return (
      <>
        <p className={classes.text} role="status">
          Nothing with this code has arrived in ten minutes. Test the connection, and check that you wrote{" "}
          {inConversation ? "in" : "to"} {account.accountEmail ?? account.accountName}.
        </p>
        <Button mt={12} variant="default" onClick={onAgain}>
          Try again
        </Button>
      </>
    );
  return (
    <>
      <p className={classes.text}>
        {inConversation
          ? "Write this code in a conversation that is collected from "
          : "Send a message with this code to "}
        <strong dir="auto">
          {inConversation ? account.accountName : (account.accountEmail ?? account.accountName)}
        </strong>
        {inConversation ? "." : ", from any other account."} Zippy shows here when it arrives.
      </p>
      <div className={classes.address}>
        <TextInput
          ref={field}
          readOnly
          className={classes.field ?? ""}
          classNames={{ input: classes.mono ?? "" }}
          label="Code"
          value={proof.code}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          variant="default"
          className={classes.besideField ?? ""}
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copyText(proof.code, field.current)}
        >
          Copy
        </Button>
      </div>
      <p className={classes.waiting} role="status">
        <Loader size={16} aria-hidden /> Waiting for it
        <span className={classes.meta} aria-hidden>
          {waited} s
        </span>
      </p>
    </>
  );
}
