import { Button } from "@mantine/core";
import { useKeyNames, withKeys } from "../../../../web/ui/shortcuts/key-hint";
import { snoozeTexts } from "../../../tasks/web/texts";
import type { Message } from "../../contract";
import { offersTask } from "../../message-views";
import { inboxTexts } from "../texts";
import type { TriageActions } from "./triage-keys";

interface TriageButtonsProps {
  message: Message;
  actions: Pick<TriageActions, "createTask" | "resolve" | "reopen" | "snooze">;
  tabIndex?: number;
}

/** Create Task, if the message offers it, Mark Resolved or Reopen, and Snooze. */
export function TriageButtons({ message, actions, tabIndex }: TriageButtonsProps) {
  const keys = useKeyNames();
  const resolved = message.status === "resolved";
  return (
    <>
      {offersTask(message) && (
        <Button
          title={withKeys(inboxTexts.createTask, keys("1"), keys("4"))}
          tabIndex={tabIndex}
          onClick={() => actions.createTask(message)}
        >
          {inboxTexts.createTask}
        </Button>
      )}
      <Button
        variant="default"
        title={
          resolved ? withKeys(inboxTexts.reopen, keys("E")) : withKeys(inboxTexts.markResolved, keys("e"))
        }
        tabIndex={tabIndex}
        onClick={() => (resolved ? actions.reopen(message) : actions.resolve(message))}
      >
        {resolved ? inboxTexts.reopen : inboxTexts.markResolved}
      </Button>
      {!resolved && (
        <Button
          variant="subtle"
          color="gray"
          title={withKeys(snoozeTexts.action, keys("h"))}
          tabIndex={tabIndex}
          onClick={() => actions.snooze(message)}
        >
          {snoozeTexts.action}
        </Button>
      )}
    </>
  );
}
