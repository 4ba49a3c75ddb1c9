import { Button } from "@mantine/core";
import { IconCheck, IconVolumeOff, IconX } from "@tabler/icons-react";
import { memo } from "react";
import { IconButton } from "../../../../web/ui/icon-button";
import { useKeyNames } from "../../../../web/ui/shortcuts/key-hint";
import classes from "../../../../web/ui/styles/bulk-bar.module.css";
import type { Message } from "../../contract";
import { senderKey } from "../../message-views";
import { useMuteSender } from "../filters/preference-queries";
import type { InboxFilter } from "../message-cache";
import { useAfterPaint } from "./use-after-paint";
import type { Bulk } from "./use-bulk";
import type { ResolveChosen } from "./use-resolve-chosen";

interface BulkBarProps {
  teamId: string;
  filter: InboxFilter;
  /** How many messages the filter matches. */
  total: number;
  messages: Message[];
  bulk: Bulk;
  resolve: ResolveChosen;
}

const many = (count: number): string => count.toLocaleString("en-US");

/**
 * What can be done with the chosen messages, below the list. It follows the rows, so that the key that chooses one
 * paints without waiting for it.
 */
export const BulkBar = memo(function BulkBar(props: BulkBarProps) {
  const shown = useAfterPaint(props);
  return shown && <Bar {...shown} />;
});

function Bar({ teamId, filter, total, messages, bulk, resolve }: BulkBarProps) {
  const mute = useMuteSender(teamId);
  const keys = useKeyNames();
  const { count } = resolve;
  const chosen = messages.filter(bulk.has);
  const [first] = chosen;
  const oneSender =
    first && chosen.every((message) => senderKey(message) === senderKey(first)) ? first : undefined;
  const resolveLabel = bulk.all ? `Resolve all ${many(count)}` : `Resolve ${many(count)}`;
  return (
    <section className={classes.bar} aria-label="Chosen messages">
      <span className={classes.count} role="status">
        {`${many(count)} chosen`}
        {bulk.all?.name && ` from ${bulk.all.name}`}
      </span>
      {filter.view !== "resolved" && (
        <Button
          size="compact-md"
          leftSection={<IconCheck size={16} aria-hidden />}
          title={`${resolveLabel} (${keys("e")})`}
          loading={resolve.pending}
          disabled={count === 0}
          onClick={resolve.run}
        >
          {resolveLabel}
        </Button>
      )}
      {!bulk.all && total > bulk.ids.size && (
        <Button size="compact-md" variant="default" onClick={bulk.chooseAll}>
          {`Choose all ${many(total)}`}
        </Button>
      )}
      {oneSender && !bulk.all?.name && (
        <Button size="compact-md" variant="default" onClick={() => bulk.chooseSender(oneSender)}>
          All from this sender
        </Button>
      )}
      {oneSender && (
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconVolumeOff size={16} aria-hidden />}
          onClick={() =>
            mute.mutate({ sender: senderKey(oneSender), name: oneSender.sender }, { onSuccess: bulk.clear })
          }
        >
          Mute sender
        </Button>
      )}
      <IconButton className={classes.clear} label="Choose none" onClick={bulk.clear}>
        <IconX size={16} aria-hidden />
      </IconButton>
    </section>
  );
}
