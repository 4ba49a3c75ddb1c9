import { Button, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { Sheet } from "../../../../web/ui/sheet";
import type { IntegrationAccount } from "../../contract";
import { CheckRow } from "../check-row";
import { useConversations, useUpdateAccount } from "../integration-queries";
import classes from "../integrations.module.css";

interface ConversationsDialogProps {
  account: IntegrationAccount;
  teamId: string;
  onClose: () => void;
}

/** Rows shown at once. The filter finds the others. */
const mostShown = 200;

/** Selects which conversations of an account are collected. */
export function ConversationsDialog({ account, teamId, onClose }: ConversationsDialogProps) {
  const conversations = useConversations(teamId, account.id, true);
  return (
    <Sheet title={`Conversations of ${account.accountName}`} width={480} onClose={onClose}>
      <QueryView
        query={conversations}
        failure="Couldn't load the conversations"
        skeleton={<Skeleton height={240} radius="md" />}
      >
        {(all) => <Chooser account={account} teamId={teamId} all={all} onClose={onClose} />}
      </QueryView>
    </Sheet>
  );
}

function Chooser({
  account,
  teamId,
  all,
  onClose,
}: ConversationsDialogProps & { all: { id: string; name: string }[] }) {
  const update = useUpdateAccount(teamId);
  const [everything, setEverything] = useState(account.conversations === null);
  const [chosen, setChosen] = useState<readonly string[]>(account.conversations ?? []);
  const [filter, setFilter] = useState("");
  const matching = all.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
  const save = () =>
    update.mutate(
      { accountId: account.id, conversations: everything ? null : [...chosen] },
      { onSuccess: onClose },
    );
  if (all.length === 0)
    return (
      <p className={classes.text}>
        Zippy isn't in any conversation yet. Invite it at the provider (in Slack: /invite @Zippy in a
        channel), then open this again.
      </p>
    );
  return (
    <>
      <CheckRow label="All conversations that Zippy is in" checked={everything} onChange={setEverything} />
      {!everything && (
        <>
          {all.length > 8 && (
            <TextInput
              className={classes.field ?? ""}
              aria-label="Filter conversations"
              placeholder="Filter"
              value={filter}
              onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          )}
          <div className={classes.checks}>
            {matching.slice(0, mostShown).map(({ id, name }) => (
              <CheckRow key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
            ))}
          </div>
          {matching.length === 0 && <p className={classes.text}>No conversation matches “{filter}”.</p>}
          {matching.length > mostShown && (
            <p className={classes.text}>{matching.length - mostShown} more. Type to find them.</p>
          )}
        </>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!everything && chosen.length === 0} loading={update.isPending} onClick={save}>
          Save
        </Button>
      </div>
    </>
  );
}
