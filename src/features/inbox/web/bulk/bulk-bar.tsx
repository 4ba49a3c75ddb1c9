import { Button } from "@mantine/core";
import { IconCheck, IconClock, IconSquareX, IconVolumeOff, IconX } from "@tabler/icons-react";
import { memo, type ReactNode, useEffect, useState } from "react";
import { showToast } from "../../../../web/ui/feedback/toast";
import { IconButton } from "../../../../web/ui/icon-button";
import { lazyDialog } from "../../../../web/ui/lazy-part";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import classes from "../../../../web/ui/styles/bulk-bar.module.css";
import { type Quadrant, quadrantOrder } from "../../../tasks/quadrants";
import { snoozeTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { senderKey } from "../../message-views";
import { useMuteSender } from "../filters/preference-queries";
import type { ManyKey } from "../message/triage-keys";
import type { InboxFilter } from "../message-cache";
import { CreateTasks } from "./create-tasks";
import { manyTexts } from "./many-texts";
import { PrivateMessagesQuestion } from "./private-messages-question";
import { useAfterPaint } from "./use-after-paint";
import type { Bulk } from "./use-bulk";
import { useChangeChosen } from "./use-change-chosen";

const SnoozeDialog = lazyDialog(() => import("../../../tasks/web/snooze/snooze-dialog"), "SnoozeDialog");

interface BulkBarProps {
  teamId: string;
  filter: InboxFilter;
  /** How many messages the filter matches. */
  total: number;
  messages: Message[];
  bulk: Bulk;
  /** A key that was pressed for all chosen messages, until the bar has taken it. */
  pressed: ManyKey | undefined;
  onTaken: () => void;
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

/** What the bar asks for before it changes anything. */
type BulkQuestion = { name: "until" } | { name: "private"; to: Quadrant; leftOut?: number };

function Bar({ teamId, filter, total, messages, bulk, pressed, onTaken }: BulkBarProps) {
  const mute = useMuteSender(teamId);
  const keys = useKeyNames();
  const { count, pending, run } = useChangeChosen(teamId, filter, messages, bulk);
  const [asked, setAsked] = useState<BulkQuestion>();
  const chosen = messages.filter(bulk.has);
  const [first] = chosen;
  const oneSender =
    first && chosen.every((message) => senderKey(message) === senderKey(first)) ? first : undefined;
  const resolvable = filter.view !== "resolved";
  /**
   * A task belongs to the team, so messages that only their reader sees aren't made tasks by a stray key. Of those that
   * aren't loaded, the server says how many it has left out.
   */
  const createTasks = (to: Quadrant) =>
    chosen.some(({ onlyMe }) => onlyMe)
      ? setAsked({ name: "private", to })
      : run({ name: "createTasks", to, includePrivate: false }, (leftOut) =>
          setAsked({ name: "private", to, leftOut }),
        );
  const press = (key: ManyKey) => {
    if (key === "x") run({ name: "dismiss" });
    else if ((key === "e" || key === "h") && !resolvable)
      showToast({ title: manyTexts.alreadyResolved(count) });
    else if (key === "e") run({ name: "resolve" });
    else if (key === "h") setAsked({ name: "until" });
    else createTasks(quadrantOrder[Number(key) - 1] as Quadrant);
  };
  useEffect(() => {
    if (!pressed || count === undefined) return;
    onTaken();
    press(pressed);
  });
  // Somebody else may have resolved all that were chosen. An empty choice would take every key from the list.
  const empty = count === 0 && !pending && !asked;
  const { clear } = bulk;
  useEffect(() => {
    if (empty) clear();
  }, [empty, clear]);
  const number = count === undefined ? "" : ` ${many(count)}`;
  const resolve = bulk.all ? "Resolve all" : "Resolve";
  const resolveLabel = resolve + number;
  const action = (icon: ReactNode, label: string, key: ManyKey) => (
    <Button
      size="compact-md"
      variant="default"
      leftSection={icon}
      aria-label={label}
      title={withKeys(label, keys(key))}
      disabled={pending || !count}
      onClick={() => press(key)}
    >
      <span className={classes.word}>{label}</span>
    </Button>
  );
  return (
    <section className={classes.bar} aria-label="Chosen messages">
      <span className={classes.count} role="status">
        {count === undefined ? "All chosen" : `${many(count)} chosen`}
        {bulk.all?.name && ` from ${bulk.all.name}`}
      </span>
      {resolvable && (
        <Button
          size="compact-md"
          leftSection={<IconCheck size={16} aria-hidden />}
          aria-label={resolveLabel}
          title={withKeys(resolveLabel, keys("e"))}
          loading={pending}
          disabled={!count}
          onClick={() => press("e")}
        >
          {resolve}
          <span className={classes.number}>{number}</span>
        </Button>
      )}
      {resolvable && action(<IconClock size={16} aria-hidden />, snoozeTexts.action, "h")}
      <CreateTasks disabled={pending || !count} onCreate={createTasks} />
      {action(<IconSquareX size={16} aria-hidden />, manyTexts.notATask, "x")}
      {!bulk.all && total > bulk.ids.size && (
        <Button size="compact-md" variant="subtle" className={classes.link ?? ""} onClick={bulk.chooseAll}>
          {`Choose all ${many(total)}`}
        </Button>
      )}
      {oneSender && !bulk.all?.name && (
        <Button
          size="compact-md"
          variant="subtle"
          className={classes.link ?? ""}
          onClick={() => bulk.chooseSender(oneSender)}
        >
          All from this sender
        </Button>
      )}
      {oneSender && (
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconVolumeOff size={16} aria-hidden />}
          aria-label="Mute sender"
          title="Mute sender"
          onClick={() =>
            mute.mutate(
              { sender: senderKey(oneSender), name: oneSender.sender, messages },
              { onSuccess: bulk.clear },
            )
          }
        >
          <span className={classes.word}>Mute sender</span>
        </Button>
      )}
      <IconButton className={classes.clear} label="Choose none" onClick={bulk.clear}>
        <IconX size={16} aria-hidden />
      </IconButton>
      {asked?.name === "until" && (
        <SnoozeDialog
          of={{ snoozedUntil: null }}
          onChoose={(until) => until && run({ name: "snooze", until })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.name === "private" && (
        <PrivateMessagesQuestion
          chosen={bulk.all ? total : chosen.length}
          leftOut={asked.leftOut}
          onClose={() => {
            setAsked(undefined);
            if (asked.leftOut) bulk.clear();
          }}
          onConfirm={() => {
            setAsked(undefined);
            run({ name: "createTasks", to: asked.to, includePrivate: true });
          }}
        />
      )}
    </section>
  );
}
